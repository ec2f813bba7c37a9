#include "app/session_picker.h"

#include "os/poll.h"
#include "session/project_state.h"
#include "session/session_desk.h"
#include "text/display.h"
#include "ui/transcript.h"

#include <unistd.h>

namespace thoth {

namespace {
constexpr size_t k_longest_line = 4096;

// Byte by byte: whoever reads on finds what comes behind the line. Nothing: the input ended.
Result<std::optional<std::string>> read_one_line(int fd, SignalWatch& signals) {
    std::string line;
    while (line.size() < k_longest_line) {
        if (wait_readable({fd, signals.fd()}).contains(signals.fd()))
            return fail(Errc::cancelled, "interrupted while a session was chosen");
        char c = 0;
        const ssize_t n = ::read(fd, &c, 1);
        if (n <= 0) return line.empty() ? std::nullopt : std::optional(line);
        if (c == '\n') break;
        line += c;
    }
    return line;
}
} // namespace

Result<std::string> pick_session(const Surroundings& world, const Console& console, SignalWatch& signals) {
    const Workspace workspace = TRY(Workspace::open(world.files, world.directory));
    const Path state = TRY(find_project_state(world.files, world.state_directory, workspace.root()));
    SessionDesk desk(world.files, world.clock, world.state_directory, state, workspace.root().string());
    std::string list = TRY(desk.list({}));
    while (true) {
        console.out.write(display_text(list) + "\nnumber or id, words to search, an empty line for none: ");
        const auto line = TRY(read_one_line(console.input, signals));
        if (!console.input_is_terminal) console.out.write("\n");
        if (!line || line->find_first_not_of(" \t") == std::string::npos) return std::string();
        const auto chosen = desk.choose(*line);
        if (chosen) return chosen->id;
        if (chosen.error().code == Errc::refused) return fail(chosen.error());
        const bool is_search =
            chosen.error().code == Errc::not_found || chosen.error().code == Errc::invalid_argument;
        auto narrowed = is_search ? desk.list(*line) : Result<std::string>(fail(chosen.error()));
        if (narrowed)
            list = std::move(*narrowed);
        else
            console.out.write(notice_text({Notice::Level::error, describe(narrowed.error())}, console.out.color()));
    }
}

} // namespace thoth
