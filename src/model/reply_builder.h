#pragma once
#include "model/call_ids.h"
#include "model/model_client.h"
#include "model/text_calls/text_call_filter.h"
#include "model/think_filter.h"
#include "model/tool_call_slots.h"
#include "os/http.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What a decoder must know of the request it decodes the reply of.
struct ReplyRules {
    bool implicit_think_open = false; // see ModelEndpoint
    std::optional<int> max_tokens;
    std::vector<std::string> tool_names;
    OfferedTools tools{};    // the same, with their schemas
    bool text_calls = false; // calls that were written as text count
};

// Collects what a decoder of any wire format finds and makes the Reply of it: one place where
// a finish is judged and where calls that must not run are dropped. Texts must be valid UTF-8.
// A reply larger than k_max_bytes is an error. One reply, one thread.
class ReplyBuilder {
public:
    static constexpr size_t k_max_bytes = 16u << 20;

    ReplyBuilder(ReplyRules rules, CallIds& ids, ReplySink& sink);

    void content(std::string_view text); // may hold inline thinking
    // `field`: the wire field it came in, empty if it cannot be sent back there. Empty text only
    // notes the field.
    void thinking(std::string_view text, std::string_view field);
    void refusal(std::string_view text);
    void call_delta(ToolCallDelta delta);
    void whole_call(ToolCallDelta delta);
    void usage(Usage usage) { m_usage = usage; }
    void provider_blocks(std::string json) { m_message.provider_blocks = std::move(json); }
    // The terminal signal. Nothing for a word that is not known. One after which no call may run is not taken back.
    void terminal(std::string word, std::optional<Finish> meaning);
    // The first error wins, also over a finish.
    void fail(ReplyError error);
    void fail_too_long(std::string_view what);

    bool failed() const { return m_error.has_value(); }
    bool has_terminal() const { return m_terminal; }
    size_t received() const { return m_bytes; } // bytes of text, thinking and calls
    bool is_empty() const;                      // nothing of the answer came yet
    bool has_text() const { return !m_message.text.empty(); }

    // `end`: how the body ended. Once only.
    Reply finish(HttpEnd end);

private:
    bool accept(size_t bytes);
    void emit(const ThinkFilter::Split& split);
    void add_text(std::string_view text);
    void add_thinking(std::string_view text);
    void judge(Reply& reply);
    bool may_hold_calls(HttpEnd end) const;
    void settle_text_calls(bool whole);
    void settle_beside_own_calls(TextCallFilter::Outcome& found);
    Finish finish_of_answer(const std::vector<ToolCall>& calls) const;
    bool was_cut(const std::vector<ToolCall>& calls) const;

    ReplyRules m_rules;
    CallIds& m_ids;
    ReplySink& m_sink;
    ThinkFilter m_think;
    TextCallFilter m_text_calls;
    ToolCallSlots m_slots;
    AssistantMessage m_message;
    std::optional<Usage> m_usage;
    std::optional<ReplyError> m_error;
    std::optional<Finish> m_meaning;
    std::string m_word;
    bool m_terminal = false;
    bool m_refused = false;
    bool m_from_text = false; // the calls
    bool m_doubtful = false;  // text began like a call and is none
    std::vector<std::string> m_notes;
    size_t m_bytes = 0;
};

} // namespace thoth
