#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// JSON that a model nearly wrote. Only what can be read in one way is put right: a fence around it,
// one bracket too many at its end, raw line breaks in a string, a
// comma before a closing bracket, words and quotes of Python, keys without quotes. Nothing is made
// up: what was opened and not closed stays wrong, since half a command must not run as a whole one, and so do
// escapes that JSON does not have: "\\$" may mean "$" or be meant for the shell.
struct RepairedJson {
    std::string text; // strict JSON
    std::string what; // was put right, for a reader: "a comma before a closing bracket"
};

// Nothing where `text` is strict JSON already, or cannot be put right. Pure, any thread; time grows
// with the length only.
std::optional<RepairedJson> repaired_json(std::string_view text);

} // namespace thoth
