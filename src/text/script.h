#pragma once
#include <string_view>

namespace thoth {

// The language that a text is written in as far as its script tells: Thai, Chinese, Japanese, Korean,
// Russian, Arabic, Hebrew, Greek or Hindi, the most usual one of each script. Empty with fewer than three
// letters of them. Any kana decides for Japanese; otherwise the script with most letters does.
std::string_view language_by_script(std::string_view text);

} // namespace thoth
