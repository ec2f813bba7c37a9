#include "workspace/undo_desk.h"

#include "text/display.h"
#include "workspace/undo_lines.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr uint32_t k_file_mode = 0666; // less the umask

// Nothing of a name or a label is obeyed by a terminal, and no line can be made up.
std::string name_of(const Path& path, const Workspace& workspace) {
    return visible_line(workspace.shown(path));
}

std::string commands_text(const Checkpoint& checkpoint, const Workspace& workspace) {
    std::string text;
    for (const CheckpointCommand& command : checkpoint.commands) {
        std::string changed;
        for (const Path& path : command.changed)
            changed += (changed.empty() ? "" : ", ") + name_of(path, workspace);
        text += fmt::format("\n  $ {}{}", visible_line(command.line),
                            changed.empty() ? "" : " (changed " + changed + ")");
    }
    return text.empty() ? text : "\nThe request also ran commands, whose effects stay:" + text;
}

// What became of a request, in a word or two.
const char* end_of(const UndoReport& report) {
    if (!report.is_done()) return "not done";
    if (report.direction == UndoDirection::back) return "undone";
    return report.steps.empty() || report.changed_anything() ? "redone" : "nothing to redo";
}

std::string report_text(const UndoReport& report, const Workspace& workspace) {
    const bool back = report.direction == UndoDirection::back;
    std::string text = fmt::format("{}: {}", end_of(report), visible_line(report.checkpoint.label));
    if (!report.steps.empty()) text += "\n" + undo_lines(report.steps, report.direction, workspace, "  ");
    if (report.steps.empty()) text += "\n  nothing had to be changed: its files are so already";
    const bool left = std::ranges::any_of(
        report.steps, [](const UndoStep& step) { return step.outcome == UndoStep::Outcome::foreign; });
    if (left && back) text += "\n  Left alone was what someone else, a later request or a command made of it.";
    if (!report.is_done())
        text += back ? "\n  It still counts as not undone: try again, or undo 2 takes the request before"
                     : "\n  It still counts as undone: try again";
    else if (!back && report.left_anything())
        text += "\n  What is left of it cannot be redone any more: the request counts as not undone.";
    if (report.damaged > 0)
        text += fmt::format("\n  {} newer checkpoints cannot be read and were passed over; see thoth fsck",
                            report.damaged);
    return text + commands_text(report.checkpoint, workspace);
}

// Not undone, undone, or the end of it undone.
const char* state_of(const Checkpoint& checkpoint) {
    if (checkpoint.undone_at.empty()) return "";
    return checkpoint.is_open() ? "  (its end undone)" : "  (undone)";
}

std::string change_line(const CheckpointChange& change, const Workspace& workspace) {
    const std::string name = name_of(change.path, workspace);
    if (!change.moved_to.empty())
        return fmt::format("  moved    {} -> {}", name, name_of(change.moved_to, workspace));
    if (!change.before) return fmt::format("  created  {}", name);
    const char* verb = change.after ? "changed" : "deleted";
    return fmt::format("  {:<9}{} ({} bytes before{})", verb, name, change.before->size,
                       change.before->object.empty() ? "; NOT KEPT, undo cannot put it back" : "");
}

std::string plural(size_t count, const char* word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}
} // namespace

std::vector<std::string> undo_words(std::string_view text) {
    std::vector<std::string> words;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        if (text.empty()) return words;
        words.emplace_back(text.substr(0, text.find_first_of(" \t")));
        text.remove_prefix(words.back().size());
    }
}

Result<UndoDesk::Answer> UndoDesk::undo(const std::vector<std::string>& words) {
    Undo engine(m_files, m_store, m_clock);
    if (TRY(m_store.ids()).empty())
        return fail(Errc::not_found,
                    fmt::format("there is nothing to undo in {}", visible_line(m_workspace.root().native())),
                    "undo takes back what thoth changed in files of a project, started in its directory");
    if (words.empty()) {
        TRY(check_own());
        UndoReport report = TRY(engine.undo());
        std::string said = report_text(report, m_workspace);
        return Answer{std::move(said), std::move(report)};
    }
    if (words[0] == "list" && words.size() == 1) return list();
    if (words[0] == "show" && words.size() <= 4 && words.size() != 3) {
        const std::string id = TRY(id_at(words.size() > 1 ? words[1] : "1"));
        return words.size() == 4 ? save_old(id, words[2], words[3]) : show(id);
    }
    if (words.size() != 1 || words[0] == "show")
        return fail(Errc::invalid_argument, fmt::format("undo does not understand \"{}\"", words[0]),
                    std::string(k_usage));
    const std::string id = TRY(id_at(words[0]));
    UndoReport report = TRY(engine.undo(id));
    std::string said = report_text(report, m_workspace);
    return Answer{std::move(said), std::move(report)};
}

Result<UndoDesk::Answer> UndoDesk::redo() {
    if (TRY(m_store.ids()).empty())
        return fail(Errc::not_found, "there is nothing to redo", "redo brings back what undo took");
    UndoReport report = TRY(Undo(m_files, m_store, m_clock).redo());
    std::string said = report_text(report, m_workspace);
    return Answer{std::move(said), std::move(report)};
}

// Another session of this project may have been at work since.
Result<void> UndoDesk::check_own() const {
    if (m_session.empty()) return {};
    int number = 0;
    for (const std::string& id : TRY(m_store.ids())) {
        ++number;
        const auto checkpoint = m_store.load(id);
        if (!checkpoint || !checkpoint->is_open()) continue;
        if (checkpoint->session == m_session || checkpoint->session.empty()) return {};
        return fail(
            Errc::refused,
            fmt::format("the newest request, \"{}\", was made in another session", visible_line(checkpoint->label)),
            fmt::format("undo {} takes that one back; undo list shows all of them", number));
    }
    return {};
}

Result<std::string> UndoDesk::id_at(std::string_view word) const {
    const std::vector<std::string> ids = TRY(m_store.ids());
    if (std::ranges::find(ids, word) != ids.end()) return std::string(word);
    size_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number < 1 || number > ids.size())
        return fail(Errc::invalid_argument, fmt::format("undo: there is no request \"{}\"", word),
                    fmt::format("undo list shows 1 to {}; usage: {}", ids.size(), k_usage));
    return ids[number - 1];
}

Result<UndoDesk::Answer> UndoDesk::list() const {
    std::string text;
    int number = 0;
    for (const std::string& id : TRY(m_store.ids())) {
        const auto checkpoint = m_store.load(id);
        text += fmt::format("{}{:>3}  ", text.empty() ? "" : "\n", ++number);
        if (!checkpoint) {
            text += checkpoint.error().message;
            continue;
        }
        text +=
            fmt::format("{}  {}  {}{}", checkpoint->at.substr(0, 16), plural(checkpoint->changes.size(), "change"),
                        visible_line(checkpoint->label), state_of(*checkpoint));
    }
    return Answer{std::move(text), {}};
}

Result<UndoDesk::Answer> UndoDesk::show(const std::string& id) const {
    const Checkpoint checkpoint = TRY(m_store.load(id));
    std::string text = fmt::format("{}  {}{}", checkpoint.at, visible_line(checkpoint.label), state_of(checkpoint));
    for (const CheckpointChange& change : checkpoint.changes)
        text += "\n" + change_line(change, m_workspace);
    return Answer{text + commands_text(checkpoint, m_workspace), {}};
}

Result<UndoDesk::Answer> UndoDesk::save_old(const std::string& id, std::string_view file,
                                            std::string_view destination) {
    const Checkpoint checkpoint = TRY(m_store.load(id));
    const ResolvedPath from = TRY(m_workspace.resolve_entry(m_files, file));
    const ResolvedPath to = TRY(m_workspace.resolve_entry(m_files, destination));
    std::string written;
    int versions = 0;
    for (const CheckpointChange& change : checkpoint.changes) {
        if (change.path != from.real || !change.before || !change.moved_to.empty()) continue;
        if (change.before->object.empty())
            return fail(Errc::not_found, fmt::format("the old content of {} was not kept", from.shown));
        const std::string bytes = TRY(m_store.objects().get(change.before->object));
        const Path place = ++versions == 1 ? to.real : Path(to.real.native() + fmt::format("-{}", versions));
        TRY(m_files.create(place, bytes, change.before->mode & k_file_mode, Durability::synced));
        written += fmt::format("{}wrote what {} was {} to {} ({} bytes)", written.empty() ? "" : "\n",
                               name_of(from.real, m_workspace), versions == 1 ? "before" : "in between",
                               name_of(place, m_workspace), bytes.size());
    }
    if (!written.empty()) return Answer{std::move(written), {}};
    return fail(Errc::not_found, fmt::format("that request has no old content of {}", from.shown),
                "undo show N lists what it changed");
}

} // namespace thoth
