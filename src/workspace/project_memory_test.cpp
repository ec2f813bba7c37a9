#include "workspace/project_memory.h"

#include "fakes/memory_file_system.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <thread>

namespace thoth {

namespace {
std::string code_of(const Result<std::string>& line) {
    return line ? *line : describe(line.error());
}
Errc error_of(const Result<std::string>& line) {
    return line ? Errc::io : line.error().code;
}
} // namespace

TEST(ProjectMemory, IsOneFactALine) { // T52, M01
    MemoryFileSystem files;
    files.put_directory("/p");
    ProjectMemory memory(files, "/p");
    EXPECT_EQ(memory.text().value(), "");
    ASSERT_TRUE(memory.add("- one"));
    ASSERT_TRUE(memory.add("- two"));
    EXPECT_EQ(files.text("/p/.thoth/memory.md"), "- one\n- two\n");
    files.put("/p/.thoth/memory.md", "by hand");
    ASSERT_TRUE(memory.add("- three"));
    EXPECT_EQ(memory.text().value(), "by hand\n- three\n");
    ASSERT_TRUE(memory.clear());
    EXPECT_FALSE(files.find("/p/.thoth/memory.md"));
    EXPECT_TRUE(memory.clear());
}

TEST(ProjectMemory, AFactIsOneLineAndNoSecret) { // T52
    EXPECT_EQ(code_of(remembered_line("  tests run\nwith\t`make check`\r\n# Rules ")),
              "- tests run with `make check` # Rules");
    EXPECT_EQ(code_of(remembered_line("- already a bullet")), "- already a bullet");
    EXPECT_EQ(code_of(remembered_line("a\x1b[31mb\xff")), "- ab\xEF\xBF\xBD");
    EXPECT_EQ(error_of(remembered_line(" \n - ")), Errc::invalid_argument);
    EXPECT_EQ(error_of(remembered_line(std::string(501, 'x'))), Errc::too_large);
    EXPECT_EQ(error_of(remembered_line("password: hunter22")), Errc::refused);
}

TEST(ProjectMemory, ALinkOrFifoAtItsPlaceIsNotUsed) { // B106
    for (const char* what : {"link", "directory link", "fifo"}) {
        MemoryFileSystem files;
        files.put("/home/u/.bashrc", "x");
        files.put("/elsewhere/memory.md", "x");
        files.put_directory("/p");
        if (std::string(what) == "link")
            files.put_link("/p/.thoth/memory.md", "/home/u/.bashrc");
        else if (std::string(what) == "fifo")
            files.put_fifo("/p/.thoth/memory.md");
        else
            files.put_link("/p/.thoth", "/elsewhere");
        ProjectMemory memory(files, "/p");
        EXPECT_EQ(memory.text().error().code, Errc::refused) << what;
        EXPECT_EQ(memory.add("- y").error().code, Errc::refused) << what;
        EXPECT_EQ(memory.clear().error().code, Errc::refused) << what;
        EXPECT_EQ(files.text("/home/u/.bashrc"), "x");
        EXPECT_EQ(files.text("/elsewhere/memory.md"), "x");
    }
}

TEST(ProjectMemory, WritersAtOnceLoseNothing) { // T52
    const TempDirectory directory;
    constexpr int k_writers = 4, k_facts = 25;
    {
        std::vector<std::jthread> writers;
        for (int writer = 0; writer < k_writers; ++writer)
            writers.emplace_back([&, writer] {
                PosixFileSystem files;
                ProjectMemory memory(files, directory.path());
                for (int fact = 0; fact < k_facts; ++fact)
                    EXPECT_TRUE(memory.add("- " + std::to_string(writer * k_facts + fact)));
            });
    }
    PosixFileSystem files;
    const std::string text = ProjectMemory(files, directory.path()).text().value();
    for (int fact = 0; fact < k_writers * k_facts; ++fact)
        EXPECT_TRUE(has_line(text, "- " + std::to_string(fact))) << fact;
    EXPECT_EQ(std::ranges::count(text, '\n'), k_writers * k_facts);
}

TEST(ProjectMemory, TheNewestLinesWin) { // L16
    EXPECT_EQ(newest_lines("- a\n- b\n- c\n", 8), "- b\n- c\n");
    EXPECT_EQ(newest_lines("- a\n- b\n- c\n", 12), "- a\n- b\n- c\n");
    EXPECT_EQ(newest_lines("- a\n- b", 3), "- b");
    EXPECT_EQ(newest_lines("\xC3\xA4\xC3\xA4\n", 3), "\xC3\xA4\xC3\xA4\n") << "characters, not bytes";
    EXPECT_EQ(newest_lines("- long\n", 3), "");
    EXPECT_EQ(newest_lines("\n\n", 1), "\n");
    EXPECT_EQ(newest_lines("", 3), "");
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += "- fact " + std::to_string(i) + "\n";
    const std::string part = memory_part(text);
    EXPECT_LT(part.size(), 3'200u);
    EXPECT_TRUE(part.ends_with("\n- fact 999\n"));
    EXPECT_EQ(memory_part("\n \n"), "");
}

} // namespace thoth
