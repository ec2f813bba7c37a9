#pragma once
#include "ui/headless/run_result.h"

#include <string_view>

namespace thoth {

enum class OutputFormat { text, json, stream_json };

// What a run without a person at it writes to standard output, and when. Texts come raw. Main thread.
class RunOutput {
public:
    virtual ~RunOutput() = default;
    virtual void begin(const RunFacts&) {}         // once, before everything else
    virtual void text(std::string_view) {}         // a piece of a reply, as it comes
    virtual void discard(const RetryScheduled&) {} // the reply broke off, and another attempt is made
    virtual void reply(const ReplyFinished&) {}
    virtual void result(const ToolFinished&) {}
    virtual void finish(const RunResult& result) = 0; // of each request
    // Whoever reads it sees each reply while it comes, so that it need not be told elsewhere.
    virtual bool shows_replies() const { return false; }
};

} // namespace thoth
