#pragma once
#include "os/clock.h"
#include "os/file_system.h"
#include "os/http.h"

#include <memory>
#include <vector>

namespace thoth {

// Record and replay sit here, below the parsers, so that a replay runs all of them.
// A recording is JSON lines; docs/recordings.md describes it. It holds what the server said
// with its timing, and of each request only its place and the tool results it answered:
// no key, no header, no file of the user's beyond what the model repeated.

// Passes everything on to `inner` and writes it to `file` as it happens (owner-only).
class RecordingHttp final : public HttpClient {
public:
    static Result<std::unique_ptr<RecordingHttp>> create(std::unique_ptr<HttpClient> inner, FileSystem& files,
                                                         const Path& file, const Clock& clock);
    RecordingHttp(std::unique_ptr<HttpClient> inner, std::unique_ptr<AppendFile> out, const Clock& clock);
    Result<HttpEnd> send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) override;

private:
    std::unique_ptr<HttpClient> m_inner;
    std::unique_ptr<AppendFile> m_out;
    const Clock& m_clock;
    int m_count = 0;
};

enum class ReplayPace {
    at_once,  // tests
    as_it_was // the recorded pauses, each at most a second: the demo
};

// Answers from a recording. A request that does not match the recorded one (method, path,
// ids of the answered calls, in order) gets an error that names the first difference.
class ReplayHttp final : public HttpClient {
public:
    static Result<std::unique_ptr<ReplayHttp>> parse(std::string_view recording, ReplayPace pace);
    Result<HttpEnd> send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) override;
    ~ReplayHttp() override;

private:
    struct Exchange;
    explicit ReplayHttp(std::vector<Exchange> exchanges, ReplayPace pace);
    std::vector<Exchange> m_exchanges;
    ReplayPace m_pace;
    size_t m_next = 0;
};

} // namespace thoth
