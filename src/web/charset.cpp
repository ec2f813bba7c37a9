#include "web/charset.h"

#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <iconv.h>
#include <optional>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr size_t k_prescanned = 4096; // bytes; browsers look at the first thousand
constexpr size_t k_longest_name = 40;

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

// What these names mean on the web is more than they say (WHATWG, Encoding).
struct Alias {
    std::string_view name;
    std::string_view meant;
};
constexpr std::array k_aliases{
    Alias{"utf8"sv, "utf-8"sv},
    Alias{"unicode-1-1-utf-8"sv, "utf-8"sv},
    Alias{"latin1"sv, "windows-1252"sv},
    Alias{"iso-8859-1"sv, "windows-1252"sv},
    Alias{"iso8859-1"sv, "windows-1252"sv},
    Alias{"us-ascii"sv, "windows-1252"sv},
    Alias{"ascii"sv, "windows-1252"sv},
    Alias{"l1"sv, "windows-1252"sv},
    Alias{"iso_8859-1"sv, "windows-1252"sv},
    Alias{"iso-8859-9"sv, "windows-1254"sv},
    Alias{"gb2312"sv, "gb18030"sv},
    Alias{"gbk"sv, "gb18030"sv},
    Alias{"x-gbk"sv, "gb18030"sv},
    Alias{"shift_jis"sv, "cp932"sv},
    Alias{"sjis"sv, "cp932"sv},
    Alias{"x-sjis"sv, "cp932"sv},
    Alias{"shift-jis"sv, "cp932"sv},
    Alias{"windows-31j"sv, "cp932"sv},
    Alias{"ks_c_5601-1987"sv, "cp949"sv},
    Alias{"euc-kr"sv, "cp949"sv},
    Alias{"big5"sv, "big5-hkscs"sv},
    Alias{"x-cp1251"sv, "windows-1251"sv},
    Alias{"utf-16"sv, "utf-16le"sv},
    Alias{"unicode"sv, "utf-16le"sv},
};

// A name that the library can be asked for. One that could mean a file or an option there is not.
std::string plain_name(std::string_view given) {
    const bool is_plain =
        !given.empty() && given.size() <= k_longest_name && std::ranges::all_of(given, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                   c == '_' || c == ':' || c == '.';
        });
    if (!is_plain || given.front() == '.') return {};
    std::string name = lower(given);
    for (const Alias& alias : k_aliases)
        if (name == alias.name) return std::string(alias.meant);
    return name;
}

std::string_view word_at(std::string_view text, size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '"' || text[at] == '\''))
        ++at;
    const std::string_view rest = text.substr(std::min(at, text.size()));
    return rest.substr(0, rest.find_first_of(" \"'>;/?"));
}

// <meta charset="x">, <meta ... content="text/html; charset=x">, <?xml ... encoding="x"?>
std::string declared_inside(std::string_view bytes) {
    const std::string start = lower(bytes.substr(0, k_prescanned));
    if (start.starts_with("<?xml")) {
        const size_t at = start.substr(0, start.find('>')).find("encoding=");
        if (at != std::string::npos) return plain_name(word_at(start, at + 9));
    }
    for (size_t at = start.find("<meta"); at != std::string::npos; at = start.find("<meta", at + 5)) {
        const std::string_view tag = std::string_view(start).substr(at, start.find('>', at) - at);
        size_t name = tag.find("charset");
        if (name == std::string_view::npos) continue;
        name = tag.find_first_not_of(' ', name + 7);
        if (name == std::string_view::npos || tag[name] != '=') continue;
        const std::string charset = plain_name(word_at(tag, name + 1));
        return charset.starts_with("utf-16") ? "utf-8" : charset; // it was read as ASCII after all
    }
    return {};
}

struct Converter {
    explicit Converter(const std::string& name) : handle(iconv_open("UTF-8", name.c_str())) {}
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;
    ~Converter() {
        if (is_open()) iconv_close(handle);
    }
    bool is_open() const { return handle != reinterpret_cast<iconv_t>(-1); }
    iconv_t handle;
};

// Bytes to pass over where they are no character: what follows must not be read out of step.
size_t unit_size(std::string_view charset) {
    if (charset.starts_with("utf-16") || charset.starts_with("ucs-2")) return 2;
    return charset.starts_with("utf-32") || charset.starts_with("ucs-4") ? 4 : 1;
}

std::optional<std::string> converted(std::string_view bytes, const std::string& charset) {
    const Converter converter(charset);
    if (!converter.is_open()) return std::nullopt;
    std::string in(bytes);
    char* from = in.data();
    size_t left = in.size();
    const size_t limit = 3 * in.size() + 16;
    const size_t unit = unit_size(charset);
    std::string out;
    std::array<char, 16 * 1024> buffer{};
    while (left > 0 && out.size() < limit) {
        char* to = buffer.data();
        size_t room = buffer.size();
        const size_t result = iconv(converter.handle, &from, &left, &to, &room);
        out.append(buffer.data(), buffer.size() - room);
        if (result != static_cast<size_t>(-1) || errno == E2BIG) continue;
        append_utf8(out, 0xFFFD);
        if (errno == EINVAL) break; // it ends inside of a character
        const size_t step = std::min(unit, left);
        from += step;
        left -= step;
    }
    return to_valid_utf8(out);
}

std::string chosen(std::string_view bytes, std::string_view declared) {
    std::string name = plain_name(declared);
    if (name.empty()) name = declared_inside(bytes);
    if (!name.empty()) return name;
    return is_valid_utf8(bytes) ? "utf-8" : "windows-1252";
}
} // namespace

std::string to_utf8(std::string_view bytes, std::string_view declared) {
    if (bytes.starts_with("\xef\xbb\xbf"sv)) return to_valid_utf8(bytes.substr(3));
    std::optional<std::string> text;
    if (bytes.starts_with("\xff\xfe"sv)) text = converted(bytes.substr(2), "utf-16le");
    if (bytes.starts_with("\xfe\xff"sv)) text = converted(bytes.substr(2), "utf-16be");
    if (text) return *std::move(text);
    const std::string charset = chosen(bytes, declared);
    if (charset != "utf-8") text = converted(bytes, charset);
    if (text) return *std::move(text);
    if (charset != "utf-8" && !is_valid_utf8(bytes)) text = converted(bytes, "windows-1252");
    return text ? *std::move(text) : to_valid_utf8(bytes);
}

} // namespace thoth
