#include "tools/glob.h"

#include "search/find_files.h"
#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/search_notes.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <fmt/format.h>
#include <set>

namespace thoth {

namespace {
constexpr std::string_view k_name = "glob";
constexpr size_t k_max_files = 500;
constexpr size_t k_footer_chars = 500;

struct Found {
    std::set<Path> paths;
    bool named_whole = false; // one of them is what the pattern says, letter for letter
    FindOutcome walked;
};

// A name may look like a pattern ("[id]", "*.md"), and a file may lie where no walk goes. A path
// that a link leads out of the directory is no path below it.
void add_literal_path(const std::string& pattern, const Path& start, const FileSystem& files, Found& found) {
    if (pattern.find('\0') != std::string::npos) return;
    const auto real = files.real_path(start / pattern);
    if (!real || !is_within(*real, start)) return;
    const auto status = files.link_status(*real);
    if (status && status->kind == FileKind::regular) found.named_whole = found.paths.insert(*real).second;
}

Found find(const std::string& pattern, const Path& start, const ToolContext& context, const std::stop_token& stop) {
    Found found;
    add_literal_path(pattern, start, context.files, found);
    const IgnoreSources ignore(context.files, context.environment);
    FindQuery query{start, pattern, &ignore};
    query.max_files = k_max_files;
    found.walked = find_files(query, stop);
    for (const std::string& file : found.walked.files)
        if (found.paths.size() < k_max_files) found.paths.insert(start / file);
    return found;
}

std::string result_text(const Found& found, const std::string& pattern, const ToolContext& context) {
    const std::string looked_at = fmt::format("{} looked at{}", counted(found.walked.stats.files, "file"),
                                              describe_left_out(left_out_of(found.walked)));
    if (found.paths.empty() && (pattern.starts_with('/') || pattern.starts_with("..")))
        return "no file matches; the pattern is one of paths below path: name another path to look elsewhere\n";
    if (found.paths.empty()) return fmt::format("no file matches; {}\n", looked_at);
    size_t room = static_cast<size_t>(context.budget.result_chars);
    room -= std::min(room, k_footer_chars);
    std::string text;
    size_t shown = 0;
    for (const Path& path : found.paths) {
        const std::string name = context.workspace.shown(path);
        const size_t cost = utf8_length(name) + 1;
        if (cost > room) break;
        room -= cost;
        text += name + "\n";
        ++shown;
    }
    if (found.walked.more)
        text += fmt::format("[stopped at {} files, {} shown; there are more: narrow the pattern or path]\n",
                            k_max_files, shown);
    else if (shown < found.paths.size())
        text += fmt::format("[{} of {} files shown; narrow the pattern or path]\n", shown, found.paths.size());
    const bool is_surprising = found.walked.rules_set_aside && !found.named_whole;
    if (found.walked.stats.partial || is_surprising) text += fmt::format("[{}]\n", looked_at);
    return text;
}

class PreparedGlob final : public PreparedCall {
public:
    PreparedGlob(TargetFile target, std::string pattern)
        : m_target(std::move(target)), m_pattern(std::move(pattern)) {}

    // Names inside the project are free; elsewhere a listing is a look at someone's files.
    Access access() const override {
        if (m_target.path.inside) return NoAccess{};
        return ReadAccess{m_target.path.real, ReadAccess::Extent::tree};
    }
    Preview preview() const override {
        return {Preview::Kind::none, fmt::format("glob {} in {}", m_pattern, m_target.path.shown), {}};
    }
    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        TRY(check_still_there(k_name, m_target.path, context));
        const Found found = find(m_pattern, m_target.path.real, context, stop);
        if (stop.stop_requested()) return fail(Errc::cancelled, "glob: the search was cancelled");
        return result_text(found, m_pattern, context);
    }

private:
    TargetFile m_target;
    std::string m_pattern;
};

class GlobTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        std::string pattern = text_field(arguments, "pattern").value_or("");
        if (pattern.empty())
            return fail(Errc::invalid_argument, "glob: the pattern is empty", "* finds every file");
        TargetFile target = TRY(look_up(k_name, text_field(arguments, "path").value_or("."), context));
        if (!target.status)
            return fail(Errc::not_found, fmt::format("glob: {} does not exist", target.quoted()),
                        "path is the directory to search; the project is searched without it");
        if (target.status->kind != FileKind::directory)
            return fail(Errc::unsupported, fmt::format("glob: {} is not a directory", target.quoted()),
                        "path is the directory to search");
        return std::make_unique<PreparedGlob>(std::move(target), std::move(pattern));
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("pattern":{"type":"string","description":"For example *.h or src/**/test_*"},)"
                    R"("path":{"type":"string","description":"Directory to search, default: the project"}},)"
                    R"("required":["pattern"]})"};
};
} // namespace

std::unique_ptr<Tool> make_glob_tool() {
    return std::make_unique<GlobTool>();
}

} // namespace thoth
