#include "permission/shell/options.h"

namespace thoth::shell {

bool has_letter(std::string_view word, std::string_view letters, std::string_view with_value) {
    if (word.size() < 2 || word[0] != '-' || word[1] == '-') return false;
    for (const char c : word.substr(1)) {
        if (letters.find(c) != std::string_view::npos) return true;
        if (with_value.find(c) != std::string_view::npos) return false;
    }
    return false;
}

bool is_long_option(std::string_view word, std::string_view name) {
    if (!word.starts_with("--") || word.size() == 2) return false;
    word.remove_prefix(2);
    return name.starts_with(word.substr(0, word.find('=')));
}

bool is_exact_option(std::string_view word, std::string_view option) {
    return word.starts_with(option) && (word.size() == option.size() || word[option.size()] == '=');
}

} // namespace thoth::shell
