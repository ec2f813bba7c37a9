#include "os/recorded_http.h"

#include "os/recording.h"

#include <algorithm>
#include <condition_variable>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mutex>
#include <optional>

namespace thoth {

namespace {

using std::chrono::milliseconds;

constexpr uint32_t k_owner_only = 0600;
constexpr uint64_t k_first_line_limit = 1024 * 1024; // bytes
constexpr milliseconds k_longest_pause{1000};

// Passes a reply on and writes it down. A write that fails ends the transfer: a recording
// with a hole would replay as something that never happened.
class RecordingSink final : public HttpSink {
public:
    RecordingSink(HttpSink& inner, AppendFile& out, const Clock& clock)
        : m_inner(inner), m_out(out), m_clock(clock), m_start(clock.steady()) {}

    void on_head(const HttpHead& head) override {
        write(head_line(head, elapsed()));
        m_inner.on_head(head);
    }
    bool on_body(std::string_view bytes) override {
        write(data_line(bytes, elapsed()));
        return m_inner.on_body(bytes) && m_written;
    }
    void on_silence(milliseconds so_far) override { m_inner.on_silence(so_far); }

    void write(const std::string& line) {
        if (m_written) m_written = m_out.append(line, Durability::buffered);
    }
    milliseconds elapsed() const { return std::chrono::duration_cast<milliseconds>(m_clock.steady() - m_start); }
    const Result<void>& written() const { return m_written; }

private:
    HttpSink& m_inner;
    AppendFile& m_out;
    const Clock& m_clock;
    SteadyTime m_start;
    Result<void> m_written;
};

// Nothing that the user had is lost: only an old recording gives way.
Result<void> make_room(FileSystem& files, const Path& file) {
    const auto status = files.link_status(file);
    if (!status) {
        if (status.error().code == Errc::not_found) return {};
        return fail(status.error());
    }
    if (status->kind != FileKind::regular)
        return fail(Errc::already_exists, fmt::format("{} is not a regular file", file.string()),
                    "name another file for the recording");
    if (!is_recording(TRY(files.read(file, 0, k_first_line_limit))))
        return fail(Errc::already_exists, fmt::format("{} exists and is not a recording", file.string()),
                    "name another file for the recording, or move this one away");
    return files.remove(file); // a new file has the mode and no other links
}

} // namespace

Result<std::unique_ptr<RecordingHttp>> RecordingHttp::create(std::unique_ptr<HttpClient> inner, FileSystem& files,
                                                             const Path& file, const Clock& clock) {
    TRY(make_room(files, file));
    auto out = TRY(files.open_append(file, k_owner_only));
    return std::make_unique<RecordingHttp>(std::move(inner), std::move(out), clock);
}

RecordingHttp::RecordingHttp(std::unique_ptr<HttpClient> inner, std::unique_ptr<AppendFile> out, const Clock& clock)
    : m_inner(std::move(inner)), m_out(std::move(out)), m_clock(clock) {}

Result<HttpEnd> RecordingHttp::send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) {
    if (request.is_lookup) return m_inner->send(request, sink, std::move(stop));
    RecordingSink recorder(sink, *m_out, m_clock);
    recorder.write(request_line(recorded_request(request), ++m_count));
    TRY(recorder.written());
    auto end = m_inner->send(request, recorder, std::move(stop));
    recorder.write(end ? end_line(*end, recorder.elapsed()) : failed_line(end.error(), recorder.elapsed()));
    TRY(recorder.written());
    return end;
}

struct ReplayHttp::Exchange : RecordedExchange {};

namespace {

// Waits like the recorded server did. Cancelling ends the wait at once.
class Pause {
public:
    explicit Pause(ReplayPace pace) : m_pace(pace) {}

    void until(milliseconds at, const std::stop_token& stop) {
        const milliseconds gap = std::clamp(at - m_at, milliseconds{0}, k_longest_pause);
        m_at = at;
        if (m_pace == ReplayPace::at_once || gap.count() == 0) return;
        std::unique_lock lock(m_mutex);
        m_never.wait_for(lock, stop, gap, [] { return false; });
    }

private:
    ReplayPace m_pace;
    milliseconds m_at{0};
    std::mutex m_mutex;
    std::condition_variable_any m_never; // only the stop wakes it
};

std::string list_of(const std::vector<std::string>& answers) {
    return answers.empty() ? "nothing" : fmt::format("{}", fmt::join(answers, ", "));
}

// The first difference, or nothing.
std::optional<std::string> difference(const RecordedRequest& asked, const RecordedRequest& recorded) {
    if (asked.method != recorded.method || asked.path != recorded.path)
        return fmt::format("is {} {}, the recording has {} {} there", asked.method, asked.path, recorded.method,
                           recorded.path);
    if (asked.answers == recorded.answers) return std::nullopt;
    const auto [mine, theirs] = std::ranges::mismatch(asked.answers, recorded.answers);
    // Only what is left from the first difference on; what is equal would hide it.
    const std::vector<std::string> here(mine, asked.answers.end());
    const std::vector<std::string> there(theirs, recorded.answers.end());
    return fmt::format("answers {}, the recording has {} there", list_of(here), list_of(there));
}

Result<HttpEnd> play(const RecordedExchange& exchange, Pause& pause, HttpSink& sink, const std::stop_token& stop) {
    bool has_head = false;
    for (const RecordedPiece& piece : exchange.pieces) {
        pause.until(piece.at, stop);
        if (stop.stop_requested()) return HttpEnd::cancelled;
        if (const auto* end = std::get_if<HttpEnd>(&piece.what)) return *end;
        if (const auto* error = std::get_if<Error>(&piece.what)) return fail(*error);
        if (const auto* head = std::get_if<HttpHead>(&piece.what)) {
            has_head = true;
            sink.on_head(*head);
        } else if (!sink.on_body(std::get<std::string>(piece.what))) {
            return HttpEnd::complete;
        }
    }
    // The recording program was ended here.
    if (has_head) return HttpEnd::cut;
    return fail(Errc::conflict, "the recording stops before this request was answered");
}

} // namespace

Result<std::unique_ptr<ReplayHttp>> ReplayHttp::parse(std::string_view recording, ReplayPace pace) {
    auto recorded = TRY(parse_recording(recording));
    std::vector<Exchange> exchanges;
    for (RecordedExchange& exchange : recorded)
        exchanges.emplace_back(std::move(exchange));
    return std::unique_ptr<ReplayHttp>(new ReplayHttp(std::move(exchanges), pace));
}

ReplayHttp::ReplayHttp(std::vector<Exchange> exchanges, ReplayPace pace)
    : m_exchanges(std::move(exchanges)), m_pace(pace) {}

ReplayHttp::~ReplayHttp() = default;

Result<HttpEnd> ReplayHttp::send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) {
    if (request.is_lookup) return fail(Errc::unavailable, "a recording does not answer questions about the server");
    constexpr const char* k_hint = "record again with this version and this project";
    const size_t number = m_next + 1;
    if (m_next == m_exchanges.size())
        return fail(
            Errc::conflict,
            fmt::format("request {} is past the end of the recording, which has {}", number, m_exchanges.size()),
            k_hint);
    const Exchange& exchange = m_exchanges[m_next];
    if (const auto differs = difference(recorded_request(request), exchange.request))
        return fail(Errc::conflict, fmt::format("request {} {}", number, *differs), k_hint);
    ++m_next;
    Pause pause(m_pace);
    return play(exchange, pause, sink, stop);
}

} // namespace thoth
