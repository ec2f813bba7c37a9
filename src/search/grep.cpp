#include "search/grep.h"

#include "base/sensitive_names.h"
#include "os/directory.h"
#include "search/file_search.h"
#include "search/match_report.h"
#include "search/path_pattern.h"
#include "text/glob.h"
#include "text/unicode.h"

#include <memory>
#include <vector>

namespace thoth {

namespace {

// The output in its order: limits.
class LimitedOutput {
public:
    LimitedOutput(const GrepQuery& query, GrepOutcome& outcome) : m_query(query), m_outcome(outcome) {}

    // False: no more.
    bool take(const MatchLines& lines) {
        std::string_view rest = lines.text;
        for (const MatchLines::Line& line : lines.lines) {
            if (!add(rest.substr(0, line.size), line.kind)) return false;
            rest.remove_prefix(line.size);
        }
        if (!flush()) return false;
        m_outcome.given_up.add(lines.given_up);
        m_outcome.gave_up = m_outcome.given_up.lines >= k_most_given_up;
        if (m_outcome.matches >= m_query.max_matches) m_outcome.more = true;
        return !m_outcome.more;
    }

private:
    using Kind = MatchLines::Kind;

    bool add(std::string_view line, Kind kind) {
        const bool full = m_outcome.matches >= m_query.max_matches;
        if (full && kind != Kind::behind) return stop();
        if (kind == Kind::separator && !m_any) return true;
        if (!m_query.write) {
            const size_t length = utf8_length(line);
            if (m_characters + length > m_query.max_output_chars) return stop();
            m_characters += length;
        }
        m_any = true;
        if (kind == Kind::match) ++m_outcome.matches;
        (m_query.write ? m_part : m_outcome.text) += line;
        return true;
    }
    bool stop() {
        m_outcome.more = true;
        flush();
        return false;
    }
    bool flush() {
        if (m_part.empty()) return true;
        const bool more = m_query.write(m_part);
        m_part.clear();
        return more;
    }

    const GrepQuery& m_query;
    GrepOutcome& m_outcome;
    size_t m_characters = 0;
    bool m_any = false;
    std::string m_part; // for `write`
};

class Grep final : public WalkVisitor {
public:
    Grep(const GrepQuery& query, LineFinder finder, const std::stop_token& stop)
        : m_query(query), m_finder(std::move(finder)), m_stop(stop), m_glob(pattern_below(query.start, query.glob)),
          m_workers(walk_threads(query.threads)), m_output(query, m_outcome) {}

    Result<GrepOutcome> search_file() {
        const Directory directory = TRY(Directory::open(m_query.start.parent_path()));
        std::unique_ptr<MatchLines> out;
        Worker& worker = ready(0);
        const auto outcome =
            worker.search->search(directory.open_file(m_query.start.filename().c_str(), true), m_query.start,
                                  {true, true}, out, [&](auto part) { return take(*part); });
        count(outcome, worker);
        if (out) take(*out);
        return finish({});
    }

    Result<GrepOutcome> search_tree() {
        WalkOptions options{m_query.start, m_query.ignore, {}, {}, m_query.threads};
        if (m_query.ignore) options.above = m_query.ignore->above(m_query.start);
        WalkStats stats = walk(options, *this, m_stop);
        const bool found_nothing = stats.files == 0 && stats.ignored_files + stats.ignored_directories > 0;
        if (found_nothing && !stats.stopped) {
            options.ignore = nullptr;
            options.above = {};
            stats = walk(options, *this, m_stop);
            m_outcome.rules_set_aside = true;
        }
        return finish(stats);
    }

    std::unique_ptr<WalkOutput> visit(const WalkBatch& batch, unsigned number, const HandOver& hand_over) override {
        Worker& worker = ready(number);
        std::unique_ptr<MatchLines> out;
        const std::string& relative = batch.directory.relative;
        const bool all_secret = !m_query.with_secrets && is_secret_below(m_query.start, relative + "x");
        for (const EntryList::Entry& file : batch.files) {
            if (m_stop.stop_requested()) break;
            const std::string_view name = batch.directory.list.name(file);
            if (!is_wanted(batch.directory, name, all_secret, worker)) continue;
            const auto outcome =
                worker.search->search(batch.open(name.data()), batch.directory.path / name,
                                      {false, batch.directory.sizes_are_unreliable}, out, hand_over);
            count(outcome, worker);
            if (outcome == FileSearch::Outcome::ended) break;
        }
        return out;
    }
    bool take(WalkOutput& output) override {
        auto& lines = static_cast<MatchLines&>(output);
        const bool more = m_output.take(lines);
        if (more && lines.error) m_error = std::move(lines.error);
        return more && !m_error && !m_outcome.gave_up;
    }

private:
    struct Worker {
        std::unique_ptr<FileSearch> search;
        GrepOutcome counts;
        std::string path;
    };
    Worker& ready(unsigned number) {
        Worker& worker = m_workers[number];
        if (!worker.search) worker.search = std::make_unique<FileSearch>(m_query, m_finder.copy(), m_stop);
        return worker;
    }
    bool is_wanted(const WalkedDirectory& directory, std::string_view name, bool all_secret, Worker& worker) const {
        if (!m_query.glob.empty() && !m_glob.matches(name)) {
            worker.path = directory.relative;
            worker.path += name;
            if (!m_glob.matches(worker.path)) return false;
        }
        if (m_query.withheld && m_query.withheld(directory.path / name)) {
            ++worker.counts.files_withheld;
            return false;
        }
        if (m_query.with_secrets) return true;
        const bool secret = all_secret || is_secret_file_name(name) ||
                            (name == "environ" && is_secret_below(m_query.start, directory.relative + "environ"));
        if (secret) ++worker.counts.files_skipped_secret;
        return !secret;
    }
    static void count(FileSearch::Outcome outcome, Worker& worker) {
        switch (outcome) {
        case FileSearch::Outcome::binary:
            ++worker.counts.files_skipped_binary;
            break;
        case FileSearch::Outcome::too_large:
            ++worker.counts.files_skipped_large;
            break;
        case FileSearch::Outcome::unreadable:
            ++worker.counts.unreadable;
            break;
        default:
            ++worker.counts.files_searched;
        }
    }
    Result<GrepOutcome> finish(const WalkStats& stats) {
        if (m_error) return fail(std::move(*m_error));
        if (m_stop.stop_requested() && !m_outcome.more) return fail(Errc::cancelled, "the search was cancelled");
        for (const Worker& worker : m_workers) {
            m_outcome.files_searched += worker.counts.files_searched;
            m_outcome.files_skipped_binary += worker.counts.files_skipped_binary;
            m_outcome.files_skipped_large += worker.counts.files_skipped_large;
            m_outcome.files_skipped_secret += worker.counts.files_skipped_secret;
            m_outcome.files_withheld += worker.counts.files_withheld;
            m_outcome.unreadable += worker.counts.unreadable;
        }
        m_outcome.files_ignored = stats.ignored_files;
        m_outcome.directories_ignored = stats.ignored_directories;
        m_outcome.unreadable += stats.unreadable;
        m_outcome.partial = stats.partial;
        return std::move(m_outcome);
    }

    const GrepQuery& m_query;
    LineFinder m_finder;
    const std::stop_token& m_stop;
    GlobPattern m_glob;
    std::vector<Worker> m_workers;
    GrepOutcome m_outcome;
    LimitedOutput m_output;
    std::optional<Error> m_error;
};
} // namespace

Result<GrepOutcome> grep(const FileSystem& files, const GrepQuery& query, std::stop_token stop) {
    const FileStatus start = TRY(files.status(query.start));
    if (start.kind != FileKind::directory && start.kind != FileKind::regular)
        return fail(Errc::unsupported, "'" + query.start.string() + "' is not a regular file");
    Grep search(query, LineFinder(TRY(Regex::compile(query.pattern, query.style))), stop);
    const bool is_tree = start.kind == FileKind::directory;
    auto outcome = is_tree ? search.search_tree() : search.search_file();
    const bool saw_nothing = outcome && outcome->files_searched == 0 && outcome->unreadable > 0;
    if (saw_nothing && is_tree) TRY(files.list(query.start)); // the start itself?
    if (saw_nothing && !is_tree) {
        TRY(files.read(query.start, 0, 1));
        return fail(Errc::io, "cannot read '" + query.start.string() + "'");
    }
    return outcome;
}

} // namespace thoth
