#include "model/ascii.h"
#include "model/text_calls/forms.h"

#include <algorithm>
#include <array>
#include <span>

// The conversation format of gpt-oss, where a server did not take it apart; it may hold no call at all:
//   <|channel|>analysis<|message|>thinking<|end|><|start|>assistant<|channel|>commentary
//   to=functions.N <|constrain|>json<|message|>{...}<|call|>

namespace thoth {

namespace {
constexpr size_t k_max_header_bytes = 300;
constexpr std::array<std::string_view, 3> k_ends{"<|end|>", "<|call|>", "<|return|>"};
constexpr std::array<std::string_view, 3> k_starts{"<|start|>", "<|channel|>", "<|message|>"};

struct Header {
    std::string_view recipient; // empty: no call
    std::string_view channel;
};

std::string_view word_behind(std::string_view header, std::string_view mark) {
    const size_t at = header.find(mark);
    if (at == header.npos) return {};
    const std::string_view rest = trim(header.substr(at + mark.size()));
    return rest.substr(0, rest.find_first_of(" \t\r\n<"));
}

// Words and the tokens that may stand between them; anything else is not this format.
bool is_header(std::string_view text) {
    constexpr std::string_view k_word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-= \t\r\n";
    for (size_t at = 0; (at = text.find_first_not_of(k_word, at)) != text.npos;) {
        const std::string_view rest = text.substr(at);
        const bool token = rest.starts_with("<|channel|>") || rest.starts_with("<|constrain|>");
        if (!token) return false;
        at += rest.find('>') + 1;
    }
    return text.find("<|channel|>") != text.npos || text.find("to=") != text.npos;
}

std::optional<Header> read_header(TextCursor& text) {
    constexpr std::string_view k_end = "<|message|>";
    const std::string_view near = text.rest().substr(0, k_max_header_bytes);
    if (near.size() == k_max_header_bytes && near.find(k_end) == near.npos) return std::nullopt;
    const auto header = text.until(k_end);
    if (!header || !is_header(*header)) return std::nullopt;
    return Header{word_behind(*header, "to="), word_behind(*header, "<|channel|>")};
}

void skip_end(TextCursor& text) {
    for (const std::string_view end : k_ends)
        if (text.skip(end)) return;
}

bool read_call(TextCursor& text, FoundCalls& found, std::string_view name) {
    if (!found.tool(name)) return false;
    text.skip_space();
    const auto json = text.json_value();
    if (!json) return false;
    if (!found.add_with_json(name, *json)) return false;
    text.skip_space();
    skip_end(text);
    return true;
}

size_t first_of(std::span<const std::string_view> marks, std::string_view text) {
    size_t first = text.npos;
    for (const std::string_view mark : marks)
        first = std::min(first, text.find(mark));
    return first;
}

// Words go as far as their end mark, or as the text. Where another message seems to begin in them, they
// were not ended, and it may be a thought.
bool read_words(TextCursor& text, FoundCalls& found, std::string_view channel) {
    const size_t end = first_of(k_ends, text.rest());
    const std::string_view words = text.rest().substr(0, end);
    if (first_of(k_starts, words) != words.npos) return false;
    if (end == words.npos && !text.complete()) return text.ran_out();
    std::string& into = channel == "analysis" ? found.thinking : found.text;
    if (!into.empty()) into += "\n\n";
    into += trim(words);
    text.drop(words.size());
    skip_end(text);
    return true;
}
} // namespace

bool read_harmony_calls(TextCursor& text, FoundCalls& found) {
    do {
        text.skip("<|start|>");
        const auto header = read_header(text);
        if (!header) return false;
        const bool is_call = !header->recipient.empty();
        if (!is_call && !found.calls().empty()) return true; // words behind a call are left, as behind an example
        if (!(is_call ? read_call(text, found, header->recipient) : read_words(text, found, header->channel)))
            return false;
        text.skip_end_tokens();
    } while (!text.at_end());
    return true;
}

} // namespace thoth
