// Several edits one after the other: each keeps the bytes outside its places, also between them,
// and what it puts in is as long as its new text, give or take line endings. Input: the file, then
// old and new texts in turn, separated by the byte 0xFE.
#include "tools/edit_match.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {
std::vector<std::string_view> fields_of(std::string_view input) {
    std::vector<std::string_view> fields;
    for (size_t at = 0; at <= input.size();) {
        const size_t end = std::min(input.find('\xFE', at), input.size());
        fields.push_back(input.substr(at, end - at));
        at = end + 1;
    }
    return fields;
}

void require(bool holds) {
    if (!holds) std::abort();
}

void check_outside(std::string_view before, const thoth::AppliedEdit& applied, std::string_view new_text) {
    const auto line_feeds = static_cast<size_t>(std::ranges::count(new_text, '\n'));
    const std::string_view after = applied.after;
    size_t kept_from = 0;
    size_t in_after = 0;
    size_t kept_bytes = 0;
    for (const thoth::ByteSpan& span : applied.matched) {
        require(span.offset >= kept_from && span.offset + span.length <= before.size());
        const std::string_view kept = before.substr(kept_from, span.offset - kept_from);
        const size_t found = after.find(kept, in_after);
        require(found != std::string_view::npos);
        require(kept_from > 0 || found == 0);
        kept_bytes += kept.size();
        in_after = found + kept.size();
        kept_from = span.offset + span.length;
    }
    require(after.ends_with(before.substr(kept_from)));
    kept_bytes += before.size() - kept_from;
    require(after.size() >= in_after + (before.size() - kept_from));
    require(after.size() <= kept_bytes + applied.matched.size() * (new_text.size() + line_feeds));
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    constexpr size_t k_max_file = 1 << 20;
    const auto fields = fields_of({reinterpret_cast<const char*>(data), size});
    std::string file(fields.front());
    for (size_t i = 1; i + 1 < fields.size() && file.size() < k_max_file; i += 2) {
        const thoth::TextEdit edit{fields[i], fields[i + 1], fields[i].size() % 2 == 0};
        auto applied = thoth::apply_edit(file, edit);
        if (!applied) return 0; // all or nothing: the file on the disk is still the first one
        require(!thoth::changes_nothing(edit));
        check_outside(file, *applied, edit.new_text);
        file = std::move(applied->after);
    }
    return 0;
}
