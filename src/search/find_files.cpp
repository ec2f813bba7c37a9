#include "search/find_files.h"

#include "search/path_pattern.h"
#include "text/glob.h"

#include <memory>

namespace thoth {

namespace {
// Names, each with a line break behind it that is not part of it; sizes, since a name may have one.
struct Names final : WalkOutput {
    std::string text;
    std::vector<uint32_t> sizes;
    size_t size() const override { return text.size() + sizes.size() * sizeof(uint32_t); }
};

class FindFiles final : public WalkVisitor {
public:
    FindFiles(const FindQuery& query, FindOutcome& outcome)
        : m_query(query), m_outcome(outcome), m_glob(pattern_below(query.start, query.pattern)),
          m_paths(walk_threads(query.threads)) {}

    std::unique_ptr<WalkOutput> visit(const WalkBatch& batch, unsigned worker, const HandOver&) override {
        auto names = std::make_unique<Names>();
        std::string& path = m_paths[worker];
        path = batch.directory.relative;
        const size_t stem = path.size();
        for (const EntryList::Entry& file : batch.files) {
            path.resize(stem);
            path += batch.directory.list.name(file);
            if (!m_glob.matches(path)) continue;
            names->text += path;
            names->text += '\n';
            names->sizes.push_back(static_cast<uint32_t>(path.size() + 1));
        }
        if (names->sizes.empty()) return nullptr;
        return names;
    }
    const std::string& prefix() const { return m_glob.prefix(); }
    bool take(WalkOutput& output) override {
        const auto& names = static_cast<const Names&>(output);
        if (m_query.write) return m_query.write(names.text);
        std::string_view rest = names.text;
        for (const uint32_t size : names.sizes) {
            m_outcome.more = m_outcome.files.size() == m_query.max_files;
            if (m_outcome.more) return false;
            m_outcome.files.emplace_back(rest.substr(0, size - 1));
            rest.remove_prefix(size);
        }
        return true;
    }

private:
    const FindQuery& m_query;
    FindOutcome& m_outcome;
    GlobPattern m_glob;
    std::vector<std::string> m_paths; // one for each thread
};
// The rules left nothing of the start, or of the directory in it that the pattern begins with.
bool left_nothing(const WalkStats& stats, bool is_whole) {
    const bool nothing = stats.files == 0 && stats.ignored_files + stats.ignored_directories > 0;
    return nothing && !stats.stopped && (is_whole || stats.prefix_ignored);
}
} // namespace

FindOutcome find_files(const FindQuery& query, const std::stop_token& stop) {
    FindOutcome outcome;
    FindFiles visitor(query, outcome);
    WalkOptions options{query.start, query.ignore, {}, visitor.prefix(), query.threads};
    if (query.ignore) options.above = query.ignore->above(query.start);
    outcome.stats = walk(options, visitor, stop);
    if (!left_nothing(outcome.stats, options.path_prefix.empty())) return outcome;
    options.ignore = nullptr;
    options.above = {};
    outcome.stats = walk(options, visitor, stop);
    outcome.rules_set_aside = true;
    return outcome;
}

} // namespace thoth
