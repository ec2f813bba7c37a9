#pragma once
#include "permission/shell/paths.h"
#include "permission/shell/syntax.h"

#include <string>
#include <vector>

namespace thoth::shell {

// The files with credentials that a word names, as they stand in keys: the word as a whole, what
// follows its first "=" and what follows its last ":", each also without a leading "@".
std::vector<std::string> secrets_in(const Word& word, const Paths& paths, const std::optional<std::string>& cwd);

// Which word of `words` is the filter of jq or yq, or 0: no file, though it may look like one.
size_t filter_operand(const std::vector<Word>& words);

} // namespace thoth::shell
