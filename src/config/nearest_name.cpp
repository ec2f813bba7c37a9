#include "config/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_farthest = 2;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Levenshtein distance, one row of the table at a time.
size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t replaced = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}
} // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
    std::string_view nearest;
    size_t best = k_farthest + 1;
    for (const auto candidate : candidates) {
        // Lengths first: `name` may be a megabyte. A word as short as the distance is no likeness.
        const size_t gap = std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size());
        if (gap > k_farthest || candidate.size() <= k_farthest) continue;
        if (const size_t d = distance(name, candidate); d < best) {
            best = d;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace thoth
