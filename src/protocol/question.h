#pragma once
#include <string>
#include <vector>

namespace thoth {

// A permission question and its answers (tools.md): skip and no both mean "did not happen".
enum class Answer { once, always, skip, no };

struct Question {
    int id = 0;
    std::string text;               // "edit src/a.c?"
    std::vector<std::string> scope; // the keys that `always` would grant; empty: `always` is not offered
    std::string reason;             // why it is asked although the mode would allow it, or empty
    bool offers_always() const { return !scope.empty(); }
};

} // namespace thoth
