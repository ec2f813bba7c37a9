#include "tools/read_file.h"

#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/line_window.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "read_file";
constexpr int k_max_lines = 600;
constexpr size_t k_max_line_chars = 500;
constexpr uint64_t k_max_whole_bytes = 2'000'000;                  // without offset and limit
constexpr uint64_t k_max_bytes = uint64_t{4} * 1024 * 1024 * 1024; // some files below /proc have no end
constexpr uint64_t k_block_bytes = 256 * 1024;
constexpr int k_footer_chars = 400; // kept free for what comes after the lines
constexpr int k_prefix_chars = 8;   // number, tab, line feed
constexpr size_t k_max_listed_lines = 5;

struct Range {
    int first = 1;
    int count = k_max_lines;
};

struct FileWindow {
    LineWindow lines;
    uint64_t size = 0;
    std::optional<ContentHash> content; // nothing above k_max_changed_bytes
    bool utf16 = false;
};

Result<FileWindow> read_window(const TargetFile& target, Range range, const ToolContext& context,
                               const std::stop_token& stop) {
    FileWindow window{LineWindow(range.first, range.count, k_max_line_chars), 0, std::nullopt, false};
    ContentHasher hasher;
    for (;;) {
        if (stop.stop_requested()) return fail(Errc::cancelled, "read_file: cancelled by user");
        const auto block = context.files.read(target.path.real, window.size, k_block_bytes);
        if (!block) return fail(named(k_name, block.error()));
        if (block->empty()) break;
        if (window.size == 0) window.utf16 = starts_like_utf16(*block);
        window.size += block->size();
        if (window.size > k_max_bytes)
            return fail(Errc::too_large, fmt::format("read_file: {} is larger than 4 GB", target.quoted()),
                        "read a smaller file");
        if (window.size <= k_max_changed_bytes) hasher.add(*block);
        window.lines.feed(*block);
    }
    window.lines.finish();
    if (window.size <= k_max_changed_bytes && !window.utf16) window.content = hasher.finish();
    return window;
}

// The lines of the window that fit the budget.
std::vector<WindowLine> fitting(const std::vector<WindowLine>& lines, int result_chars) {
    size_t room = static_cast<size_t>(std::max(result_chars - k_footer_chars, 0));
    std::vector<WindowLine> out;
    for (const WindowLine& line : lines) {
        // A cut line also states its length.
        const size_t cost = k_prefix_chars + utf8_length(line.text) + (line.cut ? 60 : 0);
        if (cost > room && !out.empty()) break;
        room -= std::min(cost, room);
        out.push_back(line);
    }
    return out;
}

void append_line(std::string& out, const WindowLine& line) {
    out += fmt::format("{:>6}\t{}", line.number, line.text);
    if (line.cut) out += fmt::format("… [cut: the line is {} bytes long]", line.bytes);
    out += '\n';
}

std::string footer(const std::vector<WindowLine>& shown, const FileWindow& window) {
    std::string out;
    const int64_t total = window.lines.total_lines();
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
    if (altered > 0 && !window.utf16)
        out +=
            fmt::format("[{} hold{} bytes that are not text; they are shown as U+FFFD and do not count as read]\n",
                        altered == 1 ? "1 line" : fmt::format("{} lines", altered), altered == 1 ? "s" : "");
    if (window.utf16)
        out += "[UTF-16 text, shown only roughly; it cannot be changed with edit_file or write_file]\n";
    else if (!window.content)
        out += "[larger than 64 MB: can be read and searched, not changed with edit_file or write_file]\n";
    return out;
}

// UTF-16 for a reader: without the mark and the zero bytes, plain English stays legible.
void make_legible(std::vector<WindowLine>& lines) {
    for (WindowLine& line : lines) {
        std::string text;
        std::string_view rest = line.text;
        for (; !rest.empty(); rest.remove_prefix(next_utf8(rest).length))
            if (next_utf8(rest).code_point != 0xFFFD) text += rest.substr(0, next_utf8(rest).length);
        line.text = text;
    }
}

bool is_read(const WindowLine& line) {
    return !line.cut && !line.altered;
}

// Only lines that were shown to their end and byte for byte count as read; that the file was
// looked at is noted in any case, since an edit needs no more than that.
void record(const ResolvedPath& path, const std::vector<WindowLine>& shown, const FileWindow& window,
            FileLedger& ledger) {
    if (!window.content) return;
    const int total = static_cast<int>(window.lines.total_lines());
    LineSpan span{1, 0};
    const auto note = [&] { ledger.saw(path.real, span, total, *window.content); };
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
        const FileWindow window = TRY(read_window(m_target, m_range, context, stop));
        if (window.size == 0) {
            context.ledger.saw_all(m_target.path.real, hash_of({}));
            return fmt::format("({} is empty)", m_target.path.shown);
        }
        const int64_t total = window.lines.total_lines();
        if (window.lines.lines().empty())
            return fail(Errc::invalid_argument,
                        fmt::format("read_file: \"offset\" {} is past the end: {} has {} {}", m_range.first,
                                    m_target.quoted(), total, total == 1 ? "line" : "lines"),
                        fmt::format("use an offset from 1 to {}", total));
        std::vector<WindowLine> shown = fitting(window.lines.lines(), context.budget.result_chars);
        if (window.utf16) make_legible(shown);
        record(m_target.path, shown, window, context.ledger);
        std::string out;
        for (const WindowLine& line : shown)
            append_line(out, line);
        return out + footer(shown, window);
    }

private:
    TargetFile m_target;
    Range m_range;
    std::string m_title;
};

Result<Range> range_of(std::optional<int> offset, std::optional<int> limit) {
    if (offset && *offset < 0)
        return fail(Errc::invalid_argument, fmt::format("read_file: \"offset\" is {}", *offset),
                    "lines are counted from 1");
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
        const Range range = TRY(range_of(offset, limit));
        TargetFile target =
            TRY(look_up_regular(k_name, text_field(arguments, "path").value_or(std::string()), context));
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
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("path":{"type":"string","description":"File to read"},)"
                    R"("offset":{"type":"integer","description":"First line, counted from 1"},)"
                    R"("limit":{"type":"integer","description":"Number of lines, at most 600"}},)"
                    R"("required":["path"]})"};
};
} // namespace

std::unique_ptr<Tool> make_read_file_tool() {
    return std::make_unique<ReadFileTool>();
}

} // namespace thoth
