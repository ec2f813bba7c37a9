#pragma once
#include "os/descriptor.h"
#include "os/process.h"

#include <string>

namespace thoth {

// The read end of one output of a child. Closed at its end.
class ChildOutput {
public:
    ChildOutput(Descriptor pipe, OutputStream stream) : m_pipe(std::move(pipe)), m_stream(stream) {}

    int fd() const { return m_pipe.fd(); } // -1 after its end
    bool is_open() const { return static_cast<bool>(m_pipe); }

    // One piece of at most 64 KiB; false when there is none now. `sink` may be empty.
    bool read_piece(const OutputSink& sink);
    // What was written up to now, and no more: somebody may go on writing.
    void read_rest(const OutputSink& sink);

private:
    Descriptor m_pipe;
    OutputStream m_stream;
    std::string m_buffer;
};

} // namespace thoth
