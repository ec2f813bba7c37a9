#pragma once
#include <cstdint>
#include <string>

namespace thoth {

// Whose files this process creates.
uint32_t current_user();

// The name of a user, or "user 1234" where the user database does not know it.
std::string user_name(uint32_t id);

} // namespace thoth
