#pragma once
#include "base/json.h"

#include <cstddef>
#include <memory>
#include <string>

namespace thoth {

// Collects the `reasoning_details` of a stream into the list that must go back unchanged with
// the assistant's message. One reply, one thread.
class ReasoningDetails {
public:
    static constexpr size_t k_max_bytes = 16u << 20; // more is not sent back: a part would be refused

    ReasoningDetails();
    ~ReasoningDetails();
    void add(const Json& details);
    // {"reasoning_details":[...]}, or empty if there were none.
    std::string replay() const;

private:
    void add_entry(const Json& entry);
    std::unique_ptr<Json> m_entries;
    size_t m_bytes = 0;
    bool m_too_large = false;
};

} // namespace thoth
