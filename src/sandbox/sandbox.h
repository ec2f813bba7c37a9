#pragma once
#include "os/file_system.h"
#include "os/process.h"
#include "protocol/command_reach.h"
#include "sandbox/detection.h"
#include "sandbox/network_holder.h"
#include "sandbox/policy.h"
#include "sandbox/project_guard.h"
#include "sandbox/protected_state.h"
#include "sandbox/repository_watch.h"
#include "sandbox/settings.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Puts commands under the rules of a session: what they may write, read and reach (docs/sandbox.md).
// Every command goes through around(), also when nothing is confined, for the supervisor that it gets.
//
//     const ProtectedState before = sandbox.look_before(reach);
//     processes.run(TRY(sandbox.around(std::move(request), reach)), sink, stop);
//     for (const std::string& note : sandbox.notes_after(before, reach, exit_status, output)) ...
//
// Creating one costs nothing; the machine is looked at when it is first asked for. Shared between
// agents: any thread, its own mutex.
class Sandbox {
public:
    // What it is given must outlive it.
    Sandbox(SandboxSettings settings, const FileSystem& files, ProcessRunner& processes);
    ~Sandbox();

    // What this machine can enforce, found out once.
    SandboxFinding finding() const;

    // The request that runs the same command under the rules. Its result comes from the command, and
    // its status pipe says how it ended. Errc::refused: the settings are strict and the machine
    // cannot; Errc::unavailable: it suddenly cannot. A request is never given back unconfined.
    Result<ProcessRequest> around(ProcessRequest request, const CommandReach& reach) const;
    // The rules alone, for those who show or explain them. Level none where nothing is confined.
    Result<SandboxPolicy> policy(const CommandReach& reach) const;

    // Before and after each command; of one that goes on in the background, at the end of each
    // request. A path that `reach` opens for writing is not looked at.
    ProtectedState look_before(const CommandReach& reach) const;
    std::vector<std::string> check_after(const ProtectedState& before) const;
    // The same, and which rule probably made a command fail: what it printed last decides.
    std::vector<std::string> notes_after(const ProtectedState& before, const CommandReach& reach, int exit_status,
                                         std::string_view output) const;
    // For the end of each request: repositories that its commands made to run something are put out of
    // action, with a line for each, for a person. The project is searched for repositories and secrets
    // once, and after this again with the next command. `still_running`: what they do meanwhile counts to
    // the next request.
    std::vector<std::string> look_again(bool still_running = false) const;

private:
    SandboxLevel level_for(const CommandReach& reach) const;
    ProjectGuard guard() const;
    void note_opened(const std::vector<Path>& paths) const;
    std::vector<Path> to_look_at_in_project(SandboxLevel level) const;
    Result<int> network_holder() const;

    const SandboxSettings m_settings;
    const FileSystem& m_files;
    ProcessRunner& m_processes;

    // Found on first use.
    mutable std::mutex m_mutex;
    mutable std::optional<SandboxFinding> m_finding;
    mutable std::optional<ProjectSurvey> m_survey;
    mutable std::optional<RepositoryWatch> m_watch; // since the request began
    mutable std::vector<Path> m_opened;             // by its commands
    mutable std::unique_ptr<NetworkHolder> m_holder;
};

} // namespace thoth
