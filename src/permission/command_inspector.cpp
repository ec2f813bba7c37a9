#include "permission/command_inspector.h"

#include "permission/grant_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr uint64_t k_largest_pinned = 64 * 1024 * 1024;
constexpr uint64_t k_largest_index = 64 * 1024 * 1024;
constexpr std::string_view k_elf = "\x7f"
                                   "ELF";
constexpr const char* k_own_build = "shell:project-build";

void replace_key(CommandFacts& facts, const std::string& key, const std::string& with) {
    const auto replace = [&](std::vector<std::string>& keys) {
        std::ranges::replace(keys, key, with);
        std::ranges::sort(keys);
        const auto rest = std::ranges::unique(keys);
        keys.erase(rest.begin(), rest.end());
    };
    replace(facts.keys);
    for (auto& keys : facts.keys_of)
        replace(keys);
}

// What auto mode asks about. A host that was granted for good needs no question.
std::vector<std::string> what_reaches_out(const ShellConcerns& concerns, const Grants& grants) {
    std::vector<std::string> words;
    for (const std::string& secret : concerns.secrets)
        words.push_back(fmt::format("it names {}, which holds secrets", secret));
    for (const std::string& path : concerns.outside)
        words.push_back(fmt::format("it names {}, which lies outside of the project", path));
    for (const std::string& target : concerns.protected_targets)
        words.push_back(fmt::format("it writes {}, which steers programs that run later", target));
    if (concerns.destructive_git) words.emplace_back("git would destroy work or change something elsewhere");
    for (const std::string& host : concerns.hosts)
        if (!grants.has("web:" + host)) words.push_back(fmt::format("it talks to {}", host));
    if (concerns.network) words.emplace_back("it talks to other machines");
    return words;
}

// Reasons of single commands with their number, and what is left: reasons of the line.
std::vector<EveryTime> numbered(const ShellJudgement& judgement) {
    std::vector<EveryTime> out;
    for (size_t i = 0; i < judgement.commands.size(); ++i)
        for (const std::string& reason : judgement.commands[i].reasons)
            out.push_back({reason, i});
    for (const std::string& reason : judgement.reasons)
        if (std::ranges::find(out, reason, &EveryTime::reason) == out.end()) out.push_back({reason, std::nullopt});
    if (out.empty() && !judgement.always_offered) out.push_back({"it is asked about every time", std::nullopt});
    return out;
}
} // namespace

CommandInspector::CommandInspector(const FileSystem& files, const Workspace& workspace, Path home,
                                   std::string search_path)
    : m_files(files), m_workspace(workspace), m_home(std::move(home)), m_search_path(std::move(search_path)) {}

ShellJudgement CommandInspector::judged(const std::string& line) const {
    return classify_shell(line, {m_workspace.root(), m_workspace.root(), m_home});
}

CommandFacts CommandInspector::inspect(const std::string& line, const Grants& grants,
                                       CommandSetting setting) const {
    const ShellJudgement judgement = judged(line);
    CommandFacts facts;
    facts.keys = judgement.keys;
    facts.every_time = numbered(judgement);
    for (const SimpleCommand& command : judgement.commands) {
        facts.commands.push_back(command.words);
        facts.keys_of.push_back(command.keys);
    }
    facts.understood = judgement.parsed;
    facts.read_only = judgement.read_only;
    facts.reaches_out = what_reaches_out(judgement.concerns, grants);
    for (const PinnedProgram& program : judgement.pinned)
        take_pin(facts, program, grants, setting);
    take_programs_in_project(facts, grants, setting);
    take_targets(facts, judgement);
    return facts;
}

void CommandInspector::take_pin(CommandFacts& facts, const PinnedProgram& program, const Grants& grants,
                                CommandSetting setting) const {
    const auto ask = [&](const std::string& reason) { facts.every_time.push_back({reason, std::nullopt}); };
    const auto real = m_files.real_path(Path(program.directory) / program.written);
    if (!real)
        return ask(fmt::format("there is no file {} yet, so that it cannot be allowed for good", program.written));
    const auto meant = m_files.real_path(program.path);
    if (!meant || *meant != *real) return ask(fmt::format("{} leads to {}", program.written, real->string()));

    if (setting.confinement == Confinement::full && is_own_build(*real))
        return replace_key(facts, program.key, k_own_build);
    const auto content = read_real(m_files, *real, k_largest_pinned);
    if (!content) return ask(fmt::format("{} cannot be read whole: {}", program.written, content.error().message));
    const FilePin pin{*real, sha256_hex(*content)};
    facts.pins[program.key] = pin;
    const Grant* grant = grants.find(program.key);
    if (!grant) return;
    if (grant->pin != pin) {
        facts.remarks.push_back(fmt::format("{} changed since you allowed it", program.written));
    } else if (setting.others_run) {
        facts.not_kept.insert(program.key);
        facts.remarks.push_back(fmt::format("what runs in the background could change {}", program.written));
    } else if (!program.runs_first) {
        facts.not_kept.insert(program.key);
        facts.remarks.push_back(fmt::format("what runs before {} on this line could change it", program.written));
    }
}

// A program of the project's own build is as trusted as that build: an executable that git does not
// track. The index is searched for the name, which may find it too often, never too rarely.
bool CommandInspector::is_own_build(const Path& real) const {
    if (!is_within(real, m_workspace.root())) return false;
    const auto file = m_files.open(real);
    if (!file) return false;
    const auto start = (*file)->read(0, k_elf.size());
    if (!start || *start != k_elf) return false;
    const auto index = read_real(m_files, m_workspace.root() / ".git" / "index", k_largest_index);
    if (!index) return index.error().code == Errc::not_found && !m_files.link_status(m_workspace.root() / ".git");
    constexpr std::string_view k_known_version("DIRC\0\0\0\2", 8); // from version 4 on names are shortened
    if (!index->starts_with(k_known_version)) return false;
    return index->find(real.lexically_relative(m_workspace.root()).string()) == std::string::npos;
}

std::optional<Path> CommandInspector::found_on_path(const std::string& name) const {
    std::string_view rest = m_search_path;
    while (!rest.empty()) {
        const std::string_view entry = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
        const Path file = Path(entry) / name;
        const auto status = m_files.status(file);
        if (status && status->kind == FileKind::regular && (status->mode & 0111u) != 0) return file;
    }
    return std::nullopt;
}

// A name that the search path leads into the project by a link is a file of the project.
void CommandInspector::take_programs_in_project(CommandFacts& facts, const Grants& grants,
                                                CommandSetting setting) const {
    const std::vector<std::string> keys = facts.keys;
    for (const std::string& key : keys) {
        const auto name = program_name_in(key);
        const auto file = name ? found_on_path(*name) : std::nullopt;
        const auto real = file ? m_files.real_path(*file) : Result<Path>(Path());
        if (!real || !is_within(*real, m_workspace.root())) continue;
        const std::string file_key = "shell:./" + real->lexically_relative(m_workspace.root()).string();
        replace_key(facts, key, file_key);
        take_pin(facts, {file_key, real->string(), "/", real->string(), false}, grants, setting);
    }
}

void CommandInspector::take_targets(CommandFacts& facts, const ShellJudgement& judgement) const {
    for (const std::string& target : judgement.write_targets) {
        if (!is_within(target, m_workspace.root()) || !m_files.link_status(target)) continue;
        const auto created = m_created.find(target);
        const auto file = m_files.open(target);
        const auto content = file ? hash_file(**file) : Result<ContentHash>(fail(file.error()));
        if (created != m_created.end() && content && *content == created->second) continue;
        facts.every_time.push_back({fmt::format("{} exists already, and a redirection would write over it unseen",
                                                m_workspace.shown(target)),
                                    std::nullopt});
    }
}

void CommandInspector::about_to_run(const std::string& line) {
    m_targets.clear();
    for (const std::string& target : judged(line).write_targets)
        if (!m_files.link_status(target) || m_created.contains(target)) m_targets.emplace_back(target);
}

void CommandInspector::has_run() {
    for (const Path& target : m_targets) {
        m_created.erase(target);
        const auto file = m_files.open(target);
        const auto content = file ? hash_file(**file) : Result<ContentHash>(fail(file.error()));
        if (content) m_created[target] = *content;
    }
    m_targets.clear();
}

} // namespace thoth
