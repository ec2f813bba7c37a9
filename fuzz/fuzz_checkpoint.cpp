#include "workspace/checkpoint.h"

#include <cstdint>
#include <cstdlib>

// A checkpoint file of any bytes is read or refused; what is read comes back from its own text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto checkpoint = thoth::parse_checkpoint(text, "000000000001-0001");
    if (!checkpoint) return 0;
    for (const auto& change : checkpoint->changes)
        if (!change.path.is_absolute() || change.path != change.path.lexically_normal()) std::abort();
    const auto again = thoth::parse_checkpoint(thoth::checkpoint_text(*checkpoint), checkpoint->id);
    if (!again || again->changes != checkpoint->changes || again->directories != checkpoint->directories)
        std::abort();
    return 0;
}
