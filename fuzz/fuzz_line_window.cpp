// Lines of a file that comes in pieces: a window, a part of one line and the marks of the index,
// against a plain split of the whole. Input: line, column, piece length, then the file.
#include "text/unicode.h"
#include "tools/line_part.h"
#include "tools/line_window.h"
#include "workspace/line_index_cache.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {
void require(bool holds) {
    if (!holds) std::abort();
}

// Without their endings; the text has no byte-order mark.
std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t lf = text.find('\n');
        std::string_view line = text.substr(0, lf);
        if (lf != std::string_view::npos && line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(lf == std::string_view::npos ? text.size() : lf + 1);
    }
    return lines;
}

std::string as_shown(std::string_view line) {
    std::string out;
    for (const char c : thoth::to_valid_utf8(line))
        out += c == '\0' ? std::string("\xEF\xBF\xBD") : std::string(1, c);
    return out;
}

// Makes the file so large that it has marks: each of its bytes stands for a block of them.
void check_marks(std::string_view text, int64_t line) {
    thoth::SparseLineIndex index;
    int64_t line_ends = 0;
    for (size_t block = 0; block < text.size(); ++block) {
        index.add({block * thoth::SparseLineIndex::k_block_bytes, line_ends});
        line_ends += text[block] == '\n' ? 1 : 0;
    }
    const thoth::LineMark mark = index.before(line);
    const auto block = static_cast<size_t>(mark.offset / thoth::SparseLineIndex::k_block_bytes);
    require(mark.line_ends == std::ranges::count(text.substr(0, block), '\n'));
    require(mark.offset == 0 || mark.line_ends < line - 1);
    // It is the last such one.
    if (mark != index.last()) require(mark.line_ends + (text[block] == '\n' ? 1 : 0) >= line - 1);
}

void feed_in_pieces(thoth::TextSink& sink, std::string_view text, size_t piece) {
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
        sink.feed(text.substr(0, piece));
    sink.finish();
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    constexpr size_t k_max_chars = 20;
    if (size < 3) return 0;
    const int64_t number = 1 + data[0] % 8;
    const int64_t column = 1 + data[1] % 8;
    const size_t piece = 1 + data[2] % 16;
    std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
    if (text.starts_with("\xEF\xBB\xBF")) return 0;
    const auto lines = split(text);

    thoth::LineWindow window(number, 3, k_max_chars);
    feed_in_pieces(window, text, piece);
    require(window.total_lines() == static_cast<int64_t>(lines.size()));
    int64_t expected = number;
    for (const thoth::WindowLine& line : window.lines()) {
        const std::string whole = as_shown(lines.at(static_cast<size_t>(line.number - 1)));
        require(line.number == expected++);
        require(line.text == thoth::first_code_points(whole, k_max_chars));
        require(line.cut == (line.text.size() < whole.size()));
        require(line.characters == static_cast<int64_t>(thoth::utf8_length(whole)));
    }
    require(expected == std::max(number, std::min(number + 3, static_cast<int64_t>(lines.size()) + 1)));

    thoth::LinePartReader reader(number, column, k_max_chars, size);
    feed_in_pieces(reader, text, piece);
    require(reader.found() == (number <= static_cast<int64_t>(lines.size())));
    if (reader.found()) {
        const std::string whole = as_shown(lines.at(static_cast<size_t>(number - 1)));
        const size_t skipped = thoth::first_code_points(whole, static_cast<size_t>(column - 1)).size();
        require(reader.part().text ==
                thoth::first_code_points(std::string_view(whole).substr(skipped), k_max_chars));
        require(reader.part().total == static_cast<int64_t>(thoth::utf8_length(whole)));
    }
    check_marks(text, number);
    return 0;
}
