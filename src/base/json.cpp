#include "base/json.h"

#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
bool deeper_than_allowed(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > k_max_json_depth) return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

// nlohmann's messages start with "[json.exception.parse_error.101] parse error at ...".
std::string without_library_prefix(std::string message) {
    const auto end = message.find("] ");
    return message.starts_with("[json.exception") && end != std::string::npos ? message.substr(end + 2) : message;
}
} // namespace

Result<Json> parse_json(std::string_view text) {
    if (deeper_than_allowed(text))
        return fail(Errc::invalid_argument, fmt::format("JSON is nested deeper than {} levels", k_max_json_depth));
    try {
        return Json::parse(text.begin(), text.end());
    } catch (const Json::exception& e) {
        return fail(Errc::invalid_argument, without_library_prefix(e.what()));
    }
}

std::string dump_json(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool fits_json_string(std::string_view bytes) {
    try {
        (void)Json(bytes).dump(); // strict: throws at a byte that is not UTF-8
        return true;
    } catch (const Json::exception&) {
        return false;
    }
}

void put_bytes(Json& object, const std::string& key, std::string_view bytes) {
    if (fits_json_string(bytes)) {
        object[key] = bytes;
        return;
    }
    std::string hex;
    for (const char c : bytes)
        hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
    object[key + "_hex"] = std::move(hex);
}

std::optional<std::string> bytes_at(const Json& object, const std::string& key) {
    if (!object.is_object()) return std::nullopt;
    if (const auto it = object.find(key); it != object.end() && it->is_string()) return it->get<std::string>();
    const std::string hex = string_at(object, key + "_hex");
    if (hex.empty() || hex.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    for (size_t i = 0; i < hex.size(); i += 2) {
        unsigned value = 0;
        const auto [end, error] = std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
        if (error != std::errc() || end != hex.data() + i + 2) return std::nullopt;
        bytes += static_cast<char>(value);
    }
    return bytes;
}

std::string string_at(const Json& object, std::string_view key, std::string_view otherwise) {
    if (object.is_object())
        if (const auto it = object.find(key); it != object.end() && it->is_string())
            return it->get_ref<const std::string&>();
    return std::string(otherwise);
}

} // namespace thoth
