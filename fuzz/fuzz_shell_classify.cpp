// A line of any bytes is judged, within its limits; and a substitution put between two of its
// words shows in the keys, or the line is asked about every time.
#include "permission/shell/classify.h"
#include "permission/shell/key_text.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>

namespace {
thoth::ShellJudgement judged(std::string_view line) {
    return thoth::classify_shell(line, {"/home/u/p", "/home/u/p", "/home/u"});
}

bool has(const thoth::ShellJudgement& judgement, std::string_view key) {
    return std::ranges::find(judgement.keys, key) != judgement.keys.end();
}

void check(const thoth::ShellJudgement& judgement) {
    if (judgement.keys.empty() || !std::ranges::is_sorted(judgement.keys)) std::abort();
    if (std::set(judgement.keys.begin(), judgement.keys.end()).size() != judgement.keys.size()) std::abort();
    if (judgement.always_offered != judgement.reasons.empty()) std::abort();
    if (judgement.read_only && !judgement.always_offered) std::abort();
    for (const std::string& key : judgement.keys) {
        const bool every_time =
            key == "shell:?" || key == "write:?" || key == "read:?" || key.starts_with("secret:");
        if (every_time && judgement.always_offered) std::abort();
        if (thoth::key_in_words(key).empty()) std::abort();
    }
}

// What follows the first word that ends at or behind `start`, as far as this simple look can
// tell that nothing is quoted there: a line without any quoting character has no quoted place.
size_t unquoted_place(std::string_view line, size_t start) {
    if (line.find_first_of("'\"\\`#$<{[(") != std::string_view::npos) return std::string_view::npos;
    return line.find(' ', start);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string_view line(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto before = judged(line);
    check(before);
    if (!before.parsed) return 0;
    const size_t place = unquoted_place(line, data[0] % std::max<size_t>(line.size(), 1));
    if (place == std::string_view::npos) return 0;
    for (const std::string_view inserted : {" $(zz) ", " `zz` ", " <(zz) ", " \"$(zz)\" "}) {
        const std::string changed =
            std::string(line.substr(0, place)) + std::string(inserted) + std::string(line.substr(place));
        const auto after = judged(changed);
        check(after);
        if (!has(after, "shell:zz") && after.always_offered) std::abort();
    }
    return 0;
}
