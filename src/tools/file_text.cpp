#include "tools/file_text.h"

#include "text/utf16.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr uint64_t k_max_bytes = uint64_t{4} * 1024 * 1024 * 1024;
constexpr uint64_t k_start_bytes = 1024; // tell UTF-16 from other text

// The blocks of one file in order, and the text in them.
class Blocks {
public:
    Blocks(std::string_view tool, const TargetFile& target, const ToolContext& context, const std::stop_token& stop)
        : m_tool(tool), m_target(target), m_files(context.files), m_stop(stop) {}

    Result<void> open() {
        auto file = m_files.open(m_target.path.real);
        if (!file) return fail(named(m_tool, std::move(file).error()));
        m_file = std::move(*file);
        m_order = utf16_byte_order(TRY(read(0, k_start_bytes)));
        go_to(0);
        return {};
    }
    // A multiple of the block size. There text that is cut in two, a pair of UTF-16 units, is
    // damaged in a line that nobody asked for.
    void go_to(uint64_t offset) {
        m_next = offset;
        m_ended = false;
        if (m_order) m_decoder.emplace(*m_order);
    }
    // The next block; false behind the last.
    Result<bool> next() {
        if (m_ended) return false;
        m_offset = m_next;
        m_bytes = TRY(read(m_offset, SparseLineIndex::k_block_bytes));
        m_next += m_bytes.size();
        m_ended = m_bytes.empty();
        if (m_next > k_max_bytes)
            return fail(Errc::too_large, fmt::format("{}: {} is larger than 4 GB", m_tool, m_target.quoted()),
                        "read a smaller file");
        if (m_decoder) m_decoded = m_ended ? m_decoder->finish() : m_decoder->feed(m_bytes);
        return !m_ended || !text().empty();
    }

    Result<FileStatus> status() const { return m_file->status(); }
    uint64_t offset() const { return m_offset; } // of the block in the file
    uint64_t end() const { return m_next; }
    std::string_view bytes() const { return m_bytes; }
    std::string_view text() const { return m_decoder ? std::string_view(m_decoded) : m_bytes; }
    bool utf16() const { return m_order.has_value(); }

private:
    Result<std::string> read(uint64_t offset, uint64_t limit) const {
        if (m_stop.stop_requested()) return fail(Errc::cancelled, fmt::format("{}: cancelled by user", m_tool));
        auto bytes = m_file->read(offset, limit);
        if (!bytes) return fail(named(m_tool, std::move(bytes).error()));
        return bytes;
    }

    std::string_view m_tool;
    const TargetFile& m_target;
    const FileSystem& m_files;
    std::unique_ptr<OpenFile> m_file; // one file, wherever its name may lead meanwhile
    const std::stop_token& m_stop;
    std::optional<ByteOrder> m_order; // nothing: the bytes are the text
    std::optional<Utf16Decoder> m_decoder;
    std::string m_bytes;
    std::string m_decoded;
    uint64_t m_offset = 0;
    uint64_t m_next = 0;
    bool m_ended = false;
};

class LineCounter {
public:
    explicit LineCounter(int64_t line_ends = 0) : m_line_ends(line_ends) {}
    void add(std::string_view text) {
        if (text.empty()) return;
        for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
            ++m_line_ends;
        m_open = text.back() != '\n';
    }
    int64_t line_ends() const { return m_line_ends; }
    int64_t lines() const { return m_line_ends + (m_open ? 1 : 0); } // with one that has no LF

private:
    int64_t m_line_ends;
    bool m_open = false;
};

Result<FileFacts> read_all(Blocks& blocks, TextSink& sink) {
    ContentHasher hasher;
    LineCounter lines;
    while (TRY(blocks.next())) {
        if (blocks.end() <= k_max_changed_bytes) hasher.add(blocks.bytes());
        lines.add(blocks.text());
        sink.feed(blocks.text());
    }
    sink.finish();
    FileFacts facts{blocks.end(), lines.lines(), std::nullopt, blocks.utf16()};
    if (facts.size <= k_max_changed_bytes && !facts.utf16) facts.content = hasher.finish();
    return facts;
}

// Adds what the index does not know yet: all of a new file, else what it grew by.
Result<FileFacts> complete_index(Blocks& blocks, SparseLineIndex& index) {
    const LineMark known = index.last();
    blocks.go_to(known.offset);
    LineCounter lines(known.line_ends);
    while (TRY(blocks.next())) {
        if (!blocks.bytes().empty()) index.add({blocks.offset(), lines.line_ends()});
        lines.add(blocks.text());
    }
    return FileFacts{blocks.end(), lines.lines(), std::nullopt, blocks.utf16()};
}

Result<void> read_from(Blocks& blocks, LineMark mark, TextSink& sink) {
    blocks.go_to(mark.offset);
    sink.begin_after(mark.line_ends);
    while (!sink.done() && TRY(blocks.next()))
        sink.feed(blocks.text());
    sink.finish();
    return {};
}
} // namespace

std::string note_on_changing(const FileFacts& facts) {
    if (facts.utf16) return "[UTF-16 text; it cannot be changed with edit_file, multi_edit or write_file]\n";
    if (!facts.content) return "[larger than 64 MB: can be read and searched, not changed]\n";
    return {};
}

Result<FileFacts> read_lines(std::string_view tool, const TargetFile& target, int64_t first_line, TextSink& sink,
                             const ToolContext& context, const std::stop_token& stop) {
    Blocks blocks(tool, target, context, stop);
    TRY(blocks.open());
    const Path& path = target.path.real;
    const auto status = blocks.status();
    if (!status) return fail(named(tool, status.error()));
    if (status->size <= k_max_changed_bytes) return read_all(blocks, sink);
    SparseLineIndex index = context.line_indexes.find(context.files, path, *status);
    const FileFacts facts = TRY(complete_index(blocks, index));
    TRY(read_from(blocks, index.before(first_line), sink));
    context.line_indexes.store(context.files, path, *status, std::move(index));
    return facts;
}

} // namespace thoth
