#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace thoth {

class LineSink {
public:
    virtual ~LineSink() = default;
    // `ended` is false for a last line without its line end.
    virtual void on_line(std::string_view line, bool ended) = 0;
};

// The lines of a newline-delimited JSON stream, bytes in (split anywhere), lines out, without
// blank ones. A whole tool call sits on one line, so lines may be long. One thread.
class NdjsonParser {
public:
    static constexpr size_t k_max_line_bytes = 16u << 20;

    explicit NdjsonParser(LineSink& sink, size_t max_line_bytes = k_max_line_bytes)
        : m_sink(sink), m_limit(max_line_bytes) {}
    void feed(std::string_view bytes);
    void finish();
    // A line was longer than allowed; everything after it is ignored.
    bool overflowed() const { return m_overflowed; }

private:
    void take_line(std::string_view line, bool ended);

    LineSink& m_sink;
    size_t m_limit;
    std::string m_line; // begun, not ended
    bool m_overflowed = false;
};

} // namespace thoth
