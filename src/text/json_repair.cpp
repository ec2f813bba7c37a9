#include "text/json_repair.h"

#include "base/json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr std::string_view k_space = " \t\r\n";

bool is_strict(std::string_view text) {
    return parse_json(text).has_value();
}

std::string_view trimmed(std::string_view text) {
    const size_t start = text.find_first_not_of(k_space);
    return start == text.npos ? std::string_view{} : text.substr(start, text.find_last_not_of(k_space) + 1 - start);
}

bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_part(char c) {
    return is_name_start(c) || (c >= '0' && c <= '9');
}

std::string_view name_at(std::string_view text, size_t at) {
    size_t end = at;
    if (at < text.size() && is_name_start(text[at]))
        while (end < text.size() && is_name_part(text[end]))
            ++end;
    return text.substr(at, end - at);
}

char next_after_space(std::string_view text, size_t at) {
    const size_t found = text.find_first_not_of(k_space, std::min(at, text.size()));
    return found == text.npos ? '\0' : text[found];
}

// Copies `text`. At each place `inside` or `outside` a string is asked first: it may append something
// else and returns how many bytes that stands for, 0 to have the place copied as it is.
template <class Inside, class Outside>
std::string rewritten(std::string_view text, char quote, Inside inside, Outside outside) {
    std::string out;
    out.reserve(text.size() + 16);
    bool in_string = false;
    for (size_t at = 0; at < text.size();) {
        if (const size_t taken = in_string ? inside(out, at) : outside(out, at); taken > 0) {
            at += taken;
            continue;
        }
        const size_t size = in_string && text[at] == '\\' && at + 1 < text.size() ? 2 : 1;
        if (text[at] == quote) in_string = !in_string;
        out.append(text, at, size);
        at += size;
    }
    return out;
}

constexpr auto k_as_it_is = [](std::string&, size_t) -> size_t { return 0; };

std::string without_wrapping(std::string_view text) {
    constexpr std::string_view k_bom = "\xEF\xBB\xBF";
    if (text.starts_with(k_bom)) text.remove_prefix(k_bom.size());
    text = trimmed(text);
    const size_t first_line = text.find('\n');
    if (!text.starts_with("```") || !text.ends_with("```") || first_line == text.npos) return std::string(text);
    if (text.size() < first_line + 4) return std::string(text);
    return std::string(trimmed(text.substr(first_line, text.size() - first_line - 3)));
}

std::string without_end_token(std::string_view text) {
    static constexpr std::array<std::string_view, 7> k_tokens{
        "</tool_call>", "<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|end|>", "<|call|>", "</s>"};
    for (const std::string_view token : k_tokens)
        if (text.ends_with(token)) return std::string(trimmed(text.substr(0, text.size() - token.size())));
    return std::string(text);
}

// Before anything that tells strings by their double quotes.
std::string with_double_quotes(std::string_view text) {
    if (text.find('"') != text.npos) return std::string(text);
    std::string out;
    bool in_string = false;
    for (size_t at = 0; at < text.size(); ++at) {
        if (in_string && text[at] == '\\' && at + 1 < text.size()) {
            const bool quote = text[at + 1] == '\'';
            out += quote ? "'" : std::string(text.substr(at, 2));
            ++at;
        } else if (text[at] == '\'') {
            in_string = !in_string;
            out += '"';
        } else {
            out += text[at];
        }
    }
    return out;
}

std::string with_escaped_controls(std::string_view text) {
    const auto inside = [&](std::string& out, size_t at) -> size_t {
        switch (text[at]) {
        case '\n':
            out += "\\n";
            return 1;
        case '\r':
            out += "\\r";
            return 1;
        case '\t':
            out += "\\t";
            return 1;
        default:
            return 0;
        }
    };
    return rewritten(text, '"', inside, k_as_it_is);
}

std::string without_last_commas(std::string_view text) {
    const auto outside = [&](std::string&, size_t at) -> size_t {
        if (text[at] != ',') return 0;
        const char next = next_after_space(text, at + 1);
        return next == '}' || next == ']' ? 1 : 0;
    };
    return rewritten(text, '"', k_as_it_is, outside);
}

// True, False and None of Python, and keys without quotes.
template <class Replace>
std::string with_names(std::string_view text, Replace replacement) {
    const auto outside = [&](std::string& out, size_t at) -> size_t {
        const std::string_view name = name_at(text, at);
        if (name.empty()) return 0;
        out += replacement(name, std::string_view(out), next_after_space(text, at + name.size()));
        return name.size();
    };
    return rewritten(text, '"', k_as_it_is, outside);
}

std::string with_json_words(std::string_view text) {
    return with_names(text, [](std::string_view name, std::string_view, char) {
        return std::string(name == "True" ? "true" : name == "False" ? "false" : name == "None" ? "null" : name);
    });
}

std::string with_quoted_keys(std::string_view text) {
    return with_names(text, [](std::string_view name, std::string_view before, char next) {
        const size_t last = before.find_last_not_of(k_space);
        const bool key = next == ':' && last != before.npos && (before[last] == '{' || before[last] == ',');
        return key ? '"' + std::string(name) + '"' : std::string(name);
    });
}

std::string without_last_bracket(std::string_view text) {
    if (!text.ends_with('}') && !text.ends_with(']')) return std::string(text);
    return std::string(trimmed(text.substr(0, text.size() - 1)));
}

struct Step {
    std::string (*apply)(std::string_view);
    const char* what;
};
constexpr std::array<Step, 7> k_steps{{
    {without_wrapping, "what stood around the object"},
    {without_end_token, "an end mark behind the object"},
    {with_double_quotes, "single quotes"},
    {with_escaped_controls, "raw line breaks or tabs in a string"},
    {without_last_commas, "a comma before a closing bracket"},
    {with_json_words, "True, False or None"},
    {with_quoted_keys, "keys without quotes"},
}};
} // namespace

std::optional<RepairedJson> repaired_json(std::string_view text) {
    if (is_strict(text)) return std::nullopt;
    RepairedJson repaired{std::string(text), {}};
    const auto note = [&](const char* what) {
        repaired.what += (repaired.what.empty() ? "" : ", ") + std::string(what);
    };
    for (const Step& step : k_steps) {
        std::string next = step.apply(repaired.text);
        if (next == repaired.text) continue;
        repaired.text = std::move(next);
        note(step.what);
        if (is_strict(repaired.text)) return repaired;
    }
    repaired.text = without_last_bracket(repaired.text);
    note("one bracket too many at the end");
    if (!is_strict(repaired.text)) return std::nullopt;
    return repaired;
}

} // namespace thoth
