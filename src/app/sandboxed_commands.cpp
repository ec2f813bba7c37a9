#include "app/sandboxed_commands.h"

#include "app/permissions.h"
#include "sandbox/denial.h"
#include "sandbox/known_places.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace thoth {

namespace {
using namespace std::string_view_literals;

SandboxSettings::Mode mode_of(SandboxChoice choice) {
    switch (choice) {
    case SandboxChoice::automatic:
        return SandboxSettings::Mode::automatic;
    case SandboxChoice::strict:
        return SandboxSettings::Mode::strict;
    case SandboxChoice::off:
        return SandboxSettings::Mode::off;
    }
    return SandboxSettings::Mode::automatic;
}
// The program, where the command is one that its secrets are for. git needs them to reach a remote; what
// it does here runs hooks, which the model may have written. By an earlier grant only what runs no hook.
std::optional<std::string> program_with_secrets(const CommandWords& words, Approval approval) {
    constexpr std::array k_remote{"fetch"sv, "ls-remote"sv, "pull"sv, "push"sv, "clone"sv};
    constexpr size_t k_without_hooks = 2;
    if (words.size() < 2 || !words[0] || !words[1]) return std::nullopt;
    const std::string program = Path(*words[0]).filename().string();
    if (program != "git") return approval == Approval::now ? std::optional(program) : std::nullopt;
    const auto known = std::ranges::find(k_remote, *words[1]);
    const size_t last = approval == Approval::now ? k_remote.size() : k_without_hooks;
    return static_cast<size_t>(known - k_remote.begin()) < last ? std::optional(program) : std::nullopt;
}

// What the model can do about it: the tool has a word for the two that a person can allow for one call.
std::string remedy_for(const SandboxDenial& denial) {
    switch (denial.rule) {
    case SandboxDenial::Rule::network:
        return "call shell again with network=true, and the user is asked";
    case SandboxDenial::Rule::write:
        return "if it has to be, call shell again with that file or directory in `writable`, and the user is asked";
    case SandboxDenial::Rule::read:
    case SandboxDenial::Rule::process:
        break;
    }
    return denial.remedy;
}
} // namespace

SandboxSettings sandbox_settings(const Settings& given, const Workspace& workspace, const Path& quarantine,
                                 const Surroundings& world, const Path& temporary) {
    SandboxSettings settings;
    settings.mode = mode_of(given.sandbox.value);
    settings.project = workspace.root();
    settings.home = real_home(world);
    settings.temporary = temporary;
    settings.state = world.files.real_path(world.state_directory).value_or(world.state_directory);
    settings.quarantine = quarantine;
    for (const std::string& directory : given.sandbox_writable.value) {
        const Path path = directory.starts_with("~/") ? settings.home / directory.substr(2) : Path(directory);
        if (const auto real = world.files.real_path(path)) settings.writable.push_back(*real);
    }
    return settings;
}

SandboxedCommands::SandboxedCommands(SandboxSettings settings, const Surroundings& world, ProcessRunner& processes,
                                     SessionDirectory& directory, Jobs& jobs)
    : m_settings(std::move(settings)), m_world(world), m_directory(directory), m_jobs(jobs),
      m_sandbox(m_settings, world.files, processes) {}

Confinement SandboxedCommands::confinement() const {
    if (m_settings.mode == SandboxSettings::Mode::off) return Confinement::given_up;
    return m_sandbox.finding().level == SandboxLevel::full ? Confinement::full : Confinement::partial;
}

std::string SandboxedCommands::in_words() const {
    if (m_settings.mode == SandboxSettings::Mode::off) return "off: commands run with all your rights";
    const SandboxFinding finding = m_sandbox.finding();
    std::string text = fmt::format("level {}: {}", letter_of(finding.level), ::thoth::in_words(finding.level));
    if (!finding.reason.empty()) text += fmt::format(" ({})", finding.reason);
    return text;
}

std::string SandboxedCommands::level_in_a_word() const {
    if (m_settings.mode == SandboxSettings::Mode::off) return "off";
    return std::string(letter_of(m_sandbox.finding().level));
}

// The network is for whatever a person approved, at any time. Secrets are for one command that a
// person has just seen: beside it nothing else on the line could read them.
CommandReach SandboxedCommands::reach_of(const CommandAccess& access, std::span<const CommandWords> commands,
                                         Approval approval, Mode mode) const {
    CommandReach reach;
    reach.project_read_only = mode == Mode::plan;
    reach.confined = m_settings.mode != SandboxSettings::Mode::off;
    if (approval == Approval::nobody || mode == Mode::plan) return reach;
    reach.network = true;
    reach.writable = access.writable;
    const auto program = commands.size() == 1 ? program_with_secrets(commands.front(), approval) : std::nullopt;
    if (!program) return reach;
    for (const Path& path : secrets_of_program(*program, m_settings.home, m_world.environment)) {
        const auto real = m_world.files.real_path(path);
        if (real && m_world.files.status(*real)) reach.readable.push_back(*real);
    }
    return reach;
}

std::vector<std::string> SandboxedCommands::take_notes() {
    return std::exchange(m_notes, {});
}

void SandboxedCommands::request_ended() {
    for (const auto& before : m_running)
        check(*before);
    for (std::string& note : m_sandbox.look_again(!m_running.empty()))
        m_notes.push_back(std::move(note));
}

std::vector<std::string> SandboxedCommands::check(const ProtectedState& before) {
    std::vector<std::string> notes = m_sandbox.check_after(before);
    m_notes.insert(m_notes.end(), notes.begin(), notes.end());
    return notes;
}

// What is not over when the session ends was looked at for the last time with the last request.
Result<ConfinedCommand> SandboxedCommands::around(ProcessRequest request, const CommandReach& reach) {
    constexpr size_t k_most_running = 32;
    TRY(m_directory.make());
    std::erase_if(request.environment, [](const auto& variable) { return variable.first == "TMPDIR"; });
    request.environment.emplace_back("TMPDIR", m_directory.path().native());
    const auto before = std::make_shared<const ProtectedState>(m_sandbox.look_before(reach));
    ConfinedCommand command{TRY(m_sandbox.around(std::move(request), reach)), {}};
    m_running.push_back(before);
    if (m_running.size() > k_most_running) m_running.erase(m_running.begin());
    command.after = [this, before, reach](const ProcessResult& result, std::string_view output) {
        std::erase(m_running, before);
        std::string notes = what_was_denied(result, output, reach);
        for (const std::string& note : check(*before))
            notes += fmt::format("[{}]\n", note);
        return notes;
    };
    return command;
}

std::string SandboxedCommands::what_was_denied(const ProcessResult& result, std::string_view output,
                                               const CommandReach& reach) const {
    if (result.end != ProcessEnd::exited || result.exit_code == 0) return {};
    const auto policy = m_sandbox.policy(reach);
    const auto denial = policy ? explain_denial(result.exit_code, output, *policy) : std::nullopt;
    return denial ? fmt::format("[{}; {}]\n", denial->because, remedy_for(*denial)) : std::string();
}

} // namespace thoth
