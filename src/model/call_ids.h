#pragma once
#include <cstdint>
#include <string>

namespace thoth {

// Ids for calls that came without one: "call_" and eight letters or digits. No two from one
// object are equal; `seed` keeps a resumed session from making the ids of the first again.
class CallIds {
public:
    explicit CallIds(uint64_t seed);
    std::string next();

private:
    uint64_t m_state;
};

} // namespace thoth
