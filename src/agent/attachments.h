#pragma once
#include "tools/tool.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Files that a prompt names with @path (parity V11, G04).
struct AttachedPrompt {
    std::string text;                // the prompt, then one tagged block for each file
    std::vector<std::string> labels; // for the user: "src/a.c", "big.log (not attached: too large)"
};

// Says whether a file may be attached; an error says why not.
using MayAttach = std::function<Result<void>(const ReadAccess& access)>;

// Words that start with '@', trailing punctuation dropped; or @"a name with blanks". Each names a file of up to
// 8,000 characters; more is cut and marked; over 2,000,000 bytes, not text, or not allowed is left out and said so.
// A word that names no file stays a word. A file inside the project that was attached whole counts as read, one
// attached in part for those lines; one outside never grants writes.
AttachedPrompt attach_files(std::string_view prompt, const ToolContext& context, const MayAttach& may_attach);

} // namespace thoth
