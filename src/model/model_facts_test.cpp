#include "model/model_facts.h"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace thoth {
namespace {

// A server that answers by address, and remembers what it was asked.
struct Server {
    std::map<std::string, std::string> pages;
    bool silent = false;
    std::vector<std::string> asked;

    AskServer ask() {
        return [this](const std::string& url, const std::string& body) -> Result<Json> {
            asked.push_back(url + (body.empty() ? "" : " " + body));
            if (silent) return fail(Errc::timed_out, "no answer");
            const auto page = pages.find(url);
            if (page == pages.end()) return fail(Errc::protocol, "status 404");
            return parse_json(page->second);
        };
    }
};

ModelEndpoint endpoint(std::string base_url, ServerPlace place = ServerPlace::local) {
    ModelEndpoint endpoint;
    endpoint.base_url = std::move(base_url);
    endpoint.model = "m";
    endpoint.place = place;
    return endpoint;
}

TEST(ModelFacts, LlamaServerTellsTheWindowOfASlotAndWhatItsTemplateCanDo) {
    Server server;
    server.pages["http://127.0.0.1:8080/props"] =
        R"({"default_generation_settings":{"n_ctx":8192},"chat_template_caps":{"supports_tools":true}})";
    EXPECT_EQ(ask_openai_server(endpoint("http://127.0.0.1:8080/v1"), server.ask()),
              (ModelFacts{.server = "llama-server", .served_window = 8192, .calls_tools = true}));
    EXPECT_EQ(server.asked, std::vector<std::string>{"http://127.0.0.1:8080/props"});
}

TEST(ModelFacts, VllmTellsItInItsListOfModels) {
    Server server;
    server.pages["http://127.0.0.1:8000/v1/models"] =
        R"({"data":[{"id":"other","max_model_len":1},{"id":"m","owned_by":"vllm","max_model_len":16384}]})";
    EXPECT_EQ(ask_openai_server(endpoint("http://127.0.0.1:8000/v1"), server.ask()),
              (ModelFacts{.server = "vLLM", .served_window = 16384}));
}

TEST(ModelFacts, OfAServerWithOneModelTheNameDoesNotMatter) {
    Server server;
    server.pages["http://127.0.0.1:8080/v1/models"] =
        R"({"data":[{"id":"/path/x.gguf","owned_by":"llamacpp","meta":{"n_ctx":4096,"n_ctx_train":131072}}]})";
    EXPECT_EQ(ask_openai_server(endpoint("http://127.0.0.1:8080/v1"), server.ask()),
              (ModelFacts{.server = "llama-server", .served_window = 4096, .trained_window = 131'072}));
}

TEST(ModelFacts, TheTrainedLengthIsNoServedWindow) {
    Server server;
    server.pages["http://127.0.0.1:8080/v1/models"] = R"({"data":[{"id":"m","meta":{"n_ctx_train":131072}}]})";
    EXPECT_EQ(ask_openai_server(endpoint("http://127.0.0.1:8080/v1"), server.ask()),
              (ModelFacts{.trained_window = 131'072}));
}

TEST(ModelFacts, LmStudioTellsTheWindowOfALoadedModelOnly) {
    const auto facts = [](const char* state) {
        Server server;
        server.pages["http://127.0.0.1:1234/v1/models"] =
            R"({"data":[{"id":"m","owned_by":"organization_owner"}]})";
        server.pages["http://127.0.0.1:1234/api/v0/models"] =
            std::string(R"({"data":[{"id":"m","max_context_length":32768,"loaded_context_length":4096,)") +
            R"("capabilities":["tool_use"],"state":")" + state + R"("}]})";
        return ask_openai_server(endpoint("http://127.0.0.1:1234/v1"), server.ask());
    };
    EXPECT_EQ(
        facts("loaded"),
        (ModelFacts{.server = "LM Studio", .served_window = 4096, .trained_window = 32768, .calls_tools = true}));
    EXPECT_EQ(facts("not-loaded"),
              (ModelFacts{.server = "LM Studio", .trained_window = 32768, .calls_tools = true}));
}

TEST(ModelFacts, AHostedServerIsAskedOnlyWhereItsListTells) {
    Server server;
    EXPECT_EQ(ask_openai_server(endpoint("https://api.example.com/v1", ServerPlace::hosted), server.ask()),
              ModelFacts{});
    EXPECT_TRUE(server.asked.empty());
    server.pages["https://openrouter.ai/api/v1/models"] =
        R"({"data":[{"id":"m","context_length":131072,"supported_parameters":["tools","reasoning"]}]})";
    EXPECT_EQ(ask_openai_server(endpoint("https://openrouter.ai/api/v1", ServerPlace::hosted), server.ask()),
              (ModelFacts{.served_window = 131'072, .calls_tools = true, .thinks = true}));
}

TEST(ModelFacts, OllamaTellsWhatTheModelIsAndHowItRuns) {
    Server server;
    server.pages["http://127.0.0.1:11434/api/show"] =
        R"({"parameters":"stop  \"x\"\nnum_ctx    16384\n","capabilities":["completion","tools"],)"
        R"("model_info":{"general.architecture":"llama","llama.context_length":131072}})";
    server.pages["http://127.0.0.1:11434/api/ps"] =
        R"({"models":[{"name":"x","context_length":1},{"name":"m:latest","context_length":65536}]})";
    EXPECT_EQ(ask_ollama(endpoint("http://127.0.0.1:11434"), server.ask()), (ModelFacts{.server = "Ollama",
                                                                                        .trained_window = 131'072,
                                                                                        .wished_window = 16'384,
                                                                                        .loaded_window = 65'536,
                                                                                        .calls_tools = true,
                                                                                        .thinks = false}));
    EXPECT_EQ(server.asked.at(0), R"(http://127.0.0.1:11434/api/show {"model":"m"})");
}

TEST(ModelFacts, AServerThatDoesNotAnswerIsAskedOnce) {
    Server server;
    server.silent = true;
    EXPECT_EQ(ask_openai_server(endpoint("http://127.0.0.1:8080/v1"), server.ask()), ModelFacts{});
    EXPECT_EQ(ask_ollama(endpoint("http://127.0.0.1:11434"), server.ask()), (ModelFacts{.server = "Ollama"}));
    EXPECT_EQ(server.asked.size(), 2u);
}

TEST(ModelFacts, NonsenseIsNoFact) {
    for (const char* body :
         {"[]", "null", "7", R"({"data":7})", R"({"data":[7]})", R"({"data":[{"id":"m","max_model_len":0}]})",
          R"({"data":[{"id":"m","max_model_len":-1}]})", R"({"data":[{"id":"m","max_model_len":99999999999}]})",
          R"({"data":[{"id":"m","max_model_len":"big"}]})", R"({"default_generation_settings":7})"}) {
        Server server;
        for (const char* page : {"/props", "/v1/models", "/api/v0/models"})
            server.pages[std::string("http://127.0.0.1:8080") + page] = body;
        EXPECT_EQ(ask_openai_server(endpoint("http://127.0.0.1:8080/v1"), server.ask()).served_window, std::nullopt)
            << body;
        for (const char* page : {"/api/show", "/api/ps"})
            server.pages[std::string("http://127.0.0.1:8080") + page] = body;
        EXPECT_EQ(ask_ollama(endpoint("http://127.0.0.1:8080"), server.ask()), (ModelFacts{.server = "Ollama"}))
            << body;
    }
}

} // namespace
} // namespace thoth
