#include "model/anthropic_request.h"
#include "model/base_url.h"
#include "model/header_list.h"
#include "model/wire_format.h"
#include "model/wire_json.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {

class AnthropicFormat final : public WireFormat {
public:
    WireApi api() const override { return WireApi::anthropic; }
    std::string chat_url(const ModelEndpoint& endpoint) const override {
        return anthropic_url(endpoint.base_url, "/messages");
    }
    const char* accepted_type() const override { return "text/event-stream"; }
    void authorize(const ModelEndpoint& endpoint, HttpHeaders& headers) const override;
    Result<std::string> chat_body(const ModelEndpoint& endpoint, const ModelRequest& request) override {
        return anthropic_request_body(endpoint, request, m_fields, m_texts);
    }
    std::unique_ptr<StreamDecoder> decoder(ReplyRules rules, CallIds& ids, ReplySink& sink) const override {
        return make_anthropic_decoder(std::move(rules), ids, sink);
    }
    bool adapt(int status, const ReplyError& error) override { return m_fields.learn(status, error); }

    std::string models_url(const ModelEndpoint& endpoint) const override {
        return with_parameter(anthropic_url(endpoint.base_url, "/models"), "limit=1000");
    }
    Result<std::vector<ModelInfo>> parse_models(std::string_view body) const override;
    std::string next_models_url(const ModelEndpoint& endpoint, std::string_view body) const override;
    // Its models are known by their names.
    ModelFacts facts(const ModelEndpoint&, const AskServer&) const override { return {}; }

private:
    OptionalFields m_fields;
    RequestTexts m_texts;
};

void AnthropicFormat::authorize(const ModelEndpoint& endpoint, HttpHeaders& headers) const {
    add_header(headers, "anthropic-version", "2023-06-01");
    // A gateway may want the key in a header of its own, which the profile then holds.
    if (!endpoint.api_key.empty() && !has_header(headers, "Authorization"))
        add_header(headers, "x-api-key", endpoint.api_key);
}

Result<std::vector<ModelInfo>> AnthropicFormat::parse_models(std::string_view body) const {
    const auto reply = parse_wire_json(body);
    const Json* list = reply ? member(*reply, "data") : nullptr;
    if (!list || !list->is_array()) return fail(Errc::protocol, "the server's answer holds no list of models");
    std::vector<ModelInfo> models;
    for (const Json& entry : *list) {
        std::string id = string_at(entry, "id");
        if (id.empty()) continue;
        const auto window = count_at(entry, "max_input_tokens");
        const bool usable = window && *window > 0 && *window <= 1'000'000'000;
        models.push_back({std::move(id), usable ? std::optional(static_cast<int>(*window)) : std::nullopt});
    }
    return models;
}

std::string AnthropicFormat::next_models_url(const ModelEndpoint& endpoint, std::string_view body) const {
    const auto reply = parse_wire_json(body);
    const Json* more = reply ? member(*reply, "has_more") : nullptr;
    const std::string last = reply ? string_at(*reply, "last_id") : "";
    const bool plain =
        last.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:@") ==
        last.npos; // it becomes part of an address
    if (!more || *more != true || last.empty() || !plain) return {};
    return with_parameter(models_url(endpoint), "after_id=" + last);
}

} // namespace

std::unique_ptr<WireFormat> make_anthropic_format() {
    return std::make_unique<AnthropicFormat>();
}

} // namespace thoth
