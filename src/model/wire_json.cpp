#include "model/wire_json.h"

#include "text/json_repair.h"
#include "text/unicode.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

// The code unit of a "\uXXXX" at `at`, or nothing.
std::optional<unsigned> escaped_unit(std::string_view text, size_t at) {
    if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return {};
    unsigned unit = 0;
    for (const char c : text.substr(at + 2, 4)) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return {};
        unit = unit * 16 + static_cast<unsigned>(digit);
    }
    return unit;
}

bool is_high(std::optional<unsigned> unit) {
    return unit && *unit >= 0xD800 && *unit <= 0xDBFF;
}
bool is_low(std::optional<unsigned> unit) {
    return unit && *unit >= 0xDC00 && *unit <= 0xDFFF;
}

std::string without_lone_surrogates(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size();) {
        size_t taken = text[i] == '\\' && i + 1 < text.size() ? 2 : 1;
        const auto unit = escaped_unit(text, i);
        if (is_high(unit) && is_low(escaped_unit(text, i + 6))) taken = 12;
        if (taken == 2 && (is_high(unit) || is_low(unit))) {
            out += k_replacement;
            i += 6;
            continue;
        }
        out.append(text, i, taken);
        i += taken;
    }
    return out;
}
} // namespace

Result<Json> parse_wire_json(std::string_view text) {
    auto value = parse_json(text);
    if (value) return value;
    const std::string repaired = without_lone_surrogates(to_valid_utf8(text));
    return repaired == text ? std::move(value) : parse_json(repaired);
}

const Json* member(const Json& object, std::string_view key) {
    if (!object.is_object()) return nullptr;
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? nullptr : &*it;
}

std::optional<int64_t> count_at(const Json& object, std::string_view key) {
    const Json* value = member(object, key);
    if (!value) return {};
    if (value->is_number_unsigned()) {
        const auto count = value->get<uint64_t>();
        constexpr auto k_most = uint64_t{1} << 53;
        return static_cast<int64_t>(std::min(count, k_most));
    }
    if (value->is_number_float()) {
        const double count = value->get<double>();
        if (count >= 0 && count < 1e15 && count == std::floor(count)) return static_cast<int64_t>(count);
    }
    return {};
}

bool is_json(std::string_view text) {
    return parse_json(text).has_value();
}

bool is_json_object(std::string_view text) {
    const auto value = parse_json(text);
    return value && value->is_object();
}

std::string outgoing_text(std::string_view text) {
    std::string out = to_valid_utf8(text);
    for (size_t at = out.find('\0'); at != std::string::npos; at = out.find('\0', at + k_replacement.size()))
        out.replace(at, 1, k_replacement);
    return out;
}

std::optional<std::string> arguments_object(const std::string& text) {
    if (is_json_object(text)) return text;
    const auto repaired = repaired_json(text);
    if (!repaired || !is_json_object(repaired->text)) return std::nullopt;
    return repaired->text;
}

std::string outgoing_arguments(const std::string& text) {
    return arguments_object(text).value_or("{}");
}

} // namespace thoth
