#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace thoth {

struct SseEvent {
    std::string_view name; // empty for a plain message
    std::string_view data; // never empty
    bool whole = true;     // false: the stream ended before the blank line
};

class SseSink {
public:
    virtual ~SseSink() = default;
    virtual void on_event(const SseEvent& event) = 0;
};

// Server-sent events, bytes in (split anywhere), events out. Comments, ids and events without
// data are dropped. A field `error:`, which servers of 2025 sent although no standard knows it,
// comes out at once as an event of that name. One thread.
class SseParser {
public:
    static constexpr size_t k_max_event_bytes = 16u << 20;

    explicit SseParser(SseSink& sink, size_t max_event_bytes = k_max_event_bytes)
        : m_sink(sink), m_limit(max_event_bytes) {}
    void feed(std::string_view bytes);
    void finish();
    // An event was longer than allowed; everything after it is ignored.
    bool overflowed() const { return m_overflowed; }

private:
    void take_line(std::string_view line);
    void take_field(std::string_view name, std::string_view value);
    void dispatch(bool whole);
    bool fits(size_t present, size_t more);

    SseSink& m_sink;
    size_t m_limit;
    std::string m_line; // begun, not ended
    std::string m_name;
    std::string m_data;
    bool m_has_data = false;
    bool m_after_cr = false; // a \n now belongs to the \r before it
    bool m_first_line = true;
    bool m_overflowed = false;
};

} // namespace thoth
