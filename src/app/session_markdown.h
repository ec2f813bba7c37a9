#pragma once
#include "session/session_record.h"

#include <functional>
#include <string>
#include <string_view>

namespace thoth {

// Writes the records of a session as Markdown, one after the other as they come: prompts, answers, calls with their
// arguments, and what became of each; a call that was denied says so. All text from outside is made safe to draw.
class SessionMarkdown {
public:
    using Sink = std::function<void(std::string_view text)>;
    SessionMarkdown(std::string title, Sink sink) : m_title(std::move(title)), m_sink(std::move(sink)) {}

    void take(const NumberedRecord& record);

private:
    void write(const SessionMeta& meta);
    void write(const UserRecord& message);
    void write(const AssistantRecord& record);
    void write(const AnswerRecord& record);
    void write(const ToolResult& result);
    void write(const ModelRecord& record);
    void write(const auto&) {} // for recovery, and of later versions

    std::string m_title;
    Sink m_sink;
    std::string m_time; // of the present record
};

// A code block whose fence no line of the text can end.
std::string fenced(std::string_view text, std::string_view language = {});

} // namespace thoth
