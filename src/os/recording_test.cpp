#include "os/recording.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using namespace std::chrono_literals;

std::vector<std::string> answers(std::string body) {
    return recorded_request({.method = "POST", .url = "http://h/", .body = std::move(body)}).answers;
}

std::string parse_error(std::string_view text) {
    const auto parsed = parse_recording(text);
    return parsed ? "" : parsed.error().message;
}

const std::string k_request = R"({"v":1,"t":"request","n":1,"method":"GET","path":"/","answers":[]})"
                              "\n";
const std::string k_head = R"({"t":"head","ms":1,"status":200,"headers":{}})"
                           "\n";
} // namespace

TEST(Recording, KeepsOfARequestOnlyItsPlaceAndWhatItAnswers) {
    const RecordedRequest request = recorded_request({.method = "POST",
                                                      .url = "https://me:pass@h/v1/messages?key=secret",
                                                      .headers = {{"authorization", "secret"}},
                                                      .body = R"({"system":"secret"})"});
    EXPECT_EQ(request_line(request, 3),
              R"({"v":1,"t":"request","n":3,"method":"POST","path":"/v1/messages","answers":[]})"
              "\n");
}

TEST(Recording, FindsTheAnswersOfTheLastStep) {
    EXPECT_EQ(answers(R"({"messages":[
        {"role":"user","content":"x"},
        {"role":"assistant","tool_calls":[{"id":"call_0"}]},
        {"role":"tool","tool_call_id":"call_0","content":""},
        {"role":"assistant","tool_calls":[{"id":"call_2"},{"id":"call_1"}]},
        {"role":"tool","tool_call_id":"call_2","content":""},
        {"role":"tool","tool_call_id":"call_1","content":""}]})"),
              (std::vector<std::string>{"call_2", "call_1"}));
    EXPECT_EQ(answers(R"({"messages":[
        {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1"}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"tool_use_id"}]}]})"),
              std::vector<std::string>{"toolu_1"});
}

TEST(Recording, ARequestThatAnswersNothingHasNoAnswers) {
    for (const char* body : {"", "nonsense", "[]", "{}", R"({"messages":{}})", R"({"messages":[1,null]})",
                             R"({"messages":[{"role":"tool","tool_call_id":"stray"}]})",
                             R"({"messages":[{"role":"assistant"},{"role":"user","content":"next"}]})",
                             R"({"messages":[{"role":"assistant"},{"role":"tool","tool_call_id":7}]})"})
        EXPECT_EQ(answers(body), std::vector<std::string>{}) << body;
}

TEST(Recording, KeepsHarmlessHeadersOnly) {
    EXPECT_EQ(
        head_line({429, {{"set-cookie", "s"}, {"retry-after", "3"}, {"x-request-id", "r"}, {"server", "s"}}}, 5ms),
        R"({"t":"head","ms":5,"status":429,"headers":{"retry-after":"3","server":"s"}})"
        "\n");
}

TEST(Recording, GivesBackEveryByte) {
    std::string every;
    for (int byte = 0; byte < 256; ++byte)
        every += static_cast<char>(byte);
    const std::string pieces[] = {"",         "plain \"text\"\n", "é€😀",     "\xc3",         "\xa9x",
                                  "\xe2\x82", "\xf0\x9f",         "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                  every};
    std::string text = k_request + k_head;
    for (const std::string& piece : pieces)
        text += data_line(piece, 2ms);
    const auto parsed = parse_recording(text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    const auto& read = parsed->at(0).pieces;
    ASSERT_EQ(read.size(), 1 + std::size(pieces));
    for (size_t i = 0; i < std::size(pieces); ++i)
        EXPECT_EQ(std::get<std::string>(read[i + 1].what), pieces[i]) << i;
}

TEST(Recording, WritesTextPlainlyAndOnlyTheRestCoded) {
    EXPECT_EQ(data_line("é", 1ms), "{\"t\":\"data\",\"ms\":1,\"text\":\"é\"}\n");
    EXPECT_EQ(data_line("\xc3", 1ms), "{\"t\":\"data\",\"ms\":1,\"base64\":\"ww==\"}\n");
}

TEST(Recording, GivesBackEndsAndFailures) {
    const Error error{Errc::timed_out, "no answer", "try again"};
    const auto parsed =
        parse_recording(k_request + k_head + end_line(HttpEnd::stalled, 7ms) + k_request + failed_line(error, 9ms));
    ASSERT_TRUE(parsed) << parsed.error().message;
    ASSERT_EQ(parsed->size(), 2U);
    EXPECT_EQ(std::get<HttpEnd>(parsed->at(0).pieces.at(1).what), HttpEnd::stalled);
    EXPECT_EQ(std::get<Error>(parsed->at(1).pieces.at(0).what), error);
    EXPECT_EQ(parsed->at(1).pieces.at(0).at, 9ms);
}

TEST(Recording, PassesOverKindsItDoesNotKnow) {
    EXPECT_EQ(parse_error("{\"t\":\"note\",\"text\":\"x\"}\n\n" + k_request + "{\"t\":\"later\"}\n" + k_head), "");
}

TEST(Recording, NamesTheBrokenLine) {
    EXPECT_EQ(parse_error(k_head), "line 1 of the recording: it stands before the first request");
    EXPECT_EQ(parse_error(k_request + "[]\n"), "line 2 of the recording: it is not an object");
    EXPECT_EQ(parse_error(k_request + "\n{\"t\":\"data\",\"text\":\"x\"}"),
              "line 3 of the recording: data without a head before it");
    EXPECT_EQ(parse_error(k_request + k_head + k_head),
              "line 3 of the recording: it is the second head of its exchange");
    EXPECT_EQ(parse_error(k_request + k_head + "{\"t\":\"data\",\"base64\":\"*\"}"),
              "line 3 of the recording: data needs a text or valid base64");
    EXPECT_EQ(parse_error(k_request + k_head + "{\"t\":\"end\",\"end\":\"odd\"}"),
              "line 3 of the recording: its end is none of complete, cut, stalled, cancelled");
    EXPECT_EQ(parse_error(k_request + k_head + end_line(HttpEnd::cut, 1ms) + end_line(HttpEnd::cut, 1ms)),
              "line 4 of the recording: its exchange has ended already");
    EXPECT_EQ(parse_error(R"({"v":2,"t":"request","method":"GET","path":"/"})"),
              "line 1 of the recording: its version is not 1, the only one known here");
    EXPECT_TRUE(parse_error(k_request + "{\"t\":\"da").starts_with("line 2 of the recording: ")) << "torn";
}

TEST(Recording, KnowsItsOwnFiles) {
    EXPECT_TRUE(is_recording(""));
    EXPECT_TRUE(is_recording(k_request));
    EXPECT_FALSE(is_recording("#include <x>\n"));
    EXPECT_FALSE(is_recording(R"({"v":1,"t":"session"})"));
    EXPECT_FALSE(is_recording("\n" + k_request));
}

} // namespace thoth
