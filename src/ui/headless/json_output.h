#pragma once
#include "os/output.h"
#include "ui/headless/run_output.h"

#include <string>

namespace thoth {

// One result object for each request, on a line of its own (docs/headless.md). Whatever the texts hold, each line
// is valid JSON in valid UTF-8.
class JsonOutput final : public RunOutput {
public:
    explicit JsonOutput(Output& out) : m_out(out) {}
    void begin(const RunFacts& facts) override { m_session = facts.session; }
    void finish(const RunResult& result) override;

private:
    Output& m_out;
    std::string m_session;
};

// One object a line while it happens: system/init, assistant, user with the results of calls, and a result for each
// request. With `partial` each piece of a reply is an event of its own, too.
class JsonStreamOutput final : public RunOutput {
public:
    enum class Pieces { left_out, written };
    JsonStreamOutput(Output& out, Pieces pieces) : m_out(out), m_pieces(pieces) {}
    void begin(const RunFacts& facts) override;
    void text(std::string_view piece) override;
    void discard(const RetryScheduled& retry) override;
    void reply(const ReplyFinished& finished) override;
    void result(const ToolFinished& finished) override;
    void finish(const RunResult& result) override;

private:
    Output& m_out;
    Pieces m_pieces;
    std::string m_session;
};

} // namespace thoth
