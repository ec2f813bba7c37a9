#include "agent/attachments.h"

#include "fakes/tool_bench.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
AttachedPrompt attach(std::string_view prompt, const ToolContext& context) {
    return attach_files(prompt, context, [](const ReadAccess&) { return Result<void>{}; });
}
} // namespace

TEST(Attachments, AttachAFileAndCountItAsRead) { // V11, G04
    ToolBench bench{{"src/a.c", "int a;\n"}};
    const AttachedPrompt attached = attach("look at @src/a.c, please", bench.context);
    EXPECT_EQ(attached.text,
              "look at @src/a.c, please\n\n<attached_file path=\"src/a.c\" truncated=\"false\">\nint "
              "a;\n</attached_file>");
    EXPECT_EQ(attached.labels, std::vector<std::string>{"src/a.c"});
    EXPECT_EQ(bench.ledger.coverage("/project/src/a.c", hash_of("int a;\n")), Coverage::whole);
}

TEST(Attachments, ALongFileIsCutAtALineAndCountsAsReadInPart) {
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += "line " + std::to_string(i) + "\n";
    ToolBench bench{{"long.txt", text}};
    const AttachedPrompt attached = attach("@long.txt", bench.context);
    EXPECT_EQ(attached.labels, std::vector<std::string>{"long.txt (first part)"});
    EXPECT_NE(attached.text.find("truncated=\"true\""), std::string::npos);
    EXPECT_LT(attached.text.size(), 8'200u);
    EXPECT_EQ(bench.ledger.coverage("/project/long.txt", hash_of(text)), Coverage::partial);
}

TEST(Attachments, ANameWithBlanksStandsInQuotes) { // V11
    ToolBench bench{{"a b/c d.txt", "x\n"}, {"e!", "y\n"}, {"f", "z\n"}};
    EXPECT_EQ(attach("see @\"a b/c d.txt\", @\"e!\" and @\"f\".", bench.context).labels,
              (std::vector<std::string>{"a b/c d.txt", "e!", "f"}));
    for (const char* prompt : {"@\"", "@\"\"", "@\"f", "@\"f\n\"", "x@\"f\""})
        EXPECT_EQ(attach(prompt, bench.context).text, prompt);
}

TEST(Attachments, WordsThatNameNoFileStayWords) {
    ToolBench bench{{"a", "x"}};
    for (const char* prompt : {"mail me@a", "@nobody there", "a lone @ sign"}) {
        const AttachedPrompt attached = attach(prompt, bench.context);
        EXPECT_EQ(attached.text, prompt);
        EXPECT_TRUE(attached.labels.empty());
    }
}

TEST(Attachments, BinaryAndHugeFilesAreNamedAndLeftOut) {
    ToolBench bench{{"b.bin", std::string("a\0b", 3)}, {"big.txt", std::string(2'000'001, 'x')}};
    const AttachedPrompt attached = attach("@b.bin @big.txt", bench.context);
    EXPECT_EQ(attached.text, "@b.bin @big.txt");
    EXPECT_EQ(attached.labels, (std::vector<std::string>{"b.bin (not attached: not a text file)",
                                                         "big.txt (not attached: the file is larger than "
                                                         "2000000 bytes)"}));
}

TEST(Attachments, AFileOutsideTheProjectNeverGrantsWrites) { // G04
    ToolBench bench;
    bench.memory.put("/etc/motd", "hi\n");
    EXPECT_EQ(attach("@/etc/motd", bench.context).labels, std::vector<std::string>{"/etc/motd"});
    EXPECT_EQ(bench.ledger.coverage("/etc/motd", hash_of("hi\n")), Coverage::unseen);
}

TEST(Attachments, AFileThatMayNotBeAttachedIsLeftOutAndSaysWhy) {
    ToolBench bench{{".env", "KEY=1\n"}, {"a", "x\n"}};
    std::vector<Path> asked;
    const AttachedPrompt attached = attach_files("@.env @a @none @.", bench.context, [&](const ReadAccess& read) {
        asked.push_back(read.path);
        return read.path.filename() == ".env" ? Result<void>(fail(Errc::refused, "secret")) : Result<void>();
    });
    EXPECT_EQ(attached.text,
              "@.env @a @none @.\n\n<attached_file path=\"a\" truncated=\"false\">\nx\n</attached_file>");
    EXPECT_EQ(attached.labels, (std::vector<std::string>{".env (not attached: secret)", "a"}));
    EXPECT_EQ(asked, (std::vector<Path>{"/project/.env", "/project/a"}));
}

TEST(Attachments, AHostileNameCannotLeaveItsTag) {
    ToolBench bench{{"a\">b", "x\n"}};
    EXPECT_EQ(attach("@a\">b", bench.context).text,
              "@a\">b\n\n<attached_file path=\"a__b\" truncated=\"false\">\nx\n</attached_file>");
}

} // namespace thoth
