#include "permission/grant_words.h"

#include "permission/shell/key_text.h"

#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
struct Words {
    std::string_view key;
    std::string_view words;
};
constexpr std::array k_exact{Words{"edit:./", "changes of files in this project"},
                             Words{"move:./", "moves of files in this project"},
                             Words{"delete:./", "deletions of files in this project"},
                             Words{"remember", "facts remembered about this project"}};
} // namespace

std::string grant_in_words(std::string_view key) {
    for (const Words& exact : k_exact)
        if (key == exact.key) return std::string(exact.words);
    const std::string_view label = key_label(key);
    return key_in_words(key) + (label.empty() ? "" : fmt::format(" ({})", label));
}

std::string grants_in_words(std::span<const Grant> grants) {
    if (grants.empty()) return "nothing is always allowed in this project";
    std::string text = "always allowed in this project:";
    for (const Grant& grant : grants) {
        text += fmt::format("\n  {:<28} {}", grant.key, grant_in_words(grant.key));
        if (grant.pin) text += ", as long as the file stays as it was";
        if (!grant.since.empty()) text += fmt::format(" (since {})", grant.since.substr(0, 10));
    }
    return text;
}

std::optional<std::string> program_name_in(std::string_view key) {
    constexpr std::string_view k_shell = "shell:";
    if (!key.starts_with(k_shell)) return std::nullopt;
    const std::string_view name = key.substr(k_shell.size());
    if (name.empty() || name == "?" || name == "builtin" || name == "project-build") return std::nullopt;
    if (name.find_first_of("/:~") != std::string_view::npos) return std::nullopt;
    return std::string(name);
}

} // namespace thoth
