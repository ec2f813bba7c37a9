#include "session/session_lines.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr uint64_t k_largest_file = 4ull * 1024 * 1024 * 1024;
constexpr uint64_t k_piece = 4ull * 1024 * 1024;
constexpr std::string_view k_stand_in = "(too long)";
} // namespace

void LineSplitter::feed(std::string_view piece, const LineSink& sink) {
    m_size += piece.size();
    for (size_t end; (end = piece.find('\n')) != std::string_view::npos; piece.remove_prefix(end + 1)) {
        const uint64_t begin = m_valid_size;
        m_valid_size = m_size - piece.size() + end + 1;
        if (m_rest.empty() && !m_too_long) {
            sink(piece.substr(0, end), begin);
            continue;
        }
        m_rest += piece.substr(0, end);
        sink(m_too_long ? k_stand_in : std::string_view(m_rest), begin);
        m_rest.clear();
        m_too_long = false;
    }
    m_too_long = m_too_long || m_rest.size() + piece.size() > k_longest_record;
    if (m_too_long)
        m_rest.clear();
    else
        m_rest += piece;
}

Result<LinesRead> read_lines(const FileSystem& files, const Path& file, const LineSink& sink,
                             const std::stop_token& stop, uint64_t end) {
    LineSplitter lines;
    while (lines.size() < end) {
        if (stop.stop_requested()) return fail(Errc::cancelled, "stopped while the session was read");
        const std::string piece = TRY(files.read(file, lines.size(), std::min(k_piece, end - lines.size())));
        if (piece.empty()) break;
        if (lines.size() + piece.size() > k_largest_file)
            return fail(Errc::too_large, fmt::format("{} is larger than {} bytes", file.string(), k_largest_file));
        lines.feed(piece, sink);
    }
    return LinesRead{lines.size(), lines.valid_size()};
}

} // namespace thoth
