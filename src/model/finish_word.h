#pragma once
#include "model/reply.h"

#include <optional>
#include <string_view>

namespace thoth {

// What a server's word for the end of a reply means, in any of the APIs and in whatever case; nothing for a
// word that is not known. Pure.
std::optional<Finish> finish_of_word(std::string_view word);

} // namespace thoth
