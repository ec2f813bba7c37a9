#include "app/commands/undo.h"

#include "session/project_state.h"
#include "ui/transcript.h"
#include "workspace/undo_desk.h"

#include <functional>

namespace thoth {

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_usage = 2;
constexpr int k_exit_left = 3;

using Asked = std::function<Result<UndoDesk::Answer>(UndoDesk&)>;

Result<UndoDesk::Answer> ask(const Surroundings& world, const Asked& asked) {
    const Workspace workspace = TRY(Workspace::open(world.files, world.directory));
    const Path state = TRY(find_project_state(world.files, world.state_directory, workspace.root()));
    CheckpointStore store = CheckpointStore::at(world.files, state);
    UndoDesk desk(world.files, store, world.clock, workspace);
    return asked(desk);
}

int run(const Surroundings& world, const Console& console, const Asked& asked) {
    const auto answer = ask(world, asked);
    if (!answer) {
        console.err.write(notice_text({Notice::Level::error, describe(answer.error())}, console.err.color()));
        return answer.error().code == Errc::invalid_argument ? k_exit_usage : k_exit_failed;
    }
    console.out.write(answer->text + "\n");
    return answer->report && answer->report->left_anything() ? k_exit_left : 0;
}
} // namespace

int run_undo(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console) {
    return run(surroundings, console,
               [&](UndoDesk& desk) { return desk.undo({arguments.begin(), arguments.end()}); });
}

int run_redo(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console) {
    return run(surroundings, console, [&](UndoDesk& desk) -> Result<UndoDesk::Answer> {
        if (arguments.empty()) return desk.redo();
        return fail(Errc::invalid_argument, "redo takes no argument", "it brings back what the last undo took");
    });
}

} // namespace thoth
