#include "tools/write_file.h"

#include "text/lines.h"
#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/file_change.h"
#include "tools/read_rule.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "write_file";
constexpr std::string_view k_other_ways =
    "read_file those lines first; or change a part with edit_file, or add to the end with append=true";

std::string lines_text(int count) {
    return fmt::format("{} {}", count, count == 1 ? "line" : "lines");
}

Result<void> check_size(std::string_view content, int most) {
    const size_t length = utf8_length(content);
    if (length <= static_cast<size_t>(most)) return {};
    return fail(Errc::too_large,
                fmt::format("write_file: \"content\" has {} characters; one call takes at most {}", length, most),
                "nothing was written; send the file in sections, the first one normally and each other one with "
                "append=true");
}

// The file's own line endings; a file without a line end has none to keep.
std::string in_endings_of(std::string_view existing, std::string_view content) {
    if (existing.find('\n') == std::string_view::npos) return std::string(content);
    return with_line_endings(content, dominant_line_ending(existing));
}

std::string overwritten(std::string_view before, std::string_view content) {
    if (content.starts_with(k_utf8_bom)) content.remove_prefix(k_utf8_bom.size());
    const bool marked = before.starts_with(k_utf8_bom);
    return std::string(marked ? k_utf8_bom : std::string_view()) + in_endings_of(before, content);
}

std::string appended(std::string_view before, std::string_view content) {
    std::string after(before);
    if (!before.empty() && before != k_utf8_bom && !before.ends_with('\n'))
        after += dominant_line_ending(before) == LineEnding::crlf ? "\r\n" : "\n";
    return after + in_endings_of(before, content);
}

FileChange new_file(TargetFile target, std::string content) {
    std::string report = fmt::format("created {} ({})", target.path.shown, lines_text(line_count(content)));
    NewContent after(std::move(content));
    auto done = [path = target.path.real, hash = after.hash](FileLedger& ledger) { ledger.saw_all(path, hash); };
    return {std::string(k_name), std::move(target), std::nullopt, std::move(after),
            std::move(report),   std::move(done),   {},           true};
}

Result<FileChange> overwrite(TargetFile target, PriorContent before, std::string_view content,
                             const ToolContext& context) {
    TRY(check_whole_seen(k_name, target, before, k_other_ways, context.ledger));
    NewContent after(overwritten(before.bytes(), content));
    if (after.bytes == before.bytes())
        return fail(Errc::invalid_argument,
                    fmt::format("write_file: {} already has exactly this content", target.quoted()),
                    "there is nothing to do");
    std::string report = fmt::format("overwrote {} ({})", target.path.shown, lines_text(line_count(after.bytes)));
    auto done = [path = target.path.real, hash = after.hash](FileLedger& ledger) { ledger.saw_all(path, hash); };
    return FileChange{std::string(k_name),
                      std::move(target),
                      std::move(before),
                      std::move(after),
                      std::move(report),
                      std::move(done),
                      {},
                      true};
}

Result<FileChange> append(TargetFile target, PriorContent before, std::string_view content) {
    if (content.empty())
        return fail(Errc::invalid_argument, "write_file: \"content\" is empty", "give the text to append");
    NewContent after(appended(before.bytes(), content));
    const int lines_before = line_count(before.bytes());
    const int total = line_count(after.bytes);
    std::string report = fmt::format("appended {} to {} (now {})", lines_text(line_count(content)),
                                     target.path.shown, lines_text(total));
    auto done = [path = target.path.real, from = before.hash(), to = after.hash, lines_before,
                 total](FileLedger& ledger) { ledger.appended(path, from, to, lines_before, total); };
    return FileChange{std::string(k_name), std::move(target), std::move(before),
                      std::move(after),    std::move(report), std::move(done)};
}

class WriteFileTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        const std::string path = text_field(arguments, "path").value_or(std::string());
        std::string content = text_field(arguments, "content").value_or(std::string());
        TRY(check_size(content, context.budget.write_chars));
        TargetFile target = TRY(look_up(k_name, path, context));
        if (!target.status) {
            TRY(check_can_be_created(k_name, target, path, context));
            return prepare_file_change(new_file(std::move(target), std::move(content)));
        }
        target = TRY(look_up_regular(k_name, path, context));
        PriorContent before(TRY(read_for_change(k_name, target, context)));
        if (flag_field(arguments, "append"))
            return prepare_file_change(TRY(append(std::move(target), std::move(before), content)));
        return prepare_file_change(TRY(overwrite(std::move(target), std::move(before), content, context)));
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("path":{"type":"string"},)"
                    R"("content":{"type":"string"},)"
                    R"("append":{"type":"boolean","description":"Add to the end instead of replacing"}},)"
                    R"("required":["path","content"]})"};
};
} // namespace

std::unique_ptr<Tool> make_write_file_tool() {
    return std::make_unique<WriteFileTool>();
}

} // namespace thoth
