#pragma once
#include "agent/command_confinement.h"
#include "app/application.h"
#include "jobs/jobs.h"
#include "os/session_directory.h"
#include "sandbox/sandbox.h"
#include "tools/shell.h"

#include <memory>
#include <string>
#include <string_view>

namespace thoth {

// The sandbox of a session as the agent and the shell tool see it. The machine is looked at when the
// first command is judged. What it is given must outlive it. Agent thread.
class SandboxedCommands final : public CommandConfinement {
public:
    SandboxedCommands(SandboxSettings settings, const Surroundings& world, ProcessRunner& processes,
                      SessionDirectory& directory, Jobs& jobs);

    Confinement confinement() const override;
    std::string in_words() const override;
    std::string level_in_a_word() const; // "A", "off"
    CommandReach reach_of(const CommandAccess& access, std::span<const CommandWords> commands, Approval approval,
                          Mode mode) const override;
    bool is_something_running() const override { return !m_jobs.list().empty(); }
    std::vector<std::string> take_notes() override;
    void request_ended() override;

    // For the shell tool: see ShellHost.
    Result<ConfinedCommand> around(ProcessRequest request, const CommandReach& reach);

private:
    std::vector<std::string> check(const ProtectedState& before);
    std::string what_was_denied(const ProcessResult& result, std::string_view output,
                                const CommandReach& reach) const;

    const SandboxSettings m_settings;
    const Surroundings& m_world;
    SessionDirectory& m_directory;
    Jobs& m_jobs;
    Sandbox m_sandbox;
    std::vector<std::shared_ptr<const ProtectedState>> m_running; // before each command that is not over
    std::vector<std::string> m_notes;                             // not told yet
};

// What the settings and the places of this run make of it. `temporary`: of the session.
SandboxSettings sandbox_settings(const Settings& given, const Workspace& workspace, const Path& quarantine,
                                 const Surroundings& world, const Path& temporary);

} // namespace thoth
