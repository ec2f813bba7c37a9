#include "model/server_error.h"

#include "model/ascii.h"
#include "model/overflow_wording.h"
#include "model/retry_after.h"
#include "model/wire_json.h"
#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {

// What a body says, whatever its shape.
struct ServerWords {
    std::string message;
    std::string type; // type, code and status words, in lower case, with spaces between
    int code = 0;     // a numeric code, which stands for an HTTP status
    std::optional<int64_t> limit;
    std::optional<int64_t> prompt;
};

std::string shortened(std::string_view text) {
    const std::string valid = to_valid_utf8(text);
    if (valid.size() <= k_max_message_bytes) return valid;
    constexpr std::string_view k_mark = "...";
    return std::string(utf8_prefix(valid, k_max_message_bytes - k_mark.size())) + std::string(k_mark);
}

std::string text_of(const Json& value) {
    return value.is_string() ? value.get<std::string>() : dump_json(value);
}

int number_in(const Json& value) {
    if (value.is_number_integer()) {
        const auto number = value.get<int64_t>();
        return number > 0 && number < 1000 ? static_cast<int>(number) : 0;
    }
    int number = 0;
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size()) return 0;
    }
    return number;
}

void read_kind(const Json& object, ServerWords& words) {
    for (const char* key : {"type", "code", "status", "error_type"}) {
        const Json* value = member(object, key);
        if (!value) continue;
        if (const int number = number_in(*value); number != 0)
            words.code = number;
        else if (value->is_string())
            words.type += lower(value->get<std::string>()) + ' ';
    }
}

// {"message", "type", "code", ...}: the inner object of most servers.
void read_object(const Json& object, ServerWords& words) {
    for (const char* key : {"message", "detail", "error", "msg"})
        if (const Json* value = member(object, key); value && words.message.empty())
            words.message = text_of(*value);
    read_kind(object, words);
    words.prompt = count_at(object, "n_prompt_tokens");
    words.limit = count_at(object, "n_ctx");
    const Json* metadata = member(object, "metadata");
    if (!metadata) return;
    read_kind(*metadata, words);
    // A router's own message is often only "Provider returned error".
    if (const Json* raw = member(*metadata, "raw")) words.message += ": " + text_of(*raw);
}

ServerWords words_of(const Json& value) {
    ServerWords words;
    if (value.is_array()) return value.empty() ? words : words_of(value.front());
    if (!value.is_object()) {
        words.message = text_of(value);
        return words;
    }
    const Json* inner = member(value, "error");
    if (inner && inner->is_object()) {
        read_object(*inner, words);
    } else {
        read_object(value, words);
    }
    if (words.message.empty()) words.message = dump_json(value);
    return words;
}

std::string title_of(std::string_view page) {
    const std::string small = lower(page.substr(0, 16u << 10));
    size_t start = small.find("<title");
    if (start == std::string::npos) return {};
    start = small.find('>', start);
    const size_t end = start == std::string::npos ? start : small.find("</title", start);
    if (end == std::string::npos) return {};
    return std::string(trim(page.substr(start + 1, end - start - 1)));
}

struct Meaning {
    ReplyErrorKind kind;
    bool retryable;
};

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != text.npos; });
}

bool speaks_of_quota(std::string_view said) {
    return has_any(said, {"insufficient_quota", "spend_limit", "exceeded your current quota", "billing", "per day",
                          "daily limit", "insufficient balance", "insufficient credit"});
}

// Gemini calls its limit for a minute a quota, too, and says when to come back.
bool tells_when(std::string_view said) {
    return has_any(said, {"please retry in", "retrydelay"});
}

bool speaks_of_rate(std::string_view said) {
    return has_any(said, {"rate limit", "rate_limit", "ratelimit", "too many requests", "tokens per minute",
                          "requests per minute"});
}

// Servers that read the model's calls themselves blame it on the request when they cannot.
bool speaks_of_a_bad_call(std::string_view said) {
    return has_any(said, {"error parsing tool call", "failed to parse input at pos", "tool_use_failed",
                          "failed to parse tool call", "failed to call a function"});
}

Meaning meaning_of_server_fault(int status, std::string_view said) {
    using enum ReplyErrorKind;
    switch (status) {
    case 501:
        return {invalid_request, false};
    case 503:
        return {has_any(said, {"loading"}) ? loading : overloaded, true};
    case 529:
        return {overloaded, true};
    default:
        return {has_any(said, {"overloaded"}) ? overloaded : server, true};
    }
}

// What the server reports as its own fault came out of the model, or out of its memory.
bool is_the_models_fault(std::string_view said) {
    return has_any(said, {"failed to parse input", "error parsing tool call", "jinja", "chat template",
                          "model runner has unexpectedly stopped"});
}

Meaning meaning_of_status(int status, std::string_view said) {
    using enum ReplyErrorKind;
    if (status >= 500) return meaning_of_server_fault(status, said);
    switch (status) {
    case 401:
    case 403:
        return {auth, false};
    case 402:
        return {quota, false};
    case 404:
        return {not_found, false};
    case 408:
    case 409:
    case 425:
    case 499:
        return {server, true};
    case 429:
        return speaks_of_quota(said) && !tells_when(said) ? Meaning{quota, false} : Meaning{rate_limit, true};
    case 498:
        return {overloaded, true};
    default:
        return {speaks_of_rate(said) ? rate_limit : invalid_request, false};
    }
}

// An error without a number, as it comes inside streams.
Meaning meaning_of_words(std::string_view said) {
    using enum ReplyErrorKind;
    if (speaks_of_quota(said) && !tells_when(said)) return {quota, false};
    if (speaks_of_quota(said)) return {rate_limit, true};
    if (speaks_of_rate(said)) return {rate_limit, true};
    if (has_any(said, {"overloaded"})) return {overloaded, true};
    if (has_any(said, {"loading model"})) return {loading, true};
    if (has_any(said, {"authentication", "unauthorized", "permission_error", "invalid api key"}))
        return {auth, false};
    if (has_any(said, {"not_found", "model not found"})) return {not_found, false};
    if (has_any(said, {"invalid_request", "does not support"})) return {invalid_request, false};
    return {server, true};
}

ReplyError judged(ServerWords words, int status) {
    ReplyError error;
    const std::string said = words.type + lower(words.message);
    const bool may_be_overflow =
        status == 0 || status == 200 || status == 400 || status == 413 || status == 422 || status == 500;
    Meaning meaning = status >= 300 ? meaning_of_status(status, said) : meaning_of_words(said);
    const bool is_rate = meaning.kind == ReplyErrorKind::rate_limit || meaning.kind == ReplyErrorKind::quota;
    if (may_be_overflow && !is_rate && speaks_of_overflow(said)) {
        meaning = {ReplyErrorKind::context_overflow, false};
        const OverflowFigures figures = overflow_figures(said);
        error.limit = words.limit ? words.limit : figures.limit;
        error.prompt = words.prompt ? words.prompt : figures.prompt;
    }
    if (speaks_of_a_bad_call(said)) meaning = {ReplyErrorKind::malformed_call, false};
    error.kind = meaning.kind;
    error.retryable = meaning.retryable;
    error.try_once = status >= 500 && is_the_models_fault(said);
    error.message = shortened(trim(words.message));
    if (error.message.empty()) error.message = "the server reported an error without saying which";
    if (error.retryable) error.retry_after_s = wait_in_text(said);
    return error;
}

std::string location_of(const HttpHead& head) {
    const auto header = std::ranges::find(head.headers, "location", &std::pair<std::string, std::string>::first);
    return header == head.headers.end() ? "nowhere" : display_url(header->second); // a query may hold a key
}

ServerWords words_of_body(const HttpHead& head, std::string_view body) {
    ServerWords words;
    const std::string_view text = trim(body);
    if (head.status >= 300 && head.status < 400) {
        words.message = fmt::format("HTTP {}: the server redirects to {}", head.status, location_of(head));
    } else if (text.empty()) {
        words.message = fmt::format("HTTP {} without a word", head.status);
        // Cerebras says no more than this about a prompt that does not fit.
        if (head.status == 413) words.type = "exceed_context_size_error ";
    } else if (const auto json = parse_wire_json(text)) {
        words = words_of(*json);
    } else {
        words.message = fmt::format("HTTP {}: {}", head.status, text);
    }
    return words;
}

bool looks_like_html(std::string_view body) {
    return trim(body).starts_with('<');
}

} // namespace

ReplyError error_from_answer(const HttpHead& head, std::string_view body, std::optional<WallTime> now) {
    ReplyError error =
        looks_like_html(body) ? error_from_html(head.status, body) : judged(words_of_body(head, body), head.status);
    if (const auto should = should_retry(head.headers)) error.retryable = *should;
    if (const auto wait = wait_in_headers(head.headers, now)) error.retry_after_s = wait;
    error.status = head.status;
    return error;
}

ReplyError error_from_event(const Json& value) {
    ServerWords words = words_of(value);
    const int status = words.code;
    return judged(std::move(words), status);
}

ReplyError error_from_event_text(std::string_view text) {
    if (const auto json = parse_wire_json(text)) return error_from_event(*json);
    ServerWords words;
    words.message = text;
    return judged(std::move(words), 0);
}

ReplyError error_from_html(int status, std::string_view page) {
    const std::string title = title_of(page);
    ServerWords words;
    words.message = fmt::format("HTTP {} with a web page instead of a reply{}", status,
                                title.empty() ? std::string{} : fmt::format(": \"{}\"", shortened(title)));
    // A page with status 200 is the wrong address, or a portal in between: asking again is no use.
    if (status < 300) return judged(std::move(words), 400);
    return judged(std::move(words), status);
}

ReplyError error_from_broken_line(std::string_view line) {
    ReplyError error;
    error.retryable = true;
    error.message =
        shortened(fmt::format("the server sent a line that is not JSON: {}", to_valid_utf8(line.substr(0, 200))));
    return error;
}

} // namespace thoth
