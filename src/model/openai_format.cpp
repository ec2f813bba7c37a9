#include "model/ascii.h"
#include "model/base_url.h"
#include "model/header_list.h"
#include "model/openai_request.h"
#include "model/wire_format.h"
#include "model/wire_json.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {

class OpenAiFormat final : public WireFormat {
public:
    WireApi api() const override { return WireApi::openai; }
    std::string chat_url(const ModelEndpoint& endpoint) const override {
        return openai_url(endpoint.base_url, "/chat/completions");
    }
    const char* accepted_type() const override { return "text/event-stream"; }
    void authorize(const ModelEndpoint& endpoint, HttpHeaders& headers) const override;
    Result<std::string> chat_body(const ModelEndpoint& endpoint, const ModelRequest& request) override {
        return openai_request_body(endpoint, request, m_fields, m_texts);
    }
    std::unique_ptr<StreamDecoder> decoder(ReplyRules rules, CallIds& ids, ReplySink& sink) const override {
        return make_openai_decoder(std::move(rules), ids, sink);
    }
    bool adapt(int status, const ReplyError& error) override;

    std::string models_url(const ModelEndpoint& endpoint) const override {
        return openai_url(endpoint.base_url, "/models");
    }
    Result<std::vector<ModelInfo>> parse_models(std::string_view body) const override;
    ModelFacts facts(const ModelEndpoint& endpoint, const AskServer& ask) const override {
        return ask_openai_server(endpoint, ask);
    }
    std::string tokenizer_url(const ModelEndpoint& endpoint) const override {
        return thoth::tokenizer_url(endpoint);
    }

private:
    RequestTexts m_texts;
    OptionalFields m_fields;
};

void OpenAiFormat::authorize(const ModelEndpoint& endpoint, HttpHeaders& headers) const {
    const bool azure = is_host_below(host_of(endpoint.base_url), "azure.com");
    if (!azure) return WireFormat::authorize(endpoint, headers);
    if (!endpoint.api_key.empty() && !has_header(headers, "Authorization"))
        add_header(headers, "api-key", endpoint.api_key);
}

bool OpenAiFormat::adapt(int status, const ReplyError& error) {
    if (!m_fields.learn(status, error)) return false;
    m_texts = {}; // reasoning may have to be written otherwise
    return true;
}

Result<std::vector<ModelInfo>> OpenAiFormat::parse_models(std::string_view body) const {
    const auto reply = parse_wire_json(body);
    if (!reply) return fail(Errc::protocol, "the list of models is not JSON");
    const Json* list = reply->is_array() ? &*reply : member(*reply, "data");
    if (!list) list = member(*reply, "models");
    if (!list || !list->is_array()) return fail(Errc::protocol, "the server's answer holds no list of models");
    std::vector<ModelInfo> models;
    for (const Json& entry : *list)
        if (std::string id = string_at(entry, "id"); !id.empty())
            models.push_back({std::move(id), served_window_of(entry)});
    return models;
}

} // namespace

std::unique_ptr<WireFormat> make_openai_format() {
    return std::make_unique<OpenAiFormat>();
}

} // namespace thoth
