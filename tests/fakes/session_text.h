#pragma once
#include "session/session_record.h"

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace thoth {

// The lines of a session file as a test wants them, numbered from 1, a second apart.
class SessionText {
public:
    SessionText& add(const SessionRecord& record) {
        ++m_count;
        m_text += record_line(
            m_count, fmt::format("2026-01-31T12:{:02}:{:02}.000Z", m_count / 60 % 60, m_count % 60), record);
        return *this;
    }
    SessionText& raw(std::string_view line) {
        m_text += line;
        m_text += '\n';
        return *this;
    }
    const std::string& text() const { return m_text; }
    int count() const { return m_count; }

private:
    std::string m_text;
    int m_count = 0;
};

inline AssistantRecord said(std::string text) {
    AssistantRecord record;
    record.message.text = std::move(text);
    return record;
}

} // namespace thoth
