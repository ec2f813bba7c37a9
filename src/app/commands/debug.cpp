#include "app/commands/debug.h"

#include "base/json.h"
#include "model/anthropic_blocks.h"
#include "model/http_model_client.h"
#include "model/wire_json.h"
#include "os/input.h"
#include "ui/transcript.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace thoth {

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_usage = 2;
constexpr int k_exit_signal = 128;
constexpr size_t k_max_body = 64 * 1024 * 1024;
constexpr uint64_t k_max_file = 16 * 1024 * 1024;
constexpr const char* k_usage =
    "thoth debug decode --transport openai|ollama|anthropic [--tools FILE] [--meta FILE]";

struct DecodeArguments {
    std::optional<std::string> transport, tools, meta;
};

Result<DecodeArguments> parse(std::span<const std::string> arguments) {
    if (arguments.empty() || arguments[0] != "decode")
        return fail(Errc::invalid_argument, "debug: what of it is missing; there is decode", k_usage);
    DecodeArguments parsed;
    for (size_t i = 1; i < arguments.size(); i += 2) {
        const std::string& flag = arguments[i];
        auto* const target = flag == "--transport" ? &parsed.transport
                             : flag == "--tools"   ? &parsed.tools
                             : flag == "--meta"    ? &parsed.meta
                                                   : nullptr;
        if (!target)
            return fail(Errc::invalid_argument, fmt::format("debug decode: unknown argument {}", flag), k_usage);
        if (i + 1 == arguments.size())
            return fail(Errc::invalid_argument, fmt::format("{} needs a value", flag), k_usage);
        *target = arguments[i + 1];
    }
    return parsed;
}

Result<Json> read_json(const Surroundings& world, const std::string& name) {
    const Path file = world.directory / name;
    const auto json = parse_json(TRY(world.files.read(file, 0, k_max_file)));
    if (!json) return fail(Errc::invalid_argument, fmt::format("{} is not JSON: {}", name, json.error().message));
    return *json;
}

// [{"name", "description"?, "parameters"}], also wrapped as {"function": ...}.
Result<std::vector<ToolSpec>> tools_from(const Json& list) {
    if (!list.is_array()) return fail(Errc::invalid_argument, "--tools: the file holds no list of tools");
    std::vector<ToolSpec> tools;
    for (const Json& entry : list) {
        const Json& tool = entry.is_object() && entry.contains("function") ? entry.at("function") : entry;
        const std::string name = string_at(tool, "name");
        if (name.empty()) return fail(Errc::invalid_argument, "--tools: a tool has no name");
        tools.push_back({name, string_at(tool, "description"),
                         tool.contains("parameters") ? dump_json(tool.at("parameters")) : "{}"});
    }
    return tools;
}

// Plays one answer to whatever is asked.
class OneAnswer final : public HttpClient {
public:
    OneAnswer(HttpHead head, std::string body, HttpEnd end)
        : m_head(std::move(head)), m_body(std::move(body)), m_end(end) {}
    Result<HttpEnd> send(const HttpRequest&, HttpSink& sink, std::stop_token) override {
        sink.on_head(m_head);
        return sink.on_body(m_body) ? m_end : HttpEnd::complete;
    }

private:
    HttpHead m_head;
    std::string m_body;
    HttpEnd m_end;
};

class NoSink final : public ReplySink {
public:
    void on_text(std::string_view) override {}
    void on_thinking(std::string_view) override {}
};

HttpHead head_from(const Json& meta) {
    HttpHead head{static_cast<int>(count_at(meta, "status").value_or(200)), {}};
    if (meta.contains("headers") && meta.at("headers").is_object())
        for (const auto& [name, value] : meta.at("headers").items())
            if (value.is_string()) head.headers.emplace_back(name, value.get<std::string>());
    return head;
}

ModelEndpoint endpoint_from(const Json& profile) {
    ModelEndpoint endpoint;
    endpoint.base_url = "http://127.0.0.1/v1";
    endpoint.model = "decoded";
    endpoint.implicit_think_open = profile.value("implicit_think_open", Json(false)) == true;
    const std::string text_calls = string_at(profile, "text_tool_calls");
    if (text_calls == "all") endpoint.text_tool_calls = TextToolCalls::all;
    if (text_calls == "auto") endpoint.text_tool_calls = TextToolCalls::automatic;
    if (const auto most = count_at(profile, "max_tokens")) endpoint.max_tokens = static_cast<int>(*most);
    return endpoint;
}

// `transport`: also as the meta object has it, "ollama-chat".
Result<std::unique_ptr<ModelClient>> client_for(const std::string& transport, HttpClient& http, const Clock& clock,
                                                ModelEndpoint endpoint) {
    const std::string name = transport.substr(0, transport.find('-'));
    constexpr uint64_t k_id_seed = 1; // the same body gives the same output
    if (name == "openai") return make_openai_client(http, clock, std::move(endpoint), k_id_seed);
    if (name == "ollama") return make_ollama_client(http, clock, std::move(endpoint), k_id_seed);
    if (name == "anthropic") return make_anthropic_client(http, clock, std::move(endpoint), k_id_seed);
    return fail(Errc::invalid_argument, fmt::format("--transport: there is no \"{}\"", transport), k_usage);
}

Json value_or_null(const auto& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json calls_json(const std::vector<ToolCall>& calls) {
    Json list = Json::array();
    for (const ToolCall& call : calls) {
        auto arguments = parse_json(call.arguments);
        list.push_back({{"id", call.id},
                        {"name", call.name},
                        {"arguments", arguments ? std::move(*arguments) : Json(call.arguments)}});
    }
    return list;
}

Json usage_json(const std::optional<Usage>& usage) {
    if (!usage) return nullptr;
    return {{"input", value_or_null(usage->input)},
            {"cache_read", usage->cache_read},
            {"cache_write", usage->cache_write},
            {"output", value_or_null(usage->output)},
            {"reasoning", usage->reasoning}};
}

Json error_json(const std::optional<ReplyError>& error) {
    if (!error) return nullptr;
    // The message twice: an output can be kept as what is expected of the next one.
    Json out = {{"kind", name_of(error->kind)},
                {"message", error->message},
                {"message_contains", error->message},
                {"retryable", error->retryable}};
    if (error->limit) out["limit"] = *error->limit;
    if (error->prompt) out["prompt"] = *error->prompt;
    if (error->retry_after_s) out["retry_after_s"] = *error->retry_after_s;
    if (!error->hint.empty()) out["hint"] = error->hint;
    return out;
}

// What goes back to the server with the next request, apart from text and calls.
Json replay_json(const AssistantMessage& message, const std::string& transport) {
    Json out = Json::object();
    const auto blocks = parse_json(message.provider_blocks);
    if (transport.starts_with("anthropic")) {
        if (auto content = parse_json('[' + anthropic_blocks(message) + ']'); content && !content->empty())
            out["assistant_content"] = std::move(*content);
    } else if (blocks) {
        out["assistant_message"] = *blocks;
    }
    for (const ToolCall& call : message.calls)
        if (const auto extra = parse_json(call.extra); extra && extra->is_object()) {
            Json entry = {{"id", call.id}};
            entry.update(*extra);
            out["tool_calls"].push_back(std::move(entry));
        }
    return out;
}

Json decoded(const Reply& reply, const Json& meta, const std::string& transport) {
    Json out = {{"meta", meta},
                {"text", reply.message.text},
                {"thinking", reply.message.thinking.text},
                {"tool_calls", calls_json(reply.message.calls)},
                {"finish", name_of(reply.finish)},
                {"usage", usage_json(reply.usage)},
                {"error", error_json(reply.error)}};
    if (Json replay = replay_json(reply.message, transport); !replay.empty()) out["replay"] = std::move(replay);
    return out;
}

Result<Json> decode(const DecodeArguments& arguments, const Surroundings& world, int input, SignalWatch& signals) {
    const Json given = arguments.meta ? TRY(read_json(world, *arguments.meta)) : Json::object();
    Json meta = given.is_object() && given.contains("meta") ? given.at("meta") : given;
    if (!meta.is_object()) return fail(Errc::invalid_argument, "--meta: the file holds no object");
    const std::string transport = arguments.transport.value_or(string_at(meta, "transport"));
    if (transport.empty()) return fail(Errc::invalid_argument, "debug decode: --transport is missing", k_usage);
    std::vector<ToolSpec> tools;
    if (arguments.tools) {
        const Json list = TRY(read_json(world, *arguments.tools));
        tools = TRY(tools_from(list));
    }
    const HttpEnd end = string_at(meta, "eof") == "reset" ? HttpEnd::cut : HttpEnd::complete;
    const Json profile =
        meta.contains("profile") && meta.at("profile").is_object() ? meta.at("profile") : Json::object();
    OneAnswer http(head_from(meta), {}, end);
    const auto client = TRY(client_for(transport, http, world.clock, endpoint_from(profile)));
    http = OneAnswer(head_from(meta), TRY(read_to_end(input, k_max_body, signals)), end);
    NoSink sink;
    return decoded(client->ask({"", {}, tools}, sink, {}), meta, transport);
}
} // namespace

int run_debug(std::span<const std::string> arguments, const Surroundings& world, const Console& console,
              SignalWatch& signals) {
    const auto parsed = parse(arguments);
    const auto answer =
        parsed ? decode(*parsed, world, console.input, signals) : Result<Json>(fail(parsed.error()));
    if (answer) {
        console.out.write(answer->dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
        return 0;
    }
    if (answer.error().code == Errc::cancelled) return k_exit_signal + signals.take();
    console.err.write(notice_text({Notice::Level::error, describe(answer.error())}, console.err.color()));
    return answer.error().code == Errc::invalid_argument ? k_exit_usage : k_exit_failed;
}

} // namespace thoth
