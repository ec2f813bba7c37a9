#include "os/spawn.h"

#include "os/spawn_attributes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>

namespace thoth {

namespace {
constexpr int k_status = STDERR_FILENO + 1; // of a supervisor

// A file that holds `bytes` and no name: unlike a pipe it takes any number of them at once, so that
// nobody has to feed the child. Sealed, since a child can open its stdin anew for writing.
Result<Descriptor> input_file(std::string_view bytes) {
    Descriptor file(bytes.empty() ? ::open("/dev/null", O_RDONLY | O_CLOEXEC)
                                  : ::memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file) return fail(system_error(errno, "open the input of a program"));
    if (bytes.empty()) return file;
    while (!bytes.empty()) {
        const ssize_t n = ::write(file.fd(), bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return fail(system_error(errno, "write the input of a program"));
        bytes.remove_prefix(static_cast<size_t>(n));
    }
    if (::lseek(file.fd(), 0, SEEK_SET) != 0 ||
        ::fcntl(file.fd(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
        return fail(system_error(errno, "set up the input of a program"));
    return file;
}

// What the child finds in place of our descriptors.
class SpawnActions {
public:
    SpawnActions(const Path& directory, int in, const ChildOutputs& outputs) {
        ::posix_spawn_file_actions_init(&m_actions);
        note(::posix_spawn_file_actions_addchdir_np(&m_actions, directory.c_str()));
        note(::posix_spawn_file_actions_adddup2(&m_actions, in, STDIN_FILENO));
        note(::posix_spawn_file_actions_adddup2(&m_actions, outputs.out, STDOUT_FILENO));
        note(::posix_spawn_file_actions_adddup2(&m_actions, outputs.err, STDERR_FILENO));
        const bool has_status = outputs.status >= 0;
        if (has_status) note(::posix_spawn_file_actions_adddup2(&m_actions, outputs.status, k_status));
        // Ours are all close-on-exec; those of a library or of whoever started us may not be.
        note(::posix_spawn_file_actions_addclosefrom_np(&m_actions, has_status ? k_status + 1 : k_status));
    }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
    ~SpawnActions() { ::posix_spawn_file_actions_destroy(&m_actions); }

    const posix_spawn_file_actions_t* value() const { return &m_actions; }
    int error() const { return m_error; }

private:
    void note(int error) {
        if (m_error == 0) m_error = error;
    }
    posix_spawn_file_actions_t m_actions{};
    int m_error = 0;
};

// The form in which the kernel wants arguments and environment: pointers into `texts`.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

} // namespace

Result<Pipe> Pipe::create() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(system_error(errno, "create a pipe"));
    Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
    // Only our end: the child expects an ordinary blocking one.
    if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return fail(system_error(errno, "set up a pipe"));
    return pipe;
}

Result<pid_t> spawn(const ProcessRequest& request, const ChildOutputs& outputs) {
    std::vector<std::string> arguments = request.arguments;
    std::vector<std::string> environment;
    for (const auto& [name, value] : request.environment)
        environment.push_back(name + "=" + value);
    const auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
    if (std::ranges::any_of(arguments, has_nul) || std::ranges::any_of(environment, has_nul))
        return fail(Errc::invalid_argument, "a NUL byte cannot be passed to a program");

    const Descriptor in = TRY(input_file(request.input));
    const SpawnActions actions(request.directory, in.fd(), outputs);
    const SpawnAttributes attributes(POSIX_SPAWN_SETSID); // a session of its own
    pid_t pid = -1;
    int error = actions.error();
    if (error == 0)
        error = ::posix_spawn(&pid, arguments[0].c_str(), actions.value(), attributes.value(),
                              pointers_to(arguments).data(), pointers_to(environment).data());
    if (error != 0)
        return fail(
            system_error(error, fmt::format("start '{}' in '{}'", arguments[0], request.directory.string())));
    return pid;
}

} // namespace thoth
