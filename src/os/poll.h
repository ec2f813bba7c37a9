#pragma once
#include <chrono>
#include <initializer_list>
#include <optional>
#include <set>

namespace thoth {

// Waits until one of the descriptors is readable or closed (-1 is passed over), or the time
// is up. The ready ones; none after the time, or when a signal handler ran.
std::set<int> wait_readable(std::initializer_list<int> descriptors,
                            std::optional<std::chrono::milliseconds> timeout = std::nullopt);

} // namespace thoth
