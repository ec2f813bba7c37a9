#include "os/recorded_http.h"

#include "fakes/loopback_server.h"
#include "fakes/memory_file_system.h"
#include "os/curl_http.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <thread>

namespace thoth {

namespace {

using namespace std::chrono_literals;

// Turns on by a step at every look.
class SteppingClock final : public Clock {
public:
    WallTime wall() const override { return {}; }
    SteadyTime steady() const override { return SteadyTime(m_step * m_looks++); }

private:
    std::chrono::milliseconds m_step{5};
    mutable int m_looks = 0;
};

class TextFile final : public AppendFile {
public:
    TextFile(std::string& text, int writes_until_full = 1000) : m_text(text), m_left(writes_until_full) {}
    Result<void> append(std::string_view bytes, Durability) override {
        if (m_left-- <= 0) return fail(Errc::io, "the disk is full");
        m_text.append(bytes);
        return {};
    }
    Result<bool> try_lock() override { return true; }
    Result<void> truncate(uint64_t size) override {
        m_text.resize(size);
        return {};
    }

private:
    std::string& m_text;
    int m_left;
};

// An exchange as the caller of send() sees it.
struct Seen final : HttpSink {
    void on_head(const HttpHead& head) override { status = head.status; }
    bool on_body(std::string_view bytes) override {
        body.append(bytes);
        return body.size() < enough;
    }
    int status = 0;
    std::string body;
    std::string end;
    size_t enough = SIZE_MAX;
    bool operator==(const Seen& other) const {
        return status == other.status && body == other.body && end == other.end;
    }
};

Seen exchange(HttpClient& client, const HttpRequest& request, std::stop_token stop = {}) {
    Seen seen;
    const auto end = client.send(request, seen, std::move(stop));
    seen.end = end ? std::to_string(static_cast<int>(*end)) : describe(end.error());
    return seen;
}

HttpRequest post(std::string url, const std::string& answered_call = {}) {
    HttpRequest request{.method = "POST", .url = std::move(url), .headers = {{"authorization", "Bearer secret"}}};
    if (!answered_call.empty())
        request.body =
            R"({"messages":[{"role":"assistant"},{"role":"tool","tool_call_id":")" + answered_call + "\"}]}";
    return request;
}

std::unique_ptr<ReplayHttp> replay_of(std::string_view recording, ReplayPace pace = ReplayPace::at_once) {
    auto replay = ReplayHttp::parse(recording, pace);
    EXPECT_TRUE(replay) << describe(replay.error());
    return *std::move(replay);
}

std::string error_of(HttpClient& client, const HttpRequest& request) {
    Seen seen;
    const auto end = client.send(request, seen, {});
    return end ? "" : end.error().message;
}

const std::string k_two_steps = R"({"v":1,"t":"request","n":1,"method":"POST","path":"/v1/chat","answers":[]}
{"t":"head","ms":1,"status":200,"headers":{}}
{"t":"data","ms":2,"text":"first"}
{"t":"end","ms":3,"end":"complete"}
{"v":1,"t":"request","n":2,"method":"POST","path":"/v1/chat","answers":["call_1","call_9"]}
{"t":"head","ms":1,"status":200,"headers":{}}
{"t":"data","ms":60000,"text":"second"}
{"t":"end","ms":60000,"end":"complete"}
)";

} // namespace

TEST(RecordedHttp, AReplayEqualsWhatWasRecorded) {
    LoopbackServer server{{
        reply(200, {{"Content-Type", "application/json"}, {"Set-Cookie", "secret"}}, "{}"),
        chunked_reply(200, {}, {"caf\xc3", "\xa9 \xff", "end"}),
        {send_bytes(http_head(200, {{"content-length", "9"}}) + "half"), close_connection()},
        {close_connection()},
    }};
    const std::vector<HttpRequest> requests{post(server.url("/v1/chat?key=secret")), post(server.url("/v1/chat")),
                                            post(server.url("/v1/chat"), "call_1"),
                                            post(server.url("/v1/chat"), "call_2")};
    const SteppingClock clock;
    std::string recording;
    RecordingHttp recorder(std::make_unique<CurlHttp>(CurlSettings{}), std::make_unique<TextFile>(recording),
                           clock);
    std::vector<Seen> live;
    for (const HttpRequest& request : requests)
        live.push_back(exchange(recorder, request));
    EXPECT_EQ(live[1].body, "caf\xc3\xa9 \xff"
                            "end");

    const auto replay = replay_of(recording);
    for (size_t i = 0; i < requests.size(); ++i)
        EXPECT_EQ(exchange(*replay, requests[i]), live[i]) << i;
    EXPECT_EQ(recording.find("secret"), std::string::npos) << recording;
}

TEST(RecordedHttp, TheSearchForAServerIsNotRecorded) {
    LoopbackServer server{{reply(200, {{"Content-Type", "application/json"}}, "{}")}};
    const SteppingClock clock;
    std::string recording;
    RecordingHttp recorder(std::make_unique<CurlHttp>(CurlSettings{}), std::make_unique<TextFile>(recording),
                           clock);
    EXPECT_EQ(exchange(recorder, {.url = server.url("/v1/models"), .is_lookup = true}).body, "{}");
    EXPECT_EQ(recording, "");
}

TEST(RecordedHttp, WritesEachStepWithItsTime) {
    LoopbackServer server{{reply(200, {{"Content-Type", "text/plain"}, {"Date", "today"}}, "hi")}};
    const SteppingClock clock;
    std::string recording;
    RecordingHttp recorder(std::make_unique<CurlHttp>(CurlSettings{}), std::make_unique<TextFile>(recording),
                           clock);
    exchange(recorder, post(server.url("/v1/chat"), "call_1"));
    EXPECT_EQ(recording, R"({"v":1,"t":"request","n":1,"method":"POST","path":"/v1/chat","answers":["call_1"]}
{"t":"head","ms":5,"status":200,"headers":{"content-type":"text/plain"}}
{"t":"data","ms":10,"text":"hi"}
{"t":"end","ms":15,"end":"complete"}
)");
}

TEST(RecordedHttp, FailsWhenTheRecordingCannotBeWritten) {
    for (int writes = 0; writes < 4; ++writes) {
        const SteppingClock clock;
        std::string recording;
        RecordingHttp recorder(replay_of(k_two_steps), std::make_unique<TextFile>(recording, writes), clock);
        EXPECT_EQ(error_of(recorder, post("http://h/v1/chat")), "the disk is full") << writes;
    }
}

TEST(RecordedHttp, NewRecordingsAreForTheOwnerAndReplaceOnlyOldOnes) {
    const SteppingClock clock;
    MemoryFileSystem files;
    files.put("/old", k_two_steps);
    files.put("/empty", "");
    files.put("/notes", "mine");
    files.put_link("/link", "/old");
    const auto create = [&](const Path& file) {
        const auto made = RecordingHttp::create(std::make_unique<CurlHttp>(CurlSettings{}), files, file, clock);
        return made ? "" : made.error().message;
    };
    for (const Path& file : {Path("/old"), Path("/empty"), Path("/new")}) {
        EXPECT_EQ(create(file), "");
        EXPECT_EQ(files.text(file), "");
        EXPECT_EQ(files.find(file)->mode, 0600U);
    }
    EXPECT_EQ(create("/notes"), "/notes exists and is not a recording");
    EXPECT_EQ(files.text("/notes"), "mine");
    EXPECT_EQ(create("/link"), "/link is not a regular file");
}

TEST(RecordedHttp, ReplayNamesTheFirstDifference) {
    const auto replay = replay_of(k_two_steps);
    EXPECT_EQ(error_of(*replay, {.url = "http://h/v1/models"}),
              "request 1 is GET /v1/models, the recording has POST /v1/chat there");
    EXPECT_EQ(error_of(*replay, post("http://h/v1/chat", "call_1")),
              "request 1 answers call_1, the recording has nothing there");
    EXPECT_EQ(exchange(*replay, post("http://h/v1/chat")).body, "first");
    EXPECT_EQ(error_of(*replay, post("http://h/v1/chat", "call_2")),
              "request 2 answers call_2, the recording has call_1, call_9 there");
    EXPECT_EQ(error_of(*replay, post("http://h/v1/chat", "call_1")),
              "request 2 answers nothing, the recording has call_9 there");
}

TEST(RecordedHttp, QuestionsAboutTheServerAreNoPartOfARecording) {
    const auto replay = replay_of(k_two_steps);
    EXPECT_EQ(error_of(*replay, {.url = "http://h/props", .is_lookup = true}),
              "a recording does not answer questions about the server");
    EXPECT_EQ(exchange(*replay, post("http://h/v1/chat")).body, "first");
}

TEST(RecordedHttp, ReplaySaysThatTheRecordingIsOver) {
    const auto replay = replay_of("");
    EXPECT_EQ(error_of(*replay, post("http://h/v1/chat")),
              "request 1 is past the end of the recording, which has 0");
}

TEST(RecordedHttp, ReplayEndsCompleteWhenTheSinkHasEnough) {
    const auto replay = replay_of(k_two_steps);
    Seen seen;
    seen.enough = 1;
    EXPECT_EQ(replay->send(post("http://h/v1/chat"), seen, {}), HttpEnd::complete);
}

TEST(RecordedHttp, ARecordingThatWasBrokenOffReplaysAsACut) {
    const std::string request = k_two_steps.substr(0, k_two_steps.find('\n') + 1);
    const auto silent = replay_of(request);
    EXPECT_EQ(error_of(*silent, post("http://h/v1/chat")), "the recording stops before this request was answered");
    const auto half = replay_of(request + R"({"t":"head","ms":1,"status":200,"headers":{}})");
    Seen seen;
    EXPECT_EQ(half->send(post("http://h/v1/chat"), seen, {}), HttpEnd::cut);
}

TEST(RecordedHttp, KeepsThePaceAndStopsInAPauseAtOnce) {
    auto paused = k_two_steps.substr(0, k_two_steps.find("{\"t\":\"end\""));
    paused += "{\"t\":\"data\",\"ms\":32,\"text\":\"!\"}\n{\"t\":\"data\",\"ms\":90000,\"text\":\"?\"}\n";
    const auto replay = replay_of(paused, ReplayPace::as_it_was);
    std::stop_source stop;
    Seen seen;
    const auto start = std::chrono::steady_clock::now();
    std::jthread stopper([&] {
        std::this_thread::sleep_for(60ms);
        stop.request_stop();
    });
    EXPECT_EQ(replay->send(post("http://h/v1/chat"), seen, stop.get_token()), HttpEnd::cancelled);
    const auto took = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(seen.body, "first!");
    EXPECT_GE(took, 60ms);
    EXPECT_LT(took, 260ms); // the pause alone would be a second
}

} // namespace thoth
