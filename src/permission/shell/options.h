#pragma once
#include <string_view>

namespace thoth::shell {

// How programs read their arguments.

// Whether a cluster of short options ("-xvf") has one of `letters`. A letter of `with_value` ends
// the cluster: what follows it is its value.
bool has_letter(std::string_view word, std::string_view letters, std::string_view with_value);

// Whether the word is the long option `name` (without its dashes), cut to any prefix as GNU
// programs and git allow, with or without "=value".
bool is_long_option(std::string_view word, std::string_view name);

// The same without cutting.
bool is_exact_option(std::string_view word, std::string_view option);

} // namespace thoth::shell
