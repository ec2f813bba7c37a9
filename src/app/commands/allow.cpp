#include "app/commands/allow.h"

#include "permission/grant_words.h"
#include "session/project_state.h"
#include "text/display.h"
#include "ui/transcript.h"

namespace thoth {

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_usage = 2;

Result<Grants> grants_of(const Surroundings& world) {
    const Workspace workspace = TRY(Workspace::open(world.files, world.directory));
    const Path state = TRY(find_project_state(world.files, world.state_directory, workspace.root()));
    return Grants::load(world.files, state / "allow.json", workspace.root());
}

Result<std::string> carry_out(std::span<const std::string> arguments, const Surroundings& world) {
    const std::string word = arguments.empty() ? "list" : arguments[0];
    const size_t wanted = word == "remove" ? 2 : arguments.empty() ? 0 : 1;
    if ((word != "list" && word != "remove" && word != "reset") || arguments.size() != wanted)
        return fail(Errc::invalid_argument, "allow takes list, remove KEY or reset",
                    "thoth allow list shows the keys");
    Grants grants = TRY(grants_of(world));
    if (word == "list") return grants_in_words(grants.all());
    if (grants.all().empty()) return std::string("nothing is always allowed in this project");
    if (word == "reset") {
        TRY(grants.reset());
        return std::string("all grants are gone");
    }
    TRY(grants.remove(arguments[1]));
    return arguments[1] + " is no longer granted";
}
} // namespace

int run_allow(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console) {
    const auto text = carry_out(arguments, surroundings);
    if (text) {
        console.out.write(display_text(*text) + "\n");
        return 0;
    }
    console.err.write(notice_text({Notice::Level::error, describe(text.error())}, console.err.color()));
    return text.error().code == Errc::invalid_argument ? k_exit_usage : k_exit_failed;
}

} // namespace thoth
