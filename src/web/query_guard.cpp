#include "web/query_guard.h"

#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr size_t k_longest = 400; // characters
constexpr size_t k_secret_length = 12;
constexpr std::array k_marks{"-----begin"sv, "-----end"sv, "sk-"sv,  "ghp_"sv, "github_pat_"sv,
                             "xox"sv,        "akia"sv,     "aiza"sv, "eyj"sv};
// With '_' for '-'. "secret" stands for "aws_secret_access_key", too.
constexpr std::array k_names{"api_key"sv, "apikey"sv,      "api key"sv,      "secret"sv,     "password"sv,
                             "passwd"sv,  "private_key"sv, "access_token"sv, "auth_token"sv, "access_key"sv};

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c);
}

// A long row of letters with a digit among them.
bool begins_like_a_secret(std::string_view text) {
    const auto end = std::ranges::find_if(text, [](char c) { return !is_word(c) && c != '-' && c != '_'; });
    const std::string_view row = text.substr(0, static_cast<size_t>(end - text.begin()));
    return row.size() >= k_secret_length && std::ranges::any_of(row, is_digit);
}

// At the start of a word, or before what only a secret looks like: "slovakia" and "task-based" are words.
bool has_mark(const std::string& query, std::string_view mark) {
    for (size_t at = query.find(mark); at != std::string::npos; at = query.find(mark, at + 1)) {
        const bool is_start = at == 0 || !is_word(query[at - 1]) || !is_word(mark.front());
        if (is_start || begins_like_a_secret(std::string_view(query).substr(at + mark.size()))) return true;
    }
    return false;
}

// "-", "＝" and "：" as what they stand for.
std::string with_plain_signs(std::string text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> k_signs{
        {{"-", "_"}, {"\uff1d", "="}, {"\uff1a", ":"}}};
    for (const auto& [sign, plain] : k_signs)
        for (size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at + 1))
            text.replace(at, sign.size(), plain);
    return text;
}

bool has_value(const std::string& query, std::string_view name) {
    for (size_t at = query.find(name); at != std::string::npos; at = query.find(name, at + 1)) {
        size_t end = at + name.size();
        if (end < query.size() && query[end] == '_')
            while (end < query.size() && (is_word(query[end]) || query[end] == '_'))
                ++end;
        const size_t next = query.find_first_not_of(" \t\"'", end);
        if (next != std::string::npos && (query[next] == '=' || query[next] == ':')) return true;
    }
    return false;
}

// "https://user:password@host"
bool has_user(std::string_view query) {
    for (size_t at = query.find("://"); at != std::string_view::npos; at = query.find("://", at + 1)) {
        const std::string_view rest = query.substr(at + 3);
        const std::string_view authority = rest.substr(0, rest.find_first_of("/?# \t"));
        const size_t sign = authority.find('@');
        if (sign != std::string_view::npos && authority.substr(0, sign).find(':') != std::string_view::npos)
            return true;
    }
    return false;
}

bool has_bearer(std::string_view query) {
    constexpr std::string_view k_word = "bearer ";
    const size_t at = query.find(k_word);
    return at != std::string_view::npos && begins_like_a_secret(query.substr(at + k_word.size()));
}

std::unexpected<Error> refused(std::string why) {
    return fail(Errc::refused, "nothing was searched: the query " + std::move(why),
                "a query goes to a stranger; ask in general words, without anything from this machine");
}
} // namespace

Result<void> check_query(std::string_view query) {
    if (query.find_first_not_of(" \t") == std::string_view::npos)
        return fail(Errc::invalid_argument, "nothing was searched: the query is empty");
    if (query.find_first_of("\r\n") != std::string_view::npos) return refused("has a line break in it");
    if (utf8_length(query) > k_longest) return refused(fmt::format("is longer than {} characters", k_longest));
    const std::string plain = lower(query);
    const std::string signs = with_plain_signs(plain);
    const bool has_secret = std::ranges::any_of(k_marks, [&](auto mark) { return has_mark(plain, mark); }) ||
                            std::ranges::any_of(k_names, [&](auto name) { return has_value(signs, name); }) ||
                            has_user(plain) || has_bearer(plain);
    if (has_secret) return refused("looks as if a password or a key were in it");
    return {};
}

} // namespace thoth
