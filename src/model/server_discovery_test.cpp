#include "model/server_discovery.h"

#include "fakes/scripted_http.h"
#include "model/base_url.h"
#include "model/model_choice.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

constexpr const char* k_version = R"({"version":"0.9"})";
constexpr const char* k_models = R"({"object":"list","data":[]})";

std::vector<std::string> urls(const ScriptedHttp& http) {
    std::vector<std::string> out;
    for (const HttpRequest& request : http.requests)
        out.push_back(request.url);
    return out;
}

TEST(BaseUrl, IsJoinedWithoutDoublingAnything) {
    EXPECT_EQ(openai_url("http://h:1/v1", "/models"), "http://h:1/v1/models");
    EXPECT_EQ(openai_url("http://h:1/v1//", "/models"), "http://h:1/v1/models");
    EXPECT_EQ(openai_url("http://h:1/", "/models"), "http://h:1/v1/models");
    EXPECT_EQ(openai_url("http://h/v1/chat/completions", "/models"), "http://h/v1/models");
    EXPECT_EQ(openai_url("https://h/v1beta/openai", "/models"), "https://h/v1beta/openai/models");
    EXPECT_EQ(openai_url("https://h/d?api-version=1", "/models"), "https://h/d/models?api-version=1");
    EXPECT_EQ(ollama_url("http://h:1/v1/", "/api/chat"), "http://h:1/api/chat");
    EXPECT_EQ(ollama_url("http://h:1/api", "/api/chat"), "http://h:1/api/chat");
    EXPECT_EQ(ollama_url("http://h:1", "/api/chat"), "http://h:1/api/chat");
}

TEST(BaseUrl, IsShownWithoutPassword) {
    EXPECT_EQ(shown_url("http://me:pw@h:1/v1?key=k"), "http://h:1/v1");
}

TEST(BaseUrl, HostIsFoundInAnyForm) {
    EXPECT_EQ(host_of("https://me:pw@API.x.com:443/v1"), "api.x.com");
    EXPECT_EQ(host_of("http://[::1]:8080"), "[::1]");
    EXPECT_EQ(host_of("h"), "h");
}

TEST(BaseUrl, OllamaHostMayLackSchemeAndPort) {
    EXPECT_EQ(base_url_of_ollama_host("box"), "http://box:11434");
    EXPECT_EQ(base_url_of_ollama_host("box:99"), "http://box:99");
    EXPECT_EQ(base_url_of_ollama_host(":99"), "http://127.0.0.1:99");
    EXPECT_EQ(base_url_of_ollama_host("0.0.0.0"), "http://127.0.0.1:11434");
    EXPECT_EQ(base_url_of_ollama_host("https://box/"), "https://box");
    EXPECT_EQ(base_url_of_ollama_host("[::1]"), "http://[::1]:11434");
}

TEST(ServerDiscovery, TriesOllamaHostFirstAndNothingTwice) {
    EXPECT_EQ(usual_local_servers("box"),
              (std::vector<std::string>{"http://box:11434", "http://127.0.0.1:11434", "http://127.0.0.1:8080"}));
    EXPECT_EQ(usual_local_servers("127.0.0.1"),
              (std::vector<std::string>{"http://127.0.0.1:11434", "http://127.0.0.1:8080"}));
    EXPECT_EQ(usual_local_servers({}), usual_local_servers(""));
}

TEST(ServerDiscovery, FindsOllama) {
    ScriptedHttp http;
    http.add(200, k_version);
    const auto found = find_local_server(http, usual_local_servers({}), {});
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, (FoundServer{WireApi::ollama, "http://127.0.0.1:11434"}));
    EXPECT_EQ(urls(http), std::vector<std::string>{"http://127.0.0.1:11434/api/version"});
    EXPECT_LE(http.requests[0].limits.connect, std::chrono::seconds(1));
}

TEST(ServerDiscovery, FindsALlamaServerBehindAPortWhereNobodyListens) {
    ScriptedHttp http;
    http.add_error(Errc::unavailable, "connection refused");
    http.add(404, R"({"error":{"message":"File Not Found"}})");
    http.add(200, k_models);
    const auto found = find_local_server(http, usual_local_servers({}), {});
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, (FoundServer{WireApi::openai, "http://127.0.0.1:8080/v1"}));
    EXPECT_EQ(urls(http),
              (std::vector<std::string>{"http://127.0.0.1:11434/api/version", "http://127.0.0.1:8080/api/version",
                                        "http://127.0.0.1:8080/v1/models"}));
}

TEST(ServerDiscovery, PassesOverAServerThatIsSomethingElse) {
    ScriptedHttp http;
    for (int i = 0; i < 4; ++i)
        http.add(200, "<html>hello</html>");
    const auto found = find_local_server(http, usual_local_servers({}), {});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::unavailable);
    EXPECT_EQ(found.error().message, "no model server answers at http://127.0.0.1:11434, http://127.0.0.1:8080");
    EXPECT_NE(found.error().hint.find("--base-url"), std::string::npos);
}

TEST(ServerDiscovery, StopsWhenCancelled) {
    ScriptedHttp http;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(find_local_server(http, usual_local_servers({}), stop.get_token()).error().code, Errc::cancelled);
    EXPECT_EQ(http.requests.size(), 1u);
}

TEST(DetectApi, SpeaksNativelyToOllamaBehindALocalV1) { // X01
    ScriptedHttp http;
    http.add(200, k_version);
    EXPECT_EQ(detect_api(http, "http://localhost:11434/v1/", ServerPlace::local, {}),
              (FoundServer{WireApi::ollama, "http://localhost:11434"}));
    EXPECT_EQ(urls(http), std::vector<std::string>{"http://localhost:11434/api/version"});
}

TEST(DetectApi, SpeaksNativelyToOllamaAlsoWithoutTheV1) { // X01
    for (const char* url : {"http://localhost:11434", "http://localhost:11434/", "http://localhost:11434/api"}) {
        ScriptedHttp http;
        http.add(200, k_version);
        EXPECT_EQ(detect_api(http, url, ServerPlace::local, {}),
                  (FoundServer{WireApi::ollama, "http://localhost:11434"}));
        EXPECT_EQ(urls(http), std::vector<std::string>{"http://localhost:11434/api/version"});
    }
}

TEST(DetectApi, IsOpenAiWhenNobodySaysOllama) {
    ScriptedHttp http;
    http.add(404, "{}");
    EXPECT_EQ(detect_api(http, "http://localhost:8080/v1", ServerPlace::local, {}),
              (FoundServer{WireApi::openai, "http://localhost:8080/v1"}));
}

TEST(DetectApi, NeverAsksAHostedServer) {
    ScriptedHttp http;
    for (const char* url : {"https://api.x.com/v1", "https://api.x.com"})
        EXPECT_EQ(detect_api(http, url, ServerPlace::hosted, {}), (FoundServer{WireApi::openai, url}));
    EXPECT_TRUE(http.requests.empty());
}

std::vector<ModelInfo> named(std::initializer_list<const char*> ids) {
    std::vector<ModelInfo> models;
    for (const char* id : ids)
        models.push_back({id, {}});
    return models;
}

TEST(ModelChoice, TakesTheOnlyModelThatCanChat) { // X09
    const auto models = named({"nomic-Embed-text", "whisper-1", "tts-1", "dall-e-3", "omni-moderation",
                               "bge-rerank", "gpt-audio", "gpt-image", "qwen3:8b"});
    EXPECT_EQ(choose_model(models, ServerPlace::hosted).value(), (ModelChoice{"qwen3:8b", ""}));
}

TEST(ModelChoice, TakesTheFirstOfALocalServerAndSaysSo) {
    const auto choice = choose_model(named({"embed", "a", "b"}), ServerPlace::local);
    ASSERT_TRUE(choice);
    EXPECT_EQ(*choice, (ModelChoice{"a", "using a, the first of 2 models; -m chooses another"}));
}

TEST(ModelChoice, NeverGuessesAtAHostedServer) {
    std::vector<ModelInfo> models;
    for (int i = 1; i <= 17; ++i)
        models.push_back({"m" + std::to_string(i), {}});
    const auto choice = choose_model(models, ServerPlace::hosted);
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error().message,
              "the server has 17 models: m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, "
              "m13, m14, m15 and 2 more");
}

TEST(ModelChoice, SaysWhenThereIsNone) {
    EXPECT_EQ(choose_model(named({"embed"}), ServerPlace::local).error().code, Errc::not_found);
}

} // namespace
} // namespace thoth
