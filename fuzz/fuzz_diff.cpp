// A diff applied to the text it was made from gives the other text. The two texts are split at
// the first NUL; the first byte chooses the context.
#include "text/diff.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
    const size_t border = input.find('\0');
    const std::string_view before = input.substr(0, border);
    const std::string_view after = border == std::string_view::npos ? "" : input.substr(border + 1);

    const std::string diff = thoth::unified_diff(before, after, {"a/x", "b/x"}, data[0] % 5);
    std::string applied;
    if (!thoth::apply_unified_diff(before, diff, applied) || applied != after) std::abort();
    if (diff.empty() != (before == after)) std::abort();

    // As a diff from outside, the input must at least be read without harm.
    thoth::apply_unified_diff(before, after, applied);
    return 0;
}
