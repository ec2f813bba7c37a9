#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"

#include <string>
#include <string_view>

namespace thoth {

// A path that a model or a user wrote, as it really is.
struct ResolvedPath {
    Path real;         // absolute, links resolved
    std::string shown; // relative to the root where it lies inside, else absolute; escaped (see escape_name)
    bool inside = false;
};

// The project directory. Immutable; any thread.
class Workspace {
public:
    static Result<Workspace> open(const FileSystem& files, const Path& root);

    const Path& root() const { return m_root; } // real path

    // Relative paths count from the root. The text is tried as given first, then with \xHH
    // escapes decoded. Errors: empty, a NUL in it, a loop of links.
    Result<ResolvedPath> resolve(const FileSystem& files, std::string_view text) const;

    // The same for the entry itself: links on the way are followed, one at its end is not.
    Result<ResolvedPath> resolve_entry(const FileSystem& files, std::string_view text) const;

    std::string shown(const Path& real) const;

private:
    using Follow = Result<Path>(const FileSystem& files, const Path& path);
    Result<ResolvedPath> resolve_by(Follow& follow, const FileSystem& files, std::string_view text) const;
    explicit Workspace(Path root) : m_root(std::move(root)) {}
    Path m_root;
};

// Names that are not UTF-8 or hold control characters: those bytes as \xHH, a literal
// backslash in such a name as "\\". Other names stay as they are.
std::string escape_name(std::string_view bytes);
std::string unescape_name(std::string_view text);

} // namespace thoth
