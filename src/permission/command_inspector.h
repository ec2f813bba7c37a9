#pragma once
#include "base/hash.h"
#include "base/path.h"
#include "os/file_system.h"
#include "permission/command_facts.h"
#include "permission/confinement.h"
#include "permission/shell/classify.h"
#include "workspace/workspace.h"

#include <map>
#include <string>

namespace thoth {

// What a command line would touch on this machine: what stands in it (permission/shell), joined
// with what its names lead to now. Reads files and changes none. Agent thread.
class CommandInspector {
public:
    // `search_path`: the PATH that commands get, cleaned of relative entries and those in the project.
    CommandInspector(const FileSystem& files, const Workspace& workspace, Path home, std::string search_path);

    // `grants`: to say what changed since it was allowed, and which hosts were.
    CommandFacts inspect(const std::string& line, const Grants& grants, CommandSetting setting) const;

    // Called before and after a line runs: a file that its redirections created may be written by a
    // redirection again as long as it holds what they left in it.
    void about_to_run(const std::string& line);
    void has_run();

private:
    ShellJudgement judged(const std::string& line) const;
    void take_pin(CommandFacts& facts, const PinnedProgram& program, const Grants& grants,
                  CommandSetting setting) const;
    void take_programs_in_project(CommandFacts& facts, const Grants& grants, CommandSetting setting) const;
    void take_targets(CommandFacts& facts, const ShellJudgement& judgement) const;
    std::optional<Path> found_on_path(const std::string& name) const;
    bool is_own_build(const Path& real) const;

    const FileSystem& m_files;
    const Workspace& m_workspace;
    Path m_home;
    std::string m_search_path;
    std::map<Path, ContentHash> m_created; // by redirections of this session
    std::vector<Path> m_targets;           // of the line that runs, which it may create or write again
};

} // namespace thoth
