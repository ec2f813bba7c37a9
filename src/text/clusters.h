#pragma once
#include <cstddef>
#include <string_view>

namespace thoth {

// Text as people see it: grapheme clusters, and the columns that they take on a terminal. Offsets are in bytes of
// valid UTF-8; bytes that are no character count as one cluster each. Pure functions.

// The end of the cluster that begins at `at`; text.size() at the end.
size_t next_cluster(std::string_view text, size_t at);
// Where the cluster begins that ends at `at`; 0 at the start.
size_t previous_cluster(std::string_view text, size_t at);
// 0, 1 or 2 columns: an emoji of several code points takes two, a control character none.
int cluster_width(std::string_view cluster);
int text_width(std::string_view text);

} // namespace thoth
