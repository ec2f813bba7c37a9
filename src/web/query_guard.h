#pragma once
#include "base/result.h"

#include <string_view>

namespace thoth {

// Whether the words may go to a search engine, which is a stranger (T48): one line of at most 400 characters, and
// nothing that looks like a credential. Errors: Errc::refused, which does not repeat the words.
Result<void> check_query(std::string_view query);

} // namespace thoth
