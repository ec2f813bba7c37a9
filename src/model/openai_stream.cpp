#include "model/event_stream_decoder.h"
#include "model/finish_word.h"
#include "model/openai_usage.h"
#include "model/reasoning_details.h"
#include "model/server_error.h"
#include "model/wire_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace thoth {

namespace {

ToolCallDelta delta_of(const Json& entry) {
    ToolCallDelta delta;
    if (const auto index = entry.find("index"); index != entry.end() && index->is_number_integer())
        delta.index = index->get<int64_t>();
    delta.id = string_at(entry, "id");
    if (const Json* extra = member(entry, "extra_content"))
        delta.extra = dump_json(Json{{"extra_content", *extra}});
    const Json* function = member(entry, "function");
    if (!function) return delta;
    delta.name = string_at(*function, "name");
    const Json* arguments = member(*function, "arguments");
    if (!arguments) return delta;
    delta.arguments_whole = !arguments->is_string();
    delta.arguments = arguments->is_string() ? arguments->get<std::string>() : dump_json(*arguments);
    return delta;
}

// A piece of text, or a list of pieces.
std::string joined_text(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    std::string text;
    if (value.is_array())
        for (const Json& part : value)
            text += part.is_string() ? part.get<std::string>() : string_at(part, "text");
    return text;
}

std::string reasoning_text(const Json& value) {
    if (!value.is_object()) return joined_text(value);
    std::string text = string_at(value, "text");
    return text.empty() ? string_at(value, "content") : text;
}

bool holds_an_answer(const Json& message) {
    return std::ranges::any_of(std::array{"content", "refusal", "tool_calls", "function_call"},
                               [&](const char* key) {
                                   const Json* value = member(message, key);
                                   return value && !value->empty() && *value != "";
                               });
}

class OpenAiDecoder final : public EventStreamDecoder {
public:
    OpenAiDecoder(ReplyRules rules, CallIds& ids, ReplySink& sink)
        : EventStreamDecoder(std::move(rules), ids, sink) {}

    size_t news() const override { return m_builder.received() + m_progress + whole_bytes(); }

private:
    void take_event(std::string_view name, std::string_view data, bool whole) override;
    void take_whole(const Json& reply) override;
    Reply build(HttpEnd end) override;
    void take_chunk(const Json& chunk);
    bool take_error(const Json& chunk);
    void take_choice(const Json& choice);
    void take_message(const Json& message);
    void take_reasoning(const Json& message);
    void take_content(const Json& content);
    void take_part(const Json& part);
    void take_calls(const Json& message);
    void take_finish(const Json& choice);

    ReasoningDetails m_details;
    size_t m_progress = 0;          // chunks that tell how far the prompt was read
    bool m_deltas_answered = false; // with text or calls
};

Reply OpenAiDecoder::build(HttpEnd end) {
    m_builder.provider_blocks(m_details.replay());
    return m_builder.finish(end);
}

void OpenAiDecoder::take_whole(const Json& reply) {
    take_chunk(reply);
    // It is complete because its JSON is.
    if (!m_builder.has_terminal() && !m_builder.is_empty()) m_builder.terminal("", Finish::stop);
}

void OpenAiDecoder::take_event(std::string_view name, std::string_view data, bool whole) {
    if (data == "[DONE]") return end();
    const auto chunk = parse_wire_json(data);
    if (name == "error") {
        if (chunk || whole) m_builder.fail(error_from_event_text(data));
    } else if (chunk) {
        take_chunk(*chunk);
    } else if (whole) {
        m_builder.fail(error_from_broken_line(data));
    }
}

void OpenAiDecoder::take_chunk(const Json& chunk) {
    if (take_error(chunk)) return;
    if (member(chunk, "prompt_progress")) ++m_progress;
    if (const auto usage = usage_in_chunk(chunk)) m_builder.usage(*usage);
    const Json* choices = member(chunk, "choices");
    if (!choices || !choices->is_array()) return;
    for (const Json& choice : *choices) {
        const Json* index = member(choice, "index"); // the only choice of some servers has none
        if (choice.is_object() && (!index || *index == 0)) take_choice(choice);
    }
}

// Before anything else is read of a chunk: some carry an error beside choices.
bool OpenAiDecoder::take_error(const Json& chunk) {
    const bool wrapped = chunk.is_array() && !chunk.empty() && member(chunk.front(), "error");
    const Json* error = member(chunk, "error");
    const bool named =
        error && (error->is_object() || (error->is_string() && !error->get_ref<const std::string&>().empty()));
    if (!wrapped && !named && string_at(chunk, "object") != "error") return false;
    m_builder.fail(error_from_event(chunk));
    return true;
}

void OpenAiDecoder::take_choice(const Json& choice) {
    if (take_error(choice)) return;
    if (const Json* delta = member(choice, "delta"); delta && delta->is_object() && !delta->empty()) {
        m_deltas_answered = m_deltas_answered || holds_an_answer(*delta);
        take_message(*delta);
    } else if (const Json* message = member(choice, "message"); message && message->is_object()) {
        if (!m_deltas_answered) take_message(*message); // or it says again what the deltas said
    }
    take_finish(choice);
}

void OpenAiDecoder::take_message(const Json& message) {
    take_reasoning(message);
    if (const Json* content = member(message, "content")) take_content(*content);
    m_builder.refusal(string_at(message, "refusal"));
    take_calls(message);
}

// The same text may come in several fields; it counts once.
void OpenAiDecoder::take_reasoning(const Json& message) {
    if (const Json* details = member(message, "reasoning_details")) m_details.add(*details);
    const char* seen = nullptr;
    for (const char* field : {"reasoning_content", "reasoning", "reasoning_text"}) {
        const Json* value = member(message, field);
        if (!value) continue;
        const std::string text = reasoning_text(*value);
        if (!text.empty()) return m_builder.thinking(text, field);
        if (!seen && value->is_string()) seen = field;
    }
    if (seen) m_builder.thinking({}, seen);
}

void OpenAiDecoder::take_content(const Json& content) {
    if (content.is_string()) return m_builder.content(content.get_ref<const std::string&>());
    if (content.is_array())
        for (const Json& part : content)
            take_part(part);
}

void OpenAiDecoder::take_part(const Json& part) {
    if (part.is_string()) return m_builder.content(part.get_ref<const std::string&>());
    const std::string type = string_at(part, "type");
    if (type == "thinking") {
        if (const Json* thinking = member(part, "thinking")) m_builder.thinking(joined_text(*thinking), {});
    } else if (type == "refusal") {
        m_builder.refusal(string_at(part, "refusal"));
    } else {
        m_builder.content(string_at(part, "text"));
    }
}

void OpenAiDecoder::take_calls(const Json& message) {
    if (const Json* calls = member(message, "tool_calls"); calls && calls->is_array())
        for (const Json& call : *calls)
            if (call.is_object()) m_builder.call_delta(delta_of(call));
    if (const Json* call = member(message, "function_call"); call && call->is_object())
        m_builder.call_delta(delta_of(Json{{"index", 0}, {"function", *call}}));
}

void OpenAiDecoder::take_finish(const Json& choice) {
    const std::string word = string_at(choice, "finish_reason");
    const std::string native = string_at(choice, "native_finish_reason");
    if (!word.empty()) m_builder.terminal(word, finish_of_word(word));
    // A router may hide what went wrong behind "stop".
    if ((native == "error" || native == "network_error") && m_builder.is_empty())
        m_builder.terminal(native, Finish::error);
}

} // namespace

std::unique_ptr<StreamDecoder> make_openai_decoder(ReplyRules rules, CallIds& ids, ReplySink& sink) {
    return std::make_unique<OpenAiDecoder>(std::move(rules), ids, sink);
}

} // namespace thoth
