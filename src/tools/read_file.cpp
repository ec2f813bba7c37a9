#include "tools/read_file.h"

#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/file_text.h"
#include "tools/line_window.h"
#include "tools/read_line.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "read_file";
constexpr int k_max_lines = 600;
constexpr size_t k_max_line_chars = 500;
constexpr uint64_t k_max_whole_bytes = 2'000'000; // without offset, limit and column
constexpr int k_footer_chars = 400;               // kept free for what comes after the lines
constexpr int k_prefix_chars = 8;                 // number, tab, line feed
constexpr int k_cut_note_chars = 80;              // behind a line that was cut
constexpr size_t k_max_listed_lines = 5;

struct Range {
    int first = 1;
    int count = k_max_lines;
};

// The lines of the window that fit the budget.
std::vector<WindowLine> fitting(const std::vector<WindowLine>& lines, int result_chars) {
    size_t room = static_cast<size_t>(std::max(result_chars - k_footer_chars, 0));
    std::vector<WindowLine> out;
    for (const WindowLine& line : lines) {
        const size_t cost = k_prefix_chars + utf8_length(line.text) + (line.cut ? k_cut_note_chars : 0);
        if (cost > room && !out.empty()) break;
        room -= std::min(cost, room);
        out.push_back(line);
    }
    return out;
}

void append_line(std::string& out, const WindowLine& line) {
    out += fmt::format("{:>6}\t{}", line.number, line.text);
    if (line.cut)
        out += fmt::format("… [cut: the line has {} characters; go on with offset={} column={}]", line.characters,
                           line.number, k_max_line_chars + 1);
    out += '\n';
}

std::string footer(const std::vector<WindowLine>& shown, const FileFacts& facts) {
    std::string out;
    const int64_t total = facts.total_lines;
    const int64_t first = shown.front().number;
    const int64_t last = shown.back().number;
    if (last < total)
        out += fmt::format("[lines {}-{} of {}; go on with offset={}]\n", first, last, total, last + 1);
    else if (first > 1)
        out += fmt::format("[lines {}-{} of {}, the end of the file]\n", first, last, total);
    std::string cut;
    size_t cut_count = 0;
    for (const WindowLine& line : shown)
        if (line.cut && ++cut_count <= k_max_listed_lines)
            cut += fmt::format("{}{}", cut.empty() ? "" : ", ", line.number);
    if (cut_count > k_max_listed_lines) cut += fmt::format(" and {} more", cut_count - k_max_listed_lines);
    if (cut_count > 0)
        out += fmt::format("[cut at {} characters and so not read: line {}]\n", k_max_line_chars, cut);
    const auto altered = std::ranges::count(shown, true, &WindowLine::altered);
    if (altered > 0 && !facts.utf16)
        out +=
            fmt::format("[{} hold{} bytes that are not text; they are shown as U+FFFD and do not count as read]\n",
                        altered == 1 ? "1 line" : fmt::format("{} lines", altered), altered == 1 ? "s" : "");
    return out + note_on_changing(facts);
}

bool is_read(const WindowLine& line) {
    return !line.cut && !line.altered;
}

// Only lines that were shown to their end and byte for byte count as read; that the file was
// looked at is noted in any case, since an edit needs no more than that.
void record(const ResolvedPath& path, const std::vector<WindowLine>& shown, const FileFacts& facts,
            FileLedger& ledger) {
    if (!facts.content) return;
    const int total = static_cast<int>(facts.total_lines);
    LineSpan span{1, 0};
    const auto note = [&] { ledger.saw(path.real, span, total, *facts.content); };
    for (const WindowLine& line : shown) {
        const int number = static_cast<int>(line.number);
        if (is_read(line) && number == span.last + 1) {
            span.last = number;
            continue;
        }
        note();
        span = is_read(line) ? LineSpan{number, number} : LineSpan{number + 1, number};
    }
    note();
}

class PreparedRead final : public PreparedCall {
public:
    PreparedRead(TargetFile target, Range range, std::string title)
        : m_target(std::move(target)), m_range(range), m_title(std::move(title)) {}

    Access access() const override { return ReadAccess{m_target.path.real}; }
    Preview preview() const override { return {Preview::Kind::none, m_title, {}}; }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        TRY(check_still_there(k_name, m_target.path, context));
        LineWindow window(m_range.first, m_range.count, k_max_line_chars);
        const FileFacts facts = TRY(read_lines(k_name, m_target, m_range.first, window, context, stop));
        if (facts.size == 0) return empty_file(m_target.path, context.ledger);
        if (window.lines().empty()) return past_the_end(m_target, m_range.first, facts.total_lines);
        const std::vector<WindowLine> shown = fitting(window.lines(), context.budget.result_chars);
        record(m_target.path, shown, facts, context.ledger);
        std::string out;
        for (const WindowLine& line : shown)
            append_line(out, line);
        return out + footer(shown, facts);
    }

private:
    TargetFile m_target;
    Range m_range;
    std::string m_title;
};

// 0 is let through: some models count from there, and mean the first.
Result<void> check_counted_from_1(std::string_view field, int value, std::string_view what) {
    if (value >= 0) return {};
    return fail(Errc::invalid_argument, fmt::format("read_file: \"{}\" is {}", field, value),
                fmt::format("{} are counted from 1", what));
}

Result<Range> range_of(std::optional<int> offset, std::optional<int> limit) {
    if (offset) TRY(check_counted_from_1("offset", *offset, "lines"));
    if (limit && *limit < 1)
        return fail(Errc::invalid_argument, fmt::format("read_file: \"limit\" is {}", *limit),
                    fmt::format("ask for 1 to {} lines", k_max_lines));
    return Range{std::max(offset.value_or(1), 1), std::min(limit.value_or(k_max_lines), k_max_lines)};
}

class ReadFileTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        const auto offset = integer_field(arguments, "offset");
        const auto limit = integer_field(arguments, "limit");
        const auto column = integer_field(arguments, "column");
        const Range range = TRY(range_of(offset, limit));
        if (column) TRY(check_counted_from_1("column", *column, "characters"));
        TargetFile target =
            TRY(look_up_regular(k_name, text_field(arguments, "path").value_or(std::string()), context));
        if (column) return prepare_read_line(std::move(target), range.first, std::max(*column, 1));
        if (!offset && !limit && target.status->size > k_max_whole_bytes)
            return fail(Errc::too_large,
                        fmt::format("read_file: {} has {} bytes; at most {} are read whole", target.quoted(),
                                    target.status->size, k_max_whole_bytes),
                        "find the place with grep, or read a part with offset and limit");
        std::string title = "read_file " + target.path.shown;
        if (offset || limit) title += fmt::format(":{}-{}", range.first, int64_t{range.first} + range.count - 1);
        return std::make_unique<PreparedRead>(std::move(target), range, std::move(title));
    }

private:
    ToolSpec m_spec{
        std::string(k_name), std::string(tool_text(k_name)),
        R"({"type":"object","properties":{)"
        R"("path":{"type":"string"},)"
        R"("offset":{"type":"integer","description":"First line, counted from 1"},)"
        R"("limit":{"type":"integer","description":"Number of lines, at most 600"},)"
        R"("column":{"type":"integer","description":"Show line offset alone, from this character on"}},)"
        R"("required":["path"]})"};
};
} // namespace

std::unique_ptr<Tool> make_read_file_tool() {
    return std::make_unique<ReadFileTool>();
}

} // namespace thoth
