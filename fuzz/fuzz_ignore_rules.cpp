// Rules of a .gitignore: whatever they are, the hashed look-up decides as the last of the lines does that
// says anything, each read alone. Input: the rules, the byte 0xFE, a path.
#include "search/ignore_rules.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace {
std::optional<bool> decide(std::string_view rules_text, std::string_view path, bool is_directory,
                           thoth::LetterCase letters) {
    thoth::IgnoreRules rules;
    rules.add(rules_text, letters);
    return rules.decide(path, thoth::IgnoreRules::Name(path.substr(path.rfind('/') + 1)), is_directory);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    constexpr size_t k_enough = 4096;
    const std::string_view input(reinterpret_cast<const char*>(data), std::min(size, k_enough));
    const size_t parting = input.rfind('\xFE');
    if (parting == std::string_view::npos) return 0;
    const std::string_view text = input.substr(0, parting);
    const std::string_view path = input.substr(parting + 1);
    for (const bool is_directory : {false, true}) {
        for (const auto letters : {thoth::LetterCase::counts, thoth::LetterCase::folded}) {
            std::optional<bool> expected;
            for (size_t at = 0; at < text.size();) {
                const size_t end = std::min(text.find('\n', at), text.size());
                // A byte order mark counts at the beginning of a file alone.
                const std::string line = (at == 0 ? "" : "#\n") + std::string(text.substr(at, end - at));
                if (const auto decision = decide(line, path, is_directory, letters)) expected = decision;
                at = end + 1;
            }
            if (decide(text, path, is_directory, letters) != expected) std::abort();
        }
    }
    return 0;
}
