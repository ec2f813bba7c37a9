// Matching and splicing: whatever the file and the edit are, nothing outside the matched spans
// changes. Input: file, old and new text, separated by the byte 0xFE.
#include "tools/edit_match.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const size_t first = input.find('\xFE');
    if (first == std::string_view::npos) return 0;
    const size_t second = input.find('\xFE', first + 1);
    if (second == std::string_view::npos) return 0;
    const std::string_view file = input.substr(0, first);
    const thoth::TextEdit edit{input.substr(first + 1, second - first - 1), input.substr(second + 1),
                               size % 2 == 0};
    const auto result = thoth::apply_edit(file, edit);
    if (!result) return 0;
    const thoth::ByteSpan front = result->matched.front();
    const thoth::ByteSpan back = result->matched.back();
    if (!result->after.starts_with(file.substr(0, front.offset))) std::abort();
    if (!result->after.ends_with(file.substr(back.offset + back.length))) std::abort();
    return 0;
}
