#pragma once
#include "model/model_client.h"

#include <deque>
#include <functional>
#include <vector>

namespace thoth {

// A model that answers from a list and remembers what it was asked.
class ScriptedModel final : public ModelClient {
public:
    using Step = std::function<Reply(ReplySink&, std::stop_token)>;

    void says(std::string text) {
        m_steps.push_back([text = std::move(text)](ReplySink& sink, std::stop_token) {
            sink.on_text(text);
            return reply(text, {}, Finish::stop);
        });
    }
    void calls(std::vector<ToolCall> calls, std::string text = {}) {
        m_steps.push_back([calls = std::move(calls), text = std::move(text)](ReplySink& sink, std::stop_token) {
            if (!text.empty()) sink.on_text(text);
            return reply(text, calls, Finish::tool_calls);
        });
    }
    void does(Step step) { m_steps.push_back(std::move(step)); }

    Reply ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) override {
        requests.emplace_back(request.messages.begin(), request.messages.end());
        system_prompts.emplace_back(request.system);
        if (m_steps.empty()) return reply("(nothing left to say)", {}, Finish::stop);
        const Step step = std::move(m_steps.front());
        m_steps.pop_front();
        return step(sink, stop);
    }
    Result<std::vector<ModelInfo>> models(std::stop_token) override { return std::vector<ModelInfo>{}; }
    void use_model(std::string name) override { model = std::move(name); }

    ModelInUse look_up(std::stop_token) override { return in_use; }
    Result<int64_t> count_tokens(std::string_view text, std::stop_token) override {
        if (bytes_per_token == 0) return fail(Errc::unavailable, "there is no tokenizer");
        return static_cast<int64_t>(text.size()) / bytes_per_token;
    }

    static Reply reply(std::string text, std::vector<ToolCall> calls, Finish finish) {
        Reply reply;
        reply.message.text = std::move(text);
        reply.message.calls = std::move(calls);
        reply.finish = finish;
        return reply;
    }

    std::vector<std::vector<Message>> requests; // the history of each
    std::vector<std::string> system_prompts;    // of each
    std::string model;
    ModelInUse in_use;           // what look_up() answers
    int64_t bytes_per_token = 0; // of its tokenizer; 0: it has none

private:
    std::deque<Step> m_steps;
};

} // namespace thoth
