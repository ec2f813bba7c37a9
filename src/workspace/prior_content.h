#pragma once
#include "base/hash.h"
#include "workspace/packed_content.h"

#include <future>
#include <memory>
#include <string>
#include <vector>

namespace thoth {

// What a file holds before a change. A large one is packed for undo on threads of its own from
// the moment it was read, while the change is worked out, shown and asked about; the destructor
// waits for them (some 2 ms a megabyte). One thread at a time.
class PriorContent {
public:
    explicit PriorContent(std::string bytes);

    const std::string& bytes() const { return *m_bytes; }
    ContentHash hash() const { return m_hash; }
    // Waits until it is done.
    Result<PackedContent> packed();

private:
    std::shared_ptr<const std::string> m_bytes; // shared with the threads
    std::future<std::string> m_name;            // of the packed content; none for a small one
    std::vector<std::future<Result<PackedFrame>>> m_pieces;
    ContentHash m_hash;
};

} // namespace thoth
