#include "os/recording.h"

#include "base/json.h"
#include "os/base64.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace thoth {

namespace {

using std::chrono::milliseconds;

constexpr int k_version = 1;
// What servers say about themselves; cookies, request ids and accounts stay out.
constexpr std::array<std::string_view, 5> k_kept_headers{"content-type", "retry-after", "retry-after-ms",
                                                         "x-should-retry", "server"};

template <class Value>
struct Named {
    std::string_view name;
    Value value;
};
constexpr std::array<Named<HttpEnd>, 4> k_ends{{{"complete", HttpEnd::complete},
                                                {"cut", HttpEnd::cut},
                                                {"stalled", HttpEnd::stalled},
                                                {"cancelled", HttpEnd::cancelled}}};
constexpr std::array<Named<Errc>, 13> k_codes{{{"invalid_argument", Errc::invalid_argument},
                                               {"not_found", Errc::not_found},
                                               {"already_exists", Errc::already_exists},
                                               {"not_permitted", Errc::not_permitted},
                                               {"refused", Errc::refused},
                                               {"conflict", Errc::conflict},
                                               {"too_large", Errc::too_large},
                                               {"unsupported", Errc::unsupported},
                                               {"unavailable", Errc::unavailable},
                                               {"timed_out", Errc::timed_out},
                                               {"cancelled", Errc::cancelled},
                                               {"protocol", Errc::protocol},
                                               {"io", Errc::io}}};

template <class Table, class Value>
std::string name_in(const Table& table, Value value) {
    const auto row = std::ranges::find_if(table, [&](const auto& named) { return named.value == value; });
    return std::string(row->name);
}

template <class Value, size_t Size>
std::optional<Value> value_in(const std::array<Named<Value>, Size>& table, std::string_view name) {
    for (const auto& row : table)
        if (row.name == name) return row.value;
    return std::nullopt;
}

// Whether the bytes are whole characters of UTF-8 (no surrogates, nothing overlong), since
// only then a JSON string gives them back unchanged.
bool is_utf8(std::string_view bytes) {
    for (size_t i = 0; i < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[i]);
        const size_t length = lead < 0x80                   ? 1
                              : lead >= 0xc2 && lead < 0xe0 ? 2
                              : (lead & 0xf0) == 0xe0       ? 3
                              : lead >= 0xf0 && lead < 0xf5 ? 4
                                                            : 0;
        if (length == 0 || i + length > bytes.size()) return false;
        uint32_t code = lead & (0xffU >> (length == 1 ? 1 : length + 1));
        for (size_t k = 1; k < length; ++k) {
            const auto byte = static_cast<unsigned char>(bytes[i + k]);
            if ((byte & 0xc0) != 0x80) return false;
            code = code << 6 | (byte & 0x3fU);
        }
        if ((length == 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) ||
            (length == 4 && (code < 0x10000 || code > 0x10ffff)))
            return false;
        i += length;
    }
    return true;
}

// The ids at "tool_call_id" and "tool_use_id", wherever they stand in `value`.
void collect_answers(const Json& value, std::vector<std::string>& ids) {
    if (value.is_object()) {
        for (const auto& [key, member] : value.items())
            if ((key == "tool_call_id" || key == "tool_use_id") && member.is_string())
                ids.push_back(member);
            else
                collect_answers(member, ids);
    } else if (value.is_array()) {
        for (const Json& element : value)
            collect_answers(element, ids);
    }
}

std::vector<std::string> answers_in(const std::string& body) {
    if (body.empty()) return {};
    const auto json = parse_json(body);
    if (!json || !json->is_object()) return {};
    const auto messages = json->find("messages");
    if (messages == json->end() || !messages->is_array()) return {};

    size_t first = messages->size();
    while (first > 0 && string_at((*messages)[first - 1], "role") != "assistant")
        --first;
    std::vector<std::string> ids;
    for (size_t i = first; first > 0 && i < messages->size(); ++i)
        collect_answers((*messages)[i], ids);
    return ids;
}

std::string line_of(const Json& value) {
    return dump_json(value) + "\n";
}

} // namespace

RecordedRequest recorded_request(const HttpRequest& request) {
    return {request.method, url_path(request.url), answers_in(request.body)};
}

std::string request_line(const RecordedRequest& request, int number) {
    return line_of({{"v", k_version},
                    {"t", "request"},
                    {"n", number},
                    {"method", request.method},
                    {"path", request.path},
                    {"answers", request.answers}});
}

std::string head_line(const HttpHead& head, milliseconds at) {
    Json headers = Json::object();
    for (const auto& [name, value] : head.headers)
        if (std::ranges::find(k_kept_headers, name) != k_kept_headers.end()) headers[name] = value;
    return line_of({{"t", "head"}, {"ms", at.count()}, {"status", head.status}, {"headers", headers}});
}

std::string data_line(std::string_view bytes, milliseconds at) {
    if (is_utf8(bytes)) return line_of({{"t", "data"}, {"ms", at.count()}, {"text", bytes}});
    return line_of({{"t", "data"}, {"ms", at.count()}, {"base64", encode_base64(bytes)}});
}

std::string end_line(HttpEnd end, milliseconds at) {
    return line_of({{"t", "end"}, {"ms", at.count()}, {"end", name_in(k_ends, end)}});
}

std::string failed_line(const Error& error, milliseconds at) {
    return line_of({{"t", "failed"},
                    {"ms", at.count()},
                    {"code", name_in(k_codes, error.code)},
                    {"message", error.message},
                    {"hint", error.hint}});
}

namespace {

// Reads the lines in order and knows which kind may follow which.
class RecordingParser {
public:
    Result<void> feed_line(std::string_view text);
    std::vector<RecordedExchange> take() { return std::move(m_exchanges); }

private:
    Result<void> add_request(const Json& line);
    Result<HttpHead> head_of(const Json& line) const;
    Result<std::string> data_of(const Json& line) const;
    Result<RecordedPiece> piece_of(std::string_view kind, const Json& line) const;

    std::vector<RecordedExchange> m_exchanges;
    bool m_head = false;  // of the last exchange
    bool m_ended = false; // the last exchange
};

Result<void> bad(std::string message) {
    return fail(Errc::invalid_argument, std::move(message));
}

bool is_piece(std::string_view kind) {
    return kind == "head" || kind == "data" || kind == "end" || kind == "failed";
}

Result<void> RecordingParser::feed_line(std::string_view text) {
    const Json line = TRY(parse_json(text));
    if (!line.is_object()) return bad("it is not an object");
    const std::string kind = string_at(line, "t");
    if (kind == "request") return add_request(line);
    if (!is_piece(kind)) return {};
    if (m_exchanges.empty()) return bad("it stands before the first request");
    if (m_ended) return bad("its exchange has ended already");
    RecordedPiece piece = TRY(piece_of(kind, line));
    if (const auto ms = line.find("ms"); ms != line.end() && ms->is_number_unsigned())
        piece.at = milliseconds(std::min<uint64_t>(ms->get<uint64_t>(), 1ULL << 40));
    m_head = m_head || kind == "head";
    m_ended = kind == "end" || kind == "failed";
    m_exchanges.back().pieces.push_back(std::move(piece));
    return {};
}

Result<void> RecordingParser::add_request(const Json& line) {
    const auto version = line.find("v");
    if (version != line.end() && *version != k_version)
        return bad(fmt::format("its version is not {}, the only one known here", k_version));
    RecordedExchange exchange;
    exchange.request.method = string_at(line, "method");
    exchange.request.path = string_at(line, "path");
    if (exchange.request.method.empty() || exchange.request.path.empty())
        return bad("a request needs a method and a path");
    if (const auto answers = line.find("answers"); answers != line.end()) {
        if (!answers->is_array()) return bad("answers is not a list");
        for (const Json& id : *answers) {
            if (!id.is_string()) return bad("answers holds something that is no text");
            exchange.request.answers.push_back(id);
        }
    }
    m_exchanges.push_back(std::move(exchange));
    m_head = m_ended = false;
    return {};
}

Result<RecordedPiece> RecordingParser::piece_of(std::string_view kind, const Json& line) const {
    if (kind == "head") {
        if (m_head) return fail(Errc::invalid_argument, "it is the second head of its exchange");
        return RecordedPiece{{}, TRY(head_of(line))};
    }
    if (kind == "failed")
        return RecordedPiece{{},
                             Error{value_in(k_codes, string_at(line, "code")).value_or(Errc::io),
                                   string_at(line, "message", "the recorded request failed"),
                                   string_at(line, "hint")}};
    if (kind == "data") {
        if (!m_head) return fail(Errc::invalid_argument, "data without a head before it");
        return RecordedPiece{{}, TRY(data_of(line))};
    }
    const auto end = value_in(k_ends, string_at(line, "end"));
    if (!end) return fail(Errc::invalid_argument, "its end is none of complete, cut, stalled, cancelled");
    if (!m_head && *end != HttpEnd::cancelled)
        return fail(Errc::invalid_argument, "an end without a head before it");
    return RecordedPiece{{}, *end};
}

Result<HttpHead> RecordingParser::head_of(const Json& line) const {
    HttpHead head;
    const auto status = line.find("status");
    if (status == line.end() || !status->is_number_unsigned() || *status > 999)
        return fail(Errc::invalid_argument, "a head needs a status");
    head.status = status->get<int>();
    if (const auto headers = line.find("headers"); headers != line.end() && headers->is_object())
        for (const auto& [name, value] : headers->items())
            if (value.is_string()) head.headers.emplace_back(name, value);
    return head;
}

Result<std::string> RecordingParser::data_of(const Json& line) const {
    if (const auto text = line.find("text"); text != line.end() && text->is_string())
        return text->get<std::string>();
    if (const auto coded = line.find("base64"); coded != line.end() && coded->is_string())
        if (auto bytes = decode_base64(coded->get_ref<const std::string&>())) return *std::move(bytes);
    return fail(Errc::invalid_argument, "data needs a text or valid base64");
}

} // namespace

Result<std::vector<RecordedExchange>> parse_recording(std::string_view text) {
    RecordingParser parser;
    for (int number = 1; !text.empty(); ++number) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        if (const auto read = parser.feed_line(line); !read)
            return fail(Errc::invalid_argument,
                        fmt::format("line {} of the recording: {}", number, read.error().message),
                        "the format is described in docs/recordings.md");
    }
    return parser.take();
}

bool is_recording(std::string_view text) {
    if (text.empty()) return true;
    const auto line = parse_json(text.substr(0, text.find('\n')));
    if (!line || !line->is_object()) return false;
    const auto version = line->find("v");
    return version != line->end() && version->is_number() && string_at(*line, "t") == "request";
}

} // namespace thoth
