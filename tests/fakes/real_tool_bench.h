#pragma once
#include "base/json.h"
#include "fakes/fake_environment.h"
#include "fakes/manual_clock.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "os/posix_process.h"
#include "tools/tool.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {

// A project on the real disk for tools that walk it or start programs in it.
struct RealToolBench {
    std::unique_ptr<PreparedCall> prepare(const Tool& tool, std::string_view arguments) {
        auto call = tool.prepare(*parse_json(arguments), context);
        EXPECT_TRUE(call) << describe(call.error());
        return call ? std::move(*call) : nullptr;
    }
    // The text for the model, of a failed call too.
    std::string run(const Tool& tool, std::string_view arguments, std::stop_token stop = {}) {
        auto call = tool.prepare(*parse_json(arguments), context);
        if (!call) return "error: " + describe(call.error());
        const auto text = (*call)->run(context, stop);
        return text ? *text : "error: " + describe(text.error());
    }

    TempDirectory project;
    PosixFileSystem files;
    PosixProcessRunner processes;
    ManualClock clock;
    FakeEnvironment environment{{{"PATH", "/usr/bin:/bin"}}};
    FileLedger ledger;
    LineIndexCache line_indexes;
    Workspace workspace = *Workspace::open(files, project.path());
    ToolContext context{files, processes, clock, environment, workspace, ledger, line_indexes, {}};
};

} // namespace thoth
