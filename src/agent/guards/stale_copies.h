#pragma once
#include "base/hash.h"
#include "protocol/message.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace thoth {

// Which results of a history are out of date, because the same call was made again and answered later.
// Looks at each message once. Agent thread only.
class StaleCopies {
public:
    // Stands for a result that is out of date.
    static constexpr std::string_view k_note =
        "(out of date, and left out here: the newer answer to the same call stands further down)";

    // Whether a newer answer of this tool to the same call stands for an older one.
    using GoesStale = std::function<bool(std::string_view tool)>;

    // The places of results that what is new in the history made out of date, in order. Failures neither
    // are nor make one, nor is what the note would not shorten, nor words of somebody on the network that the newer
    // one lacks. From `short_of_room` on a result had less than the whole room, and does not stand for a longer
    // one.
    std::vector<size_t> look(std::span<const Message> history, const GoesStale& goes_stale, size_t short_of_room);
    // The history is another one from now on.
    void start_over() { *this = {}; }

private:
    struct Made {
        ContentHash identity;
        bool goes_stale = false;
    };
    std::optional<size_t> replaced_by(size_t place, const Made& made, std::span<const Message> history,
                                      size_t short_of_room);

    size_t m_looked_at = 0;
    std::vector<Made> m_calls; // of the last reply
    size_t m_answered = 0;     // of them
    std::map<ContentHash, size_t> m_newest;
};

} // namespace thoth
