#include "tools/shell_output.h"

#include <algorithm>

namespace thoth {

ShellOutput::ShellOutput(size_t room, SessionDirectory& directory)
    : m_room(room), m_directory(directory), m_out(room), m_err(room) {}

void ShellOutput::feed(OutputStream stream, std::string_view bytes) {
    Capture& capture = stream == OutputStream::out ? m_out : m_err;
    capture.kept.add(capture.plain.feed(bytes));
    if (m_no_log) return;
    if (!m_log && m_raw.size() + bytes.size() > m_room) log();
    if (m_log)
        m_log->append(bytes);
    else if (!m_no_log)
        m_raw += bytes;
}

void ShellOutput::finish() {
    m_out.kept.add(m_out.plain.finish());
    m_err.kept.add(m_err.plain.finish());
}

std::shared_ptr<CappedLog> ShellOutput::log() {
    if (m_log || m_no_log) return m_log;
    auto path = m_directory.next("shell", ".log");
    if (path)
        if (auto log = CappedLog::create(*path, ProcessRunner::k_log_limit)) m_log = std::move(*log);
    m_no_log = !m_log;
    if (m_log) m_log->append(m_raw);
    m_raw = {};
    return m_log;
}

std::string ShellOutput::Capture::text(size_t limit) const {
    std::string text = kept.text(limit);
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    return text;
}

// Standard error may take a third, and whatever the other stream leaves.
std::string ShellOutput::text() const {
    const size_t out_size = std::min<uint64_t>(m_out.kept.size(), m_room);
    const size_t err_room = std::max(m_room / 3, m_room - out_size);
    const size_t err_size = std::min<uint64_t>(m_err.kept.size(), err_room);
    std::string text = m_out.text(m_room - err_size);
    if (m_err.kept.size() > 0) text += "--- stderr ---\n" + m_err.text(err_room);
    return text;
}

} // namespace thoth
