#include "tools/read_line.h"

#include "tools/line_part.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "read_file";
constexpr uint64_t k_max_line_bytes = 64 * 1024 * 1024;
constexpr int k_footer_chars = 300; // kept free for what comes after the text
constexpr int k_prefix_chars = 8;   // number, tab, line feed

class PreparedReadLine final : public PreparedCall {
public:
    PreparedReadLine(TargetFile target, int line, int column)
        : m_target(std::move(target)), m_line(line), m_column(column) {}

    Access access() const override { return ReadAccess{m_target.path.real}; }
    Preview preview() const override {
        return {Preview::Kind::none, fmt::format("read_file {}:{}:{}", m_target.path.shown, m_line, m_column), {}};
    }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        TRY(check_still_there(k_name, m_target.path, context));
        const int room = std::max(context.budget.result_chars - k_footer_chars - k_prefix_chars, 1);
        LinePartReader reader(m_line, m_column, room, k_max_line_bytes);
        const FileFacts facts = TRY(read_lines(k_name, m_target, m_line, reader, context, stop));
        if (facts.size == 0) return empty_file(m_target.path, context.ledger);
        if (!reader.found()) return past_the_end(m_target, m_line, facts.total_lines);
        if (reader.too_long())
            return fail(Errc::too_large,
                        fmt::format("read_file: line {} of {} is longer than 64 MB", m_line, m_target.quoted()),
                        "grep shows what lies around a match, in a line of any length");
        const LinePart& part = reader.part();
        TRY(check_column(part));
        record(part, facts, context.ledger);
        return fmt::format("{:>6}\t{}\n", m_line, part.text) + footer(part) + note_on_changing(facts);
    }

private:
    Result<void> check_column(const LinePart& part) const {
        if (m_column <= std::max<int64_t>(part.total, 1)) return {};
        return fail(Errc::invalid_argument,
                    fmt::format("read_file: \"column\" {} is past the end: line {} of {} has {} character{}",
                                m_column, m_line, m_target.quoted(), part.total, part.total == 1 ? "" : "s"),
                    fmt::format("use a column from 1 to {}", std::max<int64_t>(part.total, 1)));
    }
    bool is_whole(const LinePart& part) const { return m_column == 1 && part.shown == part.total; }
    void record(const LinePart& part, const FileFacts& facts, FileLedger& ledger) const {
        if (!facts.content) return;
        // That the file was looked at is noted in any case, as an empty span.
        const LineSpan span{m_line, is_whole(part) && !part.altered ? m_line : m_line - 1};
        ledger.saw(m_target.path.real, span, static_cast<int>(facts.total_lines), *facts.content);
    }
    std::string footer(const LinePart& part) const {
        if (part.total == 0) return fmt::format("[line {} is empty]\n", m_line);
        const int64_t last = m_column + part.shown - 1;
        std::string out = fmt::format("[line {}: characters {}-{} of {}; ", m_line, m_column, last, part.total);
        if (last < part.total)
            out += fmt::format("go on with offset={} column={}]\n", m_line, last + 1);
        else
            out += "the end of the line]\n";
        if (part.altered)
            out += "[the line holds bytes that are not text; they are shown as U+FFFD, and it does not count as "
                   "read]\n";
        return out;
    }

    TargetFile m_target;
    int m_line;
    int m_column;
};
} // namespace

std::unique_ptr<PreparedCall> prepare_read_line(TargetFile target, int line, int column) {
    return std::make_unique<PreparedReadLine>(std::move(target), line, column);
}

std::string empty_file(const ResolvedPath& path, FileLedger& ledger) {
    ledger.saw_all(path.real, hash_of({}));
    return fmt::format("({} is empty)", path.shown);
}

std::unexpected<Error> past_the_end(const TargetFile& target, int line, int64_t total_lines) {
    return fail(Errc::invalid_argument,
                fmt::format("read_file: \"offset\" {} is past the end: {} has {} {}", line, target.quoted(),
                            total_lines, total_lines == 1 ? "line" : "lines"),
                fmt::format("use an offset from 1 to {}", total_lines));
}

} // namespace thoth
