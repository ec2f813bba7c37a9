#pragma once
#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// The host of an address in its one plain form: a name in small letters without a final dot, "192.0.2.7", or
// "[2001:db8::1]". What an IPv4 address is to whoever connects (2130706433, 0x7f.1, 0177.0.0.1) is written as
// one. A name in another script becomes its xn-- form. Errors: Errc::invalid_argument.
Result<std::string> canonical_host(std::string_view text);

// What the host is, if it is an address: "192.0.2.7", "2001:db8::1", without brackets.
std::optional<std::string> address_in_host(std::string_view host);

// localhost and every name below it: this machine, whatever a name service says.
bool is_localhost(std::string_view host);

} // namespace thoth
