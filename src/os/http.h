#pragma once
#include "base/result.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thoth {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpLimits {
    std::chrono::milliseconds connect{10'000};
    std::chrono::milliseconds first_byte{120'000}; // from the sent request to the first line of the reply
    std::chrono::milliseconds idle{300'000};       // between two lines of its head, two pieces of its body
    // From the head of a reply without success to the end of its body. What has come by then is
    // the body: an error that trickles in must not hold anybody up.
    std::chrono::milliseconds error_body{5'000};
    // So much silence is told to the sink, and again after as much more.
    std::chrono::milliseconds silence_notice{10'000};
    // The whole exchange, whatever comes meanwhile; zero: as long as it takes.
    std::chrono::milliseconds total{0};
};

// So much of the body of a reply without success is worth reading.
inline constexpr size_t k_max_error_body = 64 * 1024;

struct HttpRequest {
    std::string method = "GET";
    std::string url{};
    HttpHeaders headers{};
    std::string body{};
    HttpLimits limits{};
    bool is_lookup = false;  // looks around before or beside a session: not recorded, unanswered in a replay
    std::string ca_file{};   // the certificates it trusts; empty: those of the client
    bool compressed = false; // the body may come compressed; the sink gets it as it was before
    // Asked about the address ("192.0.2.7", "2001:db8::1") of each connection before anything is sent to it; an
    // address that it refuses is passed over. Not asked about a proxy, which looks names up itself. Empty: any.
    std::function<bool(const std::string& address)> may_connect{};
    // The addresses of the host, with no look at what its name stands for now; empty: those of its name.
    std::vector<std::string> addresses{};
};

struct HttpHead {
    int status = 0;
    HttpHeaders headers; // names in lower case
    bool success() const { return status >= 200 && status < 300; }
};

// Takes the reply as it arrives, on the thread that called send().
class HttpSink {
public:
    virtual ~HttpSink() = default;
    virtual void on_head(const HttpHead& head) = 0;
    // Bytes after transfer decoding, split anywhere. False ends the transfer: enough was read.
    virtual bool on_body(std::string_view bytes) = 0;
    // The request is out and nothing came for so long.
    virtual void on_silence(std::chrono::milliseconds) {}
};

// How a transfer ended that got at least a head or was cancelled.
enum class HttpEnd {
    complete,  // the body ended as announced, or enough of it was read
    cut,       // the connection broke inside the body
    stalled,   // silence longer than HttpLimits::idle
    cancelled, // stop was requested; the connection is closed at once
};

// One exchange at a time per client; the connection is kept for the next one.
// One thread per client at a time.
class HttpClient {
public:
    virtual ~HttpClient() = default;
    // Errors: no reply at all. Errc::unavailable (nobody listens, name unknown, TLS),
    // Errc::timed_out (connect or first byte), Errc::io. Never follows a redirect.
    virtual Result<HttpEnd> send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) = 0;
};

// The address without user, password, query and fragment: fit for a message.
std::string display_url(std::string_view url);
// The path of the address, without query and fragment; "/" when it has none.
std::string url_path(std::string_view url);

// For small replies: the whole body, at most `limit` bytes of it, and of one without success at most
// k_max_error_body.
struct HttpReply {
    HttpHead head;
    std::string body;
};
Result<HttpReply> fetch(HttpClient& client, const HttpRequest& request, size_t limit, std::stop_token stop);

} // namespace thoth
