#pragma once
#include "base/hash.h"
#include "model/model_client.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Whether each request begins with the whole of the one before it, which is what every prompt cache lives
// from: what changes in front is read, and paid for, again from there on. Agent thread only.
class PrefixWatch {
public:
    using Counts = std::map<std::string, int>; // breaks by their cause

    // Why the next break, if there is one, happens. Without it the cause is the part that changed.
    void announce(std::string_view cause) { m_announced = cause; }
    // A request that is about to be sent to `model`.
    void look(std::string_view model, const ModelRequest& request);

    const Counts& breaks() const { return m_breaks; }

private:
    struct Sent {
        std::string model;
        ContentHash system{}, tools{};
        std::vector<ContentHash> messages;
    };
    const char* changed_part(const Sent& now) const;

    Sent m_last;
    bool m_sent_before = false;
    std::string m_announced;
    Counts m_breaks;
};

} // namespace thoth
