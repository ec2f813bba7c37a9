#pragma once
#include "os/http.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace thoth {

// What the server does once it has read a request, in this order.
struct ServerStep {
    enum class Kind { send, pause, close, reset, wait_for_peer };
    Kind kind = Kind::send;
    std::string bytes;
    std::chrono::milliseconds duration{0};
};

ServerStep send_bytes(std::string bytes);
ServerStep pause_for(std::chrono::milliseconds duration);
ServerStep close_connection(); // regularly: FIN
ServerStep reset_connection(); // rudely: RST
ServerStep wait_for_peer();    // until the client closes

// The answer to one request. Without close or reset the connection stays open for the next.
using ServerAnswer = std::vector<ServerStep>;

ServerAnswer reply(int status, const HttpHeaders& headers, std::string_view body); // with content-length
ServerAnswer chunked_reply(int status, const HttpHeaders& headers, const std::vector<std::string>& chunks);
// Head, then each piece as bytes of its own, then the end of the connection.
ServerAnswer closing_reply(int status, const HttpHeaders& headers, const std::vector<std::string>& pieces);
ServerAnswer silence(); // reads the request, says nothing, waits for the client to go
std::string http_head(int status, const HttpHeaders& headers);

struct ServerRequest {
    int connection = 0; // 1 for the first the server accepted
    std::string method;
    std::string target;  // "/path?query"
    HttpHeaders headers; // names in lower case, as sent otherwise
    std::string body;

    std::string header(std::string_view name) const; // empty when absent
};

// A real HTTP/1.1 server on 127.0.0.1 with a free port, scripted:
//
//     LoopbackServer server{{reply(200, {{"content-type", "text/plain"}}, "hello"), silence()}};
//     client.send({.url = server.url("/v1/models")}, sink, {});
//     EXPECT_EQ(server.requests()[0].target, "/v1/models");
//
// Answer N goes to the Nth request, on whichever connection it comes; a request past the last
// answer gets status 500. A client that never sends a whole request (TLS, for one) is simply
// read from. The destructor ends everything at once. Members: any thread.
class LoopbackServer {
public:
    explicit LoopbackServer(std::vector<ServerAnswer> answers);
    ~LoopbackServer();
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;

    uint16_t port() const { return m_port; }
    std::string url(std::string_view path = "/", std::string_view scheme = "http") const;

    std::vector<ServerRequest> requests() const; // read whole so far
    int connections() const;                     // accepted so far

    // False when it did not happen within two seconds.
    bool wait_for_requests(size_t count) const;
    bool wait_for_connections(int count) const;
    bool wait_for_bytes() const; // of a request, even if it never becomes a whole one
    // When the server saw that a client had closed or reset its connection, for the first time.
    std::optional<std::chrono::steady_clock::time_point> wait_for_peer_close() const;

private:
    class Connection;
    void accept_all();
    void serve(int socket, int number);
    ServerAnswer answer_to(ServerRequest request);
    void note_bytes();
    void note_peer_close();

    int m_listener = -1;
    int m_stop = -1; // eventfd, readable once the server ends
    uint16_t m_port = 0;

    mutable std::mutex m_mutex; // guards what follows
    mutable std::condition_variable m_changed;
    std::deque<ServerAnswer> m_answers;
    std::vector<ServerRequest> m_requests;
    std::optional<std::chrono::steady_clock::time_point> m_peer_closed;
    int m_connections = 0;
    bool m_bytes_came = false;

    std::list<std::jthread> m_threads; // of the connections; touched by the acceptor only
    std::jthread m_acceptor;
};

// A port that is taken but where nobody listens: connections are refused.
class RefusingPort {
public:
    RefusingPort();
    ~RefusingPort();
    RefusingPort(const RefusingPort&) = delete;
    RefusingPort& operator=(const RefusingPort&) = delete;
    uint16_t port() const { return m_port; }

private:
    int m_socket = -1;
    uint16_t m_port = 0;
};

// A port whose queue is full: a connection is neither accepted nor refused.
class SilentPort {
public:
    SilentPort();
    ~SilentPort();
    SilentPort(const SilentPort&) = delete;
    SilentPort& operator=(const SilentPort&) = delete;
    uint16_t port() const { return m_port; }

private:
    std::vector<int> m_sockets;
    uint16_t m_port = 0;
};

} // namespace thoth
