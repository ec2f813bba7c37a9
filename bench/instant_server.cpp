// bench_server REPLIES
//
// An HTTP server on loopback that costs a client as little time as can be: every reply is made
// beforehand and goes out in one write as soon as the request has arrived. REPLIES is a file of
// replies, each "LENGTH\n" and so many bytes, head included. POST number i gets reply i, those
// behind the last reply get the last; everything else gets a 404.
//
// Prints its port; when standard input ends, a line for each POST: when its first byte came, when
// it was whole, when the reply was written (nanoseconds of CLOCK_MONOTONIC), and its size. One
// connection is served at a time, the last one that came.

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::string_view k_not_found = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";

long long now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

struct Exchange {
    long long first_byte = 0;
    long long whole = 0;
    long long replied = 0;
    size_t bytes = 0;
};

// The bytes that came so far, and how many a whole request has.
class Request {
public:
    void feed(std::string_view bytes) {
        if (m_bytes.empty()) m_first_byte = now_ns();
        m_bytes += bytes;
        if (m_size == 0) m_size = size_from_head();
    }
    bool is_whole() const { return m_size > 0 && m_bytes.size() >= m_size; }
    bool is_post() const { return m_bytes.starts_with("POST "); }
    size_t size() const { return m_size; }
    long long first_byte() const { return m_first_byte; }
    void clear() {
        m_bytes.clear();
        m_size = 0;
    }

private:
    // 0 while the head is not whole. A head without a length has no body.
    size_t size_from_head() const {
        const size_t end = m_bytes.find("\r\n\r\n");
        if (end == std::string::npos) return 0;
        constexpr std::string_view k_field = "\r\ncontent-length:";
        for (size_t at = 0; at + k_field.size() < end; ++at)
            if (strncasecmp(m_bytes.data() + at, k_field.data(), k_field.size()) == 0)
                return end + 4 + std::strtoul(m_bytes.c_str() + at + k_field.size(), nullptr, 10);
        return end + 4;
    }

    std::string m_bytes;
    size_t m_size = 0;
    long long m_first_byte = 0;
};

class Server {
public:
    explicit Server(std::vector<std::string> replies) : m_replies(std::move(replies)) {}
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server() {
        close(m_connection);
        close(m_listener);
    }

    int listen_on_loopback() {
        m_listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const any = reinterpret_cast<sockaddr*>(&address);
        if (bind(m_listener, any, size) != 0 || listen(m_listener, 16) != 0) return -1;
        return getsockname(m_listener, any, &size) == 0 ? ntohs(address.sin_port) : -1;
    }

    void serve_until_input_ends() {
        while (true) {
            std::array<pollfd, 3> waiting{
                {{m_connection, POLLIN, 0}, {m_listener, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}}};
            if (poll(waiting.data(), waiting.size(), -1) < 0) return;
            if (waiting[0].revents != 0) read_more();
            if (waiting[1].revents != 0) take_connection();
            if (waiting[2].revents != 0) return;
        }
    }

    const std::vector<Exchange>& exchanges() const { return m_exchanges; }

private:
    void take_connection() {
        if (m_connection >= 0) close(m_connection);
        m_connection = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        const int on = 1;
        setsockopt(m_connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        m_request.clear();
    }

    void read_more() {
        const ssize_t count = recv(m_connection, m_block.data(), m_block.size(), 0);
        if (count <= 0) {
            close(m_connection);
            m_connection = -1;
            return;
        }
        m_request.feed({m_block.data(), static_cast<size_t>(count)});
        if (m_request.is_whole()) answer();
    }

    void answer() {
        const bool post = m_request.is_post();
        const long long whole = now_ns();
        send_all(post ? m_replies[std::min(m_exchanges.size(), m_replies.size() - 1)] : k_not_found);
        if (post) m_exchanges.push_back({m_request.first_byte(), whole, now_ns(), m_request.size()});
        m_request.clear();
    }

    void send_all(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = send(m_connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return;
            bytes.remove_prefix(static_cast<size_t>(sent));
        }
    }

    std::vector<std::string> m_replies;
    std::vector<Exchange> m_exchanges;
    Request m_request;
    std::array<char, 256 * 1024> m_block{};
    int m_listener = -1;
    int m_connection = -1;
};

std::vector<std::string> read_replies(const char* file) {
    std::ifstream in(file, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(in), {}};
    std::vector<std::string> replies;
    for (size_t at = 0; at < all.size();) {
        const size_t length = std::strtoul(all.c_str() + at, nullptr, 10);
        const size_t begin = all.find('\n', at) + 1;
        replies.push_back(all.substr(begin, length));
        at = begin + length;
    }
    return replies;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::vector<std::string> replies = read_replies(argv[1]);
    if (replies.empty()) return 2;
    Server server(std::move(replies));
    const int port = server.listen_on_loopback();
    if (port < 0) return 1;
    std::printf("%d\n", port);
    std::fflush(stdout);
    server.serve_until_input_ends();
    for (const Exchange& one : server.exchanges())
        std::printf("%lld %lld %lld %zu\n", one.first_byte, one.whole, one.replied, one.bytes);
    return 0;
}
