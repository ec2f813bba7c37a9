#include "agent/compaction/kept_tail.h"

#include "agent/context_meter.h"
#include "text/unicode.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr size_t k_note_bytes = 120; // that the note on what is missing may take

bool is_reply(const Message& message) {
    return std::holds_alternative<AssistantMessage>(message);
}
bool is_prompt(const Message& message) {
    return std::holds_alternative<UserMessage>(message);
}

// Where the last reply begins, which has results behind it.
size_t start_of_batch(std::span<const Message> history) {
    size_t first = history.size();
    while (first > 0 && std::holds_alternative<ToolResult>(history[first - 1]))
        --first;
    return first > 0 && is_reply(history[first - 1]) ? first - 1 : history.size();
}

// The results of the batch share what its reply leaves of the room; short ones give to long ones.
std::vector<KeptTail::Shortened> shorten_results(std::span<const Message> history, size_t first, size_t room) {
    std::vector<size_t> places;
    for (size_t i = first; i < history.size(); ++i)
        if (std::holds_alternative<ToolResult>(history[i])) places.push_back(i);
    std::ranges::stable_sort(places, {}, [&](size_t i) { return bytes_of(history[i]); });
    std::vector<KeptTail::Shortened> out;
    for (size_t i = 0; i < places.size(); ++i) {
        const auto& result = std::get<ToolResult>(history[places[i]]);
        const size_t share = room / (places.size() - i);
        if (bytes_of(history[places[i]]) <= share) {
            room -= bytes_of(history[places[i]]);
            continue;
        }
        const size_t around = bytes_of(history[places[i]]) - result.text.size();
        out.push_back({places[i], shortened(result.text, share - std::min(share, around))});
        room -= share;
    }
    std::ranges::sort(out, {}, &KeptTail::Shortened::place);
    return out;
}

KeptTail tail_of_batches(std::span<const Message> history, size_t most_bytes) {
    KeptTail tail{history.size(), 0, true, {}};
    size_t room = most_bytes;
    for (size_t first = start_of_batch(history); first < history.size(); first = start_of_batch(history)) {
        const size_t bytes = bytes_of(history.subspan(first));
        if (bytes > room) {
            const size_t reply = bytes_of(history[first]);
            if (tail.messages > 0 || reply > room / 2) break;
            tail.shortened = shorten_results(history, first, room - reply);
        }
        tail.first = first;
        ++tail.messages;
        room -= std::min(room, bytes);
        history = history.first(first);
    }
    return tail;
}
} // namespace

std::string shortened(const std::string& text, size_t most_bytes) {
    if (text.size() <= most_bytes) return text;
    const size_t kept = most_bytes - std::min(most_bytes, k_note_bytes);
    const std::string_view head = utf8_prefix(text, kept / 3 * 2);
    const std::string_view tail = utf8_suffix(text, kept / 3);
    return fmt::format("{}\n[{} bytes were left out here when the conversation was shortened; make the call again "
                       "if you need them]\n{}",
                       head, text.size() - head.size() - tail.size(), tail);
}

KeptTail keep_tail(std::span<const Message> history, size_t most_bytes) {
    if (history.empty()) return {};
    if (std::holds_alternative<ToolResult>(history.back())) return tail_of_batches(history, most_bytes);
    KeptTail tail{history.size(), 0, false, {}};
    // A prompt in the middle of the work: the calls before it are those under way.
    const bool is_in_the_middle = is_prompt(history.back()) && history.size() > 1 &&
                                  std::holds_alternative<ToolResult>(history[history.size() - 2]);
    if (is_in_the_middle) {
        tail = tail_of_batches(history.first(history.size() - 1), most_bytes);
        tail.has_reply = tail.messages > 0;
        ++tail.messages;
        return tail;
    }
    if (is_prompt(history[tail.first - 1])) {
        --tail.first;
        ++tail.messages;
    }
    if (tail.first == 0 || !is_reply(history[tail.first - 1])) return tail;
    // A reply with calls has its results behind it, and those are not kept without what follows from them.
    const auto& reply = std::get<AssistantMessage>(history[tail.first - 1]);
    if (!reply.calls.empty() || bytes_of(history[tail.first - 1]) > most_bytes) return tail;
    --tail.first;
    ++tail.messages;
    tail.has_reply = true;
    return tail;
}

} // namespace thoth
