#pragma once
#include "agent/work_record.h"

#include <string>
#include <string_view>

namespace thoth {

// Reminds a model that changed code of the check of this project, in two places and once in a request each.
// Silent where nobody knows a check, and once something was denied: a model that was told not to run
// something is not sent to run it. Agent thread.
class CheckReminder {
public:
    static constexpr int k_most_changes = 4; // of code without a check

    // Words behind the result of a call; empty: none are due. `checks`: how this project is checked, in words,
    // or empty where nobody knows.
    std::string behind_result(const Work& request, std::string_view checks);
    // What the model is told when it is about to end; empty: it may.
    std::string at_end(const Work& request, std::string_view checks);

    void begin_request() { *this = {}; }

private:
    bool m_said_midway = false;
    bool m_said_at_end = false;
};

} // namespace thoth
