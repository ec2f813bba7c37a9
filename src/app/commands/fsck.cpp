#include "app/commands/fsck.h"

#include "permission/grants.h"
#include "session/project_state.h"
#include "session/session_reader.h"
#include "text/display.h"
#include "ui/transcript.h"
#include "workspace/checkpoint_store.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace thoth {

namespace {
constexpr int k_exit_damaged = 1;
constexpr int k_exit_usage = 2;

// Looks at the parts of one project's state and collects what there is to say.
class StateCheck {
public:
    StateCheck(FileSystem& files, const Path& state, const Path& project)
        : m_files(files), m_state(state), m_project(project) {}

    void run() {
        check_grants();
        check_sessions();
        check_checkpoints();
    }
    const std::string& text() const { return m_text; }
    int damaged() const { return m_damaged; }

private:
    void say(const std::string& line) { m_text += line + "\n"; }
    void bad(const std::string& line) {
        ++m_damaged;
        say("DAMAGED  " + line);
    }

    void check_grants() {
        const auto grants = Grants::load(m_files, m_state / "allow.json", m_project);
        if (grants)
            say(fmt::format("grants       {}", grants->all().size()));
        else
            bad(describe(grants.error()));
    }

    void check_sessions() {
        const auto sessions = list_sessions(m_files, m_state);
        if (!sessions) return bad(describe(sessions.error()));
        say(fmt::format("sessions     {}", sessions->size()));
        for (const SessionFile& file : *sessions) {
            const auto session = read_session_file(m_files, file.path);
            if (!session)
                bad(fmt::format("session {}: {}", file.id, describe(session.error())));
            else if (session->skipped_lines > 0)
                bad(fmt::format("session {}: {} lines cannot be read; the others are used", file.id,
                                session->skipped_lines));
        }
    }

    void check_checkpoints() {
        const CheckpointStore store = CheckpointStore::at(m_files, m_state);
        const auto ids = store.ids();
        if (!ids) return bad(describe(ids.error()));
        say(fmt::format("checkpoints  {}", ids->size()));
        for (const std::string& id : *ids) {
            const auto checkpoint = store.load(id);
            // A session at work removes the oldest ones.
            const auto now = checkpoint ? ids : store.ids();
            if (now && std::ranges::find(*now, id) == now->end()) continue;
            if (!checkpoint)
                bad(checkpoint.error().message);
            else
                check_contents(*checkpoint, store.objects());
        }
        const auto names = store.objects().names();
        const size_t kept = names ? names->size() : 0;
        say(fmt::format("contents     {}", kept));
        for (const std::string& name : names.value_or(std::vector<std::string>()))
            if (!m_named.contains(name)) ++m_unneeded;
        if (m_unneeded > 0) say(fmt::format("             {} of them are needed by no checkpoint", m_unneeded));
    }

    void check_contents(const Checkpoint& checkpoint, const ObjectStore& objects) {
        for (const CheckpointChange& change : checkpoint.changes)
            for (const auto& file : {change.before, change.after}) {
                if (!file || file->object.empty()) continue;
                m_named.insert(file->object);
                const auto bytes = objects.get(file->object);
                if (!bytes || hash_of(*bytes) != file->content)
                    bad(fmt::format("checkpoint {}: the content of {} cannot be put back: {}", checkpoint.id,
                                    escape_name(change.path.native()),
                                    bytes ? "it is another one" : bytes.error().message));
            }
    }

    FileSystem& m_files;
    Path m_state;
    Path m_project;
    std::string m_text;
    std::set<std::string> m_named; // contents that checkpoints need
    int m_damaged = 0;
    int m_unneeded = 0;
};
} // namespace

int run_fsck(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console) {
    const auto report = [&](const Error& error, int code) {
        console.err.write(notice_text({Notice::Level::error, describe(error)}, console.err.color()));
        return code;
    };
    if (!arguments.empty())
        return report(
            {Errc::invalid_argument, "fsck takes no argument", "it looks at the project in this directory"},
            k_exit_usage);
    const auto workspace = Workspace::open(surroundings.files, surroundings.directory);
    if (!workspace) return report(workspace.error(), k_exit_damaged);
    const auto state = find_project_state(surroundings.files, surroundings.state_directory, workspace->root());
    if (!state) return report(state.error(), k_exit_damaged);
    console.out.write(
        display_text(fmt::format("project      {}\nstate        {}\n", visible_line(workspace->root().native()),
                                 visible_line(state->native()))));
    if (!surroundings.files.status(*state)) {
        console.out.write("nothing is kept for this project\n");
        return 0;
    }
    StateCheck check(surroundings.files, *state, workspace->root());
    check.run();
    console.out.write(display_text(check.text()));
    console.out.write(check.damaged() == 0 ? "all of it can be read\n"
                                           : fmt::format("{} damaged\n", check.damaged()));
    return check.damaged() == 0 ? 0 : k_exit_damaged;
}

} // namespace thoth
