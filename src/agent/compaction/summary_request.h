#pragma once
#include "protocol/message.h"

#include <span>
#include <string>
#include <vector>

namespace thoth {

// What a model is asked for: a summary of so many words, with what the user wants it to look at (or empty).
std::string summary_words(int most_words, std::string_view focus);

// The history as it is with the request behind it, so that the server needs to read the request only.
std::vector<Message> whole_with(std::span<const Message> history, std::string words);

// The history with long results cut to 400 characters, long arguments left out, and without the oldest messages
// where that is still more than `most_bytes`.
std::vector<Message> trimmed_with(std::span<const Message> history, size_t most_bytes, std::string words);

} // namespace thoth
