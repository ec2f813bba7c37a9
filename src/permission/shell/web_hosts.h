#pragma once
#include <string>
#include <string_view>

namespace thoth::shell {

// A host in the form of a key: lower case, without a final dot; empty when it is none that can
// be shown as it is.
std::string host_name(std::string_view text);

// What a URL as curl and wget understand it names, a scheme in front or not.
struct WebTarget {
    std::string host;  // empty: not known
    bool plain = true; // http or https, nobody's name in it, nothing that makes several of it
};
WebTarget web_target(std::string_view url);

// The repository of a git command.
struct Repository {
    std::string host;  // empty: none named
    bool plain = true; // a path, http(s), or [user@]host:path
};
Repository repository(std::string_view text);

} // namespace thoth::shell
