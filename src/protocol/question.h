#pragma once
#include <string>
#include <vector>

namespace thoth {

// What the user takes of a question's options: one of them, their own words, or nothing.
struct Choice {
    int option = 0; // from 1; 0: none of them
    std::string text{};
    bool operator==(const Choice&) const = default;
};

// A permission question and its answers (tools.md): skip and no both mean "did not happen".
enum class Answer { once, always, skip, no };

struct Question {
    enum class Kind {
        permission, // may this happen
        plan,       // carry the plan out: once, with edits accepted; always, asking each time; no, keep planning
        choice,     // which of `options`, or what else; answered by a Choice
    };
    int id = 0;
    std::string text;                   // "edit src/a.c?"
    std::vector<std::string> scope{};   // what `always` would grant, in words; empty: it is not offered
    std::vector<std::string> reasons{}; // why it is asked although mode or grants would allow it
    std::vector<std::string> facts{};   // what else to know: where it runs, how it is confined
    Kind kind = Kind::permission;
    std::vector<std::string> options{}; // of a choice, the answers it offers

    bool offers_always() const { return kind == Kind::plan || !scope.empty(); }
    bool offers_skip() const { return kind == Kind::permission; }
};

} // namespace thoth
