#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// What is asked before it happens (P07). Never saved.
enum class Mode {
    manual,       // whatever is not granted
    accept_edits, // changes of files in the project are not asked about
    automatic,    // what stays inside the project is not asked about
    plan,         // nothing changes; what changes something is refused
};

const char* name_of(Mode mode);
// One line for people.
const char* description_of(Mode mode);
// The spellings of other tools too; nothing for an unknown name.
std::optional<Mode> mode_from(std::string_view name);
// What to tell someone whose name mode_from() did not know.
std::string unknown_mode(std::string_view name);
// The next one when somebody goes round (P08): manual, accept-edits, auto, plan, manual.
Mode mode_after(Mode mode);

} // namespace thoth
