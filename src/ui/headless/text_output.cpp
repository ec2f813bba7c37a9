#include "ui/headless/text_output.h"

namespace thoth {

void AnswerOutput::finish(const RunResult& result) {
    const std::string text = m_form == Form::text ? display_text(result.answer) : result.structured.value_or("");
    if (text.empty()) return;
    m_out.write(text.ends_with('\n') ? text : text + "\n");
}

void StreamedAnswer::text(std::string_view piece) {
    const std::string text = m_filter.feed(piece);
    if (text.empty()) return;
    m_out.write(text);
    m_line_open = !text.ends_with('\n');
}

void StreamedAnswer::end_line() {
    const std::string rest = m_filter.finish();
    m_out.write(rest);
    if (m_line_open || !rest.empty()) m_out.write("\n");
    m_line_open = false;
}

} // namespace thoth
