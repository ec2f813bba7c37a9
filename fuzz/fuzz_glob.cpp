// A glob that is asked for many paths answers as one that is asked once, and every path that matches
// begins as it says. Input: the pattern, the byte 0xFE, a path.
#include "text/glob.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const size_t parting = input.find('\xFE');
    if (parting == std::string_view::npos || size > 1024) return 0;
    const std::string pattern(input.substr(0, parting));
    const std::string_view path = input.substr(parting + 1);
    const thoth::GlobPattern glob(pattern);
    const bool matches = thoth::glob_match(pattern, path);
    if (glob.matches(path) != matches) std::abort();
    if (matches && !path.starts_with(glob.prefix())) std::abort();
    return 0;
}
