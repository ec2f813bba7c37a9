#include "app/prompt_input.h"

#include "fakes/front_end_bench.h"
#include "fakes/temp_directory.h"
#include "os/descriptor.h"

#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
struct Bench {
    SignalWatch signals;
    TextPipe input;
    TextPipe err;
    Output err_output{err.write_end(), false};

    std::string prompt(std::optional<std::string> text, int fd) {
        Invocation invocation;
        invocation.one_shot = true;
        invocation.prompt = std::move(text);
        const auto result = one_shot_prompt(invocation, fd, err_output, signals);
        if (!result) return "error: " + describe(result.error());
        return result->context.empty() ? result->text : result->text + " + " + result->context;
    }
    std::string piped(std::optional<std::string> text, std::string_view bytes) {
        input.type(bytes);
        input.close_write_end();
        return prompt(std::move(text), input.read_end());
    }
};
} // namespace

TEST(OneShotPrompt, IsStandardInputWithoutATextOrWithADash) {
    EXPECT_EQ(Bench().piped(std::nullopt, "from the pipe\n"), "from the pipe\n");
    EXPECT_EQ(Bench().piped("-", "from the pipe\n"), "from the pipe\n");
}

TEST(OneShotPrompt, PipedInputIsContextToAText) {
    EXPECT_EQ(Bench().piped("review this", "+line"), "review this + <stdin>\n+line\n</stdin>");
    EXPECT_EQ(Bench().piped("review this", " \n"), "review this");
    EXPECT_EQ(Bench().piped("review this", ""), "review this");
}

TEST(OneShotPrompt, AFileIsReadLikeAPipeAndTheNullDeviceIsNot) {
    const TempDirectory temp;
    const Descriptor file(::open(temp.put("prompt", "in a file").c_str(), O_RDONLY | O_CLOEXEC));
    EXPECT_EQ(Bench().prompt(std::nullopt, file.fd()), "in a file");
    const Descriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    EXPECT_EQ(Bench().prompt("text", null.fd()), "text");
}

TEST(OneShotPrompt, ATerminalIsNeverRead) {
    const Descriptor terminal(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    ASSERT_GE(terminal.fd(), 0);
    EXPECT_EQ(Bench().prompt("text", terminal.fd()), "text");
}

TEST(OneShotPrompt, AnEmptyOneIsWrongUsage) {
    const std::string expected = "error: the prompt is empty (thoth -p \"TEXT\", or a prompt on standard input)";
    EXPECT_EQ(Bench().piped(std::nullopt, " \n\t"), expected);
    EXPECT_EQ(Bench().piped("", ""), expected);
    EXPECT_EQ(Bench().piped("", "from the pipe\n"), expected);
    Bench open; // and nothing is waited for
    EXPECT_EQ(open.prompt(" ", open.input.read_end()), expected);
}

TEST(OneShotPrompt, BytesThatAreNotUtf8AreReplaced) {
    EXPECT_EQ(Bench().piped(std::nullopt, "caf\xe9"), "caf\uFFFD");
}

TEST(OneShotPrompt, ASignalEndsTheWaitForInput) {
    Bench bench;
    ::kill(::getpid(), SIGINT);
    EXPECT_EQ(bench.prompt(std::nullopt, bench.input.read_end()),
              "error: interrupted while waiting for standard input");
    EXPECT_EQ(bench.err.text(), "");
}

} // namespace thoth
