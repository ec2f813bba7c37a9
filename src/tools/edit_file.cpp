#include "tools/edit_file.h"

#include "tools/arguments.h"
#include "tools/edit_match.h"
#include "tools/edit_target.h"
#include "tools/tool_text.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "edit_file";

std::string report_of(const TargetFile& target, std::string_view before, const std::vector<ByteSpan>& matched) {
    if (matched.size() == 1)
        return fmt::format("edited {} at line {}", target.path.shown, line_list(before, matched));
    return fmt::format("edited {}: {} places replaced, at lines {}", target.path.shown, matched.size(),
                       line_list(before, matched));
}

class EditFileTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        const std::string old_text = text_field(arguments, "old_string").value_or(std::string());
        const std::string new_text = text_field(arguments, "new_string").value_or(std::string());
        const TextEdit edit{old_text, new_text, flag_field(arguments, "replace_all")};
        if (auto fine = check_edit(edit); !fine) return fail(named(k_name, std::move(fine).error()));
        EditTarget target =
            TRY(open_for_edit(k_name, text_field(arguments, "path").value_or(std::string()), context));
        auto applied = apply_edit(target.before.bytes(), edit);
        if (!applied) return fail(in_file(k_name, target.file, {}, std::move(applied).error()));
        std::string report = report_of(target.file, target.before.bytes(), applied->matched);
        return prepare_edit(k_name, std::move(target), std::move(applied->after), std::move(report));
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("path":{"type":"string"},)"
                    R"("old_string":{"type":"string","description":"Text to replace"},)"
                    R"("new_string":{"type":"string","description":"Text to put in its place"},)"
                    R"("replace_all":{"type":"boolean","description":"Replace every place"}},)"
                    R"("required":["path","old_string","new_string"]})"};
};
} // namespace

std::unique_ptr<Tool> make_edit_file_tool() {
    return std::make_unique<EditFileTool>();
}

} // namespace thoth
