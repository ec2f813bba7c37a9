#include "search/literal_search.h"

#include "search/byte_scan.h"

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace thoth {

namespace {
constexpr size_t k_none = std::string_view::npos;
constexpr size_t k_bucket_count = 8;

#if defined(__x86_64__)
struct WideTables {
    __m256i low;
    __m256i high;
};
#endif

char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
char to_upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool equals(std::string_view text, std::string_view literal, bool fold) {
    if (!fold) return text == literal;
    return std::ranges::equal(text, literal, [](char a, char b) { return to_lower(a) == b; });
}
} // namespace

unsigned commonness(char byte) {
    constexpr std::string_view k_by_rank =
        " etainosrlcdpu_mfgh,.()bvy0*-;=/xkwTEASRIC1\"ONDLP\tqUMj2>FG:B[]VH#<{}z34568W";
    const size_t rank = k_by_rank.find(byte);
    return rank == std::string_view::npos ? 0 : static_cast<unsigned>(255 - 3 * rank);
}

LiteralSearch::LiteralSearch(std::vector<std::string> literals, bool fold) : m_fold(fold), m_width(k_window) {
    for (std::string& literal : literals) {
        m_width = std::min(m_width, literal.size());
        m_literals.push_back({std::move(literal), 0});
    }
    for (size_t i = 0; i < m_literals.size(); ++i) {
        Literal& literal = m_literals[i];
        unsigned best = UINT32_MAX;
        for (size_t at = 0; at + m_width <= literal.text.size(); ++at) {
            unsigned cost = 0;
            for (size_t j = 0; j < m_width; ++j)
                cost += commonness(literal.text[at + j]);
            if (cost < best) {
                best = cost;
                literal.window = at;
            }
        }
        note(literal, static_cast<uint8_t>(1u << (i % k_bucket_count)));
    }
}

void LiteralSearch::note(const Literal& literal, uint8_t bucket) {
    for (size_t j = 0; j < m_width; ++j) {
        const char byte = literal.text[literal.window + j];
        for (const char form : {byte, m_fold ? to_upper(byte) : byte}) {
            const auto value = static_cast<unsigned char>(form);
            m_buckets[j][value] |= bucket;
            m_low[j][value & 15u] |= bucket;
            m_high[j][value >> 4u] |= bucket;
        }
    }
}

bool LiteralSearch::occurs_around(std::string_view text, size_t from, size_t at, unsigned buckets) const {
    for (size_t i = 0; i < m_literals.size(); ++i) {
        if ((buckets >> (i % k_bucket_count) & 1u) == 0) continue;
        const Literal& literal = m_literals[i];
        if (at < from + literal.window) continue;
        const size_t begin = at - literal.window;
        if (equals(text.substr(begin, literal.text.size()), literal.text, m_fold)) return true;
    }
    return false;
}

// `at`: the first place where a window may be.
size_t LiteralSearch::find_plainly(std::string_view text, size_t from, size_t at) const {
    const auto bucket = [&](size_t j, size_t place) {
        return static_cast<unsigned>(m_buckets[j][static_cast<unsigned char>(text[place + j])]);
    };
    for (; at + m_width <= text.size(); ++at) {
        unsigned buckets = bucket(0, at);
        for (size_t j = 1; j < m_width && buckets != 0; ++j)
            buckets &= bucket(j, at);
        if (buckets != 0 && occurs_around(text, from, at, buckets)) return at;
    }
    return k_none;
}

#if defined(__x86_64__)
unsigned LiteralSearch::buckets_at(std::string_view text, size_t at) const {
    unsigned buckets = 0xFF;
    for (size_t j = 0; j < m_width; ++j)
        buckets &= m_buckets[j][static_cast<unsigned char>(text[at + j])];
    return buckets;
}

__attribute__((target("avx2"))) size_t LiteralSearch::find_wide(std::string_view text, size_t from) const {
    const __m256i low_half = _mm256_set1_epi8(15);
    std::array<WideTables, k_window> tables{};
    for (size_t j = 0; j < k_window; ++j) {
        // A narrow window: the last row again.
        const size_t row = std::min(j, m_width - 1);
        tables[j].low =
            _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(m_low[row].data())));
        tables[j].high =
            _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(m_high[row].data())));
    }
    const size_t second = std::min<size_t>(1, m_width - 1);
    const size_t third = m_width - 1;
    size_t at = from;
    for (; at + 32 + k_window <= text.size(); at += 32) {
        __m256i fits = _mm256_set1_epi8(-1);
        const std::array<size_t, k_window> offsets{0, second, third};
        for (size_t j = 0; j < k_window; ++j) {
            const __m256i bytes =
                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text.data() + at + offsets[j]));
            const __m256i by_low = _mm256_shuffle_epi8(tables[j].low, _mm256_and_si256(bytes, low_half));
            const __m256i by_high =
                _mm256_shuffle_epi8(tables[j].high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low_half));
            fits = _mm256_and_si256(fits, _mm256_and_si256(by_low, by_high));
        }
        const __m256i none = _mm256_cmpeq_epi8(fits, _mm256_setzero_si256());
        auto places = ~static_cast<unsigned>(_mm256_movemask_epi8(none));
        for (; places != 0; places &= places - 1) {
            const size_t place = at + static_cast<size_t>(std::countr_zero(places));
            const unsigned buckets = buckets_at(text, place);
            if (buckets != 0 && occurs_around(text, from, place, buckets)) return place;
        }
    }
    return find_plainly(text, from, at);
}
#endif

size_t LiteralSearch::find(std::string_view text, size_t from) const {
    if (from >= text.size()) return k_none;
#if defined(__x86_64__)
    if (has_avx2()) return find_wide(text, from);
#endif
    return find_plainly(text, from, from);
}

} // namespace thoth
