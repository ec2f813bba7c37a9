#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace thoth::shell {

// What the parser makes of a command line: plain data, read by the judgement. Nothing here is
// longer than the line; the line has at most k_max_bytes.

struct Script;

// What an unquoted tilde at the start of a word stands for.
enum class Tilde { none, home, other };

struct Word {
    std::string text;            // quotes removed, $'...' decoded, expansions left out
    size_t fixed = 0;            // so many bytes of `text` stand before anything that is not literal
    bool literal = true;         // no expansion, unquoted glob, brace expansion or $'...'
    bool starts_open = false;    // begins with an expansion, a glob or a brace: any first byte is possible
    bool splits = false;         // an unquoted expansion: may become several words, or none
    bool expands = false;        // anything that bash replaces by a value
    bool quoted = false;         // any quoting
    bool process = false;        // holds <(...) or >(...)
    bool placeholder = false;    // holds the text that xargs, find or fd replace
    Tilde tilde = Tilde::none;   //
    size_t assigns = 0;          // length of the name when the word has the form NAME=... or NAME+=...
    std::string parameter;       // when the word is one plain expansion and nothing else: its name
    std::vector<Script> scripts; // what its substitutions run
    std::vector<std::string_view> hazards; // expansions that run or hide code, in words
};

struct Redirect {
    enum class Kind { output, input, duplicate, here_document, here_string };
    Kind kind = Kind::output;
    int descriptor = 0;         // the one that is redirected
    Word target;                // file or here-string
    std::shared_ptr<Word> body; // of a here-document: known when its line has ended
};

struct Command {
    enum class Kind { simple, subshell, group, branch, loop, test, arithmetic };
    Kind kind = Kind::simple;
    std::vector<Word> assignments; // before the program; elements of arrays follow their array
    std::vector<Word> words;       // program and arguments; of `for`, `case` and `[[`: their words
    std::vector<Redirect> redirects;
    std::vector<Script> bodies; // of a compound command, conditions included
    std::string variable;       // that `for` and `select` set
    std::vector<std::string_view> hazards;
};

struct Pipeline {
    bool negated = false;
    std::vector<Command> commands;
};

// Pipelines joined by && and ||.
struct Chain {
    struct Link {
        bool after_or = false;
        Pipeline pipeline;
    };
    std::vector<Link> links;
    bool background = false;
};

struct Script {
    int depth = 1; // the line itself is 1, each script inside one more
    std::vector<Chain> chains;
};

inline constexpr size_t k_max_bytes = 10'000;
inline constexpr int k_max_commands = 50;
inline constexpr int k_max_depth = 8;

} // namespace thoth::shell
