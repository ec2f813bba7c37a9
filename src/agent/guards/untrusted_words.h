#pragma once
#include "protocol/message.h"

#include <deque>
#include <span>
#include <string>
#include <string_view>

namespace thoth {

// What was read from the network in this session, so that its words are known when somebody wants to keep them:
// they must not get into the project's memory unseen (T52). Bounded: of more than k_most_bytes the oldest are
// forgotten. A compaction does not concern it. Agent thread only.
class UntrustedWords {
public:
    static constexpr size_t k_most_bytes = 8 * 1024 * 1024;
    static constexpr size_t k_words_in_a_row = 8;

    // Nothing, unless the result has an origin.
    void add(const ToolResult& result);
    // Who wrote these words: k_words_in_a_row of them in a row, or all where they are fewer. Empty: nobody of whom
    // it is known. Neither case nor anything but letters and digits counts.
    std::string origin_of(std::string_view words) const;

    // `before`: results that compactions left out of the history.
    static UntrustedWords of(std::span<const Message> history, std::span<const ToolResult> before = {});

private:
    struct Source {
        std::string origin;
        std::string words; // each with a space before and behind it
    };
    std::deque<Source> m_sources; // the oldest first
    size_t m_bytes = 0;
};

} // namespace thoth
