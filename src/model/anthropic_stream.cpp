#include "model/anthropic_reply_blocks.h"
#include "model/event_stream_decoder.h"
#include "model/finish_word.h"
#include "model/server_error.h"
#include "model/wire_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace thoth {

namespace {

std::optional<int64_t> index_of(const Json& event) {
    const Json* index = member(event, "index");
    return index && index->is_number_integer() ? std::optional(index->get<int64_t>()) : std::nullopt;
}

class AnthropicDecoder final : public EventStreamDecoder {
public:
    AnthropicDecoder(ReplyRules rules, CallIds& ids, ReplySink& sink)
        : EventStreamDecoder(std::move(rules), ids, sink) {}

    size_t news() const override { return m_news + whole_bytes(); }

private:
    void take_event(std::string_view name, std::string_view data, bool whole) override;
    void take_whole(const Json& reply) override { take(string_at(reply, "type"), reply); }
    Reply build(HttpEnd end) override;
    void take(std::string_view type, const Json& event);
    void take_message(const Json& message);
    void take_usage(const Json& holder);
    void take_stop(const Json& holder);
    void open_block(std::optional<int64_t> index, const Json& content);
    void open_call(AnthropicBlock& block, const Json& content);
    void take_delta(const Json& event);
    void add_text(AnthropicBlock& block, std::string_view text);
    void add_thinking(AnthropicBlock& block, std::string_view text);
    void add_input(AnthropicBlock& block, std::string_view piece);
    void keep(std::string& where, std::string_view bytes);
    void finish_inputs();

    AnthropicReplyBlocks m_blocks;
    Usage m_usage;
    size_t m_news = 0;
    bool m_gap = false; // something stood between the last text and the next
};

Reply AnthropicDecoder::build(HttpEnd end) {
    finish_inputs();
    Reply reply = m_builder.finish(end);
    const bool whole = !reply.error && reply.finish != Finish::cancelled;
    if (whole) reply.message.provider_blocks = m_blocks.replay(!reply.message.calls.empty());
    return reply;
}

void AnthropicDecoder::take_event(std::string_view name, std::string_view data, bool whole) {
    const auto value = parse_wire_json(data);
    if (value && value->is_object()) return take(string_at(*value, "type", name), *value);
    if (data == "[DONE]")
        end(); // some gateways end as others do
    else if (name == "error" && (value || whole))
        m_builder.fail(error_from_event_text(data));
    else if (value || whole)
        m_builder.fail(error_from_broken_line(data));
}

void AnthropicDecoder::take(std::string_view type, const Json& event) {
    if (type == "ping") return;
    ++m_news;
    if (type == "error" || member(event, "error")) {
        m_builder.fail(error_from_event(event));
    } else if (type == "message_start") {
        if (const Json* message = member(event, "message")) take_usage(*message);
    } else if (type == "content_block_start") {
        if (const Json* content = member(event, "content_block")) open_block(index_of(event), *content);
    } else if (type == "content_block_delta") {
        take_delta(event);
    } else if (type == "message_delta") {
        take_usage(event);
        if (const Json* delta = member(event, "delta")) take_stop(*delta);
    } else if (type == "message_stop") {
        end();
        if (!m_builder.has_terminal()) m_builder.terminal("", Finish::stop);
    } else if (type == "message") {
        take_message(event);
    }
}

// A reply that was not streamed.
void AnthropicDecoder::take_message(const Json& message) {
    if (const Json* content = member(message, "content"); content && content->is_array())
        for (const Json& block : *content)
            open_block({}, block);
    take_usage(message);
    take_stop(message);
    // It is complete because its JSON is.
    if (!m_builder.has_terminal() && !m_builder.is_empty()) m_builder.terminal("", Finish::stop);
}

// Counts grow from event to event; what an event does not name stays as it was.
void AnthropicDecoder::take_usage(const Json& holder) {
    const Json* usage = member(holder, "usage");
    if (!usage || !usage->is_object()) return;
    if (const auto count = count_at(*usage, "input_tokens")) m_usage.input = count;
    if (const auto count = count_at(*usage, "output_tokens")) m_usage.output = count;
    if (const auto count = count_at(*usage, "cache_read_input_tokens")) m_usage.cache_read = *count;
    if (const auto count = count_at(*usage, "cache_creation_input_tokens")) m_usage.cache_write = *count;
    if (const Json* details = member(*usage, "output_tokens_details"))
        if (const auto count = count_at(*details, "thinking_tokens")) m_usage.reasoning = *count;
    if (m_usage.input || m_usage.output) m_builder.usage(m_usage);
}

void AnthropicDecoder::take_stop(const Json& holder) {
    if (const std::string word = string_at(holder, "stop_reason"); !word.empty())
        m_builder.terminal(word, finish_of_word(word));
}

void AnthropicDecoder::open_block(std::optional<int64_t> index, const Json& content) {
    const std::string type = string_at(content, "type");
    AnthropicBlock* block = m_blocks.open(index, type);
    if (!block) return m_builder.fail_too_long("its list of blocks");
    if (type == "text") return add_text(*block, string_at(content, "text"));
    m_gap = true;
    if (type == "thinking") {
        add_thinking(*block, string_at(content, "thinking"));
        keep(block->signature, string_at(content, "signature"));
    } else if (type == "tool_use") {
        open_call(*block, content);
    } else if (!m_blocks.keep_start(*block, content)) {
        m_builder.fail_too_long("its reply");
    }
}

void AnthropicDecoder::open_call(AnthropicBlock& block, const Json& content) {
    ToolCallDelta delta;
    delta.index = block.number;
    delta.id = string_at(content, "id");
    delta.name = string_at(content, "name");
    m_builder.call_delta(std::move(delta));
    const Json* input = member(content, "input");
    if (input && input->is_object() && !input->empty() && !m_blocks.keep_start(block, *input))
        m_builder.fail_too_long("its reply");
}

void AnthropicDecoder::take_delta(const Json& event) {
    const Json* delta = member(event, "delta");
    if (!delta) return;
    const std::string type = string_at(*delta, "type");
    const auto index = index_of(event);
    if (!m_blocks.find(index) && type == "text_delta") open_block(index, {{"type", "text"}});
    AnthropicBlock* block = m_blocks.find(index);
    if (!block) return;
    if (type == "text_delta")
        add_text(*block, string_at(*delta, "text"));
    else if (type == "thinking_delta")
        add_thinking(*block, string_at(*delta, "thinking"));
    else if (type == "signature_delta")
        keep(block->signature, string_at(*delta, "signature"));
    else if (type == "input_json_delta")
        add_input(*block, string_at(*delta, "partial_json"));
}

void AnthropicDecoder::add_text(AnthropicBlock& block, std::string_view text) {
    if (text.empty()) return;
    if (std::exchange(m_gap, false) && m_builder.has_text()) m_builder.content("\n\n");
    m_builder.content(text);
    block.text += text;
}

void AnthropicDecoder::add_thinking(AnthropicBlock& block, std::string_view text) {
    m_builder.thinking(text, {});
    block.text += text;
}

void AnthropicDecoder::add_input(AnthropicBlock& block, std::string_view piece) {
    if (piece.empty()) return;
    if (block.type != "tool_use") return keep(block.input, piece);
    block.start.reset(); // what the pieces say counts
    ToolCallDelta delta;
    delta.index = block.number;
    delta.arguments = piece;
    m_builder.call_delta(std::move(delta));
}

void AnthropicDecoder::keep(std::string& where, std::string_view bytes) {
    if (!m_blocks.keep(where, bytes)) m_builder.fail_too_long("its reply");
}

// The input of a call may have come whole, with its block.
void AnthropicDecoder::finish_inputs() {
    for (const AnthropicBlock& block : m_blocks.all()) {
        if (block.type != "tool_use" || !block.start) continue;
        ToolCallDelta delta;
        delta.index = block.number;
        delta.arguments = dump_json(*block.start);
        delta.arguments_whole = true;
        m_builder.call_delta(std::move(delta));
    }
}

} // namespace

std::unique_ptr<StreamDecoder> make_anthropic_decoder(ReplyRules rules, CallIds& ids, ReplySink& sink) {
    return std::make_unique<AnthropicDecoder>(std::move(rules), ids, sink);
}

} // namespace thoth
