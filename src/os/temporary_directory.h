#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/environment.h"

#include <string_view>

namespace thoth {

// A new owner-only directory below TMPDIR (else /tmp), removed with all that is in it when
// this goes.
class TemporaryDirectory {
public:
    static Result<TemporaryDirectory> create(const Environment& environment, std::string_view prefix);
    TemporaryDirectory(TemporaryDirectory&& other) noexcept : m_path(std::move(other.m_path)) {
        other.m_path.clear();
    }
    TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
    ~TemporaryDirectory();
    const Path& path() const { return m_path; } // a real path

private:
    explicit TemporaryDirectory(Path path) : m_path(std::move(path)) {}
    Path m_path;
};

} // namespace thoth
