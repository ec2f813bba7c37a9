#pragma once
#include "base/result.h"
#include "session/session_plan.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What a rewind takes back.
enum class RewindScope { both, conversation, files };

// A message of the user to go back to before, as it was asked for.
struct RewindTarget {
    size_t place = 0;                 // in the list of prompts, oldest first
    std::optional<RewindScope> scope; // nothing: to be asked
};

// The newest of them, numbered from 1 backwards. Errc::not_found: there are none.
Result<std::string> prompts_in_words(std::span<const PromptMark> prompts);

// "2", "2 files". Errc::invalid_argument says what would be right.
Result<RewindTarget> rewind_target(const std::vector<std::string>& words, size_t prompts);

std::optional<RewindScope> rewind_scope(std::string_view word);

} // namespace thoth
