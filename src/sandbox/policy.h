#pragma once
#include "base/path.h"
#include "base/result.h"
#include "sandbox/level.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What the helper is told about one command. Everything was decided and looked up before; the
// helper only carries it out. All paths are absolute and without links.
struct SandboxPolicy {
    SandboxLevel level = SandboxLevel::none;
    bool network = false;
    int network_holder = 0;        // process whose loopback-only network is joined; 0: a new one
    Path directory{};              // where the command starts
    Path temporary{};              // of the session, also bound on /tmp; none: an empty one
    std::vector<Path> writable{};  // directories and files
    std::vector<Path> pinned{};    // directories in writable ones that must keep their name
    std::vector<Path> read_only{}; // in writable ones
    std::vector<Path> hidden{};    // neither read nor written
    std::vector<Path> kept{};      // what stays of places that are replaced whole (/run, /tmp)
    bool operator==(const SandboxPolicy&) const = default;
};

// The form on the helper's standard input: a line with the version, then every field in the order
// above, texts and lists with their length in front. At most k_max_policy_bytes.
inline constexpr size_t k_max_policy_bytes = size_t{4} * 1024 * 1024;
std::string encode_policy(const SandboxPolicy& policy);
// Errc::protocol for anything but what encode_policy gives, of this very version.
Result<SandboxPolicy> decode_policy(std::string_view bytes);

} // namespace thoth
