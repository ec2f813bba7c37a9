#include "app/session_markdown.h"

#include "text/display.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
std::string paragraph(std::string_view text) {
    std::string out = display_text(text);
    while (out.ends_with('\n'))
        out.pop_back();
    return out.empty() ? out : out + "\n\n";
}
} // namespace

std::string fenced(std::string_view text, std::string_view language) {
    size_t longest = 2;
    for (size_t at = 0; (at = text.find('`', at)) != std::string_view::npos;) {
        const size_t end = std::min(text.find_first_not_of('`', at), text.size());
        longest = std::max(longest, end - at);
        at = end;
    }
    const std::string fence(longest + 1, '`');
    return fmt::format("{}{}\n{}{}{}\n\n", fence, language, text, text.ends_with('\n') || text.empty() ? "" : "\n",
                       fence);
}

void SessionMarkdown::take(const NumberedRecord& record) {
    m_time = display_line(record.time.substr(0, 19));
    std::visit([this](const auto& value) { write(value); }, record.record);
}

void SessionMarkdown::write(const SessionMeta& meta) {
    m_sink(fmt::format("# {}\n\n- project: {}\n- model: {}\n- started: {} (UTC)\n", display_line(m_title),
                       visible_line(meta.project), display_line(meta.model), m_time));
    if (!meta.forked_from.empty()) m_sink(fmt::format("- a copy of: {}\n", display_line(meta.forked_from)));
    m_sink("\n");
}

void SessionMarkdown::write(const UserRecord& message) {
    m_sink(message.is_note ? fmt::format("## Note of thoth to the model, {}\n\n", m_time)
                           : fmt::format("## User, {}\n\n", m_time));
    m_sink(paragraph(message.typed));
    if (!message.more.empty()) m_sink("Sent along:\n\n" + fenced(display_text(message.more)));
}

void SessionMarkdown::write(const AssistantRecord& record) {
    m_sink(fmt::format("## Model, {}\n\n", m_time) + paragraph(record.message.text));
    for (const ToolCall& call : record.message.calls)
        m_sink(fmt::format("Call of {}:\n\n", display_line(call.name)) +
               fenced(display_text(call.arguments), "json"));
}

void SessionMarkdown::write(const AnswerRecord& record) {
    m_sink(fmt::format("The user answered: {}\n\n", display_line(record.answer)));
}

void SessionMarkdown::write(const ToolResult& result) {
    m_sink(fmt::format("{} of {}:\n\n", result.is_error ? "Failure" : "Result", display_line(result.tool)) +
           fenced(display_text(result.text)));
}

void SessionMarkdown::write(const ModelRecord& record) {
    m_sink(fmt::format("From here on the model is {}.\n\n", display_line(record.model)));
}

} // namespace thoth
