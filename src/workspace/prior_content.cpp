#include "workspace/prior_content.h"

#include "base/background.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace thoth {

namespace {
constexpr size_t k_worth_threads = 256 * 1024; // below it packing takes less than half a millisecond
constexpr size_t k_most_pieces = 4;            // as many as are packed at a time
constexpr size_t k_smallest_piece = 1024 * 1024;
} // namespace

PriorContent::PriorContent(std::string bytes) : m_bytes(std::make_shared<const std::string>(std::move(bytes))) {
    if (m_bytes->size() >= k_worth_threads) {
        m_name = in_background([content = m_bytes] { return sha256_hex(*content); });
        const size_t size = std::max(m_bytes->size() / k_most_pieces + 1, k_smallest_piece);
        for (size_t at = 0; at < m_bytes->size(); at += size)
            m_pieces.push_back(in_background([content = m_bytes, at, size] {
                return packed_frame(std::string_view(*content).substr(at, size));
            }));
    }
    m_hash = hash_of(*m_bytes);
}

Result<PackedContent> PriorContent::packed() {
    if (m_pieces.empty()) return packed_content(*m_bytes); // small, or handed out already
    std::vector<PackedFrame> frames;
    for (auto& piece : std::exchange(m_pieces, {}))
        frames.push_back(TRY(piece.get()));
    return PackedContent{m_name.get(), joined(frames)};
}

} // namespace thoth
