#pragma once
#include "os/http.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thoth {

// One answer of a scripted server: either no reply at all, or a head and a body in pieces.
struct ScriptedAnswer {
    HttpHead head{200, {}};
    std::vector<std::string> pieces;
    HttpEnd end = HttpEnd::complete;
    std::optional<Error> error;
    std::function<void()> after_first_piece; // a test's chance to press the key
    std::function<void()> before_piece{};    // and to let time pass
};

// An HttpClient that plays answers in order and keeps the requests. A request too many is an
// error. Like a real one it stops when the sink has enough, or when stop is requested.
class ScriptedHttp final : public HttpClient {
public:
    std::deque<ScriptedAnswer> answers;
    std::vector<HttpRequest> requests;
    bool sink_had_enough = false; // in the last exchange

    void add(int status, std::string body) { answers.push_back({{status, {}}, {std::move(body)}, {}, {}, {}}); }
    void add_error(Errc code, std::string message) {
        answers.push_back({{}, {}, {}, Error{code, std::move(message), {}}, {}});
    }

    Result<HttpEnd> send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) override {
        requests.push_back(request);
        sink_had_enough = false;
        if (stop.stop_requested()) return fail(Errc::cancelled, "cancelled");
        if (answers.empty()) return fail(Errc::unavailable, "connection refused");
        const ScriptedAnswer answer = std::move(answers.front());
        answers.pop_front();
        if (answer.error) return fail(*answer.error);
        sink.on_head(answer.head);
        for (const std::string& piece : answer.pieces) {
            if (stop.stop_requested()) return HttpEnd::cancelled;
            if (answer.before_piece) answer.before_piece();
            if (!sink.on_body(piece)) {
                sink_had_enough = true;
                return HttpEnd::complete;
            }
            if (answer.after_first_piece && &piece == &answer.pieces.front()) answer.after_first_piece();
        }
        return stop.stop_requested() ? HttpEnd::cancelled : answer.end;
    }
};

// `body` cut into pieces of `size` bytes.
inline std::vector<std::string> in_pieces(const std::string& body, size_t size) {
    std::vector<std::string> pieces;
    for (size_t at = 0; at < body.size(); at += size)
        pieces.push_back(body.substr(at, size));
    return pieces;
}

} // namespace thoth
