#include "tools/delete_file.h"

#include "text/lines.h"
#include "tools/arguments.h"
#include "tools/file_change.h"
#include "tools/read_rule.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "delete_file";
constexpr std::string_view k_other_ways =
    "read_file those lines first; a file whose lines cannot be shown whole is removed with shell, which asks";

Result<std::string> content_of(const TargetFile& target, const ToolContext& context) {
    auto bytes = read_real(context.files, target.path.real, k_max_changed_bytes);
    if (bytes) return bytes;
    if (bytes.error().code == Errc::too_large)
        return fail(Errc::too_large, fmt::format("delete_file: {} is larger than 64 MB", target.quoted()),
                    "files of this size are only read and searched");
    return fail(named(k_name, std::move(bytes).error()));
}

class DeleteFileTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        TargetFile target =
            TRY(look_up_entry(k_name, text_field(arguments, "path").value_or(std::string()), context));
        PriorContent before(TRY(content_of(target, context)));
        TRY(check_whole_seen(k_name, target, before, k_other_ways, context.ledger));
        const int lines = line_count(before.bytes());
        std::string note =
            fmt::format(" ({} bytes, {} {})", before.bytes().size(), lines, lines == 1 ? "line" : "lines");
        std::string report = fmt::format("deleted {}", target.path.shown);
        auto done = [path = target.path.real](FileLedger& ledger) { ledger.forget(path); };
        return prepare_file_change({std::string(k_name), std::move(target), std::move(before), std::nullopt,
                                    std::move(report), std::move(done), std::move(note)});
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("path":{"type":"string"}},)"
                    R"("required":["path"]})"};
};
} // namespace

std::unique_ptr<Tool> make_delete_file_tool() {
    return std::make_unique<DeleteFileTool>();
}

} // namespace thoth
