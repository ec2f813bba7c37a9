#pragma once
#include <string_view>

namespace thoth {

// Whether a text holds what looks like a credential: a private key, a token by the beginning that its issuer
// gives it, or a value behind "password", "secret", "token" or "api key" and a sign. A guess, for refusing to
// store it; plain words about passwords are none.
bool holds_credential(std::string_view text);

} // namespace thoth
