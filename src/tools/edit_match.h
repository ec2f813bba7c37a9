#pragma once
#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// One replacement as a model asks for it. Texts are literal: nothing in them is a pattern.
struct TextEdit {
    std::string_view old_text;
    std::string_view new_text;
    bool replace_all = false;
};

// Bytes offset..offset+length of a file.
struct ByteSpan {
    size_t offset = 0;
    size_t length = 0;
    bool operator==(const ByteSpan&) const = default;
};

struct AppliedEdit {
    std::string after;
    std::vector<ByteSpan> matched; // where old_text stood in the bytes before, in order, apart
};

// Splices `edit` into `bytes`. The match is exact but for line endings: LF, CR LF and a mixture
// are alike, and what is put in takes the ending of the place (else the file's dominant one).
// Bytes outside the matched spans are never touched, whatever they are; a UTF-8 byte-order mark
// is not part of the text. `replace_all` goes from left to right without overlap. Time is linear
// in the sizes. Pure.
// Errors (without the tool's name): old equals new, old empty, nothing would change, not found
// (names the nearest place), ambiguous (count and lines), the file would be above
// k_max_changed_bytes.
Result<AppliedEdit> apply_edit(std::string_view bytes, const TextEdit& edit);

// The first two of these errors, which need no file.
Result<void> check_edit(const TextEdit& edit);

// Old and new are the same, or the same but for line endings, which a file keeps.
bool changes_nothing(const TextEdit& edit);

// "4, 9, 17 and 3 more": the numbers of the lines where the first five spans begin.
std::string line_list(std::string_view bytes, const std::vector<ByteSpan>& spans);

} // namespace thoth
