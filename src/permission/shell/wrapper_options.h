#pragma once
#include "permission/shell/syntax.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace thoth::shell {

// How a program that runs another one reads the words in front of it.
struct WrapperOptions {
    std::string_view name;
    std::string_view flags;                      // short options without a value
    std::string_view values;                     // short options with one, attached or the next word
    std::array<std::string_view, 8> long_flags;  // with their dashes
    std::array<std::string_view, 8> long_values; // "--x=V" or "--x V"
    std::string_view attached_values;            // short options whose value is there only if it is attached
    size_t operands = 0;                         // of its own, before the inner program
};

// The wrapper without a key of its own; nothing when `name` is none.
std::optional<WrapperOptions> transparent_wrapper(std::string_view name);
WrapperOptions xargs_options();

// An option of xargs and the like, as it was found.
struct FoundOption {
    std::string_view name; // one letter, or with dashes
    const Word* word = nullptr;
    std::string_view value; // attached, or the next word
    bool has_value = false;
};

// The index in `words` at which the inner program stands (words[0] is the wrapper); one past the
// end when there is none. Nothing for an option that is not listed or a word that is not certain.
std::optional<size_t> inner_program(const WrapperOptions& options, std::span<const Word> words,
                                    std::vector<FoundOption>* found = nullptr);

} // namespace thoth::shell
