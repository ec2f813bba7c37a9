#pragma once
#include "base/json.h"
#include "base/result.h"
#include "os/clock.h"
#include "os/environment.h"
#include "os/file_system.h"
#include "os/process.h"
#include "protocol/access.h"
#include "protocol/command_reach.h"
#include "protocol/observed.h"
#include "protocol/planned_change.h"
#include "protocol/preview.h"
#include "protocol/question.h"
#include "protocol/tool_spec.h"
#include "workspace/file_ledger.h"
#include "workspace/line_index_cache.h"
#include "workspace/prior_content.h"
#include "workspace/workspace.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace thoth {

// Characters that one result and one write may take; from the context window (T01, T02).
struct ToolBudget {
    int result_chars = 12'000;
    int write_chars = 40'000;
};

// Puts a question to the user and waits. Errc::cancelled: the user ended the request instead.
using AskUser = std::function<Result<Choice>(const std::string& question, const std::vector<std::string>& options,
                                             std::stop_token stop)>;

// Everything a tool may touch. Lives as long as the agent; agent thread only.
struct ToolContext {
    FileSystem& files;
    ProcessRunner& processes;
    const Clock& clock;
    const Environment& environment;
    const Workspace& workspace;
    FileLedger& ledger;
    LineIndexCache& line_indexes;
    ToolBudget budget;
    std::stop_token stop = {}; // of the request; prepare() looks at it where it may take long
    std::function<bool(const Path& real)> withheld = {}; // a file that a rule denies reading; empty: none
    CommandReach reach = {}; // of a command that this call runs; set for each call by who allowed it
    AskUser ask_user = {};   // empty: there is nobody
};

// A call that was understood. What preview() shows is what run() does.
class PreparedCall {
public:
    virtual ~PreparedCall() = default;
    virtual Access access() const = 0;
    virtual Preview preview() const = 0;
    virtual std::optional<PlannedChange> planned_change() const { return std::nullopt; }
    // The bytes of `planned_change()->before` where they are at hand; null otherwise.
    virtual PriorContent* content_before() { return nullptr; }
    // The part of run() that takes time and changes nothing that anybody sees: new content is written
    // beside its file while the old one is made safe. Called once the call is allowed. What fails
    // here fails again in run(), which says so.
    virtual void stage(const ToolContext&) {}
    // Looks again before it writes: what changed since prepare() is refused (Errc::conflict).
    // The text for the model; it fits the budget and says what it left out.
    virtual Result<std::string> run(const ToolContext& context, std::stop_token stop) = 0;
    // How the command ended that run() ran, once it has returned; nothing: none was started.
    virtual std::optional<CommandEnd> command_end() const { return std::nullopt; }
    // Who on the network wrote what run() returned, such as a host; empty: nobody there.
    virtual std::string origin() const { return {}; }
    // What thoth itself says behind such a text, and outside of the lines around it; empty: nothing.
    virtual std::string note() const { return {}; }
    // Whether it writes the whole of a file, and not a part that changes.
    virtual bool writes_whole_file() const { return false; }
};

// One tool. Stateless; prepare() reads and computes, and changes nothing.
class Tool {
public:
    virtual ~Tool() = default;
    virtual const ToolSpec& spec() const = 0;
    virtual bool read_only() const = 0;
    // Whether a newer answer to the same call stands for an older one.
    virtual bool answer_goes_stale() const { return read_only(); }
    // Errors are for the model: they name the tool, the field and what would satisfy the rule.
    virtual Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                          const ToolContext& context) const = 0;
};

} // namespace thoth
