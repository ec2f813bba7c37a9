#include "session/session_list.h"

#include "session/session_lines.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <tuple>

namespace thoth {

namespace {
constexpr uint64_t k_end = 64 * 1024; // more than SessionLog::k_about_every
constexpr uint64_t k_most_of_the_beginning = 1024 * 1024;
constexpr size_t k_title_bytes = 100;
constexpr size_t k_ambiguous_shown = 5;
constexpr std::chrono::seconds k_coarsest_file_time(2);

// White space becomes a blank, and neighbouring blanks one.
std::string one_line(std::string_view text, size_t limit) {
    std::string out;
    for (const char c : text) {
        const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
        if (blank && (out.empty() || out.back() == ' ')) continue;
        if (out.size() >= limit && (static_cast<unsigned char>(c) & 0xC0u) != 0x80) {
            while (out.ends_with(' '))
                out.pop_back();
            return out + "...";
        }
        out += blank ? ' ' : c;
    }
    while (out.ends_with(' '))
        out.pop_back();
    return out;
}

// Takes the lines at the beginning of a file, then those at its end.
class Summary {
public:
    explicit Summary(SessionSummary& out) : m_out(out) {}

    void take(std::string_view line) {
        const LineHead head = head_of(line);
        if (head.number > 0) m_is_session = true;
        const bool matters =
            head.kind == "meta" || head.kind == "user" || head.kind == "about" || head.kind == "model";
        if (!matters) {
            m_last = std::string(line.substr(0, 200));
            return;
        }
        auto parsed = parse_record(line);
        if (!parsed) return;
        m_last.clear();
        if (!parsed->time.empty()) m_out.last_activity = std::move(parsed->time);
        std::visit(*this, parsed->record);
    }
    // Its first line may be damaged: what else it holds makes it a session.
    bool is_session() const { return m_is_session; }
    // Lines are missing from here to the next one.
    void gap() { m_counted = false; }
    bool has_first_prompt() const { return m_has_first_prompt; }

    void finish() {
        if (!m_last.empty()) m_out.last_activity = time_of(m_last);
        if (m_counted) m_out.prompts = m_prompts;
        m_out.is_named = !m_name.empty();
        if (m_out.is_named) m_out.title = m_name;
    }

    void operator()(const SessionMeta& meta) {
        m_out.started = meta.started;
        m_out.project = meta.project;
        m_out.model = meta.model;
    }
    void operator()(const UserRecord& user) {
        if (user.is_note) return;
        ++m_prompts;
        if (!m_has_first_prompt) m_out.title = one_line(user.typed, k_title_bytes);
        m_has_first_prompt = true;
    }
    void operator()(const AboutRecord& about) {
        m_name = one_line(about.title, k_title_bytes);
        m_out.model = about.model;
        m_prompts = about.prompts;
        m_counted = true;
    }
    void operator()(const ModelRecord& change) { m_out.model = change.model; }
    void operator()(const auto&) {}

private:
    // Of a line that is not parsed: where record_line puts it.
    std::string time_of(std::string_view line) const {
        constexpr std::string_view k_at = R"(,"at":")";
        const size_t at = line.find(k_at);
        if (at == std::string_view::npos) return m_out.last_activity;
        line.remove_prefix(at + k_at.size());
        return std::string(line.substr(0, line.find('"')));
    }

    SessionSummary& m_out;
    std::string m_last; // how the last line begins, when it was not parsed
    std::string m_name;
    int m_prompts = 0;
    bool m_counted = true;
    bool m_has_first_prompt = false;
    bool m_is_session = false;
};

WallTime time_of(const FileStatus& status) {
    return WallTime(std::chrono::duration_cast<WallTime::duration>(std::chrono::nanoseconds(status.modified_ns)));
}

// What a kill or a power cut leaves of the first line: how it begins, or the zeros that a file system puts in place
// of what it had not written. Without its LF it does not count.
bool is_unfinished_first_line(std::string_view text) {
    constexpr std::string_view k_begin = R"({"v":1,"n":1,"t":"meta",)";
    text = text.substr(0, text.find_last_not_of('\0') + 1);
    const std::string_view begin = text.substr(0, k_begin.size());
    return begin == k_begin.substr(0, begin.size()) && text.find(R"({"v":)", 1) == std::string_view::npos;
}

Result<void> look_into(const FileSystem& files, SessionSummary& out) {
    const FileStatus status = TRY(files.status(out.file.path));
    if (status.kind != FileKind::regular) return fail(Errc::invalid_argument, "it is no regular file");
    out.size = status.size;
    out.last_activity = iso_time(time_of(status)); // until a record says it
    Summary summary(out);
    LineSplitter lines;
    const LineSink take = [&](std::string_view line, uint64_t) { summary.take(line); };
    while (lines.size() < status.size && lines.size() < k_most_of_the_beginning && !summary.has_first_prompt()) {
        const std::string piece = TRY(files.read(out.file.path, lines.size(), k_end));
        if (piece.empty()) break;
        lines.feed(piece, take);
    }
    if (lines.size() < status.size) {
        uint64_t begin = lines.valid_size();
        if (status.size - begin > k_end) {
            summary.gap();
            begin = status.size - k_end;
        }
        std::string end = TRY(files.read(out.file.path, begin, status.size - begin));
        if (begin > lines.valid_size()) end.erase(0, std::min(end.find('\n'), end.size()));
        LineSplitter last;
        last.feed(end, take);
    }
    summary.finish();
    if (!summary.is_session() && lines.valid_size() == 0 && lines.size() == status.size &&
        is_unfinished_first_line(TRY(files.read(out.file.path, 0, k_end))))
        return {}; // it ended before anything was recorded
    if (!summary.is_session() && status.size > 0)
        return fail(Errc::invalid_argument, "it holds no line of a session");
    return {};
}

std::optional<WallTime> time_from_iso(std::string_view text) {
    int parts[6] = {};
    constexpr size_t k_places[6] = {0, 5, 8, 11, 14, 17};
    for (int i = 0; i < 6; ++i) {
        const size_t length = i == 0 ? 4 : 2;
        if (text.size() < k_places[i] + length) return std::nullopt;
        const char* first = text.data() + k_places[i];
        if (std::from_chars(first, first + length, parts[i]).ptr != first + length) return std::nullopt;
    }
    using namespace std::chrono;
    const year_month_day day{year(parts[0]), month(static_cast<unsigned>(parts[1])),
                             std::chrono::day(static_cast<unsigned>(parts[2]))};
    // The clock counts nanoseconds in 64 bits: other years are none that it could have written.
    if (!day.ok() || day.year() < year(1970) || day.year() > year(2200)) return std::nullopt;
    return sys_days(day) + hours(parts[3]) + minutes(parts[4]) + seconds(parts[5]);
}

std::string age(std::string_view iso, WallTime now) {
    const auto then = time_from_iso(iso);
    if (!then) return "at an unknown time";
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(now - *then).count();
    if (minutes < 1) return "just now";
    if (minutes < 60) return fmt::format("{} min ago", minutes);
    if (minutes < 48 * 60) return fmt::format("{} h ago", minutes / 60);
    return fmt::format("{} days ago", minutes / (24 * 60));
}

std::string size_in_words(uint64_t bytes) {
    constexpr uint64_t k_kilo = 1000;
    if (bytes < k_kilo * k_kilo) return fmt::format("{} kB", (bytes + k_kilo - 1) / k_kilo);
    return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

bool is_newer(const SessionSummary& a, const SessionSummary& b) {
    return std::tie(a.last_activity, a.file.id) > std::tie(b.last_activity, b.file.id);
}

void newest_activity_first(std::vector<SessionSummary>& sessions) {
    std::ranges::stable_sort(sessions, is_newer);
}
} // namespace

SessionSummary summarize_session(const FileSystem& files, const SessionFile& file) {
    SessionSummary out;
    out.file = file;
    if (const auto looked = look_into(files, out); !looked) out.problem = describe(looked.error());
    return out;
}

Result<std::vector<SessionSummary>> summarize_sessions(const FileSystem& files, const Path& project_state) {
    std::vector<SessionSummary> out;
    for (const SessionFile& file : TRY(list_sessions(files, project_state)))
        out.push_back(summarize_session(files, file));
    newest_activity_first(out);
    return out;
}

Result<std::optional<SessionSummary>> last_used_session(const FileSystem& files, const Path& project_state) {
    struct Dated {
        WallTime written;
        SessionFile file;
    };
    std::vector<Dated> dated;
    for (SessionFile& file : TRY(list_sessions(files, project_state))) {
        const auto status = files.status(file.path);
        dated.push_back({status ? time_of(*status) : WallTime(), std::move(file)});
    }
    std::ranges::stable_sort(dated, std::greater(), &Dated::written);
    std::optional<SessionSummary> last;
    for (const Dated& one : dated) {
        // A record is written after the time that it says, but for the coarseness of a file's time.
        if (last && iso_time(one.written + k_coarsest_file_time) < last->last_activity) break;
        SessionSummary summary = summarize_session(files, one.file);
        if (!summary.is_unused() && (!last || is_newer(summary, *last))) last = std::move(summary);
    }
    return last;
}

std::vector<SessionSummary> summarize_all_sessions(const FileSystem& files, const Path& state_directory,
                                                   const Path& except) {
    std::vector<SessionSummary> out;
    const Path projects = state_directory / "projects";
    const auto there = files.list(projects);
    const auto problem = [&](const Path& where, const Error& error) {
        SessionSummary summary;
        summary.file.path = where;
        summary.problem = describe(error);
        out.push_back(std::move(summary));
    };
    if (!there) {
        if (there.error().code != Errc::not_found) problem(projects, there.error());
        return out;
    }
    for (const DirectoryEntry& entry : *there) {
        if (entry.kind != FileKind::directory || projects / entry.name == except) continue;
        auto sessions = summarize_sessions(files, projects / entry.name);
        if (sessions)
            std::ranges::move(*sessions, std::back_inserter(out));
        else
            problem(projects / entry.name, sessions.error());
    }
    newest_activity_first(out);
    return out;
}

std::vector<SessionFile> list_all_sessions(const FileSystem& files, const Path& state_directory) {
    std::vector<SessionFile> out;
    const Path projects = state_directory / "projects";
    const auto there = files.list(projects);
    if (!there) return out;
    for (const DirectoryEntry& entry : *there) {
        if (entry.kind != FileKind::directory) continue;
        if (auto sessions = list_sessions(files, projects / entry.name))
            std::ranges::move(*sessions, std::back_inserter(out));
    }
    return out;
}

std::string_view short_id(std::string_view id) {
    return id.substr(id.size() - std::min<size_t>(id.size(), 8));
}

Result<SessionFile> find_session(std::span<const SessionFile> sessions, std::string_view word) {
    std::vector<const SessionFile*> found;
    for (const SessionFile& session : sessions) {
        if (session.id == word) return session;
        if (!word.empty() && (session.id.starts_with(word) || short_id(session.id).starts_with(word)))
            found.push_back(&session);
    }
    if (found.size() == 1) return *found.front();
    if (found.empty())
        return fail(Errc::not_found, fmt::format("there is no session {}", one_line(word, k_title_bytes)),
                    "thoth sessions list --all shows what there is");
    std::string ids;
    for (size_t i = 0; i < std::min(found.size(), k_ambiguous_shown); ++i)
        ids += (i == 0 ? "" : ", ") + found[i]->id;
    return fail(Errc::invalid_argument,
                fmt::format("{} means {} sessions: {}{}", one_line(word, k_title_bytes), found.size(), ids,
                            found.size() > k_ambiguous_shown ? ", ..." : ""),
                "give more of its id, or the last eight digits");
}

std::string summary_in_words(const SessionSummary& summary, int number, const Clock& clock, std::string_view here) {
    std::string out = fmt::format("{:>5}  ", number > 0 ? fmt::format("[{}]", number) : "");
    if (summary.file.id.empty()) return out + fmt::format("{}: {}", summary.file.path.string(), summary.problem);
    out += fmt::format("{}  ", short_id(summary.file.id));
    if (!summary.problem.empty()) return out + fmt::format("CANNOT BE READ: {}", summary.problem);
    out += fmt::format(
        "{}, {}{}  {}", age(summary.last_activity, clock.wall()),
        summary.prompts ? fmt::format("{} prompt{}, ", *summary.prompts, *summary.prompts == 1 ? "" : "s") : "",
        size_in_words(summary.size), summary.title);
    if (!summary.project.empty() && summary.project != here)
        out += fmt::format("\n       in {}", one_line(summary.project, 4096));
    return out;
}

} // namespace thoth
