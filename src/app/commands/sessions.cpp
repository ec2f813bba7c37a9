#include "app/commands/sessions.h"

#include "app/session_markdown.h"
#include "base/json.h"
#include "os/line_reader.h"
#include "os/poll.h"
#include "session/project_state.h"
#include "session/session_list.h"
#include "session/session_plan.h"
#include "text/display.h"
#include "text/unicode.h"
#include "ui/transcript.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_usage = 2;
constexpr int k_exit_signal = 128;
constexpr size_t k_prompt_characters = 100;
constexpr uint32_t k_export_mode = 0600; // a conversation is nobody else's
constexpr std::string_view k_usage =
    "thoth sessions list [--all] [--json] | show ID | export ID [FILE] | delete ID [--yes]";

std::string to_json(const SessionSummary& summary) {
    Json object{{"id", summary.file.id},
                {"title", summary.title},
                {"named", summary.is_named},
                {"started", summary.started},
                {"last_activity", summary.last_activity},
                {"size", summary.size},
                {"project", summary.project},
                {"model", summary.model},
                {"prompts", summary.prompts ? Json(*summary.prompts) : Json(nullptr)},
                {"file", to_valid_utf8(summary.file.path.native())}};
    if (!summary.problem.empty()) object["problem"] = summary.problem;
    return json_for_terminals(dump_json(object));
}

// One run of the command, on the project in the current directory.
class SessionsCommand {
public:
    SessionsCommand(const Surroundings& world, const Console& console, SignalWatch& signals)
        : m_world(world), m_console(console), m_signals(signals) {}

    Result<int> run(std::span<const std::string> arguments) {
        const std::string word = arguments.empty() ? "list" : arguments[0];
        const auto rest = arguments.empty() ? arguments : arguments.subspan(1);
        m_project = TRY(Workspace::open(m_world.files, m_world.directory)).root();
        m_state = TRY(find_project_state(m_world.files, m_world.state_directory, m_project));
        if (word == "list") return list(rest);
        if (word == "delete") return remove(rest);
        if (word != "show" && word != "export")
            return wrong(fmt::format("sessions does not understand \"{}\"", word));
        const size_t most = word == "show" ? 1 : 2;
        if (rest.empty()) return wrong(fmt::format("sessions {} needs the id of a session", word));
        if (rest.size() > most)
            return wrong(fmt::format("sessions {}: unknown argument {}", word, visible_line(rest[most])));
        const SessionFile file = TRY(find(rest[0]));
        return word == "show" ? show(file) : export_to(file, rest.size() == 2 ? rest[1] : "");
    }

private:
    static std::unexpected<Error> wrong(std::string what) {
        return fail(Errc::invalid_argument, std::move(what), std::string(k_usage));
    }

    Result<int> list(std::span<const std::string> flags) {
        bool all = false;
        bool json = false;
        for (const std::string& flag : flags) {
            if (flag != "--all" && flag != "--json")
                return wrong(fmt::format("sessions list: unknown argument {}", visible_line(flag)));
            (flag == "--all" ? all : json) = true;
        }
        auto sessions = all ? summarize_all_sessions(m_world.files, m_world.state_directory)
                            : TRY(summarize_sessions(m_world.files, m_state));
        const size_t before = sessions.size();
        std::erase_if(sessions, &SessionSummary::is_unused);
        std::string out;
        for (const SessionSummary& session : sessions)
            out += (json ? to_json(session)
                         : display_text(summary_in_words(session, 0, m_world.clock, m_project.string()))) +
                   "\n";
        if (!json && sessions.empty()) out = "there is no session in which something was asked\n";
        if (!json && before > sessions.size())
            out += fmt::format("and {} in which nothing was asked\n", before - sessions.size());
        m_console.out.write(out);
        return 0;
    }

    // In this project first, then in all of them.
    Result<SessionFile> find(const std::string& word) const {
        const auto here = find_session(TRY(list_sessions(m_world.files, m_state)), word);
        if (here || here.error().code != Errc::not_found) return here;
        return find_session(list_all_sessions(m_world.files, m_world.state_directory), word);
    }

    Result<int> show(const SessionFile& file) const {
        const SessionSummary summary = summarize_session(m_world.files, file);
        if (!summary.problem.empty()) return fail(Errc::io, summary.problem);
        const SessionPlan plan = TRY(plan_of(m_world.files, file.path));
        std::string out = fmt::format(
            "session   {}\ntitle     {}\nproject   {}\nmodel     {}\nstarted   {}\nlast used {}\n"
            "size      {} bytes\nprompts   {}\n",
            file.id, display_line(summary.title), escape_name(summary.project), display_line(summary.model),
            summary.started, summary.last_activity, summary.size, plan.prompts().size());
        for (const PromptMark& mark : plan.prompts()) {
            const std::string line = display_line(mark.text);
            const std::string_view start = first_code_points(line, k_prompt_characters);
            out += fmt::format("  {}  {}{}\n", mark.time.substr(0, 16), start,
                               start.size() < line.size() ? "..." : "");
        }
        m_console.out.write(display_text(out));
        return 0;
    }

    Result<void> write_markdown(const SessionFile& file, const SessionMarkdown::Sink& sink) const {
        const SessionSummary summary = summarize_session(m_world.files, file);
        if (!summary.problem.empty()) return fail(Errc::io, summary.problem);
        SessionMarkdown markdown(summary.title.empty() ? file.id : summary.title, sink);
        return read_counting_lines(m_world.files, file.path, [&](std::string_view line, std::string_view) {
            if (const auto record = parse_record(line)) markdown.take(*record);
        });
    }

    Result<int> export_to(const SessionFile& file, const std::string& name) const {
        if (name.empty()) {
            TRY(write_markdown(file, [&](std::string_view text) { m_console.out.write(text); }));
            return 0;
        }
        const Path target = (m_world.directory / name).lexically_normal();
        if (m_world.files.link_status(target))
            return fail(Errc::already_exists, fmt::format("{} is there already", escape_name(target.native())),
                        "name a file that does not exist yet");
        const auto out = TRY(m_world.files.open_append(target, k_export_mode));
        Result<void> written;
        TRY(write_markdown(file, [&](std::string_view text) {
            if (written) written = out->append(text, Durability::buffered);
        }));
        TRY(std::move(written));
        m_console.out.write(fmt::format("wrote session {} to {}\n", file.id, visible_line(target.native())));
        return 0;
    }

    Result<int> remove(std::span<const std::string> arguments) {
        std::vector<std::string> ids(arguments.begin(), arguments.end());
        const bool is_sure = std::erase(ids, "--yes") > 0;
        if (ids.empty()) return wrong("sessions delete needs the id of a session");
        if (ids.size() > 1) return wrong(fmt::format("sessions delete: unknown argument {}", visible_line(ids[1])));
        const SessionFile file = TRY(find(ids[0]));
        // Held until it is gone, so that nobody goes on in it meanwhile.
        const auto lock = TRY(m_world.files.open_append(file.path, k_export_mode));
        if (!TRY(lock->try_lock()))
            return fail(Errc::conflict, fmt::format("session {} is open in another thoth", file.id),
                        "end that one first");
        if (!is_sure) {
            if (!m_console.input_is_terminal || !m_console.out_is_terminal)
                return fail(Errc::invalid_argument,
                            "a session is deleted for good, so this asks, and there is no terminal",
                            "give --yes to delete it without a question");
            const SessionSummary summary = summarize_session(m_world.files, file);
            m_console.out.write(
                display_text(fmt::format("{}\nDelete this session for good? [y/N] ",
                                         summary_in_words(summary, 0, m_world.clock, m_project.string()))));
            if (!TRY(is_yes())) {
                m_console.out.write("it stays\n");
                return 0;
            }
        }
        TRY(m_world.files.remove(file.path));
        m_console.out.write(fmt::format("deleted session {}\n", file.id));
        return 0;
    }

    Result<bool> is_yes() {
        LineReader input(m_console.input);
        std::optional<LineReader::Line> line;
        while (!(line = input.line()) && !input.ended()) {
            if (wait_readable({input.fd(), m_signals.fd()}).contains(m_signals.fd()))
                return fail(Errc::cancelled, "interrupted");
            input.read_more();
        }
        return line && (line->text == "y" || line->text == "Y" || line->text == "yes");
    }

    const Surroundings& m_world;
    const Console& m_console;
    SignalWatch& m_signals;
    Path m_project;
    Path m_state;
};
} // namespace

int run_sessions(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console,
                 SignalWatch& signals) {
    const auto code = SessionsCommand(surroundings, console, signals).run(arguments);
    if (code) return *code;
    if (code.error().code == Errc::cancelled) return k_exit_signal + signals.take();
    console.err.write(notice_text({Notice::Level::error, describe(code.error())}, console.err.color()));
    return code.error().code == Errc::invalid_argument ? k_exit_usage : k_exit_failed;
}

} // namespace thoth
