#pragma once
#include "workspace/undo.h"
#include "workspace/workspace.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Undo as people ask for it, at the prompt and on the command line, with answers in words. Names of
// files in them are escaped, the labels of requests are raw. Any thread.
class UndoDesk {
public:
    UndoDesk(FileSystem& files, CheckpointStore& store, const Clock& clock, const Workspace& workspace)
        : m_files(files), m_store(store), m_clock(clock), m_workspace(workspace) {}

    struct Answer {
        std::string text;
        std::optional<UndoReport> report; // when files may have changed
    };
    static constexpr std::string_view k_usage = "undo [N], undo list, undo show [N [FILE DESTINATION]]";

    // Nothing: the newest request; "3": the third newest of the list; "list"; "show 3": what it changed;
    // "show 3 src/a.c old.c": writes what src/a.c was before it to a new file. Errors say what is wrong.
    Result<Answer> undo(const std::vector<std::string>& words);
    Result<Answer> redo();

private:
    Result<std::string> id_at(std::string_view word) const;
    Result<Answer> list() const;
    Result<Answer> show(const std::string& id) const;
    Result<Answer> save_old(const std::string& id, std::string_view file, std::string_view destination);

    FileSystem& m_files;
    CheckpointStore& m_store;
    const Clock& m_clock;
    const Workspace& m_workspace;
};

// What was typed at a prompt, at its blanks.
std::vector<std::string> undo_words(std::string_view text);

} // namespace thoth
