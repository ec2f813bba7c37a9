#include "model/base_url.h"
#include "model/ollama_request.h"
#include "model/wire_format.h"
#include "model/wire_json.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {

class OllamaFormat final : public WireFormat {
public:
    WireApi api() const override { return WireApi::ollama; }
    std::string chat_url(const ModelEndpoint& endpoint) const override {
        return ollama_url(endpoint.base_url, "/api/chat");
    }
    const char* accepted_type() const override { return "application/x-ndjson"; }
    Result<std::string> chat_body(const ModelEndpoint& endpoint, const ModelRequest& request) override {
        return ollama_request_body(endpoint, request, m_fields, m_texts);
    }
    std::unique_ptr<StreamDecoder> decoder(ReplyRules rules, CallIds& ids, ReplySink& sink) const override {
        return make_ollama_decoder(std::move(rules), ids, sink);
    }
    bool adapt(int status, const ReplyError& error) override { return m_fields.learn(status, error); }

    std::string models_url(const ModelEndpoint& endpoint) const override {
        return ollama_url(endpoint.base_url, "/api/tags");
    }
    Result<std::vector<ModelInfo>> parse_models(std::string_view body) const override;
    ModelFacts facts(const ModelEndpoint& endpoint, const AskServer& ask) const override {
        return ask_ollama(endpoint, ask);
    }

private:
    OptionalFields m_fields;
    RequestTexts m_texts;
};

Result<std::vector<ModelInfo>> OllamaFormat::parse_models(std::string_view body) const {
    const auto reply = parse_wire_json(body);
    const Json* list = reply ? member(*reply, "models") : nullptr;
    if (!list || !list->is_array()) return fail(Errc::protocol, "the server's answer holds no list of models");
    std::vector<ModelInfo> models;
    for (const Json& entry : *list)
        if (std::string id = string_at(entry, "name", string_at(entry, "model")); !id.empty())
            models.push_back({std::move(id), {}});
    return models;
}

} // namespace

std::unique_ptr<WireFormat> make_ollama_format() {
    return std::make_unique<OllamaFormat>();
}

} // namespace thoth
