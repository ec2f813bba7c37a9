#include "os/curl_http.h"

#include "os/address_text.h"
#include "os/curl_errors.h"
#include "os/http_head.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <strings.h>
#include <sys/socket.h>

namespace thoth {

namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What a server sends after the sink had enough is read for a moment, so that the connection can
// serve the next exchange; a stream that goes on is cut.
constexpr milliseconds k_longest_drain{20};
constexpr size_t k_most_drained = 64 * 1024;
constexpr milliseconds k_longest_wait{60'000}; // libcurl wakes earlier for its own timers

struct ListFree {
    const CurlLibrary* curl;
    void operator()(curl_slist* list) const { curl->slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, ListFree>;

void append(HeaderList& list, const std::string& line) {
    const CurlLibrary* const curl = list.get_deleter().curl;
    if (curl_slist* const longer = curl->slist_append(list.get(), line.c_str())) {
        (void)list.release(); // `longer` is the same list
        list.reset(longer);
    }
}

HeaderList header_list(const CurlLibrary& curl, const HttpRequest& request) {
    HeaderList list(nullptr, ListFree{&curl});
    bool has_type = false;
    for (const auto& [name, value] : request.headers) {
        // In libcurl's notation "Name:" takes a header away; one without a value is "Name;".
        const bool empty = value.find_first_not_of(" \t") == std::string::npos;
        append(list, empty ? name + ";" : fmt::format("{}: {}", name, value));
        has_type = has_type || strcasecmp(name.c_str(), "content-type") == 0;
    }
    append(list, "Expect:");                      // no waiting for "100 Continue"
    if (!has_type) append(list, "Content-Type:"); // no invented one
    return list;
}

std::string in_brackets(const std::string& address) {
    return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

// One exchange: libcurl calls it with what arrives, run() waits and watches the limits.
class Transfer {
public:
    Transfer(const CurlLibrary& curl, CURLM* multi, CURL* easy, const Target& target, const HttpRequest& request,
             HttpSink& sink, std::stop_token stop)
        : m_curl(curl), m_multi(multi), m_easy(easy), m_target(target), m_request(request), m_sink(sink),
          m_stop(std::move(stop)), m_headers(header_list(curl, request)), m_addresses(nullptr, ListFree{&curl}) {}

    void set_options(const CurlSettings& settings, const std::string& proxy);
    Result<HttpEnd> run();

private:
    enum class Verdict { none, enough, cancelled, head_too_large };

    template <class Value>
    void set(CURLoption option, Value value) {
        m_curl.easy_setopt(m_easy, option, value); // one that an older libcurl lacks is left out
    }
    void set_body();
    void set_callbacks();
    void set_addresses(const std::string& proxy);

    static size_t take_header(char* bytes, size_t size, size_t count, void* self);
    static size_t take_body(char* bytes, size_t size, size_t count, void* self);
    static curl_socket_t open_socket(void* self, curlsocktype purpose, curl_sockaddr* address);

    std::optional<CURLcode> finished();
    std::optional<Result<HttpEnd>> overdue();
    Result<HttpEnd> result_of(CURLcode code);
    template <class Value>
    Value info(CURLINFO what) const;
    milliseconds time_left() const;
    static milliseconds until(SteadyClock::time_point moment);
    bool read_enough() const;
    milliseconds notice_left() const;
    bool may_be_silent() const { return m_connected || m_answering; }
    void watch_upload();
    void tell_silence();
    void saw_life();

    const CurlLibrary& m_curl;
    CURLM* m_multi;
    CURL* m_easy;
    const Target& m_target;
    const HttpRequest& m_request;
    HttpSink& m_sink;
    std::stop_token m_stop;
    HeaderList m_headers;
    HeaderList m_addresses;
    std::array<char, CURL_ERROR_SIZE> m_details{};

    HeadReader m_head;
    Verdict m_verdict = Verdict::none;
    size_t m_drained = 0; // bytes after the sink had enough
    bool m_connected = false;
    bool m_answering = false;                                             // the first line of the reply is there
    SteadyClock::time_point m_since;                                      // of the last sign of life
    int m_times_told = 0;                                                 // of the silence since then
    SteadyClock::time_point m_error_end = SteadyClock::time_point::max(); // of waiting for an error body
    SteadyClock::time_point m_end = SteadyClock::time_point::max();       // of the whole exchange
    curl_off_t m_uploaded = -1;                                           // bytes of the body
};

void Transfer::set_options(const CurlSettings& settings, const std::string& proxy) {
    set(CURLOPT_CURLU, m_target.url.get());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1}); // one exchange at a time: a stop closes it whole
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_TCP_NODELAY, 1L);
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L); // those of a proxy are not the reply's
    set(CURLOPT_QUICK_EXIT, 1L);               // do not wait for a name that is being looked up
    set(CURLOPT_CONNECTTIMEOUT_MS, std::max(1L, static_cast<long>(m_request.limits.connect.count())));
    set(CURLOPT_PROXY, proxy.c_str());
    set(CURLOPT_NOPROXY, ""); // decided already
    if (!settings.user_agent.empty()) set(CURLOPT_USERAGENT, settings.user_agent.c_str());
    const std::string& ca_file = m_request.ca_file.empty() ? settings.ca_file : m_request.ca_file;
    if (!ca_file.empty()) set(CURLOPT_CAINFO, ca_file.c_str());
    if (!settings.ca_directory.empty()) set(CURLOPT_CAPATH, settings.ca_directory.c_str());
    set(CURLOPT_HTTPHEADER, m_headers.get());
    if (m_request.compressed) set(CURLOPT_ACCEPT_ENCODING, ""); // all that it can unpack
    set_body();
    set_callbacks();
    set_addresses(proxy);
}

void Transfer::set_body() {
    if (!m_request.body.empty() || m_request.method == "POST") {
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_request.body.size()));
        set(CURLOPT_POSTFIELDS, m_request.body.c_str()); // not copied
    } else if (m_request.method == "HEAD") {
        set(CURLOPT_NOBODY, 1L);
    }
    set(CURLOPT_CUSTOMREQUEST, m_request.method.c_str());
}

void Transfer::set_callbacks() {
    set(CURLOPT_ERRORBUFFER, m_details.data());
    set(CURLOPT_HEADERFUNCTION, &Transfer::take_header);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(CURLOPT_WRITEFUNCTION, &Transfer::take_body);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
}

// "host:port:address,address" stands for an answer of the name service.
void Transfer::set_addresses(const std::string& proxy) {
    if (!proxy.empty()) return;
    if (!m_request.addresses.empty()) {
        std::string entry = fmt::format("{}:{}:", m_target.host, m_target.port);
        for (const std::string& address : m_request.addresses)
            entry += fmt::format("{}{}", entry.ends_with(':') ? "" : ",", in_brackets(address));
        append(m_addresses, entry);
        set(CURLOPT_RESOLVE, m_addresses.get());
    }
    if (!m_request.may_connect) return;
    set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::open_socket);
    set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    set(CURLOPT_FRESH_CONNECT, 1L); // one that is open was judged by somebody else's rules
    set(CURLOPT_FORBID_REUSE, 1L);
}

curl_socket_t Transfer::open_socket(void* self, curlsocktype, curl_sockaddr* address) {
    const auto& transfer = *static_cast<const Transfer*>(self);
    if (!transfer.m_request.may_connect(address_text(address->addr))) return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

size_t Transfer::take_header(char* bytes, size_t size, size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    transfer.m_answering = true;
    switch (transfer.m_head.feed_line({bytes, size * count})) {
    case HeadReader::State::too_large:
        transfer.m_verdict = Verdict::head_too_large;
        return 0; // fewer than were given: libcurl ends the transfer
    case HeadReader::State::complete:
        transfer.m_sink.on_head(transfer.m_head.head());
        if (!transfer.m_head.head().success())
            transfer.m_error_end = SteadyClock::now() + transfer.m_request.limits.error_body;
        break;
    case HeadReader::State::reading:
    case HeadReader::State::after:
        break;
    }
    transfer.saw_life(); // after the sink: its time is not the server's silence
    return size * count;
}

size_t Transfer::take_body(char* bytes, size_t size, size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    if (size * count == 0) return 0;
    if (transfer.m_stop.stop_requested()) {
        transfer.m_verdict = Verdict::cancelled;
        return 0;
    }
    if (transfer.m_verdict == Verdict::enough) {
        transfer.m_drained += size * count;
        return transfer.m_drained <= k_most_drained ? size * count : 0;
    }
    const bool more = transfer.m_sink.on_body({bytes, size * count});
    transfer.saw_life();
    if (!more) transfer.m_verdict = Verdict::enough;
    return size * count;
}

Result<HttpEnd> Transfer::run() {
    if (m_curl.multi_add_handle(m_multi, m_easy) != CURLM_OK) return fail(Errc::io, "libcurl refused the request");
    const std::stop_callback wake(m_stop, [this] { m_curl.multi_wakeup(m_multi); });
    if (m_request.limits.total > milliseconds{0}) m_end = SteadyClock::now() + m_request.limits.total;
    while (true) {
        if (m_stop.stop_requested()) return HttpEnd::cancelled;
        int running = 0;
        if (m_curl.multi_perform(m_multi, &running) != CURLM_OK) return fail(Errc::io, "libcurl failed");
        if (const auto code = finished()) return result_of(*code);
        watch_upload();
        if (const auto end = overdue()) return *end;
        tell_silence();
        const milliseconds next = std::min(time_left(), notice_left());
        m_curl.multi_poll(m_multi, nullptr, 0, static_cast<int>(next.count()), nullptr);
    }
}

std::optional<CURLcode> Transfer::finished() {
    int left = 0;
    while (const CURLMsg* message = m_curl.multi_info_read(m_multi, &left))
        if (message->msg == CURLMSG_DONE) return message->data.result;
    return std::nullopt;
}

template <class Value>
Value Transfer::info(CURLINFO what) const {
    Value value{};
    m_curl.easy_getinfo(m_easy, what, &value);
    return value;
}

// The first byte is waited for from the moment the last of the request was sent; a large
// one on a slow line takes its time.
void Transfer::watch_upload() {
    if (m_answering) return;
    if (!m_connected) m_connected = info<curl_off_t>(CURLINFO_PRETRANSFER_TIME_T) > 0;
    if (!m_connected) return;
    const auto uploaded = info<curl_off_t>(CURLINFO_SIZE_UPLOAD_T);
    if (uploaded == m_uploaded) return;
    m_uploaded = uploaded;
    saw_life();
}

void Transfer::saw_life() {
    m_since = SteadyClock::now();
    m_times_told = 0;
}

// Until the silence has lasted long enough to be told.
milliseconds Transfer::notice_left() const {
    if (!may_be_silent() || m_verdict == Verdict::enough) return k_longest_wait;
    return until(m_since + m_request.limits.silence_notice * (m_times_told + 1));
}

void Transfer::tell_silence() {
    if (notice_left() > milliseconds{0}) return;
    ++m_times_told;
    m_sink.on_silence(std::chrono::duration_cast<milliseconds>(SteadyClock::now() - m_since));
}

milliseconds Transfer::time_left() const {
    if (m_verdict == Verdict::enough) return until(m_since + k_longest_drain);
    if (!may_be_silent()) return until(m_end); // libcurl watches the connecting
    const milliseconds limit = m_answering ? m_request.limits.idle : m_request.limits.first_byte;
    return until(std::min({m_since + limit, m_error_end, m_end}));
}

milliseconds Transfer::until(SteadyClock::time_point moment) {
    const auto left = std::chrono::ceil<milliseconds>(moment - SteadyClock::now());
    return std::clamp(left, milliseconds{0}, k_longest_wait);
}

// An error body that is still not whole is taken as it is.
bool Transfer::read_enough() const {
    return m_verdict == Verdict::enough || until(m_error_end) == milliseconds{0};
}

std::optional<Result<HttpEnd>> Transfer::overdue() {
    if (time_left() > milliseconds{0}) return std::nullopt;
    if (read_enough()) return HttpEnd::complete;
    if (m_head.complete()) return HttpEnd::stalled;
    const bool is_end = until(m_end) == milliseconds{0};
    const milliseconds limit = is_end        ? m_request.limits.total
                               : m_answering ? m_request.limits.idle
                                             : m_request.limits.first_byte;
    return fail(Errc::timed_out, fmt::format("no answer from {} within {}", m_target.name(), format_limit(limit)),
                fmt::format("the server is busy or hangs; try again, or raise the limit ({})",
                            m_answering ? "--idle-timeout" : "--first-byte-timeout"));
}

Result<HttpEnd> Transfer::result_of(CURLcode code) {
    switch (m_verdict) {
    case Verdict::enough:
        return HttpEnd::complete;
    case Verdict::cancelled:
        return HttpEnd::cancelled;
    case Verdict::none:
        break;
    case Verdict::head_too_large:
        if (m_head.complete()) return HttpEnd::cut; // trailers without end
        return fail(Errc::protocol, fmt::format("the headers that {} answered are larger than {} KiB",
                                                m_target.name(), HeadReader::k_max_bytes / 1024));
    }
    if (m_head.complete()) return code == CURLE_OK ? HttpEnd::complete : HttpEnd::cut;
    const CurlFailure failure{code, static_cast<int>(info<long>(CURLINFO_OS_ERRNO)),
                              info<long>(CURLINFO_HTTP_CONNECTCODE), m_details.data()};
    return fail(describe_failure(m_curl, m_target, failure, m_request.limits.connect));
}

} // namespace

// The handles live as long as the client: the first keeps the open connections, the second
// is wiped for each exchange.
struct CurlHttp::Connection {
    explicit Connection(const CurlLibrary& library)
        : curl(library), multi(library.multi_init()), easy(library.easy_init()) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() {
        if (easy) curl.easy_cleanup(easy);
        if (multi) curl.multi_cleanup(multi);
    }

    // Takes the easy handle out of the multi handle, which closes an unfinished connection.
    void settle() {
        curl.multi_remove_handle(multi, easy);
        curl.easy_reset(easy); // it points to what the exchange leaves behind
    }

    const CurlLibrary& curl;
    CURLM* multi;
    CURL* easy;
};

CurlHttp::CurlHttp(CurlSettings settings) : m_settings(std::move(settings)) {}
CurlHttp::~CurlHttp() = default;

void CurlHttp::preload() {
    (void)curl_library(); // a failure is reported by the send that needs it
}

Result<HttpEnd> CurlHttp::send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) {
    TRY(check_request(request));
    if (stop.stop_requested()) return HttpEnd::cancelled;
    const CurlLibrary& curl = *TRY(curl_library());
    Target target = TRY(parse_target(curl, request.url));
    const std::string proxy =
        proxy_for(m_settings.proxies, target.scheme, target.host, target.port, target.loopback);
    target.proxy_name = proxy_name(proxy);

    if (!m_connection) m_connection = std::make_unique<Connection>(curl);
    if (!m_connection->multi || !m_connection->easy) {
        m_connection.reset();
        return fail(Errc::io, "libcurl has no memory for a connection");
    }
    Transfer transfer(curl, m_connection->multi, m_connection->easy, target, request, sink, std::move(stop));
    transfer.set_options(m_settings, proxy);
    auto end = transfer.run();
    m_connection->settle();
    return end;
}

} // namespace thoth
