#include "sandbox/detection.h"

#include "os/descriptor.h"
#include "os/temporary_directory.h"
#include "sandbox/policy.h"

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace thoth {

namespace {
constexpr std::chrono::seconds k_probe_time{10};
constexpr size_t k_max_words = 500;

// Somebody who listens on the loopback interface, for the probe to miss.
struct Listener {
    Descriptor socket;
    uint16_t port = 0;

    static Result<Listener> create() {
        Listener listener{Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), 0};
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address); // as the sockets interface has it
        if (!listener.socket || ::bind(listener.socket.fd(), generic, size) != 0 ||
            ::listen(listener.socket.fd(), 1) != 0 || ::getsockname(listener.socket.fd(), generic, &size) != 0)
            return fail(system_error(errno, "listen on the loopback interface"));
        listener.port = ntohs(address.sin_port);
        return listener;
    }
};

// Directories of the probe, and who it must not reach.
class ProbeGround {
public:
    static Result<ProbeGround> create() {
        const ProcessEnvironment environment;
        ProbeGround ground{TRY(TemporaryDirectory::create(environment, "thoth-probe-")), TRY(Listener::create())};
        for (const Path& directory : {ground.inside(), ground.outside(), ground.temporary()}) {
            std::error_code error;
            if (!std::filesystem::create_directory(directory, error))
                return fail(system_error(error.value(), "create a directory for a probe"));
        }
        return ground;
    }

    ProcessRequest request(const SandboxSettings& settings, SandboxLevel level) const {
        SandboxPolicy policy;
        policy.level = level;
        policy.directory = inside();
        policy.temporary = temporary();
        policy.writable = {inside(), temporary()};
        policy.kept = {outside()}; // the place to fail in must be there to be tried
        ProcessRequest request;
        request.arguments = {settings.helper.native(),
                             "--sandbox-exec",
                             "/proc/self/exe", // the helper again, wherever its file is by now
                             "--sandbox-probe",
                             std::string(letter_of(level)),
                             inside().native(),
                             outside().native(),
                             std::to_string(m_listener.port)};
        request.directory = inside();
        request.timeout = k_probe_time;
        request.input = encode_policy(policy);
        return request;
    }

private:
    ProbeGround(TemporaryDirectory root, Listener listener)
        : m_root(std::move(root)), m_listener(std::move(listener)) {}
    Path inside() const { return m_root.path() / "inside"; }
    Path outside() const { return m_root.path() / "outside"; }
    Path temporary() const { return m_root.path() / "temporary"; }

    TemporaryDirectory m_root;
    Listener m_listener;
};

// What was said by a probe that did not succeed; empty when it did.
std::string fault_of(const ProbeGround& ground, const SandboxSettings& settings, SandboxLevel level,
                     ProcessRunner& processes) {
    std::string words;
    const auto keep_words = [&words](OutputStream, std::string_view bytes) {
        words += bytes.substr(0, k_max_words - std::min(k_max_words, words.size()));
    };
    const auto result = processes.run(ground.request(settings, level), keep_words, {});
    if (!result) return describe(result.error());
    if (result->end == ProcessEnd::exited && result->exit_code == 0) return {};
    while (words.ends_with('\n'))
        words.pop_back();
    if (words.starts_with("error ")) words.erase(0, 6);
    return words.empty() ? "the probe ended in another way" : words;
}

bool is_pretended_missing(const SandboxSettings::Missing& missing, SandboxLevel level) {
    switch (level) {
    case SandboxLevel::full:
        return missing.namespaces || missing.landlock || missing.system_calls;
    case SandboxLevel::landlock:
        return missing.landlock_network || missing.landlock || missing.system_calls;
    case SandboxLevel::old_landlock:
        return missing.landlock || missing.system_calls;
    case SandboxLevel::system_calls:
        return missing.system_calls;
    case SandboxLevel::none:
        break;
    }
    return false;
}
} // namespace

SandboxFinding detect_sandbox(const SandboxSettings& settings, ProcessRunner& processes) {
    SandboxFinding finding;
    const auto ground = ProbeGround::create();
    if (!ground) return {SandboxLevel::none, describe(ground.error())};
    for (const SandboxLevel level :
         {SandboxLevel::full, SandboxLevel::landlock, SandboxLevel::old_landlock, SandboxLevel::system_calls}) {
        const std::string fault = is_pretended_missing(settings.pretend_missing, level)
                                      ? "it was said to be missing"
                                      : fault_of(*ground, settings, level, processes);
        if (fault.empty()) {
            finding.level = level;
            return finding;
        }
        finding.reason +=
            fmt::format("{}level {}: {}", finding.reason.empty() ? "" : "; ", letter_of(level), fault);
    }
    return finding;
}

} // namespace thoth
