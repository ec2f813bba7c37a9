#include "fakes/loopback_server.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace thoth {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_patience{2000};
constexpr size_t k_max_request = 16 * 1024 * 1024;

struct BoundSocket {
    int descriptor = -1;
    uint16_t port = 0;
};

sockaddr_in loopback_address(uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

// A test cannot go on without its server.
void require(bool condition, const char* what) {
    if (condition) return;
    std::perror(what);
    std::abort();
}

BoundSocket bound_socket() {
    BoundSocket result;
    result.descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback_address(0);
    socklen_t length = sizeof address;
    require(bind(result.descriptor, reinterpret_cast<sockaddr*>(&address), length) == 0, "bind");
    require(getsockname(result.descriptor, reinterpret_cast<sockaddr*>(&address), &length) == 0, "getsockname");
    result.port = ntohs(address.sin_port);
    return result;
}

// Moves one line, without its end, from the front of `text`.
std::string_view take_line(std::string_view& text) {
    const size_t end = text.find("\r\n");
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    return line;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

ServerRequest parse_head(std::string_view head, int connection) {
    ServerRequest request;
    request.connection = connection;
    const std::string_view first = take_line(head);
    const size_t space = first.find(' ');
    request.method = first.substr(0, space);
    if (space != std::string_view::npos) request.target = first.substr(space + 1, first.rfind(' ') - space - 1);
    while (!head.empty()) {
        const std::string_view line = take_line(head);
        const size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        std::string_view value = line.substr(colon + 1);
        while (value.starts_with(' '))
            value.remove_prefix(1);
        request.headers.emplace_back(lower(line.substr(0, colon)), value);
    }
    return request;
}

} // namespace

ServerStep send_bytes(std::string bytes) {
    return {ServerStep::Kind::send, std::move(bytes), {}};
}
ServerStep pause_for(milliseconds duration) {
    return {ServerStep::Kind::pause, {}, duration};
}
ServerStep close_connection() {
    return {ServerStep::Kind::close, {}, {}};
}
ServerStep reset_connection() {
    return {ServerStep::Kind::reset, {}, {}};
}
ServerStep wait_for_peer() {
    return {ServerStep::Kind::wait_for_peer, {}, {}};
}

std::string http_head(int status, const HttpHeaders& headers) {
    std::string head = fmt::format("HTTP/1.1 {} Text\r\n", status);
    for (const auto& [name, value] : headers)
        head += fmt::format("{}: {}\r\n", name, value);
    return head + "\r\n";
}

ServerAnswer reply(int status, const HttpHeaders& headers, std::string_view body) {
    HttpHeaders all = headers;
    all.emplace_back("Content-Length", std::to_string(body.size()));
    return {send_bytes(http_head(status, all).append(body))};
}

ServerAnswer chunked_reply(int status, const HttpHeaders& headers, const std::vector<std::string>& chunks) {
    HttpHeaders all = headers;
    all.emplace_back("Transfer-Encoding", "chunked");
    ServerAnswer answer{send_bytes(http_head(status, all))};
    for (const std::string& chunk : chunks)
        answer.push_back(send_bytes(fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk)));
    answer.push_back(send_bytes("0\r\n\r\n"));
    return answer;
}

ServerAnswer closing_reply(int status, const HttpHeaders& headers, const std::vector<std::string>& pieces) {
    ServerAnswer answer{send_bytes(http_head(status, headers))};
    for (const std::string& piece : pieces)
        answer.push_back(send_bytes(piece));
    answer.push_back(close_connection());
    return answer;
}

ServerAnswer silence() {
    return {wait_for_peer()};
}

std::string ServerRequest::header(std::string_view name) const {
    for (const auto& [key, value] : headers)
        if (key == name) return value;
    return {};
}

// One accepted socket. Everything that waits ends when the server does.
class LoopbackServer::Connection {
public:
    Connection(LoopbackServer& server, int socket) : m_server(server), m_socket(socket), m_stop(server.m_stop) {}
    ~Connection() {
        if (m_socket >= 0) close(m_socket);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // False at the end of the connection or of the server.
    bool read_request(ServerRequest& request, int number) {
        size_t end = 0;
        while ((end = m_buffer.find("\r\n\r\n")) == std::string::npos)
            if (!read_more()) return false;
        request = parse_head(std::string_view(m_buffer).substr(0, end), number);
        m_buffer.erase(0, end + 4);
        const size_t length = std::strtoul(request.header("content-length").c_str(), nullptr, 10);
        while (m_buffer.size() < length)
            if (!read_more()) return false;
        request.body = m_buffer.substr(0, length);
        m_buffer.erase(0, length);
        return true;
    }

    // False when the connection has ended.
    bool run(const ServerStep& step) {
        switch (step.kind) {
        case ServerStep::Kind::send:
            return send_all(step.bytes);
        case ServerStep::Kind::pause:
            return !wait({m_stop, POLLIN, 0}, {-1, 0, 0}, static_cast<int>(step.duration.count()));
        case ServerStep::Kind::close:
            return false;
        case ServerStep::Kind::reset: {
            const linger now{1, 0};
            setsockopt(m_socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
            return false;
        }
        case ServerStep::Kind::wait_for_peer:
            while (read_more()) {
            }
            return false;
        }
        return false;
    }

    bool peer_closed() const { return m_peer_closed; }

private:
    // Whether the server ends; otherwise `other` is ready or the time is over.
    bool wait(pollfd stop, pollfd other, int timeout) {
        pollfd both[] = {stop, other};
        while (poll(both, 2, timeout) < 0 && errno == EINTR) {
        }
        return both[0].revents != 0;
    }

    bool read_more() {
        if (m_buffer.size() > k_max_request) return false;
        if (wait({m_stop, POLLIN, 0}, {m_socket, POLLIN, 0}, -1)) return false;
        char bytes[16 * 1024];
        const ssize_t count = recv(m_socket, bytes, sizeof bytes, 0);
        if (count <= 0) {
            m_peer_closed = true;
            return false;
        }
        m_buffer.append(bytes, static_cast<size_t>(count));
        m_server.note_bytes();
        return true;
    }

    bool send_all(std::string_view bytes) {
        while (!bytes.empty()) {
            if (wait({m_stop, POLLIN, 0}, {m_socket, POLLOUT, 0}, -1)) return false;
            const ssize_t count = send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
            if (count < 0) {
                m_peer_closed = true;
                return false;
            }
            bytes.remove_prefix(static_cast<size_t>(count));
        }
        return true;
    }

    LoopbackServer& m_server;
    int m_socket;
    int m_stop;
    std::string m_buffer; // read, not yet used
    bool m_peer_closed = false;
};

LoopbackServer::LoopbackServer(std::vector<ServerAnswer> answers)
    : m_stop(eventfd(0, EFD_CLOEXEC)), m_answers(answers.begin(), answers.end()) {
    const BoundSocket bound = bound_socket();
    m_listener = bound.descriptor;
    m_port = bound.port;
    require(listen(m_listener, 16) == 0, "listen");
    m_acceptor = std::jthread([this] { accept_all(); });
}

LoopbackServer::~LoopbackServer() {
    eventfd_write(m_stop, 1);
    m_acceptor.join();
    m_threads.clear();
    close(m_listener);
    close(m_stop);
}

std::string LoopbackServer::url(std::string_view path, std::string_view scheme) const {
    return fmt::format("{}://127.0.0.1:{}{}", scheme, m_port, path);
}

void LoopbackServer::accept_all() {
    while (true) {
        pollfd both[] = {{m_stop, POLLIN, 0}, {m_listener, POLLIN, 0}};
        if (poll(both, 2, -1) < 0 && errno == EINTR) continue;
        if (both[0].revents != 0) return;
        const int socket = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket < 0) continue;
        const int on = 1; // pieces leave as they are scripted
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        int number = 0;
        {
            const std::lock_guard lock(m_mutex);
            number = ++m_connections;
        }
        m_changed.notify_all();
        m_threads.emplace_back([this, socket, number] { serve(socket, number); });
    }
}

void LoopbackServer::serve(int socket, int number) {
    Connection connection(*this, socket);
    ServerRequest request;
    bool open = true;
    while (open && connection.read_request(request, number)) {
        const ServerAnswer answer = answer_to(std::move(request));
        for (auto step = answer.begin(); open && step != answer.end(); ++step)
            open = connection.run(*step);
    }
    if (connection.peer_closed()) note_peer_close();
}

ServerAnswer LoopbackServer::answer_to(ServerRequest request) {
    ServerAnswer answer = reply(500, {}, "no answer is scripted for this request");
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(std::move(request));
        if (!m_answers.empty()) {
            answer = std::move(m_answers.front());
            m_answers.pop_front();
        }
    }
    m_changed.notify_all();
    return answer;
}

void LoopbackServer::note_bytes() {
    {
        const std::lock_guard lock(m_mutex);
        m_bytes_came = true;
    }
    m_changed.notify_all();
}

void LoopbackServer::note_peer_close() {
    {
        const std::lock_guard lock(m_mutex);
        if (!m_peer_closed) m_peer_closed = std::chrono::steady_clock::now();
    }
    m_changed.notify_all();
}

std::vector<ServerRequest> LoopbackServer::requests() const {
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

int LoopbackServer::connections() const {
    const std::lock_guard lock(m_mutex);
    return m_connections;
}

bool LoopbackServer::wait_for_requests(size_t count) const {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, k_patience, [&] { return m_requests.size() >= count; });
}

bool LoopbackServer::wait_for_connections(int count) const {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, k_patience, [&] { return m_connections >= count; });
}

bool LoopbackServer::wait_for_bytes() const {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, k_patience, [&] { return m_bytes_came; });
}

std::optional<std::chrono::steady_clock::time_point> LoopbackServer::wait_for_peer_close() const {
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, k_patience, [&] { return m_peer_closed.has_value(); });
    return m_peer_closed;
}

RefusingPort::RefusingPort() {
    const BoundSocket bound = bound_socket();
    m_socket = bound.descriptor;
    m_port = bound.port;
}

RefusingPort::~RefusingPort() {
    close(m_socket);
}

SilentPort::SilentPort() {
    const BoundSocket bound = bound_socket();
    m_port = bound.port;
    m_sockets.push_back(bound.descriptor);
    require(listen(bound.descriptor, 0) == 0, "listen");
    const sockaddr_in address = loopback_address(m_port);
    for (int i = 0; i < 4; ++i) { // the queue holds one or two
        const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        (void)connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        m_sockets.push_back(client);
    }
}

SilentPort::~SilentPort() {
    for (const int each : m_sockets)
        close(each);
}

} // namespace thoth
