#include "search/required_literals.h"

#include "search/literal_search.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace thoth {

namespace {
constexpr size_t k_longest = 64; // of a literal, bytes

// How much a set of literals narrows a search down: as much as its worst member. 0: not at all.
size_t worth(const LiteralSet& set) {
    if (set.empty() || set.size() > LiteralSearch::k_most) return 0;
    size_t worst = SIZE_MAX;
    for (const std::string& literal : set) {
        if (literal.size() < 2) return 0;
        size_t rare = 0; // its rarest neighbours, which the search begins with
        for (size_t at = 0; at < literal.size(); ++at) {
            size_t sum = 0;
            for (const char c : literal.substr(at, LiteralSearch::k_window))
                sum += 255 - commonness(c);
            rare = std::max(rare, sum);
        }
        worst = std::min(worst, 64 * std::min<size_t>(literal.size(), 8) + rare / 4);
    }
    return worst - 4 * set.size();
}

void prefer(LiteralSet& best, const LiteralSet& other) {
    if (worth(other) > worth(best)) best = other;
}

std::optional<LiteralSet> product(const LiteralSet& a, const LiteralSet& b) {
    if (a.size() * b.size() > LiteralSearch::k_most) return std::nullopt;
    LiteralSet set;
    for (const std::string& head : a)
        for (const std::string& tail : b) {
            if (head.size() + tail.size() > k_longest) return std::nullopt;
            set.push_back(head + tail);
        }
    return set;
}
} // namespace

LiteralSet LiteralPart::best() const {
    LiteralSet set = required;
    if (exact) prefer(set, *exact);
    if (worth(set) == 0) set.clear();
    return set;
}

LiteralPart LiteralPart::either(const LiteralPart& a, const LiteralPart& b) {
    LiteralPart part = any();
    if (a.exact && b.exact && a.exact->size() + b.exact->size() <= LiteralSearch::k_most) {
        part.exact = a.exact;
        part.exact->insert(part.exact->end(), b.exact->begin(), b.exact->end());
    }
    const LiteralSet first = a.best();
    const LiteralSet second = b.best();
    if (first.empty() || second.empty()) return part;
    part.required = first;
    part.required.insert(part.required.end(), second.begin(), second.end());
    if (worth(part.required) == 0) part.required.clear();
    return part;
}

// A match contains one of each set that is noted.
void LiteralSequence::note(const LiteralSet& set) {
    if (worth(set) > worth(m_best))
        m_second = std::exchange(m_best, set);
    else if (set != m_best)
        prefer(m_second, set);
}

void LiteralSequence::add(const LiteralPart& part) {
    note(part.required);
    note(part.second);
    if (part.exact) {
        if (auto joined = product(m_tail, *part.exact)) {
            m_tail = std::move(*joined);
            return;
        }
    }
    close();
    m_exact = false;
    m_tail = part.exact.value_or(LiteralSet{""});
}

void LiteralSequence::add_repeated(const LiteralPart& part) {
    add(part);
    close();
    m_exact = false;
    m_tail = part.exact.value_or(LiteralSet{""});
}

LiteralPart LiteralSequence::whole() {
    LiteralPart part{m_exact ? std::optional(m_tail) : std::nullopt, {}, {}};
    close();
    part.required = m_best;
    part.second = m_second;
    return part;
}

void LiteralSequence::close() {
    note(m_tail);
}

} // namespace thoth
