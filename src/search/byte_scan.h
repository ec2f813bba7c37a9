#pragma once
#include <string_view>

namespace thoth {

// Plain scans over many bytes, with the widest instructions that the processor has.

size_t count_newlines(std::string_view text);
bool is_ascii(std::string_view text);

// Whether this processor has AVX2; always false where the program was not built for x86-64.
bool has_avx2();

} // namespace thoth
