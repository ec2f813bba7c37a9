#include "permission/mode.h"

#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
struct Spelling {
    std::string_view name;
    Mode mode;
};
constexpr std::array k_spellings{Spelling{"manual", Mode::manual},
                                 Spelling{"ask", Mode::manual},
                                 Spelling{"default", Mode::manual},
                                 Spelling{"accept-edits", Mode::accept_edits},
                                 Spelling{"accept_edits", Mode::accept_edits},
                                 Spelling{"acceptEdits", Mode::accept_edits},
                                 Spelling{"edits", Mode::accept_edits},
                                 Spelling{"accept", Mode::accept_edits},
                                 Spelling{"auto", Mode::automatic},
                                 Spelling{"yolo", Mode::automatic},
                                 Spelling{"plan", Mode::plan}};
} // namespace

const char* name_of(Mode mode) {
    switch (mode) {
    case Mode::manual:
        return "manual";
    case Mode::accept_edits:
        return "accept-edits";
    case Mode::automatic:
        return "auto";
    case Mode::plan:
        return "plan";
    }
    return "";
}

const char* description_of(Mode mode) {
    switch (mode) {
    case Mode::manual:
        return "asks before each change, command and look outside of the project";
    case Mode::accept_edits:
        return "changes ordinary files of the project without a question, and asks for the rest";
    case Mode::automatic:
        return "asks only for secrets, protected files, places outside, the network, and git that destroys";
    case Mode::plan:
        return "changes nothing, and ends with a plan";
    }
    return "";
}

std::optional<Mode> mode_from(std::string_view name) {
    for (const Spelling& spelling : k_spellings)
        if (name == spelling.name) return spelling.mode;
    return std::nullopt;
}

std::string unknown_mode(std::string_view name) {
    return fmt::format("there is no mode \"{}\"; there are manual, accept-edits, auto and plan", name);
}

Mode mode_after(Mode mode) {
    switch (mode) {
    case Mode::manual:
        return Mode::accept_edits;
    case Mode::accept_edits:
        return Mode::automatic;
    case Mode::automatic:
        return Mode::plan;
    case Mode::plan:
        break;
    }
    return Mode::manual;
}

} // namespace thoth
