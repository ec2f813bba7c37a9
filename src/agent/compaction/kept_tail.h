#pragma once
#include "protocol/message.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace thoth {

// The end of a history that a compaction leaves as it is, so that the model goes on where it was.
struct KeptTail {
    struct Shortened {
        size_t place = 0; // of a result in the history
        std::string text; // what is left of it
        bool operator==(const Shortened&) const = default;
    };
    size_t first = 0;      // place of its first message; the size of the history: nothing is kept
    int messages = 0;      // of users and models in it, without results
    bool has_reply = true; // it begins with one, or is empty behind calls; a prompt needs one in front of it
    std::vector<Shortened> shortened;
};

// Behind calls: the last replies with their results, as many as fit into `most_bytes`, the last one in any case
// with its results shortened to fit. Else the last answer, if it fits, and a prompt that has none yet.
KeptTail keep_tail(std::span<const Message> history, size_t most_bytes);

// The beginning and the end of a text, and between them how much is missing.
std::string shortened(const std::string& text, size_t most_bytes);

} // namespace thoth
