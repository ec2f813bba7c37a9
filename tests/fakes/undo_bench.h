#pragma once
#include "fakes/tool_bench.h"
#include "workspace/checkpoint_recorder.h"
#include "workspace/undo_desk.h"

#include <string>

namespace thoth {

// A project in memory whose file tools run as the agent runs them: what a call will change is
// saved before it happens.
class UndoBench : public ToolBench {
public:
    UndoBench(std::initializer_list<Given> given = {})
        : ToolBench(given), store(CheckpointStore::open(memory, "/state").value()), recorder(memory, store, clock),
          undo(memory, store, clock), desk(memory, store, clock, workspace) {
        request("first");
    }

    void request(std::string_view label) {
        recorder.begin(label, "s1");
        clock.advance(std::chrono::seconds(1));
    }
    // One call of a tool.
    Result<std::string> change(const std::string& name, const Json& arguments) {
        const auto prepared = TRY(try_prepare(name, dump_json(arguments)));
        prepared->stage(context);
        if (const auto planned = prepared->planned_change())
            TRY(recorder.record(*planned, prepared->content_before()));
        return prepared->run(context, {});
    }
    Result<std::string> create(const std::string& path, const std::string& content) {
        return change("write_file", Json{{"path", path}, {"content", content}});
    }
    Result<std::string> replace(const std::string& path, const std::string& old_text, const std::string& new_text) {
        ToolBench::read(path);
        return change("edit_file", Json{{"path", path}, {"old_string", old_text}, {"new_string", new_text}});
    }
    Result<std::string> move(const std::string& from, const std::string& to) {
        return change("move_file", Json{{"from", from}, {"to", to}});
    }
    Result<std::string> remove(const std::string& path) {
        ToolBench::read(path);
        return change("delete_file", Json{{"path", path}});
    }
    std::map<std::string, std::string> tree() const { return memory.tree("/project"); }

    ManualClock clock;
    CheckpointStore store;
    CheckpointRecorder recorder;
    Undo undo;
    UndoDesk desk;
};

} // namespace thoth
