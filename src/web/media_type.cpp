#include "web/media_type.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr size_t k_looked_at = 1024; // bytes

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t\r\n\f");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n\f") - first + 1);
}

struct Start {
    std::string_view bytes;
    std::string_view words;
};
constexpr std::array k_binary_starts{
    Start{"%PDF-"sv, "a PDF"sv},
    Start{"\x89PNG\r\n"sv, "a PNG image"sv},
    Start{"\xff\xd8\xff"sv, "a JPEG"sv},
    Start{"GIF8"sv, "a GIF image"sv},
    Start{"PK\x03\x04"sv, "a ZIP archive (or an office document)"sv},
    Start{"\x1f\x8b"sv, "a gzip file"sv},
    Start{"BZh"sv, "a bzip2 file"sv},
    Start{"\xfd"
          "7zXZ"sv,
          "an xz file"sv},
    Start{"\x28\xb5\x2f\xfd"sv, "a zstd file"sv},
    Start{"7z\xbc\xaf"sv, "a 7z archive"sv},
    Start{"\x7f"
          "ELF"sv,
          "a program"sv},
    Start{"MZ"sv, "a program"sv},
    Start{"\0asm"sv, "WebAssembly"sv},
    Start{"OggS"sv, "Ogg audio or video"sv},
    Start{"ID3"sv, "MP3 audio"sv},
    Start{"wOF"sv, "a font"sv},
    Start{"SQLite format 3"sv, "an SQLite database"sv},
};
constexpr std::array k_html_starts{"<!doctype html"sv, "<html"sv, "<head"sv, "<body"sv, "<script"sv,
                                   "<title"sv,         "<h1"sv,   "<div"sv,  "<p>"sv,   "<!--"sv,
                                   "<meta"sv,          "<table"sv};
// Types below application/ and elsewhere that are text.
constexpr std::array k_text_types{
    "application/json"sv,       "application/xml"sv,        "application/javascript"sv,
    "application/ecmascript"sv, "application/x-yaml"sv,     "application/yaml"sv,
    "application/toml"sv,       "application/x-sh"sv,       "application/sql"sv,
    "application/x-ndjson"sv,   "application/graphql"sv,    "application/x-httpd-php"sv,
    "application/rtf"sv,        "application/x-latex"sv,    "image/svg+xml"sv,
    "message/rfc822"sv,         "application/typescript"sv, "application/x-javascript"sv};

const Start* binary_start(std::string_view body) {
    const auto found =
        std::ranges::find_if(k_binary_starts, [&](const Start& start) { return body.starts_with(start.bytes); });
    return found == k_binary_starts.end() ? nullptr : &*found;
}

bool has_utf16_mark(std::string_view body) {
    return body.starts_with("\xff\xfe"sv) || body.starts_with("\xfe\xff"sv);
}

bool looks_binary(std::string_view body) {
    return !has_utf16_mark(body) && (binary_start(body) || body.substr(0, k_looked_at).find('\0') != body.npos);
}

bool looks_like_html(std::string_view body) {
    const std::string start = lower(trimmed(body.substr(0, k_looked_at)));
    return std::ranges::any_of(k_html_starts, [&](auto tag) { return start.starts_with(tag); });
}

bool is_text_type(std::string_view name) {
    if (name.starts_with("text/") || name.ends_with("+json") || name.ends_with("+xml")) return true;
    return std::ranges::find(k_text_types, name) != k_text_types.end();
}

// It says what a server says that does not know.
bool says_nothing(std::string_view name) {
    return name.empty() || name == "application/octet-stream" || name == "binary/octet-stream" ||
           name == "application/unknown" || name.find('/') == std::string_view::npos;
}
} // namespace

MediaType parse_media_type(std::string_view header) {
    MediaType type;
    type.name = lower(trimmed(header.substr(0, header.find(';'))));
    while (header.find(';') != std::string_view::npos) {
        header.remove_prefix(header.find(';') + 1);
        const std::string_view parameter = header.substr(0, header.find(';'));
        const size_t equals = parameter.find('=');
        if (equals == std::string_view::npos || lower(trimmed(parameter.substr(0, equals))) != "charset") continue;
        std::string_view value = trimmed(parameter.substr(equals + 1));
        if (value.starts_with('"') || value.starts_with('\'')) value.remove_prefix(1);
        if (value.ends_with('"') || value.ends_with('\'')) value.remove_suffix(1);
        type.charset = value;
        break;
    }
    return type;
}

BodyKind body_kind(const MediaType& type, std::string_view body) {
    const bool is_wide = lower(type.charset).starts_with("utf-16");
    if (type.name == "text/html" || type.name == "application/xhtml+xml")
        return looks_binary(body) && !is_wide ? BodyKind::binary : BodyKind::html;
    if (is_text_type(type.name)) {
        if (looks_binary(body) && !is_wide) return BodyKind::binary;
        return type.name == "text/xml" && looks_like_html(body) ? BodyKind::html : BodyKind::text;
    }
    if (!says_nothing(type.name) || looks_binary(body)) return BodyKind::binary;
    return looks_like_html(body) ? BodyKind::html : BodyKind::text;
}

std::string binary_in_words(const MediaType& type, std::string_view body) {
    if (const Start* start = binary_start(body)) return std::string(start->words);
    const bool is_plain = type.name.size() < 80 && std::ranges::all_of(
                                                       type.name,
                                                       [](char c) {
                                                           return (c >= 'a' && c <= 'z') ||
                                                                  (c >= '0' && c <= '9') || c == '/' || c == '.' ||
                                                                  c == '+' || c == '-';
                                                       });
    return type.name.empty() || !is_plain ? "binary data" : type.name;
}

} // namespace thoth
