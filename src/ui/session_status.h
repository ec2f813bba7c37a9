#pragma once
#include "protocol/event.h"

#include <functional>
#include <string>

namespace thoth {

// What `/status` and the first line say of a session: mostly fixed when it starts.
struct SessionFacts {
    std::string version;
    std::string profile;
    std::string model;
    std::string server;
    std::string api;
    std::string directory;
    std::string mode;
    std::string modes; // all of them with what they mean, a line each
    std::string session_id;
    std::string key_origin; // where the key came from; empty: none was sent
    ModelInUse in_use{};
    std::function<std::string()> sandbox{}; // how commands are confined; takes some milliseconds. Empty: not known
    std::function<std::string()> sandbox_level{}; // the same as one word: "A", "off"
};

// Several lines. `last`: of the last reply.
std::string status_text(const SessionFacts& facts, const Usage& last, const SessionTotals& totals);

} // namespace thoth
