#include "permission/shell/key_text.h"

#include "permission/shell/programs.h"

#include <fmt/format.h>

namespace thoth {

namespace {
bool is_file(std::string_view name) {
    return name.starts_with('/') || name.starts_with("./") || name.starts_with("~/");
}

// Takes `start` away; whether it was there.
bool take(std::string_view& text, std::string_view start) {
    if (!text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return true;
}

std::string place_in_words(std::string_view place) {
    if (place == "./") return "in this project";
    if (place == "?") return "at a place that is only known when the line runs";
    return fmt::format("in {}", place);
}
} // namespace

std::string_view key_label(std::string_view key) {
    if (key == "write:./") return "any file of this project";
    if (!take(key, "shell:")) return {};
    if (is_file(key)) return "until the file changes";
    if (shell::is_language(key)) return "near-total: this lets thoth run any code without asking";
    if (shell::runs_project_code(key) || key.find(':') != std::string_view::npos)
        return "runs code of this project, which thoth itself may edit";
    return {};
}

std::string key_in_words(std::string_view key) {
    if (key == "shell:builtin") return "commands that only the shell itself carries out";
    if (key == "shell:?") return "a program that is only known when the line runs";
    if (key == "shell:project-build") return "programs that this project builds";
    if (take(key, "shell:")) {
        if (is_file(key)) return fmt::format("the file {} as a program", key);
        const size_t colon = key.find(':');
        if (colon == std::string_view::npos) return fmt::format("the program {}", key);
        return fmt::format("the package {} with {}", key.substr(colon + 1), key.substr(0, colon));
    }
    if (take(key, "write:")) return "write files " + place_in_words(key);
    if (take(key, "edit:")) return "edit files " + place_in_words(key);
    if (take(key, "read:")) return "read files " + place_in_words(key);
    if (take(key, "web:")) return fmt::format("talk to {}", key);
    if (take(key, "secret:")) return fmt::format("use {}, which may hold credentials", key);
    return std::string(key);
}

} // namespace thoth
