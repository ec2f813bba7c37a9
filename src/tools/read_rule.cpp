#include "tools/read_rule.h"

#include "text/lines.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr size_t k_max_listed_spans = 5;

std::string span_list(const std::vector<LineSpan>& spans) {
    std::string out;
    for (size_t i = 0; i < spans.size() && i < k_max_listed_spans; ++i) {
        if (i > 0) out += ", ";
        out += spans[i].first == spans[i].last ? fmt::format("{}", spans[i].first)
                                               : fmt::format("{}-{}", spans[i].first, spans[i].last);
    }
    if (spans.size() > k_max_listed_spans)
        out += fmt::format(" and {} more ranges", spans.size() - k_max_listed_spans);
    return out;
}
} // namespace

Result<void> check_whole_seen(std::string_view tool, const TargetFile& target, const PriorContent& content,
                              std::string_view hint, const FileLedger& ledger) {
    const int total = line_count(content.bytes());
    switch (ledger.coverage(target.path.real, content.hash())) {
    case Coverage::whole:
        return {};
    case Coverage::stale:
        return fail(Errc::conflict, fmt::format("{}: {} changed since it was read", tool, target.quoted()),
                    "read_file it again, all of it; or change a part with edit_file");
    case Coverage::unseen:
    case Coverage::partial:
        break;
    }
    const auto missing = ledger.missing(target.path.real, content.hash(), total);
    if (missing.empty()) return {}; // nothing in it
    return fail(Errc::refused,
                fmt::format("{}: {} exists and not all of it was read: of its {} {}, missing {}", tool,
                            target.quoted(), total, total == 1 ? "line" : "lines", span_list(missing)),
                std::string(hint));
}

} // namespace thoth
