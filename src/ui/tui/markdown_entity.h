#pragma once
#include <string>
#include <string_view>

namespace thoth {

// What a character reference of Markdown ("&amp;", "&#27;", "&#x1b;") stands for, safe to draw: a number can name
// any character. What is not known stays as it is. Pure.
std::string entity_text(std::string_view entity);

} // namespace thoth
