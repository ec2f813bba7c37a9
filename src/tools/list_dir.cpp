#include "tools/list_dir.h"

#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "list_dir";
constexpr size_t k_max_entries = 500;
constexpr size_t k_footer_chars = 120;

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
        size_t room = static_cast<size_t>(context.budget.result_chars) - k_footer_chars;
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
        return out;
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
