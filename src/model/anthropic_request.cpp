#include "model/anthropic_request.h"

#include "model/anthropic_blocks.h"
#include "model/anthropic_thinking.h"
#include "model/ascii.h"
#include "model/cache_marks.h"
#include "model/message_origin.h"
#include "model/request_parts.h"
#include "model/wire_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr std::string_view k_nobody = "nobody"; // whose messages have their thinking: none
constexpr std::string_view k_mark = R"(,"cache_control":{"type":"ephemeral"})";

// A message that is sent, in the order of sending.
struct Part {
    MarkCandidate shape{};
    bool is_result = false;
    std::string_view blocks{};
};

std::vector<Part> parts_of(std::span<const Message> messages, std::span<const RequestTexts::Written> texts) {
    std::vector<Part> parts;
    for (size_t i = 0; i < messages.size(); ++i) {
        if (texts[i].text.empty()) continue;
        const bool is_user = !std::holds_alternative<AssistantMessage>(messages[i]);
        const bool is_result = std::holds_alternative<ToolResult>(messages[i]);
        parts.push_back({{is_user, block_count(messages[i])}, is_result, texts[i].text});
    }
    return parts;
}

// Results come before whatever else we say.
void put_results_first(std::vector<Part>& parts) {
    for (auto begin = parts.begin(); begin != parts.end();) {
        const bool is_user = begin->shape.is_user;
        const auto end =
            std::find_if(begin, parts.end(), [&](const Part& p) { return p.shape.is_user != is_user; });
        if (is_user) std::stable_partition(begin, end, [](const Part& part) { return part.is_result; });
        begin = end;
    }
}

// The block ends with its closing brace; the mark is its last member.
void append_marked(std::string& out, std::string_view blocks) {
    out += blocks.substr(0, blocks.size() - 1);
    out += k_mark;
    out += '}';
}

// Neighbours of one role are one message.
std::string messages_text(std::vector<Part> parts) {
    put_results_first(parts);
    std::vector<MarkCandidate> shapes;
    shapes.reserve(parts.size());
    for (const Part& part : parts)
        shapes.push_back(part.shape);
    const std::vector<size_t> marks = cache_marks(shapes);
    std::string out = "[";
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i > 0 && shapes[i].is_user == shapes[i - 1].is_user) {
            out += ',';
        } else {
            if (i > 0) out += "]},";
            out += shapes[i].is_user ? R"({"role":"user","content":[)" : R"({"role":"assistant","content":[)";
        }
        if (std::ranges::binary_search(marks, i))
            append_marked(out, parts[i].blocks);
        else
            out += parts[i].blocks;
    }
    if (!parts.empty()) out += "]}";
    return out + ']';
}

std::string marked_system(std::string_view system) {
    std::string out = "[";
    append_marked(out, dump_json({{"type", "text"}, {"text", outgoing_text(system)}}));
    return out + ']';
}

std::string marked_tools(std::string_view tools) {
    std::string out;
    append_marked(out, tools.substr(0, tools.size() - 1)); // without the "]"
    return out + ']';
}
} // namespace

Result<std::string> anthropic_request_body(const ModelEndpoint& endpoint, const ModelRequest& request,
                                           OptionalFields& fields, RequestTexts& texts) {
    fields.begin(endpoint.model);
    const bool with_system = !trim(request.system).empty();
    Json body = {{"model", endpoint.model}, {"stream", true}};
    const bool thinks = add_thinking(endpoint, request.messages, fields, body);
    if (endpoint.temperature && !thinks && fields.form({"temperature"}))
        body["temperature"] = *endpoint.temperature;
    // Their texts go here, unless extra_body puts something else.
    if (!request.tools.empty()) body["tools"] = nullptr;
    if (with_system) body["system"] = nullptr;
    body["messages"] = nullptr;
    TRY(merge_extra_body(body, endpoint.extra_body));
    const std::string& tools = texts.tools(request.tools, &anthropic_tools);
    const std::string origin =
        takes_thinking_back(endpoint, thinks) ? origin_of(endpoint, WireApi::anthropic) : std::string(k_nobody);
    const auto each = texts.each(request.messages, &anthropic_blocks, origin);
    const std::string system = with_system ? marked_system(request.system) : "";
    const std::string last_marked = with_system || request.tools.empty() ? "" : marked_tools(tools);
    const std::string messages = messages_text(parts_of(request.messages, each));
    const std::array written{WrittenMember{"tools", last_marked.empty() ? tools : last_marked},
                             WrittenMember{"system", system}, WrittenMember{"messages", messages}};
    return dump_with(body, written);
}

} // namespace thoth
