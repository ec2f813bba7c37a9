#pragma once
#include "os/capped_log.h"
#include "os/process.h"
#include "os/session_directory.h"
#include "text/terminal_text.h"
#include "tools/head_tail_buffer.h"

#include <memory>
#include <string>

namespace thoth {

// What a command prints, in bounded memory: for the model the beginning and the end of each stream as
// plain text, and the bytes as they came in a log, which is only made when it is needed. One thread.
class ShellOutput {
public:
    ShellOutput(size_t room, SessionDirectory& directory); // `room`: bytes that text() may take

    void feed(OutputStream stream, std::string_view bytes);
    void finish();
    // Standard output, then standard error after a mark. After finish().
    std::string text() const;
    bool is_cut() const { return text_size() > m_room; }
    // The log, made when it is not there yet and filled with what came up to now. Null: it cannot be made.
    std::shared_ptr<CappedLog> log();

private:
    // What one stream has brought, as the model will see it.
    struct Capture {
        explicit Capture(size_t capacity) : kept(capacity) {}
        std::string text(size_t limit) const;
        TerminalText plain;
        HeadTailBuffer kept;
    };
    uint64_t text_size() const { return m_out.kept.size() + m_err.kept.size(); }

    size_t m_room;
    SessionDirectory& m_directory;
    Capture m_out;
    Capture m_err;
    std::string m_raw; // all of it, while there is no log
    std::shared_ptr<CappedLog> m_log;
    bool m_no_log = false;
};

} // namespace thoth
