#include "model/context_window.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

ModelEndpoint endpoint(std::string model, ServerPlace place) {
    ModelEndpoint endpoint;
    endpoint.model = std::move(model);
    endpoint.place = place;
    return endpoint;
}
const ModelEndpoint k_local = endpoint("gpt-4o-like", ServerPlace::local);
const ModelEndpoint k_hosted = endpoint("gpt-4o", ServerPlace::hosted);

TEST(ContextWindow, TheSettingsComeFirst) {
    EXPECT_EQ(choose_window(4096, {.served_window = 8192}, k_local, false),
              (ContextWindow{4096, "the settings", {}}));
    EXPECT_EQ(choose_window(4096, {.wished_window = 8192}, k_local, true),
              (ContextWindow{4096, "the settings", {}}));
}

TEST(ContextWindow, ButAServerCannotServeMoreThanItDoes) {
    EXPECT_EQ(choose_window(65536, {.served_window = 8192}, k_local, false),
              (ContextWindow{8192,
                             "the server",
                             {"a context window of 65536 tokens was asked for, but the server serves 8192: that is "
                              "used"}}));
    EXPECT_EQ(
        choose_window(65536, {.trained_window = 8192}, k_local, true),
        (ContextWindow{8192,
                       "the server",
                       {"a context window of 65536 tokens was asked for, but the model was made for 8192: that "
                        "is used"}}));
}

TEST(ContextWindow, ThenTheServer) {
    EXPECT_EQ(choose_window({}, {.server = "llama-server", .served_window = 8192}, k_local, false),
              (ContextWindow{8192, "llama-server", {}}));
    EXPECT_EQ(choose_window({}, {.served_window = 8192}, k_hosted, false), (ContextWindow{8192, "the server", {}}));
}

TEST(ContextWindow, ThenTheNameOfAHostedModel) {
    EXPECT_EQ(choose_window({}, {}, k_hosted, false), (ContextWindow{128'000, "a list of known models", {}}));
    EXPECT_EQ(choose_window({}, {}, k_local, false), ContextWindow{});
}

TEST(ContextWindow, WhatAModelWasMadeForIsNotTrusted) {
    EXPECT_EQ(choose_window({}, {.trained_window = 131'072}, k_local, false), ContextWindow{});
}

TEST(ContextWindow, OllamaIsAskedForEnough) {
    EXPECT_EQ(choose_window({}, {}, k_local, true), (ContextWindow{32'768, "asked of Ollama", {}}));
    EXPECT_EQ(choose_window({}, {.trained_window = 8192}, k_local, true), (ContextWindow{8192, "the server", {}}));
    EXPECT_EQ(choose_window({}, {.loaded_window = 4096}, k_local, true),
              (ContextWindow{32'768, "asked of Ollama", {}}));
    EXPECT_EQ(choose_window({}, {.loaded_window = 65'536}, k_local, true), (ContextWindow{65'536, "Ollama", {}}));
    EXPECT_EQ(choose_window({}, {.wished_window = 16'384, .loaded_window = 65'536}, k_local, true),
              (ContextWindow{16'384, "the model's own file", {}}));
}

TEST(ContextWindow, TheLongestNameThatFitsIsTheModel) {
    EXPECT_EQ(known_window("gpt-4"), 8'192);
    EXPECT_EQ(known_window("gpt-4o-mini-2024-07-18"), 128'000);
    EXPECT_EQ(known_window("gpt-4.1-nano"), 1'047'576);
    EXPECT_EQ(known_window("anthropic/Claude-Sonnet-4"), 200'000);
    EXPECT_EQ(known_window("models/gemini-2.5-pro"), 1'048'576);
    EXPECT_EQ(known_window("my-own"), std::nullopt);
    EXPECT_EQ(known_window(""), std::nullopt);
    EXPECT_EQ(known_window("gpt-4/"), std::nullopt);
}

} // namespace
} // namespace thoth
