#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/descriptor.h"

#include <memory>
#include <sys/types.h>

namespace thoth {

// The process that keeps the loopback-only network of a session alive. It ends with this object, or
// with this program, whatever ends that. One thread at a time.
class NetworkHolder {
public:
    // Waits until the network is there. Errors: this machine does not let us have one.
    static Result<std::unique_ptr<NetworkHolder>> start(const Path& helper);
    NetworkHolder(const NetworkHolder&) = delete;
    NetworkHolder& operator=(const NetworkHolder&) = delete;
    ~NetworkHolder();

    // Ours until it is reaped, so that the number means no other process.
    pid_t pid() const { return m_pid; }
    bool is_alive() const;

private:
    NetworkHolder(pid_t pid, Descriptor input) : m_pid(pid), m_input(std::move(input)) {}
    pid_t m_pid;
    Descriptor m_input; // its end is the sign to go
};

} // namespace thoth
