#include "tools/list_dir.h"

#include "search/ignore_sources.h"
#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

namespace thoth {

namespace {
constexpr std::string_view k_name = "list_dir";
constexpr size_t k_max_entries = 500;
constexpr size_t k_footer_chars = 120;
constexpr size_t k_max_ignored_shown = 8;
constexpr size_t k_max_ignored_chars = 300;

// Names as the model may give them back. A link to a directory is entered like one.
std::vector<std::string> listed_names(const std::vector<DirectoryEntry>& entries, const Path& directory,
                                      const FileSystem& files) {
    std::vector<std::string> directories;
    std::vector<std::string> others;
    for (const DirectoryEntry& entry : entries) {
        FileKind kind = entry.kind;
        if (kind == FileKind::symlink)
            if (const auto status = files.status(directory / entry.name)) kind = status->kind;
        if (kind == FileKind::directory)
            directories.push_back(escape_name(entry.name) + "/");
        else
            others.push_back(escape_name(entry.name));
    }
    directories.insert(directories.end(), others.begin(), others.end());
    return directories;
}

// A listing shows all there is, but a search of the project would not find some of it.
std::string note_of_ignored(const std::vector<DirectoryEntry>& entries, const Path& directory,
                            const ToolContext& context) {
    const IgnoreSources sources(context.files, context.environment);
    const auto above = sources.above(directory);
    if (above.ignored)
        return "[all of it is ignored by the project's rules: glob and grep need this path to find it]\n";
    const auto scope = sources.enter(above.scope, directory, above.prefix.size(), above.letters);
    std::vector<std::string> names;
    size_t more = 0;
    size_t room = k_max_ignored_chars;
    for (const DirectoryEntry& entry : entries) {
        const bool is_directory = entry.kind == FileKind::directory;
        if (!IgnoreScope::ignores(scope, above.prefix + entry.name, is_directory)) continue;
        const std::string name = escape_name(entry.name) + (is_directory ? "/" : "");
        const bool fits = names.size() < k_max_ignored_shown && more == 0 && utf8_length(name) < room;
        if (!fits) {
            ++more;
            continue;
        }
        room -= utf8_length(name);
        names.push_back(name);
    }
    if (names.empty() && more == 0) return "";
    if (more > 0) names.push_back(fmt::format("{} more", more));
    return fmt::format("[ignored by the project's rules, so glob and grep pass over them: {}]\n",
                       fmt::join(names, ", "));
}

class PreparedList final : public PreparedCall {
public:
    explicit PreparedList(TargetFile target) : m_target(std::move(target)) {}

    // Names inside the project are free; elsewhere a listing is a look at someone's files.
    Access access() const override {
        if (m_target.path.inside) return NoAccess{};
        return ReadAccess{m_target.path.real, ReadAccess::Extent::directory};
    }
    Preview preview() const override { return {Preview::Kind::none, "list_dir " + m_target.path.shown, {}}; }

    Result<std::string> run(const ToolContext& context, std::stop_token) override {
        TRY(check_still_there(k_name, m_target.path, context));
        const auto entries = context.files.list(m_target.path.real);
        if (!entries) return fail(named(k_name, entries.error()));
        if (entries->empty()) return fmt::format("({} is empty)", m_target.path.shown);
        const auto names = listed_names(*entries, m_target.path.real, context.files);
        const std::string ignored = note_of_ignored(*entries, m_target.path.real, context);
        size_t room = static_cast<size_t>(context.budget.result_chars);
        room -= std::min(room, k_footer_chars + utf8_length(ignored));
        std::string out;
        size_t shown = 0;
        for (; shown < names.size() && shown < k_max_entries; ++shown) {
            const size_t cost = utf8_length(names[shown]) + 1;
            if (cost > room) break;
            room -= cost;
            out += names[shown] + '\n';
        }
        if (shown < names.size())
            out += fmt::format("[{} more of {} entries not shown; glob finds files by name]\n",
                               names.size() - shown, names.size());
        return out + ignored;
    }

private:
    TargetFile m_target;
};

class ListDirTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        TargetFile target = TRY(look_up(k_name, text_field(arguments, "path").value_or("."), context));
        if (!target.status)
            return fail(Errc::not_found, fmt::format("list_dir: {} does not exist", target.quoted()),
                        fmt::format("the working directory is {}", escape_name(context.workspace.root().native())));
        if (target.status->kind != FileKind::directory)
            return fail(Errc::unsupported, fmt::format("list_dir: {} is not a directory", target.quoted()),
                        "read_file shows what is in a file");
        return std::make_unique<PreparedList>(std::move(target));
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("path":{"type":"string","description":"Directory, default: the working directory"}},)"
                    R"("required":[]})"};
};
} // namespace

std::unique_ptr<Tool> make_list_dir_tool() {
    return std::make_unique<ListDirTool>();
}

} // namespace thoth
