#include "workspace/stack_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
std::vector<std::string> names_of(const std::vector<const Stack*>& stacks) {
    std::vector<std::string> names;
    for (const Stack* stack : stacks)
        names.emplace_back(stack->name);
    return names;
}

std::vector<std::string> stacks_told_by(std::vector<std::string> top_level) {
    return names_of(StackTable::stacks_of(top_level));
}

using Names = std::vector<std::string>;

bool checks(std::string_view stack, std::string_view line) {
    return StackTable::is_check(*StackTable::find(stack), line);
}
} // namespace

TEST(StackTable, EachManifestTellsItsStack) {
    const std::vector<std::pair<std::string, std::string>> rows{{"tsconfig.json", "TypeScript"},
                                                                {"package.json", "JavaScript"},
                                                                {"jsconfig.json", "JavaScript"},
                                                                {"Cargo.toml", "Rust"},
                                                                {"go.mod", "Go"},
                                                                {"composer.json", "PHP"},
                                                                {"pyproject.toml", "Python"},
                                                                {"requirements.txt", "Python"},
                                                                {"setup.py", "Python"},
                                                                {"setup.cfg", "Python"},
                                                                {"Gemfile", "Ruby"},
                                                                {"Rakefile", "Ruby"},
                                                                {"x.gemspec", "Ruby"},
                                                                {"App.sln", "C#"},
                                                                {"App.csproj", "C#"},
                                                                {"App.fsproj", "C#"},
                                                                {"global.json", "C#"},
                                                                {"CMakeLists.txt", "C/C++"},
                                                                {"meson.build", "C/C++"},
                                                                {"configure.ac", "C/C++"},
                                                                {"main.c", "C/C++"},
                                                                {"main.cc", "C/C++"},
                                                                {"main.cpp", "C/C++"},
                                                                {"pom.xml", "Java/Kotlin"},
                                                                {"build.gradle", "Java/Kotlin"},
                                                                {"build.gradle.kts", "Java/Kotlin"},
                                                                {"x-1.rockspec", "Lua"},
                                                                {".luacheckrc", "Lua"},
                                                                {"luacheck.rc", "Lua"},
                                                                {"stylua.toml", "Lua"}};
    for (const auto& [file, stack] : rows)
        EXPECT_EQ(stacks_told_by({file}), Names{stack}) << file;
}

TEST(StackTable, ARowSaysHowItsLanguageIsCheckedAndWhereItIsDocumented) { // S01 to S11
    Names rows;
    for (const Stack& stack : StackTable::stacks())
        rows.push_back(fmt::format("{} | {} | {} | running {} | {} | {}", stack.name, stack.extensions,
                                   StackTable::check_command(stack, nullptr),
                                   stack.running_is_check ? "is" : "is not", stack.documentation,
                                   stack.check_words));
    EXPECT_EQ(
        rows,
        (Names{"TypeScript | ts tsx mts cts svelte vue astro | npx tsc --noEmit, or the project's own script for "
               "it | running is not | www.typescriptlang.org | "
               "tsc vue-tsc svelte-check typecheck type-check astro",
               "JavaScript | js jsx mjs cjs | the project's lint script, or node --check | running is not | "
               "developer.mozilla.org | lint eslint biome standard --check",
               "Rust | rs | cargo check, cargo clippy | running is | docs.rs | cargo",
               "Go | go | go build ./..., go vet ./... | running is | pkg.go.dev | go",
               "PHP | php | php -l FILE, and phpstan or psalm where the project has it | running is not | "
               "www.php.net | php+-l lint phpstan psalm phan",
               "Python | py pyi | mypy, ruff or pyright where the project has it, else python -m compileall -q . | "
               "running is not | docs.python.org | mypy ruff pyright pylint flake8 compileall py_compile",
               "Ruby | rb rake | ruby -c FILE, and rubocop where the project has it | running is not | "
               "rubydoc.info | ruby+-c rubocop sorbet srb",
               "C# | cs fs | dotnet build | running is | learn.microsoft.com | dotnet msbuild",
               "C/C++ | c h cc cpp cxx hpp hh | the project's own build, not a compiler line of your own | "
               "running is | en.cppreference.com | make cmake ninja meson cc gcc g++ clang clang++",
               "Java/Kotlin | java kt kts | mvn -q compile, or ./gradlew compileJava | running is | "
               "docs.oracle.com | mvn gradle gradlew javac kotlinc",
               "Lua | lua | luac -p FILE, and luacheck where the project has it | running is not | www.lua.org | "
               "luac luacheck selene"}));
}

TEST(StackTable, AMakefileTellsNothingAndNeitherDoOtherFiles) {
    EXPECT_EQ(stacks_told_by({"Makefile", "README.md", "xtsconfig.json", "cargo.toml"}), Names{});
    EXPECT_EQ(stacks_told_by({"Makefile", "README.md", "xtsconfig.json", "Cargo.toml.bak"}), Names{});
}

TEST(StackTable, TypeScriptSpeaksForJavaScriptAndOthersStandSideBySide) {
    EXPECT_EQ(stacks_told_by({"package.json", "tsconfig.json"}), (Names{"TypeScript"}));
    EXPECT_EQ(stacks_told_by({"go.mod", "package.json", "Cargo.toml"}), (Names{"JavaScript", "Rust", "Go"}));
}

TEST(StackTable, TheLockFileTellsTheRunner) {
    const auto runner = [](std::string file) {
        const std::vector<std::string> names{"package.json", std::move(file)};
        const PackageRunner* found = StackTable::runner_of(names);
        return found ? std::string(found->name) : std::string("none");
    };
    for (const char* file : {"bun.lock", "bun.lockb", "bunfig.toml"})
        EXPECT_EQ(runner(file), "bun") << file;
    EXPECT_EQ(runner("pnpm-lock.yaml"), "pnpm");
    EXPECT_EQ(runner("yarn.lock"), "yarn");
    EXPECT_EQ(runner("package-lock.json"), "npm");
    EXPECT_EQ(runner("Cargo.lock"), "none");
}

TEST(StackTable, TheRunnerStandsInTheCheck) {
    const std::vector<std::string> bun{"bun.lock"};
    const Stack& stack = *StackTable::find("TypeScript");
    EXPECT_EQ(StackTable::check_command(stack, StackTable::runner_of(bun)),
              "bunx tsc --noEmit, or the project's own script for it");
    EXPECT_EQ(StackTable::check_command(stack, nullptr), "npx tsc --noEmit, or the project's own script for it");
    EXPECT_EQ(StackTable::check_command(*StackTable::find("C#"), nullptr), "dotnet build");
}

TEST(StackTable, KnowsWhatCodeIs) { // G15
    for (const char* extension : {"rs",  "ts", "tsx", "js", "jsx", "mjs", "py", "go",    "java", "kt", "rb",
                                  "php", "c",  "h",   "cc", "cpp", "hpp", "cs", "swift", "sh",   "H",  "Py"})
        EXPECT_TRUE(StackTable::is_code(std::string("src/a.") + extension)) << extension;
    for (const char* manifest :
         {"Cargo.toml", "sub/package.json", "pyproject.toml", "go.mod", "requirements.txt", "build.gradle"})
        EXPECT_TRUE(StackTable::is_code(manifest)) << manifest;
    for (const char* other :
         {"README.md", "notes.txt", "a.json", "c", "sh", "rs/", "src.rs/readme", "a.toml", "", ".", "a.rs.md"})
        EXPECT_FALSE(StackTable::is_code(other)) << other;
}

TEST(StackTable, KnowsTheChecksOfEachStack) {
    for (const Stack& stack : StackTable::stacks())
        EXPECT_FALSE(StackTable::is_check(stack, "ls -l && cat README.md | head -c 10")) << stack.name;
    EXPECT_TRUE(checks("TypeScript", "npx tsc --noEmit"));
    EXPECT_TRUE(checks("TypeScript", "cd web && ./node_modules/.bin/vue-tsc"));
    EXPECT_TRUE(checks("JavaScript", "npm run lint:fix"));
    EXPECT_TRUE(checks("JavaScript", "node --check a.js"));
    EXPECT_TRUE(checks("Rust", "RUSTFLAGS=-g cargo test"));
    EXPECT_TRUE(checks("Python", "python3 -m compileall -q ."));
    EXPECT_TRUE(checks("C/C++", "g++ -c a.cpp"));
    EXPECT_TRUE(checks("Java/Kotlin", "./gradlew compileJava"));
    EXPECT_FALSE(checks("Rust", "python -m mypy ."));
    EXPECT_FALSE(checks("TypeScript", "node dist/index.js"));
}

TEST(StackTable, AnOptionIsACheckOnlyWithItsProgram) {
    EXPECT_TRUE(checks("PHP", "php -l src/a.php"));
    EXPECT_FALSE(checks("PHP", "wc -l src/a.php"));
    EXPECT_TRUE(checks("Ruby", "ruby -c a.rb"));
    EXPECT_FALSE(checks("Ruby", "sh -c 'echo a'"));
}

} // namespace thoth
