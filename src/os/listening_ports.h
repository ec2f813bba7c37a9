#pragma once
#include <span>
#include <sys/types.h>
#include <vector>

namespace thoth {

// The TCP ports that these processes listen on, sorted, each once; those of another network
// namespace too. Empty for processes of somebody else's, and without /proc.
std::vector<int> listening_ports(std::span<const pid_t> processes);

} // namespace thoth
