#include "tools/multi_edit.h"

#include "tools/arguments.h"
#include "tools/edit_match.h"
#include "tools/edit_target.h"
#include "tools/tool_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr std::string_view k_name = "multi_edit";
constexpr size_t k_max_edits = 100;

struct OwnedEdit {
    std::string old_text;
    std::string new_text;
    bool replace_all = false;
    TextEdit view() const { return {old_text, new_text, replace_all}; }
};

// What the edits come to, before anything is written.
struct Resolved {
    std::string after;
    size_t places = 0;
    std::vector<size_t> skipped; // numbers of the edits that change nothing
};

Result<std::vector<OwnedEdit>> edits_of(const Json& list, const Json& schema) {
    if (list.empty())
        return fail(Errc::invalid_argument, "multi_edit: \"edits\" is empty", "give at least one edit");
    if (list.size() > k_max_edits)
        return fail(Errc::too_large,
                    fmt::format("multi_edit: {} edits; at most {} in one call", list.size(), k_max_edits),
                    "nothing was written; send them in several calls");
    std::vector<OwnedEdit> edits;
    for (const Json& item : list) {
        const std::string name = fmt::format("{}: edit {}", k_name, edits.size() + 1);
        const Json checked = TRY(checked_object(name, schema, item));
        edits.push_back({text_field(checked, "old_string").value_or(std::string()),
                         text_field(checked, "new_string").value_or(std::string()),
                         flag_field(checked, "replace_all")});
    }
    return edits;
}

Result<Resolved> resolve(const EditTarget& target, const std::vector<OwnedEdit>& edits) {
    Resolved resolved{target.before.bytes(), 0, {}};
    for (size_t i = 0; i < edits.size(); ++i) {
        const TextEdit edit = edits[i].view();
        if (!edit.old_text.empty() && changes_nothing(edit)) {
            resolved.skipped.push_back(i + 1);
            continue;
        }
        auto applied = apply_edit(resolved.after, edit);
        if (!applied) {
            Error error = in_file(k_name, target.file, fmt::format("edit {}: ", i + 1), std::move(applied).error());
            error.hint += "; nothing was written, none of the edits was applied";
            return fail(std::move(error));
        }
        resolved.after = std::move(applied->after);
        resolved.places += applied->matched.size();
    }
    return resolved;
}

std::string report_of(const TargetFile& file, const Resolved& resolved, size_t edits) {
    const size_t applied = edits - resolved.skipped.size();
    std::string out = fmt::format("edited {}: {} edit{}, {} place{} replaced", file.path.shown, applied,
                                  applied == 1 ? "" : "s", resolved.places, resolved.places == 1 ? "" : "s");
    if (!resolved.skipped.empty())
        out += fmt::format("; skipped, since old_string and new_string are the same: edit {}",
                           fmt::join(resolved.skipped, ", "));
    return out;
}

class MultiEditTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        const Json schema = TRY(parse_json(m_spec.schema));
        const std::vector<OwnedEdit> edits =
            TRY(edits_of(list_field(arguments, "edits"), schema.at("properties").at("edits").at("items")));
        EditTarget target =
            TRY(open_for_edit(k_name, text_field(arguments, "path").value_or(std::string()), context));
        Resolved resolved = TRY(resolve(target, edits));
        if (resolved.after == target.before.bytes())
            return fail(Errc::invalid_argument,
                        fmt::format("multi_edit: {}: all the edits together change nothing", target.file.quoted()),
                        "give the text as it shall be in new_string");
        std::string report = report_of(target.file, resolved, edits.size());
        return prepare_edit(k_name, std::move(target), std::move(resolved.after), std::move(report));
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("path":{"type":"string"},)"
                    R"("edits":{"type":"array","description":"At most 100","items":)"
                    R"({"type":"object","properties":{)"
                    R"("old_string":{"type":"string"},)"
                    R"("new_string":{"type":"string"},)"
                    R"("replace_all":{"type":"boolean"}},)"
                    R"("required":["old_string","new_string"]}}},)"
                    R"("required":["path","edits"]})"};
};
} // namespace

std::unique_ptr<Tool> make_multi_edit_tool() {
    return std::make_unique<MultiEditTool>();
}

} // namespace thoth
