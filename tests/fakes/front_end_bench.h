#pragma once
#include "os/output.h"
#include "os/signals.h"
#include "os/wakeup.h"
#include "protocol/agent_link.h"

#include <array>
#include <fcntl.h>
#include <functional>
#include <string>
#include <thread>
#include <unistd.h>

namespace thoth {

// A pipe whose written bytes can be read back as text.
class TextPipe {
public:
    TextPipe() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) std::abort();
        ::fcntl(ends[1], F_SETFL, 0);
        ::fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        m_read = Descriptor(ends[0]);
        m_write = Descriptor(ends[1]);
    }
    int read_end() const { return m_read.fd(); }
    int write_end() const { return m_write.fd(); }
    void close_write_end() { m_write.close(); }
    void type(std::string_view text) {
        [[maybe_unused]] const auto n = ::write(m_write.fd(), text.data(), text.size());
    }
    std::string text() {
        char block[65536];
        ssize_t n = 0;
        while ((n = ::read(m_read.fd(), block, sizeof block)) > 0)
            m_seen.append(block, static_cast<size_t>(n));
        return m_seen;
    }

private:
    Descriptor m_read;
    Descriptor m_write;
    std::string m_seen;
};

// A front end's surroundings with a scripted agent at the other end of the link.
struct FrontEndBench {
    using Script = std::function<void(AgentLink&, std::stop_token quit)>;

    SignalWatch signals; // first: it must exist before the threads
    Wakeup wakeup;
    AgentLink link{[this] { wakeup.notify(); }};
    TextPipe out;
    TextPipe err;
    TextPipe input;
    Output out_output{out.write_end(), false, signals.fd()};
    Output err_output{err.write_end(), false, signals.fd()};
    std::jthread agent;

    void play(Script script) {
        agent = std::jthread([this, script = std::move(script)](std::stop_token quit) { script(link, quit); });
    }
};

} // namespace thoth
