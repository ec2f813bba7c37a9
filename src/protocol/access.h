#pragma once
#include "base/path.h"

#include <string>
#include <variant>
#include <vector>

namespace thoth {

// What a call would touch. The policy judges this value, never a tool's name.

struct NoAccess {}; // nothing outside the program, or names inside the project

struct ReadAccess {
    enum class Extent {
        file,      // its content
        directory, // the names in it
        tree,      // everything below it
    };
    Path path; // real path
    Extent extent = Extent::file;
};

struct ChangeAccess {
    enum class Kind { write, move, remove };
    Path path;               // real path; the file is created, changed, moved away or deleted
    bool more_names = false; // the same file is known elsewhere by another (hard link)
    bool read_only = false;  // its permission bits keep its owner from writing it
    Kind kind = Kind::write;
    Path moved_to{}; // with Kind::move
};

struct CommandAccess {
    std::string line;             // the bytes the shell gets
    bool network = false;         // it was said that the line needs the network
    std::vector<Path> writable{}; // and to write there, though that lies outside of what commands may write
};

struct RememberAccess { // one more fact in the project's memory, which later sessions are told
    Path file;          // real path
    std::string fact{}; // the words
};

// A page on the network, which sees that it is asked for, and with which address.
struct WebAccess {
    std::string url; // all of it, as it will be asked for
    std::string
        place; // whom it is asked from: "example.org" for https on its own port, else "http://example.org:80"
    // Where that is known to be no public place: what is there, "127.0.0.1, this machine".
    std::vector<std::string> not_public{};
};

using Access = std::variant<NoAccess, ReadAccess, ChangeAccess, CommandAccess, RememberAccess, WebAccess>;

} // namespace thoth
