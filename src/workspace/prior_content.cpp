#include "workspace/prior_content.h"

#include "base/background.h"

#include <utility>

namespace thoth {

namespace {
constexpr size_t k_worth_threads = 256 * 1024; // below it packing takes less than half a millisecond
} // namespace

PriorContent::PriorContent(std::string bytes) : m_bytes(std::make_shared<const std::string>(std::move(bytes))) {
    if (m_bytes->size() >= k_worth_threads) {
        m_frame = in_background([content = m_bytes] { return packed_frame(*content); });
        m_name = in_background([content = m_bytes] { return sha256_hex(*content); });
    }
    m_hash = hash_of(*m_bytes);
}

Result<PackedContent> PriorContent::packed() {
    if (!m_frame.valid()) return packed_content(*m_bytes); // small, or handed out already
    return PackedContent{m_name.get(), TRY(m_frame.get())};
}

} // namespace thoth
