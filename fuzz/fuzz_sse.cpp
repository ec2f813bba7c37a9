// Events must not depend on how the bytes were cut.
#include "model/sse.h"

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

struct Events final : thoth::SseSink {
    std::vector<std::string> seen;
    void on_event(const thoth::SseEvent& event) override {
        if (event.data.empty()) std::abort();
        seen.push_back(std::string(event.name) + '\0' + std::string(event.data) + (event.whole ? "." : "?"));
    }
};

std::vector<std::string> events_of(std::string_view bytes, size_t piece) {
    Events events;
    thoth::SseParser parser(events, 200);
    for (size_t at = 0; at < bytes.size(); at += piece)
        parser.feed(bytes.substr(at, piece));
    parser.finish();
    return events.seen;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string bytes(data, data + size);
    const auto whole = events_of(bytes, size + 1);
    for (const size_t piece : {1u, 2u, 3u, 7u})
        if (events_of(bytes, piece) != whole) std::abort();
    return 0;
}
