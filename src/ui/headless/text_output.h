#pragma once
#include "os/output.h"
#include "text/display.h"
#include "ui/headless/run_output.h"

namespace thoth {

// The answer and nothing else, for a pipe or a file. With a schema it is the valid JSON alone, or nothing.
class AnswerOutput final : public RunOutput {
public:
    enum class Form { text, json };
    AnswerOutput(Output& out, Form form) : m_out(out), m_form(form) {}
    void finish(const RunResult& result) override;

private:
    Output& m_out;
    Form m_form;
};

// Replies as they stream, for a terminal.
class StreamedAnswer final : public RunOutput {
public:
    explicit StreamedAnswer(Output& out) : m_out(out) {}
    void text(std::string_view piece) override;
    void discard(const RetryScheduled&) override { end_line(); }
    void reply(const ReplyFinished&) override { end_line(); }
    void finish(const RunResult&) override { end_line(); }
    bool shows_replies() const override { return true; }

private:
    void end_line();

    Output& m_out;
    DisplayFilter m_filter;
    bool m_line_open = false;
};

} // namespace thoth
