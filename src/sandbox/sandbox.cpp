#include "sandbox/sandbox.h"

#include "sandbox/build_policy.h"
#include "sandbox/denial.h"
#include "sandbox/known_places.h"
#include "sandbox/search_path.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
// What in caches no mount guards: what is not there, links, which are mounted where they lead, and below
// level A all files. Directories of programs are too large to look at before each command.
std::vector<Path> to_look_at_in_caches(const FileSystem& files, const Path& home, SandboxLevel level) {
    std::vector<Path> paths;
    for (const Path& place : read_only_in_caches(home)) {
        const auto directory = files.real_path(place.parent_path());
        if (!directory) continue;
        const Path path = *directory / place.filename();
        const auto status = files.link_status(path);
        const bool no_mount_guards = !status || status->kind == FileKind::symlink ||
                                     (level != SandboxLevel::full && status->kind != FileKind::directory);
        if (no_mount_guards) paths.push_back(path);
    }
    return paths;
}
} // namespace

Sandbox::Sandbox(SandboxSettings settings, const FileSystem& files, ProcessRunner& processes)
    : m_settings(std::move(settings)), m_files(files), m_processes(processes) {}

Sandbox::~Sandbox() = default;

SandboxFinding Sandbox::finding() const {
    const std::lock_guard lock(m_mutex);
    if (!m_finding) m_finding = detect_sandbox(m_settings, m_processes);
    return *m_finding;
}

SandboxLevel Sandbox::level_for(const CommandReach& reach) const {
    const bool off = m_settings.mode == SandboxSettings::Mode::off || !reach.confined;
    return off ? SandboxLevel::none : finding().level;
}

ProjectGuard Sandbox::guard() const {
    const std::lock_guard lock(m_mutex);
    if (!m_survey) m_survey = survey_project(m_files, m_settings.project);
    if (!m_watch) m_watch = RepositoryWatch::look(m_files, *m_survey);
    // add_below() takes of these what lies in the project: all of it where the home is one.
    return guard_of(m_files, *m_survey, start_up_files(m_settings.home));
}

Result<int> Sandbox::network_holder() const {
    const std::lock_guard lock(m_mutex);
    if (!m_holder || !m_holder->is_alive()) m_holder = TRY(NetworkHolder::start(m_settings.helper));
    return m_holder->pid();
}

Result<SandboxPolicy> Sandbox::policy(const CommandReach& reach) const {
    const SandboxLevel level = level_for(reach);
    if (m_settings.mode == SandboxSettings::Mode::strict && level != SandboxLevel::full)
        return fail(Errc::refused,
                    fmt::format("the sandbox is strict, and this machine cannot: {}", finding().reason),
                    "thoth sandbox tells more; --sandbox auto confines as far as it goes");
    if (level == SandboxLevel::none) return SandboxPolicy{};
    SandboxPolicy policy = build_policy(m_files, m_settings, guard(), reach);
    policy.level = level;
    return policy;
}

Result<ProcessRequest> Sandbox::around(ProcessRequest request, const CommandReach& reach) const {
    SandboxPolicy policy = TRY(this->policy(reach));
    policy.directory = request.directory;
    if (policy.level == SandboxLevel::full) {
        if (!policy.network) policy.network_holder = TRY(network_holder());
        for (auto& [name, value] : request.environment)
            if (name == "PATH") value = search_path_inside(m_files, value, policy.kept);
    }
    request.arguments.insert(request.arguments.begin(), {m_settings.helper.native(), "--sandbox-exec"});
    request.input = encode_policy(policy);
    request.supervised = true;
    return request;
}

std::vector<Path> Sandbox::to_look_at_in_project(SandboxLevel level) const {
    const ProjectGuard guard = this->guard();
    std::vector<Path> paths = guard.missing;
    for (const Path& path : guard.read_only) {
        // A link cannot be mounted over, only where it leads.
        const auto status = m_files.link_status(path);
        if (level != SandboxLevel::full || (status && status->kind == FileKind::symlink)) paths.push_back(path);
    }
    return paths;
}

void Sandbox::note_opened(const std::vector<Path>& paths) const {
    const std::lock_guard lock(m_mutex);
    m_opened.insert(m_opened.end(), paths.begin(), paths.end());
}

ProtectedState Sandbox::look_before(const CommandReach& reach) const {
    if (m_settings.mode == SandboxSettings::Mode::off || !reach.confined) return {};
    const SandboxLevel level = level_for(reach);
    note_opened(reach.writable);
    std::vector<Path> paths;
    const bool unwritable = reach.project_read_only && level <= SandboxLevel::old_landlock;
    if (!unwritable) paths = to_look_at_in_project(level);
    const std::vector<Path> in_caches = to_look_at_in_caches(m_files, m_settings.home, level);
    paths.insert(paths.end(), in_caches.begin(), in_caches.end());
    std::erase_if(paths, [&](const Path& path) {
        return std::ranges::any_of(reach.writable, [&](const Path& open) { return is_within(path, open); });
    });
    return ProtectedState::look(paths);
}

std::vector<std::string> Sandbox::check_after(const ProtectedState& before) const {
    return before.put_right(m_settings.quarantine);
}

std::vector<std::string> Sandbox::notes_after(const ProtectedState& before, const CommandReach& reach,
                                              int exit_status, std::string_view output) const {
    std::vector<std::string> notes = check_after(before);
    if (exit_status == 0) return notes;
    if (const auto rules = policy(reach))
        if (const auto denial = explain_denial(exit_status, output, *rules))
            notes.push_back(denial->because + "; " + denial->remedy);
    return notes;
}

std::vector<std::string> Sandbox::look_again(bool still_running) const {
    const std::lock_guard lock(m_mutex);
    m_survey.reset();
    if (!m_watch) return {};
    ProjectSurvey now =
        survey_project(m_files, m_settings.project, ProjectSurvey::k_max_directories, ProjectSurvey::k_max_depth);
    std::vector<std::string> notes = m_watch->check(m_files, now, m_opened, m_settings.quarantine);
    m_watch.reset();
    m_opened.clear();
    if (still_running) m_watch = RepositoryWatch::look(m_files, std::move(now));
    return notes;
}

} // namespace thoth
