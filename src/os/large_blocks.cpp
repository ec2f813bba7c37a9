#include "os/large_blocks.h"

#include <malloc.h>

namespace thoth {

void keep_large_blocks() {
    constexpr int k_mapped_alone =
        32 * 1024 * 1024; // blocks from here on are given back; the most that glibc takes
    constexpr int k_kept = 64 * 1024 * 1024;
    ::mallopt(M_MMAP_THRESHOLD, k_mapped_alone);
    ::mallopt(M_TRIM_THRESHOLD, k_kept);
}

} // namespace thoth
