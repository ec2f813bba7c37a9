#pragma once
#include <sys/stat.h>

namespace thoth {

inline constexpr mode_t k_kept_bits = 01777; // not setuid and setgid: they vouched for other bytes

// Gives the file at descriptor `to` what the one at `from`, which `old` describes, has besides its
// bytes: owner, group, permission bits (k_kept_bits), access list, attributes of the user. False
// where that cannot be had: the new file would be another one than the old.
bool copy_attributes(int from, int to, const struct stat& old);

} // namespace thoth
