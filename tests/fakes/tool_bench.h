#pragma once
#include "fakes/fake_environment.h"
#include "fakes/manual_clock.h"
#include "fakes/memory_file_system.h"
#include "tools/arguments.h"
#include "tools/delete_file.h"
#include "tools/edit_file.h"
#include "tools/list_dir.h"
#include "tools/move_file.h"
#include "tools/multi_edit.h"
#include "tools/read_file.h"
#include "tools/tool.h"
#include "tools/write_file.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace thoth {

template <class T>
std::optional<Errc> error_code(const Result<T>& result) {
    return result ? std::nullopt : std::optional(result.error().code);
}

// "message (hint)"; empty for a success.
template <class T>
std::string error_text(const Result<T>& result) {
    return result ? std::string() : describe(result.error());
}

class NoProcesses final : public ProcessRunner {
public:
    Result<ProcessResult> run(const ProcessRequest&, const OutputSink&, std::stop_token) override {
        return fail(Errc::unavailable, "no processes in this test");
    }
    Result<std::unique_ptr<RunningProcess>> start(const ProcessRequest&, const Path&) override {
        return fail(Errc::unavailable, "no processes in this test");
    }
};

// The files below /project as a test's argument. Relative names count from there.
class ProjectFiles {
public:
    explicit ProjectFiles(MemoryFileSystem& memory) : m_memory(memory) { m_memory.put_directory("/project"); }
    void put(const Path& name, std::string_view bytes, uint32_t mode = 0644) {
        m_memory.put("/project" / name, bytes, mode);
    }
    std::string text(const Path& name) const { return m_memory.text("/project" / name).value_or("(no such file)"); }
    bool exists(const Path& name) const { return m_memory.find("/project" / name) != nullptr; }
    void drop(const Path& name) { m_memory.drop("/project" / name); }

private:
    MemoryFileSystem& m_memory;
};

// A project in memory with the file tools, each call made as a model makes it: by name and JSON.
class ToolBench {
public:
    struct Given {
        std::string name;
        std::string bytes;
    };
    ToolBench(std::initializer_list<Given> given = {})
        : files(memory), workspace(Workspace::open(memory, "/project").value()),
          context{memory, m_processes, m_clock, m_environment, workspace, ledger, line_indexes, ToolBudget{}} {
        for (const Given& file : given)
            files.put(file.name, file.bytes);
        add(make_read_file_tool());
        add(make_list_dir_tool());
        add(make_write_file_tool());
        add(make_edit_file_tool());
        add(make_multi_edit_tool());
        add(make_move_file_tool());
        add(make_delete_file_tool());
    }
    ToolBench(const ToolBench&) = delete;
    ToolBench& operator=(const ToolBench&) = delete;

    void add(std::unique_ptr<Tool> tool) { m_tools[tool->spec().name] = std::move(tool); }
    const Tool& tool(const std::string& name) const { return *m_tools.at(name); }

    Result<std::unique_ptr<PreparedCall>> try_prepare(const std::string& name, std::string_view arguments) const {
        const Json checked = TRY(checked_arguments(tool(name).spec(), arguments));
        return tool(name).prepare(checked, context);
    }
    // For calls that must be accepted.
    std::unique_ptr<PreparedCall> prepare(const std::string& name, std::string_view arguments) const {
        auto prepared = try_prepare(name, arguments);
        if (!prepared) throw std::runtime_error(describe(prepared.error()));
        return std::move(*prepared);
    }
    Result<std::string> run(const std::string& name, std::string_view arguments) {
        const auto prepared = TRY(try_prepare(name, arguments));
        return prepared->run(context, {});
    }
    Result<std::string> call(const std::string& name, const Json& arguments) {
        return run(name, dump_json(arguments));
    }
    std::string error(const std::string& name, std::string_view arguments) {
        return error_text(run(name, arguments));
    }

    // The model reads the file (its first 600 lines).
    void read(const std::string& name) {
        const auto result = call("read_file", Json{{"path", name}});
        if (!result) throw std::runtime_error(describe(result.error()));
    }
    Result<std::string> edit(const std::string& name, const std::string& old_text, const std::string& new_text,
                             bool all = false) {
        return call("edit_file",
                    Json{{"path", name}, {"old_string", old_text}, {"new_string", new_text}, {"replace_all", all}});
    }
    Result<std::string> write(const std::string& name, const std::string& content, bool append = false) {
        return call("write_file", Json{{"path", name}, {"content", content}, {"append", append}});
    }

    MemoryFileSystem memory;
    ProjectFiles files;
    Workspace workspace;
    FileLedger ledger;
    LineIndexCache line_indexes;

private:
    NoProcesses m_processes;
    ManualClock m_clock;
    FakeEnvironment m_environment;
    std::map<std::string, std::unique_ptr<Tool>> m_tools;

public:
    ToolContext context;
};

} // namespace thoth
