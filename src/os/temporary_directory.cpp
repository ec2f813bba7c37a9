#include "os/temporary_directory.h"

#include <cerrno>
#include <cstdlib>

namespace thoth {

Result<TemporaryDirectory> TemporaryDirectory::create(const Environment& environment, std::string_view prefix) {
    const std::string parent = environment.get("TMPDIR").value_or("");
    std::error_code error;
    const Path base = std::filesystem::canonical(parent.empty() ? "/tmp" : parent, error);
    if (error) return fail(system_error(error.value(), "find the directory for temporary files"));
    std::string name = (base / (std::string(prefix) + "XXXXXX")).string();
    if (!::mkdtemp(name.data()))
        return fail(system_error(errno, "create a temporary directory in '" + base.string() + "'"));
    return TemporaryDirectory(name);
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    if (!m_path.empty()) std::filesystem::remove_all(m_path, ignored);
}

} // namespace thoth
