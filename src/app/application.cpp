#include "app/application.h"

#include "agent/instructions.h"
#include "agent/system_prompt.h"
#include "app/permissions.h"
#include "app/sandboxed_commands.h"
#include "app/version.h"
#include "app/web_tools.h"
#include "os/line_reader.h"
#include "os/poll.h"
#include "os/terminal.h"
#include "tools/ask_user.h"
#include "tools/delete_file.h"
#include "tools/edit_file.h"
#include "tools/glob.h"
#include "tools/grep.h"
#include "tools/list_dir.h"
#include "tools/move_file.h"
#include "tools/multi_edit.h"
#include "tools/read_file.h"
#include "tools/remember.h"
#include "tools/shell.h"
#include "tools/todo.h"
#include "tools/tool_budget.h"
#include "tools/web_fetch.h"
#include "tools/web_search.h"
#include "tools/write_file.h"
#include "ui/line_mode.h"
#include "ui/one_shot.h"
#include "ui/transcript.h"
#include "ui/tui/tui.h"
#include "workspace/project_memory.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace thoth {

namespace {
// In the order in which they are offered: looking first, changing next, the shell, the web, the plan and the user
// last.
std::vector<std::unique_ptr<Tool>> all_tools(const FileSystem& files, ShellHost shell, WebTools& web) {
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
    tools.push_back(make_remember_tool());
    tools.push_back(make_shell_tool(ShellProgram::posix(files), std::move(shell)));
    tools.push_back(make_web_search_tool(web.engine()));
    tools.push_back(make_web_fetch_tool(web.fetcher()));
    tools.push_back(make_todo_tool());
    tools.push_back(make_ask_user_tool());
    return tools;
}

// The agent's thread for the length of a front end's run.
class AgentThread {
public:
    AgentThread(Agent& agent) : m_thread([&agent](std::stop_token quit) { agent.serve(quit); }) {}

private:
    std::jthread m_thread;
};

ShellHost shell_host(Jobs& jobs, SessionDirectory& directory, const Settings& settings,
                     SandboxedCommands& commands) {
    return {jobs, directory, settings.shell_environment.value,
            [&commands](ProcessRequest request, const CommandReach& reach) {
                return commands.around(std::move(request), reach);
            }};
}

Prices prices_of(const Settings& settings) {
    return {settings.price_in.value, settings.price_out.value, settings.price_cached.value,
            settings.price_cache_write.value};
}

std::optional<CostLimit> cost_limit(const Prepared& prepared) {
    if (!prepared.terms.max_cost) return std::nullopt;
    return CostLimit(*prepared.terms.max_cost, prices_of(prepared.settings), prepared.settings.max_tokens.value);
}

AnswerRule answer_rule(const std::optional<JsonSchema>& schema) {
    if (!schema) return {};
    return [schema = *schema](std::string_view answer) -> Result<void> {
        TRY(schema.value_in(answer));
        return {};
    };
}

bool is_told_more(const Connection& connection) {
    return wants_examples(connection.in_use.window, connection.model);
}

DescriptionLength description_length(const Connection& connection) {
    return is_told_more(connection) ? DescriptionLength::whole : DescriptionLength::brief;
}

std::string mode_list() {
    std::string text;
    for (const Mode mode : {Mode::manual, Mode::accept_edits, Mode::automatic, Mode::plan})
        text += fmt::format("  {:<14}{}\n", name_of(mode), description_of(mode));
    return text;
}
} // namespace

Application::Application(Prepared prepared, const Surroundings& surroundings)
    : m_clock(surroundings.clock), m_prepared(std::move(prepared)),
      m_environment(surroundings.environment, m_prepared.settings.api_key.value),
      m_directory(surroundings.environment),
      m_jobs(m_processes, surroundings.files, surroundings.clock, m_prepared.task_records),
      m_commands(std::make_unique<SandboxedCommands>(sandbox_settings(m_prepared.settings, m_prepared.workspace,
                                                                      m_prepared.quarantine, surroundings,
                                                                      m_directory.path()),
                                                     surroundings, m_processes, m_directory, m_jobs)),
      m_context{
          surroundings.files,   m_processes, surroundings.clock, m_environment,
          m_prepared.workspace, m_ledger,    m_line_indexes,     budget_for(m_prepared.connection.in_use.window)},
      m_web(std::make_unique<WebTools>(surroundings.environment, m_prepared.is_replay)),
      m_tools(offered(all_tools(surroundings.files,
                                shell_host(m_jobs, m_directory, m_prepared.settings, *m_commands), *m_web),
                      m_prepared.terms.tools),
              description_length(m_prepared.connection)),
      m_policy(m_prepared.workspace, real_home(surroundings), m_directory.path(), m_prepared.rules),
      m_inspector(surroundings.files, m_prepared.workspace, real_home(surroundings),
                  command_search_path(m_environment, surroundings.files, m_prepared.workspace.root())),
      m_link([this] { m_wakeup.notify(); }),
      m_gate(m_context, m_policy, m_prepared.grants, m_inspector, *m_commands, m_link),
      m_runner(m_tools, m_context, m_gate, m_prepared.checkpoints,
               m_prepared.one_shot ? WithoutUndo::refuse : WithoutUndo::ask, m_link),
      m_session_id(m_prepared.session.log->id()),
      m_agent(agent_settings(surroundings), *m_prepared.connection.client, m_runner, m_tools, m_context, m_gate,
              m_prepared.grants, m_prepared.checkpoints, m_jobs, conversation(), m_link) {
    m_ledger.restore(m_prepared.session.seen);
    const auto denies_reading = [](const PermissionRule& rule) {
        return rule.effect == PermissionRule::Effect::deny && rule.subject == PermissionRule::Subject::read;
    };
    // A search asks it for every file.
    if (std::ranges::any_of(m_policy.rules().all(), denies_reading))
        m_context.withheld = [this](const Path& real) { return is_withheld(real); };
}

Application::~Application() = default;

bool Application::is_withheld(const Path& real) const {
    const PermissionRule* rule = m_policy.rules().for_path(PermissionRule::Subject::read, real);
    return rule && rule->effect == PermissionRule::Effect::deny;
}

// A prompt without an answer is offered again where somebody can take it, and goes along with the next one
// elsewhere.
Conversation Application::conversation() {
    StartedSession& session = m_prepared.session;
    const bool is_offered = !m_prepared.one_shot && session.unanswered && !session.history.empty();
    if (is_offered) session.take_out_prompt();
    Conversation conversation(std::move(session.log), std::move(session.history), std::move(m_prepared.new_log),
                              std::move(session.carried));
    if (is_offered)
        conversation.leave_out_prompt(session.unanswered->number);
    else
        session.unanswered.reset();
    return conversation;
}

// The prompt is made here, once: what it tells of files is what they were when the session began.
AgentSettings Application::agent_settings(const Surroundings& surroundings) {
    const Connection& connection = m_prepared.connection;
    PromptFacts facts =
        prompt_facts(m_context, {m_prepared.settings.max_turns.value, is_told_more(connection), m_tools.specs()});
    const Path& root = m_prepared.workspace.root();
    const Path user_directory = surroundings.files.real_path(surroundings.state_directory).value_or(Path());
    const Instructions instructions = load_instructions(
        surroundings.files,
        {user_directory, facts.project.repository ? facts.project.repository->root : root, root},
        instruction_room(connection.in_use.window), [this](const Path& real) { return is_withheld(real); });
    m_prepared.warnings.insert(m_prepared.warnings.end(), instructions.notes.begin(), instructions.notes.end());
    facts.instructions = instructions_part(instructions);
    facts.run = m_prepared.terms.prompt;
    if (const auto memory = ProjectMemory(surroundings.files, root).text())
        facts.memory = memory_part(*memory);
    else
        m_prepared.warnings.push_back(describe(memory.error()));
    SystemRecord prompt{{}, prompt_basis(facts), facts.date};
    const std::optional<SystemRecord>& before = m_prepared.session.system;
    const bool is_recorded = before && before->basis == prompt.basis;
    if (is_recorded)
        prompt = *before;
    else
        prompt.text = system_prompt(facts);
    return {prompt.text,
            m_prepared.settings.max_turns.value,
            m_prepared.mode,
            connection.model,
            connection.in_use,
            prices_of(m_prepared.settings),
            !m_prepared.one_shot,
            instructions_in_words(instructions),
            {{"instructions", facts.instructions}, {"memory", facts.memory}},
            prompt,
            is_recorded,
            m_prepared.places,
            answer_rule(m_prepared.terms.schema),
            cost_limit(m_prepared)};
}

std::vector<Notice> Application::notes() const {
    std::vector<Notice> notes;
    for (const std::string& note : m_prepared.connection.notes)
        notes.push_back({Notice::Level::info, note});
    for (const std::string& note : m_prepared.session.notes)
        notes.push_back({Notice::Level::info, note});
    for (const std::string& text : m_prepared.warnings)
        notes.push_back({Notice::Level::warning, text});
    if (m_prepared.mode == Mode::automatic)
        notes.push_back({Notice::Level::warning, fmt::format("mode auto {}", description_of(m_prepared.mode))});
    if (m_prepared.settings.sandbox.value == SandboxChoice::off)
        notes.push_back(
            {Notice::Level::warning, "the sandbox is off: commands run with all your rights, and you chose that"});
    return notes;
}

void Application::show_notes(Output& out) {
    for (const Notice& note : notes())
        out.write(notice_text(note, out.color()));
    if (const auto tasks = m_jobs.take_up_survivors(); !tasks.empty()) out.write(tasks_text(tasks, out.color()));
}

RunFacts Application::run_facts() const {
    RunFacts facts{m_session_id,
                   m_prepared.connection.model,
                   m_prepared.workspace.root().string(),
                   name_of(m_prepared.mode),
                   {}};
    for (const ToolSpec& tool : m_tools.specs())
        facts.tools.push_back(tool.name);
    return facts;
}

int Application::run_headless(const HeadlessIo& io, int answers, SignalWatch& signals,
                              const std::function<int(OneShot&)>& run) {
    show_notes(io.console.err);
    const RunTerms& asked = m_prepared.terms;
    OneShot::Terms terms{m_clock, asked.begin, asked.deadline(), io.wants_check};
    if (asked.schema)
        terms.structure = [&schema = *asked.schema](std::string_view answer) -> std::optional<std::string> {
            auto value = schema.value_in(answer);
            return value ? std::optional(std::move(*value)) : std::nullopt;
        };
    io.output.begin(run_facts());
    const AgentThread thread(m_agent);
    OneShot one_shot(m_link, m_wakeup, signals, {io.console.out, io.console.err, answers}, io.output,
                     std::move(terms));
    return run(one_shot);
}

// A question is answered where the user is: on standard input when that is a terminal, else on the controlling
// terminal when the question can be seen there.
int Application::run_one_shot(PromptInput prompt, const HeadlessIo& io, SignalWatch& signals) {
    Descriptor terminal;
    int answers = io.console.input_is_terminal ? io.console.input : -1;
    if (answers < 0 && io.console.err_is_terminal) {
        terminal = open_controlling_terminal();
        answers = terminal.fd();
    }
    return run_headless(io, answers, signals, [&](OneShot& one_shot) {
        return one_shot.run(std::move(prompt.text), std::move(prompt.context));
    });
}

int Application::run_conversation(const HeadlessIo& io, SignalWatch& signals) {
    const Descriptor terminal = io.console.err_is_terminal ? open_controlling_terminal() : Descriptor();
    LineReader prompts(io.console.input);
    return run_headless(io, terminal.fd(), signals, [&](OneShot& one_shot) { return one_shot.converse(prompts); });
}

SessionFacts Application::facts() {
    const Connection& connection = m_prepared.connection;
    const Setting<std::string>& key = m_prepared.settings.api_key;
    const std::string key_origin = key.value.empty() ? std::string() : key.origin;
    return {std::string(k_version),
            m_prepared.settings.profile.value,
            connection.model,
            connection.base_url,
            name_of(connection.api),
            m_prepared.workspace.root().string(),
            name_of(m_prepared.mode),
            mode_list(),
            m_session_id,
            key_origin,
            connection.in_use,
            [this] { return m_commands->in_words(); },
            [this] { return m_commands->level_in_a_word(); }};
}

void Application::offer_unanswered(const std::string& first_prompt) {
    if (const auto& unanswered = m_prepared.session.unanswered; unanswered && first_prompt.empty())
        m_link.events.push(PromptBack{unanswered->text});
}

int Application::run_line_mode(std::string first_prompt, const Console& console, SignalWatch& signals) {
    show_notes(console.out);
    offer_unanswered(first_prompt);
    int code = 0;
    {
        const AgentThread thread(m_agent);
        code = LineMode(m_link, m_wakeup, signals, {console.out, console.input, console.input_is_terminal}, facts())
                   .run(std::move(first_prompt));
    }
    settle_tasks(console, signals, code == 0);
    return code;
}

int Application::run_tui(std::string first_prompt, Stay stay, const Console& console, SignalWatch& signals,
                         SignalWatch& terminal_signals) {
    for (Notice& note : notes())
        m_link.events.push(std::move(note));
    if (auto tasks = m_jobs.take_up_survivors(); !tasks.empty()) m_link.events.push(TasksRunning{std::move(tasks)});
    offer_unanswered(first_prompt);
    Result<int> code = 0;
    {
        const AgentThread thread(m_agent);
        code = Tui(m_link, m_wakeup, signals,
                   {console.out, console.input, terminal_signals, m_context.files, m_environment, m_processes,
                    m_prepared.workspace.root(),
                    m_session_id.empty() ? Path() : m_prepared.places.state_directory / "history", stay},
                   facts())
                   .run(std::move(first_prompt));
    }
    if (!code) {
        console.err.write(notice_text({Notice::Level::error, describe(code.error())}, console.err.color()));
        return 1;
    }
    settle_tasks(console, signals, *code == 0);
    return *code;
}

// What still runs ends with thoth unless somebody at the terminal says that it is to stay.
void Application::settle_tasks(const Console& console, SignalWatch& signals, bool may_ask) {
    std::vector<Task> tasks = m_jobs.list();
    std::erase_if(tasks, [](const Task& task) { return task.is_survivor; });
    if (tasks.empty() || !may_ask || !console.input_is_terminal || !console.out_is_terminal) return;
    console.out.write(tasks_text(tasks, console.out.color()) + "End them? [Y] yes  [n] no, keep them running: ");
    LineReader input(console.input);
    std::optional<LineReader::Line> line;
    while (!(line = input.line()) && !input.ended()) {
        if (wait_readable({input.fd(), signals.fd()}).contains(signals.fd())) return;
        input.read_more();
    }
    if (!line || (line->text != "k" && line->text != "K" && line->text != "n" && line->text != "keep")) return;
    m_jobs.keep_all();
    m_directory.keep();
    console.out.write("kept; thoth in this directory lists them with /tasks\n");
}

} // namespace thoth
