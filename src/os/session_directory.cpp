#include "os/session_directory.h"

#include <cerrno>
#include <fmt/format.h>
#include <random>
#include <sys/stat.h>

namespace thoth {

namespace {
uint64_t chance() {
    std::random_device device;
    return (uint64_t{device()} << 32) | device();
}
} // namespace

SessionDirectory::SessionDirectory(const Environment& environment) {
    const std::string chosen = environment.get("TMPDIR").value_or("");
    std::error_code error;
    Path base = std::filesystem::canonical(chosen.empty() ? "/tmp" : chosen, error);
    if (error) base = "/tmp";
    m_path = base / fmt::format("thoth-{:016x}", chance());
}

// A name that nobody could foresee, and that must be new: it is ours, then.
Result<Path> SessionDirectory::make() {
    if (m_made) return m_path;
    if (::mkdir(m_path.c_str(), 0700) != 0)
        return fail(system_error(errno, fmt::format("create the temporary directory '{}'", m_path.string())));
    m_made = true;
    return m_path;
}

Result<Path> SessionDirectory::next(const std::string& stem, std::string_view ending) {
    const Path directory = TRY(make());
    const auto name = [&](int number) { return directory / fmt::format("{}-{}{}", stem, number, ending); };
    const int number = ++m_given[stem];
    std::error_code ignored;
    std::filesystem::remove(name(number - k_most_files), ignored);
    return name(number);
}

SessionDirectory::~SessionDirectory() {
    std::error_code ignored;
    if (m_made) std::filesystem::remove_all(m_path, ignored);
}

} // namespace thoth
