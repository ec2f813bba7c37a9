#pragma once
#include "permission/grants.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace thoth {

// What a key of a grant covers, in words for prompts and lists: "the program git".
std::string grant_in_words(std::string_view key);

// All of them as a list, a line each: what it covers, its key, since when; or that there is none.
std::string grants_in_words(std::span<const Grant> grants);

// The NAME of "shell:NAME", a program that is looked for on PATH; nothing for other keys.
std::optional<std::string> program_name_in(std::string_view key);

} // namespace thoth
