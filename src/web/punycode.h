#pragma once
#include "base/result.h"

#include <string>
#include <string_view>

namespace thoth {

// A host name in small ASCII letters: each label in another script becomes its "xn--" form (RFC 3492). Only
// letters that have one form are taken: small ones, whole ones, and none that look like a dot, so that the name
// that is shown is the one that is asked for. Errors: Errc::invalid_argument.
Result<std::string> ascii_host(std::string_view host);

} // namespace thoth
