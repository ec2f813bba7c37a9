#include "config/given_value.h"

#include "base/json.h"
#include "config/nearest_name.h"
#include "config/server_url.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
using namespace std::string_view_literals;

std::unexpected<Error> refuse(const GivenValue& given, std::string_view found_text, std::string_view allowed) {
    return fail(Errc::invalid_argument, fmt::format("{}{} is {}; allowed: {}", where(given.file, given.place),
                                                    given.name, found_text, allowed));
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(), is_control);
}

// All of `text` as a number: "12abc", " 1" and "+1" are none.
template <class T>
std::optional<T> number_from(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> real_in(const GivenValue& given) {
    if (const auto* real = std::get_if<double>(&given.value)) return *real;
    if (const auto* integer = std::get_if<int64_t>(&given.value)) return static_cast<double>(*integer);
    if (const auto* text = std::get_if<std::string>(&given.value); text && !given.is_typed())
        return number_from<double>(*text);
    return std::nullopt;
}

std::optional<int64_t> integer_in(const GivenValue& given) {
    if (const auto* integer = std::get_if<int64_t>(&given.value)) return *integer;
    if (const auto* text = std::get_if<std::string>(&given.value); text && !given.is_typed())
        return number_from<int64_t>(*text);
    return std::nullopt;
}

bool is_header_name(std::string_view name) {
    constexpr std::string_view k_marks = "!#$%&'*+-.^_`|~";
    return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               k_marks.find(c) != std::string_view::npos;
    });
}

Result<Json> json_from(const GivenValue& given, const ConfigEntry& entry);

struct ToJson {
    const GivenValue& given;
    const ConfigEntry& entry;

    Result<Json> operator()(const std::string& text) const { return Json(text); }
    Result<Json> operator()(int64_t value) const { return Json(value); }
    Result<Json> operator()(bool value) const { return Json(value); }
    Result<Json> operator()(double value) const {
        if (!std::isfinite(value)) return no_json("a number that is not finite");
        return Json(value);
    }
    Result<Json> operator()(const ConfigTable& table) const {
        Json object = Json::object();
        for (const auto& item : table)
            object[item.key] = TRY(json_from(given, item));
        return object;
    }
    Result<Json> operator()(const ConfigArray& array) const {
        Json list = Json::array();
        for (const auto& item : array.items)
            list.push_back(TRY(json_from(given, item)));
        return list;
    }
    Result<Json> operator()(const ConfigDate&) const { return no_json("a date"); }

    std::unexpected<Error> no_json(std::string_view what) const {
        return fail(Errc::invalid_argument,
                    fmt::format("{}{} holds {}, which JSON cannot say; write it as a string",
                                where(given.file, entry.place), given.name, what));
    }
};

Result<Json> json_from(const GivenValue& given, const ConfigEntry& entry) {
    return std::visit(ToJson{given, entry}, entry.value);
}
} // namespace

std::string where(const std::string& file, FilePlace place) {
    return file.empty() ? std::string() : fmt::format("{}:{}:{}: ", file, place.line, place.column);
}

std::string suggestion(std::string_view name, std::span<const std::string_view> candidates) {
    const auto nearest = nearest_name(name, candidates);
    return nearest.empty() ? std::string() : fmt::format("; did you mean {}?", nearest);
}

bool is_profile_name(std::string_view name) {
    return !name.empty() && name.size() <= 100 && std::none_of(name.begin(), name.end(), [](char c) {
        return is_control(c) || " /\\.\"'`"sv.find(c) != std::string_view::npos;
    });
}

Result<std::string> as_text(const GivenValue& given) {
    const auto* text = std::get_if<std::string>(&given.value);
    if (!text) return refuse(given, found(given.value), "a string");
    if (has_control(*text)) return refuse(given, "a string with control characters", "a string of one line");
    return *text;
}

Result<std::string> as_secret(const GivenValue& given) {
    const auto* text = std::get_if<std::string>(&given.value);
    if (!text) return refuse(given, "not a string", "a string");
    const bool sendable = std::all_of(text->begin(), text->end(), [](char c) { return c > ' ' && c < '\x7f'; });
    if (!sendable)
        return refuse(given, "a string with white space or other characters that no key has",
                      "printable ASCII characters");
    return *text;
}

Result<std::string> as_base_url(const GivenValue& given) {
    const auto* text = std::get_if<std::string>(&given.value);
    if (!text) return refuse(given, "not a string", "an address such as http://localhost:11434/v1");
    if (const auto url = parse_server_url(*text); !url)
        return fail(
            Errc::invalid_argument,
            fmt::format("{}{} cannot be used: {}", where(given.file, given.place), given.name, url.error().message),
            url.error().hint);
    return *text;
}

Result<std::string> as_profile_name(const GivenValue& given) {
    const auto* text = std::get_if<std::string>(&given.value);
    if (!text || !is_profile_name(*text))
        return refuse(given, found(given.value), "one word without slash, backslash, dot or quotes");
    return *text;
}

Result<Api> as_api(const GivenValue& given) {
    constexpr std::array k_names{"auto"sv, "openai"sv, "ollama"sv, "anthropic"sv};
    const auto* text = std::get_if<std::string>(&given.value);
    if (text)
        if (const auto api = api_from(*text)) return *api;
    return refuse(given, found(given.value),
                  "auto, openai, ollama, anthropic" + (text ? suggestion(*text, k_names) : std::string()));
}

Result<SandboxChoice> as_sandbox_choice(const GivenValue& given) {
    constexpr std::array k_names{"auto"sv, "strict"sv, "off"sv};
    const auto* text = std::get_if<std::string>(&given.value);
    if (text)
        if (const auto choice = sandbox_choice_from(*text)) return *choice;
    return refuse(given, found(given.value),
                  "auto, strict, off" + (text ? suggestion(*text, k_names) : std::string()));
}

Result<std::string> as_file(const GivenValue& given) {
    const std::string path = TRY(as_text(given));
    if (path.starts_with('/') || path.starts_with("~/")) return path;
    return refuse(given, found(given.value), "a file, absolute or below ~/");
}

Result<TextCallsChoice> as_text_calls_choice(const GivenValue& given) {
    const auto* text = std::get_if<std::string>(&given.value);
    if (text && *text == "auto") return TextCallsChoice::automatic;
    if (text && *text == "all") return TextCallsChoice::all;
    if (text && *text == "off") return TextCallsChoice::off;
    return refuse(given, found(given.value), "auto, all, off");
}

Result<ToolCallsChoice> as_tool_calls_choice(const GivenValue& given) {
    const auto* text = std::get_if<std::string>(&given.value);
    if (text && *text == "auto") return ToolCallsChoice::automatic;
    if (text && *text == "native") return ToolCallsChoice::native;
    if (text && *text == "guided") return ToolCallsChoice::guided;
    return refuse(given, found(given.value), "auto, native, guided");
}

Result<std::vector<std::string>> as_directories(const GivenValue& given) {
    constexpr std::string_view k_allowed = "a list of directories, absolute or below ~/";
    const auto* list = std::get_if<ConfigArray>(&given.value);
    if (!list) return refuse(given, found(given.value), std::string(k_allowed));
    std::vector<std::string> directories;
    for (const ConfigEntry& item : list->items) {
        const auto* text = std::get_if<std::string>(&item.value);
        if (!text || !(text->starts_with('/') || text->starts_with("~/")))
            return refuse(given, "a list with " + found(item.value), std::string(k_allowed));
        directories.push_back(*text);
    }
    return directories;
}

Result<ShellEnvironment> as_shell_environment(const GivenValue& given) {
    constexpr std::array k_names{"inherited"sv, "minimal"sv};
    const auto* text = std::get_if<std::string>(&given.value);
    if (text && *text == "inherited") return ShellEnvironment::inherited;
    if (text && *text == "minimal") return ShellEnvironment::minimal;
    return refuse(given, found(given.value),
                  "inherited, minimal" + (text ? suggestion(*text, k_names) : std::string()));
}

Result<bool> as_switch(const GivenValue& given) {
    constexpr std::array k_names{"on"sv, "off"sv, "true"sv, "false"sv};
    if (const auto* value = std::get_if<bool>(&given.value)) return *value;
    const auto* text = std::get_if<std::string>(&given.value);
    if (text && (*text == "on" || *text == "true")) return true;
    if (text && (*text == "off" || *text == "false")) return false;
    return refuse(given, found(given.value),
                  "on, off, true, false" + (text ? suggestion(*text, k_names) : std::string()));
}

Result<std::string> as_effort(const GivenValue& given) {
    constexpr std::array k_names{"minimal"sv, "low"sv, "medium"sv, "high"sv, "xhigh"sv, "max"sv};
    const auto* text = std::get_if<std::string>(&given.value);
    if (text && std::ranges::find(k_names, *text) != k_names.end()) return *text;
    return refuse(given, found(given.value),
                  "minimal, low, medium, high, xhigh, max" + (text ? suggestion(*text, k_names) : std::string()));
}

Result<double> as_number(const GivenValue& given, double lowest, double highest) {
    const auto value = real_in(given);
    // Written so that a value that is no number at all fails as well.
    if (!value || !(*value >= lowest && *value <= highest))
        return refuse(given, found(given.value), fmt::format("a number from {} to {}", lowest, highest));
    return *value;
}

Result<int> as_count(const GivenValue& given, int lowest, int highest) {
    const auto value = integer_in(given);
    if (!value || *value < lowest || *value > highest)
        return refuse(given, found(given.value), fmt::format("a whole number from {} to {}", lowest, highest));
    return static_cast<int>(*value);
}

Result<std::vector<std::pair<std::string, std::string>>> as_headers(const GivenValue& given) {
    const auto* table = std::get_if<ConfigTable>(&given.value);
    if (!table) return refuse(given, "not a table", "a table such as { \"X-Title\" = \"thoth\" }");
    std::vector<std::pair<std::string, std::string>> headers;
    for (const auto& entry : *table) {
        const auto* text = std::get_if<std::string>(&entry.value);
        if (!is_header_name(entry.key) || !text || has_control(*text))
            return fail(Errc::invalid_argument,
                        fmt::format("{}{} holds \"{}\", which is no header; allowed: a name of letters, digits and "
                                    "dashes, and a string of one line",
                                    where(given.file, entry.place), given.name, entry.key));
        headers.emplace_back(entry.key, *text);
    }
    return headers;
}

Result<std::string> as_json_object(const GivenValue& given) {
    if (!std::holds_alternative<ConfigTable>(given.value))
        return refuse(given, found(given.value), "a table such as { top_k = 20 }");
    const Json object = TRY(std::visit(ToJson{given, ConfigEntry{}}, given.value));
    return object.empty() ? std::string() : dump_json(object);
}

} // namespace thoth
