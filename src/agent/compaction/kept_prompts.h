#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace thoth {

// Which of the user's own words a compaction keeps: the last prompt and the first one, which mostly holds the
// rules of the work, then the newest, as many as fit into `most_bytes`. One that alone is too long for its part is
// cut and says so.
std::vector<std::string> keep_prompts(const std::vector<std::string>& asked, size_t most_bytes);

} // namespace thoth
