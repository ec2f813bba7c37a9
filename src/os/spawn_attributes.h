#pragma once
#include <csignal>
#include <spawn.h>

namespace thoth {

// How a child begins: no signal is blocked or ignored because it is so with us.
class SpawnAttributes {
public:
    // `flags`: more of posix_spawn's, such as POSIX_SPAWN_SETSID.
    explicit SpawnAttributes(int flags = 0) {
        ::posix_spawnattr_init(&m_attributes);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&m_attributes, &signals);
        ::sigfillset(&signals);
        ::posix_spawnattr_setsigdefault(&m_attributes, &signals);
        ::posix_spawnattr_setflags(&m_attributes,
                                   static_cast<short>(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    ~SpawnAttributes() { ::posix_spawnattr_destroy(&m_attributes); }
    const posix_spawnattr_t* value() const { return &m_attributes; }

private:
    posix_spawnattr_t m_attributes{};
};

} // namespace thoth
