#pragma once
#include "os/http.h"

#include <string_view>

namespace thoth {

// Collects the head of a reply from its lines. Interim heads (1xx) are passed over, and what
// follows the head (trailers of a chunked body) is not looked at. All lines together may
// have k_max_bytes: a server that sends headers without end is told apart from a long one.
class HeadReader {
public:
    static constexpr size_t k_max_bytes = 256 * 1024;

    enum class State {
        reading,
        complete,  // this line ended the head: said once
        after,     // the head was complete before
        too_large, // more than k_max_bytes
    };

    // One line with or without its line end; the empty line ends a head.
    State feed_line(std::string_view line);

    bool complete() const { return m_complete; }
    const HttpHead& head() const { return m_head; }

private:
    void start(std::string_view status_line);
    void add(std::string_view line);

    HttpHead m_head;
    size_t m_bytes = 0;
    bool m_complete = false;
};

// Whether the request can be written down as HTTP without changing its meaning: a line break
// in a name, a value or the address would smuggle in headers of its own.
// Errc::invalid_argument, which never repeats the value.
Result<void> check_request(const HttpRequest& request);

} // namespace thoth
