#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/file_system.h"

#include <string>
#include <string_view>

namespace thoth {

// What is remembered of a project from one session to the next: .thoth/memory.md in it, one fact a line, the
// newest last. People edit the file too. Several programs may add at once: each fact is one write at the end,
// so that none is lost. Agent thread only.
class ProjectMemory {
public:
    // `project` is a real path.
    ProjectMemory(FileSystem& files, const Path& project);

    const Path& file() const { return m_file; }

    // All of it; empty where there is none. Errc::refused: the file or its directory is a link or no regular
    // file; Errc::too_large above 1 MB.
    Result<std::string> text() const;
    // Puts `line` at the end, as remembered_line() made it.
    Result<void> add(std::string_view line);
    // Removes the file.
    Result<void> clear();

private:
    Result<void> check_place() const;

    FileSystem& m_files;
    Path m_file;
};

// A fact as its line, "- fact": one line whatever it held. Errors, for the model: nothing in it, more than 500
// characters, a credential.
Result<std::string> remembered_line(std::string_view fact);

bool has_line(std::string_view text, std::string_view line);

// `text` with the line behind it, on a line of its own.
std::string with_line(std::string text, std::string_view line);

// The last whole lines that fit into so many characters.
std::string_view newest_lines(std::string_view text, size_t most_characters);

// For the system prompt: the newest facts. Empty where nothing is remembered.
std::string memory_part(std::string_view text);

} // namespace thoth
