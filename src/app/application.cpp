#include "app/application.h"

#include "agent/system_prompt.h"
#include "app/version.h"
#include "os/terminal.h"
#include "tools/delete_file.h"
#include "tools/edit_file.h"
#include "tools/glob.h"
#include "tools/grep.h"
#include "tools/list_dir.h"
#include "tools/move_file.h"
#include "tools/multi_edit.h"
#include "tools/read_file.h"
#include "tools/shell.h"
#include "tools/tool_budget.h"
#include "tools/write_file.h"
#include "ui/line_mode.h"
#include "ui/one_shot.h"
#include "ui/transcript.h"

#include <thread>

namespace thoth {

namespace {
// In the order in which they are offered: looking first, changing next, the shell last.
std::vector<std::unique_ptr<Tool>> all_tools(const FileSystem& files) {
    std::vector<std::unique_ptr<Tool>> tools;
    tools.push_back(make_read_file_tool());
    tools.push_back(make_list_dir_tool());
    tools.push_back(make_glob_tool());
    tools.push_back(make_grep_tool());
    tools.push_back(make_write_file_tool());
    tools.push_back(make_edit_file_tool());
    tools.push_back(make_multi_edit_tool());
    tools.push_back(make_move_file_tool());
    tools.push_back(make_delete_file_tool());
    tools.push_back(make_shell_tool(files));
    return tools;
}

// The agent's thread for the length of a front end's run.
class AgentThread {
public:
    AgentThread(Agent& agent) : m_thread([&agent](std::stop_token quit) { agent.serve(quit); }) {}

private:
    std::jthread m_thread;
};

// As the policy compares it: with every link resolved.
Path real_home(const Surroundings& surroundings) {
    const Path home = home_directory(surroundings.environment);
    if (home.empty()) return home;
    return surroundings.files.real_path(home).value_or(home);
}

constexpr std::string_view k_auto_warning = "mode auto: edits in the project and commands run without a question; "
                                            "secrets, protected files and paths outside "
                                            "still ask";
} // namespace

Application::Application(Prepared prepared, const Surroundings& surroundings)
    : m_prepared(std::move(prepared)), m_environment(surroundings.environment, m_prepared.settings.api_key.value),
      m_context{
          surroundings.files,   m_processes, surroundings.clock, m_environment,
          m_prepared.workspace, m_ledger,    m_line_indexes,     budget_for(m_prepared.connection.context_window)},
      m_tools(all_tools(surroundings.files)), m_policy(m_prepared.workspace, real_home(surroundings)),
      m_link([this] { m_wakeup.notify(); }), m_gate(m_context, m_policy, m_prepared.grants, m_link),
      m_runner(m_tools, m_context, m_gate, m_prepared.checkpoints,
               m_prepared.one_shot ? WithoutUndo::refuse : WithoutUndo::ask, m_link),
      m_session_id(m_prepared.log->id()),
      m_agent({system_prompt(prompt_facts(m_context, m_prepared.settings.max_turns.value)),
               m_prepared.settings.max_turns.value, m_prepared.mode, m_prepared.connection.model,
               !m_prepared.one_shot},
              *m_prepared.connection.client, m_runner, m_tools, m_context, m_gate, m_prepared.grants,
              m_prepared.checkpoints,
              Conversation(std::move(m_prepared.log), std::move(m_prepared.history), std::move(m_prepared.new_log)),
              m_link) {
    m_ledger.restore(m_prepared.seen);
}

void Application::show_notes(Output& out) const {
    for (const std::string& note : m_prepared.connection.notes)
        out.write(notice_text({Notice::Level::info, note}, out.color()));
    for (const std::string& note : m_prepared.notes)
        out.write(notice_text({Notice::Level::info, note}, out.color()));
    for (const std::string& text : m_prepared.warnings)
        out.write(notice_text({Notice::Level::warning, text}, out.color()));
    if (m_prepared.mode == Mode::automatic)
        out.write(notice_text({Notice::Level::warning, std::string(k_auto_warning)}, out.color()));
}

int Application::run_one_shot(PromptInput prompt, const Console& console, SignalWatch& signals) {
    show_notes(console.err);
    // A question is answered where the user is: on standard input when that is a terminal, else
    // on the controlling terminal when the question can be seen there.
    Descriptor terminal;
    int answers = console.input_is_terminal ? console.input : -1;
    if (answers < 0 && console.err_is_terminal) {
        terminal = open_controlling_terminal();
        answers = terminal.fd();
    }
    const AgentThread thread(m_agent);
    return OneShot(m_link, m_wakeup, signals, {console.out, console.err, console.out_is_terminal, answers})
        .run(std::move(prompt.text), std::move(prompt.context));
}

int Application::run_line_mode(std::string first_prompt, const Console& console, SignalWatch& signals) {
    show_notes(console.out);
    const Connection& connection = m_prepared.connection;
    const Setting<std::string>& key = m_prepared.settings.api_key;
    const std::string key_origin = key.value.empty() ? std::string() : key.origin;
    SessionFacts facts{std::string(k_version),
                       m_prepared.settings.profile.value,
                       connection.model,
                       connection.base_url,
                       name_of(connection.api),
                       m_prepared.workspace.root().string(),
                       name_of(m_prepared.mode),
                       m_session_id,
                       key_origin};
    const AgentThread thread(m_agent);
    return LineMode(m_link, m_wakeup, signals, {console.out, console.input, console.input_is_terminal},
                    std::move(facts))
        .run(std::move(first_prompt));
}

} // namespace thoth
