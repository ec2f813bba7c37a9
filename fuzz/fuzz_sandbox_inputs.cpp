// What the sandbox reads: a policy, the kernel's table of sockets, and the files of a project that say where
// its repository is and what belongs to it. Input: a letter for which, then the bytes; those of a
// project are ".git", its "config" and "commondir", each behind a NUL.
#include "fakes/memory_file_system.h"
#include "sandbox/policy.h"
#include "sandbox/project_guard.h"
#include "sandbox/unix_sockets.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace {
void require(bool holds) {
    if (!holds) std::abort();
}

void check_policy(std::string_view bytes) {
    const auto policy = thoth::decode_policy(bytes);
    if (!policy) return;
    const auto again = thoth::decode_policy(thoth::encode_policy(*policy));
    require(again && *again == *policy);
}

void check_sockets(std::string_view bytes) {
    for (const thoth::Path& path : thoth::sockets_in(bytes))
        require(path.is_absolute());
}

std::string_view next_part(std::string_view& bytes) {
    const std::string_view part = bytes.substr(0, bytes.find('\0'));
    bytes.remove_prefix(std::min(part.size() + 1, bytes.size()));
    return part;
}

// A project, and beside it a repository that has a worktree elsewhere: nothing the project says opens
// a directory outside, and everything that is guarded lies inside.
void check_project(std::string_view bytes) {
    thoth::MemoryFileSystem files;
    files.put("/p/sub/.git", next_part(bytes));
    files.put("/p/.git/config", next_part(bytes));
    files.put("/p/.git/commondir", next_part(bytes));
    files.put("/main/.git/HEAD", "ref");
    files.put("/main/.git/objects/x", "");
    files.put("/main/.git/worktrees/w/gitdir", "/w/.git\n");
    files.put("/main/.git/worktrees/w/commondir", "../..\n");
    const thoth::ProjectGuard guard = thoth::guard_of(files, thoth::survey_project(files, "/p"));
    require(guard.writable.empty());
    for (const auto* paths : {&guard.read_only, &guard.pinned, &guard.missing, &guard.secrets})
        for (const thoth::Path& path : *paths)
            require(thoth::is_within(path, "/p") && path != "/p");
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.empty()) return 0;
    const char which = bytes[0];
    bytes.remove_prefix(1);
    if (which == 'p') check_policy(bytes);
    if (which == 's') check_sockets(bytes);
    if (which == 'g') check_project(bytes);
    return 0;
}
