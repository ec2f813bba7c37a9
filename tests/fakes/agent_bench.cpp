#include "fakes/agent_bench.h"

#include "tools/ask_user.h"
#include "tools/shell.h"
#include "tools/todo.h"

namespace thoth {

namespace {
std::vector<std::unique_ptr<Tool>> bench_tools(const FileSystem& files, ShellHost host) {
    std::vector<std::unique_ptr<Tool>> tools;
    tools.push_back(make_read_file_tool());
    tools.push_back(make_write_file_tool());
    tools.push_back(make_edit_file_tool());
    tools.push_back(make_move_file_tool());
    tools.push_back(make_delete_file_tool());
    tools.push_back(make_shell_tool(ShellProgram::posix(files), std::move(host)));
    tools.push_back(make_todo_tool());
    tools.push_back(make_ask_user_tool());
    tools.push_back(std::make_unique<EndlessTool>());
    return tools;
}

// The project is looked at when the runner is made.
ProjectFiles project_with(MemoryFileSystem& memory, std::initializer_list<ToolBench::Given> given) {
    ProjectFiles files(memory);
    for (const auto& file : given)
        files.put(file.name, file.bytes);
    return files;
}
} // namespace

AgentBench::AgentBench(std::initializer_list<ToolBench::Given> given)
    : files(project_with(memory, given)), workspace(Workspace::open(memory, "/project").value()),
      context{memory, processes, clock, environment, workspace, ledger, line_indexes, {}},
      tools(bench_tools(memory, {jobs, directory})), policy(workspace, "/home/u"),
      inspector(memory, workspace, "/home/u", "/usr/bin:/bin"),
      gate(context, policy, grants, inspector, confinement, link),
      checkpoints(memory, CheckpointStore::open(memory, "/state").value(), clock),
      runner(tools, context, gate, checkpoints, WithoutUndo::ask, link) {
    settings.max_turns = 8;
}

void AgentBench::begin() {
    events.clear();
    stop = std::stop_source();
    if (m_agent) return;
    auto log = new_log("scripted").value_or(SessionLog::none());
    m_agent = std::make_unique<Agent>(settings, model, runner, tools, context, gate, grants, checkpoints, jobs,
                                      Conversation(std::move(log), {}, new_log), link);
}

template <class Last>
Last AgentBench::serve_until() {
    const std::jthread thread([this](std::stop_token quit) { m_agent->serve(quit); });
    while (true) {
        const Event event = *link.events.pop({});
        on_event(event);
        if (const auto* asked = std::get_if<QuestionAsked>(&event)) {
            const Answer answer = answers.empty() ? Answer::no : answers.front();
            if (!answers.empty()) answers.erase(answers.begin());
            link.answers.push({asked->question.id, answer, choice});
        }
        events.push_back(event);
        if (const auto* last = std::get_if<Last>(&event)) return *last;
    }
}

RequestFinished AgentBench::ask(std::string prompt, std::string prompt_context) {
    begin();
    link.commands.push(Prompt{std::move(prompt), std::move(prompt_context), stop.get_token()});
    return serve_until<RequestFinished>();
}

std::vector<std::string> AgentBench::command(Command command) {
    begin();
    link.commands.push(std::move(command));
    serve_until<CommandFinished>();
    std::vector<std::string> texts;
    for (const Event& event : events)
        if (const auto* notice = std::get_if<Notice>(&event))
            texts.push_back((notice->level == Notice::Level::error ? "ERROR " : "") + notice->text);
    return texts;
}

std::vector<std::string> AgentBench::results() const {
    std::vector<std::string> texts;
    for (const Event& event : events)
        if (const auto* finished = std::get_if<ToolFinished>(&event)) texts.push_back(finished->result.text);
    return texts;
}

} // namespace thoth
