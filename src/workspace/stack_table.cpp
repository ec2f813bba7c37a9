#include "workspace/stack_table.h"

#include "text/glob.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
// Not in the row of C: a Makefile, which projects in every language have.
constexpr std::array k_stacks{
    Stack{"TypeScript", "tsconfig.json", "ts tsx mts cts svelte vue astro",
          "{run} tsc --noEmit, or the project's own script for it", false,
          "tsc vue-tsc svelte-check typecheck type-check astro", "www.typescriptlang.org"},
    Stack{"JavaScript", "package.json jsconfig.json", "js jsx mjs cjs",
          "the project's lint script, or node --check", false, "lint eslint biome standard --check",
          "developer.mozilla.org", "TypeScript"},
    Stack{"Rust", "Cargo.toml", "rs", "cargo check, cargo clippy", true, "cargo", "docs.rs"},
    Stack{"Go", "go.mod", "go", "go build ./..., go vet ./...", true, "go", "pkg.go.dev"},
    Stack{"PHP", "composer.json", "php", "php -l FILE, and phpstan or psalm where the project has it", false,
          "php+-l lint phpstan psalm phan", "www.php.net"},
    Stack{"Python", "pyproject.toml requirements.txt setup.py setup.cfg", "py pyi",
          "mypy, ruff or pyright where the project has it, else python -m compileall -q .", false,
          "mypy ruff pyright pylint flake8 compileall py_compile", "docs.python.org"},
    Stack{"Ruby", "Gemfile Rakefile *.gemspec", "rb rake", "ruby -c FILE, and rubocop where the project has it",
          false, "ruby+-c rubocop sorbet srb", "rubydoc.info"},
    Stack{"C#", "*.sln *.csproj *.fsproj global.json", "cs fs", "dotnet build", true, "dotnet msbuild",
          "learn.microsoft.com"},
    Stack{"C/C++", "CMakeLists.txt meson.build configure.ac *.c *.cc *.cpp", "c h cc cpp cxx hpp hh",
          "the project's own build, not a compiler line of your own", true,
          "make cmake ninja meson cc gcc g++ clang clang++", "en.cppreference.com"},
    Stack{"Java/Kotlin", "pom.xml build.gradle build.gradle.kts", "java kt kts",
          "mvn -q compile, or ./gradlew compileJava", true, "mvn gradle gradlew javac kotlinc", "docs.oracle.com"},
    Stack{"Lua", "*.rockspec .luacheckrc luacheck.rc stylua.toml", "lua",
          "luac -p FILE, and luacheck where the project has it", false, "luac luacheck selene", "www.lua.org"},
};

constexpr std::array k_runners{
    PackageRunner{"bun", "bun.lock bun.lockb bunfig.toml", "bunx"},
    PackageRunner{"pnpm", "pnpm-lock.yaml", "pnpm exec"},
    PackageRunner{"yarn", "yarn.lock", "yarn"},
    PackageRunner{"npm", "package-lock.json", "npx"},
};
constexpr std::string_view k_default_run = "npx";

// Code in languages that have no row, since nobody knows how a project in them is checked.
constexpr std::string_view k_other_code = "swift sh";

template <class Predicate>
bool any_of_words(std::string_view list, char separator, Predicate&& holds) {
    while (!list.empty()) {
        const size_t end = std::min(list.find(separator), list.size());
        if (end > 0 && holds(list.substr(0, end))) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool has_word(std::string_view list, std::string_view word) {
    return any_of_words(list, ' ', [&](std::string_view one) { return one == word; });
}

bool is_named_by(std::string_view patterns, std::string_view name) {
    return any_of_words(patterns, ' ', [&](std::string_view pattern) { return glob_match(pattern, name); });
}

bool is_told_by(std::string_view patterns, std::span<const std::string> names) {
    return std::ranges::any_of(names, [&](const std::string& name) { return is_named_by(patterns, name); });
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

std::string_view name_of_file(std::string_view path) {
    return path.substr(path.find_last_of('/') + 1); // npos + 1: all of it
}

std::string extension_of(std::string_view path) {
    const std::string_view name = name_of_file(path);
    const size_t dot = name.find_last_of('.');
    return dot == std::string_view::npos ? std::string() : lower(name.substr(dot + 1));
}

// The words of a command line without quotes and directories: "./node_modules/.bin/tsc" is tsc, and
// "lint:fix" has the word lint.
std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view k_between = " \t\r\n;|&()<>\"'`:=";
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const size_t end = std::min(line.find_first_of(k_between), line.size());
        std::string_view word = line.substr(0, end);
        if (const size_t slash = word.find_last_of("/\\"); slash != std::string_view::npos)
            word.remove_prefix(slash + 1);
        if (!word.empty()) words.push_back(word);
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}
} // namespace

std::span<const Stack> StackTable::stacks() {
    return k_stacks;
}

const Stack* StackTable::find(std::string_view name) {
    const auto found = std::ranges::find(k_stacks, name, &Stack::name);
    return found == k_stacks.end() ? nullptr : &*found;
}

std::vector<const Stack*> StackTable::stacks_of(std::span<const std::string> top_level_names) {
    std::vector<const Stack*> found;
    for (const Stack& stack : k_stacks)
        if (is_told_by(stack.manifests, top_level_names)) found.push_back(&stack);
    const auto is_hidden = [all = found](const Stack* stack) {
        return std::ranges::any_of(all, [&](const Stack* other) { return other->name == stack->hidden_by; });
    };
    std::erase_if(found, is_hidden);
    return found;
}

const PackageRunner* StackTable::runner_of(std::span<const std::string> top_level_names) {
    for (const PackageRunner& runner : k_runners)
        if (is_told_by(runner.lock_files, top_level_names)) return &runner;
    return nullptr;
}

bool StackTable::is_code(std::string_view path) {
    return has_word(k_other_code, extension_of(path)) ||
           std::ranges::any_of(k_stacks, [&](const Stack& stack) { return is_of(stack, path); });
}

bool StackTable::is_of(const Stack& stack, std::string_view path) {
    return has_word(stack.extensions, extension_of(path)) || is_named_by(stack.manifests, name_of_file(path));
}

bool StackTable::is_check(const Stack& stack, std::string_view command_line) {
    const std::vector<std::string_view> words = words_of(command_line);
    const auto is_there = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    return any_of_words(stack.check_words, ' ', [&](std::string_view all) {
        if (all.find('+') == std::string_view::npos || all.ends_with('+')) return is_there(all);
        return !any_of_words(all, '+', [&](std::string_view one) { return !is_there(one); });
    });
}

std::string StackTable::check_command(const Stack& stack, const PackageRunner* runner) {
    constexpr std::string_view k_run = "{run}";
    std::string command(stack.check);
    if (const size_t at = command.find(k_run); at != std::string::npos)
        command.replace(at, k_run.size(), runner ? runner->run : k_default_run);
    return command;
}

} // namespace thoth
