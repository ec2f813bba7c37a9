#include "base/sensitive_text.h"

#include <algorithm>
#include <array>
#include <string>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_token_starts{"sk-"sv,    "ghp_"sv,  "gho_"sv,  "ghs_"sv, "ghu_"sv, "github_pat_"sv,
                                    "glpat-"sv, "xoxb-"sv, "xoxp-"sv, "AKIA"sv, "ASIA"sv, "AIza"sv,
                                    "hf_"sv,    "npm_"sv,  "pypi-"sv, "eyJ"sv};
constexpr std::array k_value_names{"password"sv, "passwd"sv, "passphrase"sv, "secret"sv, "token"sv,
                                   "api_key"sv,  "apikey"sv, "api key"sv,    "api-key"sv};
constexpr size_t k_least_token = 16;
constexpr size_t k_least_value = 6;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_token_part(char c) {
    return is_digit(c) || is_letter(c) || c == '_' || c == '-' || c == '.';
}

bool is_token(std::string_view word) {
    return word.size() >= k_least_token && std::ranges::any_of(word, is_digit) &&
           std::ranges::any_of(k_token_starts, [&](std::string_view start) { return word.starts_with(start); });
}

bool holds_token(std::string_view text) {
    while (!text.empty()) {
        const auto end = std::ranges::find_if_not(text, is_token_part);
        const auto length = static_cast<size_t>(end - text.begin());
        if (is_token(text.substr(0, length))) return true;
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return false;
}

// Behind the name: a sign, then one word with letters or marks and digits in it.
bool is_value(std::string_view rest) {
    const size_t sign = rest.find_first_not_of(" \"'");
    if (sign == std::string_view::npos || (rest[sign] != '=' && rest[sign] != ':')) return false;
    rest.remove_prefix(sign + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \"'"), rest.size()));
    const std::string_view value = rest.substr(0, rest.find_first_of(" \"',;"));
    return value.size() >= k_least_value && std::ranges::any_of(value, is_digit) &&
           !std::ranges::all_of(value, is_digit);
}

bool holds_value(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::ranges::any_of(k_value_names, [&](std::string_view name) {
        for (size_t at = 0; (at = lower.find(name, at)) != std::string::npos; at += name.size())
            if (is_value(text.substr(at + name.size()))) return true;
        return false;
    });
}
} // namespace

bool holds_credential(std::string_view text) {
    return text.find("PRIVATE KEY-----") != std::string_view::npos || holds_token(text) || holds_value(text);
}

} // namespace thoth
