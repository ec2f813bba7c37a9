#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace thoth {

// One message of a conversation, as the cache marks see it.
struct MarkCandidate {
    bool is_user = false; // what we say, results of calls included; neighbours of one kind are one message
    size_t blocks = 1;
};

// After which messages the server shall keep what it has read, at most three, in ascending order: the end of the
// history; the end as it was in the request before, where it kept it then; and one between the two when the model's
// turn lies so long that the server, which looks back 20 blocks from a mark, would not find its beginning.
std::vector<size_t> cache_marks(std::span<const MarkCandidate> messages);

} // namespace thoth
