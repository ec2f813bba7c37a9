#include "model/guided_client.h"

#include "model/call_ids.h"
#include "model/guided_prompt.h"
#include "model/guided_text.h"
#include "text/unicode.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr const char* k_turned =
    "the model wrote a tool call that cannot be read; from now on the server is asked to hold it to the "
    "form of calls (tool_calls = \"guided\" in the profile has that from the start)";
constexpr const char* k_refused =
    "the server does not hold calls to a form; they go on without it (tool_calls = \"native\" in the profile)";
constexpr const char* k_ignored =
    "the server was asked to hold replies to the form of calls and did not; calls go on without it "
    "(tool_calls = \"native\" in the profile)";
constexpr const char* k_ignored_but_wanted = "the server was asked to hold replies to the form of calls and did "
                                             "not (tool_calls = \"guided\" in the profile)";
constexpr int k_most_strays = 2;      // replies in a row that are not of the form
constexpr size_t k_most_quoted = 200; // characters of one

ReplyError unreadable(std::string_view written) {
    ReplyError error;
    error.kind = ReplyErrorKind::malformed_call;
    error.message = fmt::format("the reply is not one whole object of the form; it begins: {}",
                                first_code_points(written, k_most_quoted));
    return error;
}

// Passes on what a guided reply says.
class GuidedSink final : public ReplySink {
public:
    GuidedSink(GuidedText& text, ReplySink& sink) : m_text(text), m_sink(sink) {}
    void on_text(std::string_view text) override {
        const std::string said = m_text.feed(text);
        m_said += said;
        if (!said.empty()) m_sink.on_text(said);
    }
    void on_thinking(std::string_view text) override { m_sink.on_thinking(text); }
    const std::string& said() const { return m_said; }

private:
    GuidedText& m_text;
    ReplySink& m_sink;
    std::string m_said;
};

bool cannot_be_read(const Reply& reply) {
    return reply.malformed_call || (reply.error && reply.error->kind == ReplyErrorKind::malformed_call);
}

class GuidedClient final : public ModelClient {
public:
    GuidedClient(std::unique_ptr<ModelClient> inner, ToolCallForm form, GuidedBy by, uint64_t id_seed)
        : m_inner(std::move(inner)), m_form(form), m_by(by), m_ids(id_seed),
          m_guided(form == ToolCallForm::guided) {}

    Reply ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) override;
    Result<std::vector<ModelInfo>> models(std::stop_token stop) override {
        return m_inner->models(std::move(stop));
    }
    ModelInUse look_up(std::stop_token stop) override { return m_inner->look_up(std::move(stop)); }
    Result<int64_t> count_tokens(std::string_view text, std::stop_token stop) override {
        return m_inner->count_tokens(text, std::move(stop));
    }
    void use_model(std::string name) override {
        m_inner->use_model(std::move(name));
        m_guided = m_form == ToolCallForm::guided && !m_refused;
        m_strays = 0;
    }

private:
    Reply ask_natively(const ModelRequest& request, ReplySink& sink, std::stop_token stop);
    Reply ask_guided(const ModelRequest& request, ReplySink& sink, std::stop_token stop);
    Reply ask_with_schema(const ModelRequest& request, ReplySink& sink, std::stop_token stop);
    void take_apart(Reply& reply, const GuidedText& text, const GuidedSink& guided, ReplySink& sink);
    void count_strays(Reply& reply, bool stray);

    std::unique_ptr<ModelClient> m_inner;
    ToolCallForm m_form;
    GuidedBy m_by;
    CallIds m_ids;
    bool m_guided;
    bool m_refused = false; // or ignored
    int m_strays = 0;       // replies in a row that were not of the form
};

Reply GuidedClient::ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) {
    if (!m_guided || request.tools.empty()) return ask_natively(request, sink, std::move(stop));
    Reply reply = ask_guided(request, sink, stop);
    const bool refused = reply.error && reply.error->kind == ReplyErrorKind::invalid_request;
    const bool must = m_form == ToolCallForm::guided && m_by == GuidedBy::reply_schema;
    if (!refused || must) return reply;
    m_guided = false;
    m_refused = true;
    reply = ask_natively(request, sink, std::move(stop));
    reply.notes.emplace_back(k_refused);
    return reply;
}

Reply GuidedClient::ask_natively(const ModelRequest& request, ReplySink& sink, std::stop_token stop) {
    Reply reply = m_inner->ask(request, sink, std::move(stop));
    if (m_form != ToolCallForm::automatic || m_refused || !cannot_be_read(reply)) return reply;
    m_guided = true;
    reply.notes.emplace_back(k_turned);
    return reply;
}

Reply GuidedClient::ask_guided(const ModelRequest& request, ReplySink& sink, std::stop_token stop) {
    if (m_by == GuidedBy::reply_schema) return ask_with_schema(request, sink, std::move(stop));
    ModelRequest strict = request;
    strict.strict_tools = true;
    return m_inner->ask(strict, sink, std::move(stop));
}

Reply GuidedClient::ask_with_schema(const ModelRequest& request, ReplySink& sink, std::stop_token stop) {
    const std::string system = guided_system(request.system, request.tools);
    const std::vector<Message> history = guided_history(request.messages);
    const std::string schema = guided_schema(request.tools);
    GuidedText text;
    GuidedSink guided(text, sink);
    Reply reply = m_inner->ask({system, history, {}, schema}, guided, std::move(stop));
    take_apart(reply, text, guided, sink);
    return reply;
}

// The reply of the inner client is one object as text; what the agent sees is what the object says.
void GuidedClient::take_apart(Reply& reply, const GuidedText& text, const GuidedSink& guided, ReplySink& sink) {
    AssistantMessage& message = reply.message;
    message.text = guided.said();
    const GuidedText::Ending ending = text.finish();
    if (ending.kind == GuidedText::Kind::prose && !text.written().empty()) {
        message.text = text.written();
        sink.on_text(message.text);
    }
    if (reply.finish != Finish::stop && reply.finish != Finish::tool_calls) return;
    if (message.provider_blocks.empty()) message.provider_blocks = guided_blocks(text.written());
    if (reply.finish != Finish::stop) return;
    if (ending.kind == GuidedText::Kind::call) {
        message.calls.push_back({m_ids.next(), ending.name, ending.arguments, {}});
        reply.finish = Finish::tool_calls;
    } else if (ending.kind == GuidedText::Kind::unreadable) {
        reply.finish = Finish::error;
        reply.error = unreadable(text.written());
        reply.malformed_call = true;
    }
    count_strays(reply, ending.kind == GuidedText::Kind::unreadable || ending.kind == GuidedText::Kind::prose);
}

// A server may take the schema and do nothing with it.
void GuidedClient::count_strays(Reply& reply, bool stray) {
    m_strays = stray ? m_strays + 1 : 0;
    if (m_strays < k_most_strays) return;
    reply.notes.emplace_back(m_form == ToolCallForm::guided ? k_ignored_but_wanted : k_ignored);
    m_strays = 0;
    if (m_form == ToolCallForm::guided) return;
    m_guided = false;
    m_refused = true;
}
} // namespace

std::unique_ptr<ModelClient> make_guided_client(std::unique_ptr<ModelClient> inner, ToolCallForm form, GuidedBy by,
                                                uint64_t id_seed) {
    return std::make_unique<GuidedClient>(std::move(inner), form, by, id_seed);
}

} // namespace thoth
