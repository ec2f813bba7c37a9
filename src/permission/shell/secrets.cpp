#include "permission/shell/secrets.h"

#include "base/sensitive_names.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
bool names_secret(std::string_view text) {
    while (text.size() > 1 && text.ends_with('/'))
        text.remove_suffix(1);
    const Path path(text);
    // An ordinary word of a command line (grep credentials src), unlike as the file of a tool.
    std::string name = path.filename().string();
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return is_secret_name(name == "credentials" ? path.parent_path() / "x" : path);
}

// An option of jq that has values in front of the filter.
size_t values_of(std::string_view option) {
    if (option == "--arg" || option == "--argjson" || option == "--slurpfile" || option == "--rawfile") return 2;
    return option == "--indent" || option == "-L" ? 1 : 0;
}
} // namespace

std::vector<std::string> secrets_in(const Word& word, const Paths& paths, const std::optional<std::string>& cwd) {
    const std::string_view text = word.text;
    std::vector<std::string_view> candidates{text};
    if (const size_t equals = text.find('='); equals != std::string_view::npos)
        candidates.push_back(text.substr(equals + 1));
    if (const size_t colon = text.rfind(':'); colon != std::string_view::npos)
        candidates.push_back(text.substr(colon + 1));
    for (size_t i = candidates.size(); i-- > 0;)
        if (candidates[i].starts_with('@')) candidates.push_back(candidates[i].substr(1));
    std::vector<std::string> secrets;
    for (const std::string_view candidate : candidates) {
        if (candidate.empty()) continue;
        const bool is_word = candidate.data() == text.data();
        const Tilde tilde = is_word                                           ? word.tilde
                            : candidate == "~" || candidate.starts_with("~/") ? Tilde::home
                                                                              : Tilde::none;
        const auto path = paths.absolute(candidate, tilde, cwd);
        if (names_secret(candidate) || (path && names_secret(*path) && !paths.in_project(*path)) ||
            (path && names_secret(base_name(*path))))
            secrets.push_back(path ? paths.shown(*path) : std::string(candidate));
    }
    return secrets;
}

size_t filter_operand(const std::vector<Word>& words) {
    if (words.empty() || !words[0].literal) return 0;
    const std::string_view program = base_name(words[0].text);
    if (program != "jq" && program != "yq") return 0;
    for (size_t i = 1; i < words.size(); ++i) {
        if (!words[i].text.starts_with('-')) return i;
        i += values_of(words[i].text);
    }
    return 0;
}

} // namespace thoth::shell
