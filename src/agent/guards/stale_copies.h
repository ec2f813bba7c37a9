#pragma once
#include "base/hash.h"
#include "protocol/message.h"
#include "tools/tool.h"

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

    using KeptOf = std::function<AnswersKept(std::string_view tool)>;

    // The places of results that what is new in the history made out of date, in order. Failures neither
    // are nor make one, nor is what the note would not shorten. From `short_of_room` on a result had less
    // than the whole room, and does not stand for a longer one.
    std::vector<size_t> look(std::span<const Message> history, const KeptOf& kept_of, size_t short_of_room);
    // The history is another one from now on.
    void start_over() { *this = {}; }

private:
    struct Made {
        ContentHash identity;
        AnswersKept kept = AnswersKept::all;
    };
    std::optional<size_t> replaced_by(size_t place, const Made& made, std::span<const Message> history,
                                      size_t short_of_room);

    size_t m_looked_at = 0;
    std::vector<Made> m_calls; // of the last reply
    size_t m_answered = 0;     // of them
    std::map<ContentHash, size_t> m_newest;
};

} // namespace thoth
