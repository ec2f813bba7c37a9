#pragma once
#include "agent/context_meter.h"
#include "agent/cost_limit.h"
#include "agent/prefix_watch.h"
#include "agent/prompt_watch.h"
#include "agent/usage_meter.h"
#include "protocol/agent_link.h"

#include <optional>
#include <set>
#include <stop_token>
#include <string>

namespace thoth {

// One reply after another of the model in use: asks for it, passes on what streams, counts what it took, and
// tells the user what is to be known of the server. Agent thread only.
class ModelTurns {
public:
    ModelTurns(ModelClient& client, std::string model, ModelInUse in_use, Prices prices, Channel<Event>& events);

    const std::string& model() const { return m_model; }
    // Tokens that a request and its reply may fill; it may become less with any reply, when the server says
    // that a request was too long for it.
    std::optional<int> window() const { return m_in_use.window; }
    const ModelInUse& in_use() const { return m_in_use; }

    // Requests go to another model from now on; the server is asked for its window.
    void change_model(std::string name);
    // What is spent from now on is another request's of the user.
    void begin_request() {
        m_meter.begin_request();
        m_cost_objection.clear();
    }
    // Requests that do not fit into it are not sent from now on; the reply to them is an error.
    void limit_cost(CostLimit limit) { m_cost_limit = limit; }
    // Why the last request of this request of the user was not sent, for what it might have cost; or empty.
    const std::string& cost_objection() const { return m_cost_objection; }
    // The history that the next request carries is not the last one's with more behind it.
    void history_changes(std::string_view cause);

    Reply next(const ModelRequest& request, std::stop_token stop);
    // A question of ours, outside the conversation: nothing of the reply is streamed to the front end.
    Reply ask_aside(const ModelRequest& request, std::stop_token stop);

    // Tokens of a request or a text by the server's own tokenizer; nothing: it has none, and is not asked again.
    std::optional<int64_t> count(const ModelRequest& request, std::stop_token stop);
    std::optional<int64_t> count(std::string_view text, std::stop_token stop);

    const UsageMeter& meter() const { return m_meter; }
    const ContextMeter& context() const { return m_context; }
    const PrefixWatch& prefix() const { return m_prefix; }

private:
    bool is_too_dear(const ModelRequest& request);
    void learn_window(const Reply& reply);
    void tell_notes(const Reply& reply);

    ModelClient& m_client;
    std::string m_model;
    ModelInUse m_in_use;
    UsageMeter m_meter;
    ContextMeter m_context;
    PromptWatch m_prompts;
    PrefixWatch m_prefix;
    std::optional<CostLimit> m_cost_limit;
    std::string m_cost_objection;
    bool m_may_count = true;      // by the server's tokenizer
    std::set<std::string> m_told; // notes of replies, each once
    Channel<Event>& m_events;
};

} // namespace thoth
