#pragma once
#include "workspace/undo.h"
#include "workspace/workspace.h"

#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Undo as people ask for it, at the prompt and on the command line, with answers in words that are
// safe to draw. Any thread.
class UndoDesk {
public:
    // With a `session` undo without a number is for the requests of that one only.
    UndoDesk(FileSystem& files, CheckpointStore& store, const Clock& clock, const Workspace& workspace,
             std::string session = {})
        : m_files(files), m_store(store), m_clock(clock), m_workspace(workspace), m_session(std::move(session)) {}

    struct Answer {
        std::string text;
        std::optional<UndoReport> report; // when files may have changed
    };
    static constexpr std::string_view k_usage = "undo [N], undo list, undo show [N [FILE DESTINATION]]";

    // Nothing: the newest request; "3": the third newest of the list; "list"; "show 3": what it changed;
    // "show 3 src/a.c old.c": writes what src/a.c was before it to a new file, and to old.c-2 and so on what
    // somebody else had made of it in between. Errors say what is wrong.
    Result<Answer> undo(const std::vector<std::string>& words);
    Result<Answer> redo();

private:
    Result<void> check_own() const;
    Result<std::string> id_at(std::string_view word) const;
    Result<Answer> list() const;
    Result<Answer> show(const std::string& id) const;
    Result<Answer> save_old(const std::string& id, std::string_view file, std::string_view destination);

    FileSystem& m_files;
    CheckpointStore& m_store;
    const Clock& m_clock;
    const Workspace& m_workspace;
    std::string m_session;
};

// What was typed at a prompt, at its blanks.
std::vector<std::string> undo_words(std::string_view text);

} // namespace thoth
