#include "os/line_reader.h"

#include "fakes/front_end_bench.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <termios.h>

namespace thoth {

namespace {
// All lines that can be taken now, one per element; a cut one ends in "...".
std::vector<std::string> lines_of(LineReader& reader) {
    std::vector<std::string> out;
    while (const auto line = reader.line())
        out.push_back(line->text + (line->cut ? "..." : ""));
    return out;
}

// A pseudo terminal without echo.
struct PseudoTerminal {
    PseudoTerminal() : user(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
        ::grantpt(user.fd());
        ::unlockpt(user.fd());
        program = Descriptor(::open(::ptsname(user.fd()), O_RDWR | O_NOCTTY | O_CLOEXEC));
        termios settings{};
        ::tcgetattr(program.fd(), &settings);
        settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(program.fd(), TCSANOW, &settings);
    }
    void type(const std::string& text) const {
        ASSERT_EQ(::write(user.fd(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    Descriptor user;
    Descriptor program;
};
} // namespace

TEST(LineReader, TakesLinesAndTheRestAtTheEnd) {
    TextPipe pipe;
    LineReader reader(pipe.read_end());
    pipe.type("one\r\n\nthr");
    reader.read_more();
    EXPECT_EQ(lines_of(reader), (std::vector<std::string>{"one", ""}));
    pipe.type("ee");
    pipe.close_write_end();
    reader.read_more();
    EXPECT_EQ(lines_of(reader), std::vector<std::string>{});
    reader.read_more();
    EXPECT_EQ(lines_of(reader), std::vector<std::string>{"three"});
    EXPECT_TRUE(reader.ended());
}

TEST(LineReader, KeepsTheBeginningOfALineWithoutEnd) {
    TextPipe pipe;
    LineReader reader(pipe.read_end());
    const std::string block(4096, 'x');
    for (size_t n = 0; n < LineReader::k_limit + 3 * block.size(); n += block.size()) {
        pipe.type(block);
        reader.read_more();
        ASSERT_FALSE(reader.line());
    }
    pipe.type("\nnext\n");
    reader.read_more();
    const auto line = reader.line();
    ASSERT_TRUE(line);
    EXPECT_TRUE(line->cut);
    EXPECT_EQ(line->text.size(), LineReader::k_limit);
    EXPECT_EQ(lines_of(reader), std::vector<std::string>{"next"});
}

TEST(LineReader, NoticesALineThatTheTerminalCut) {
    const PseudoTerminal terminal;
    LineReader reader(terminal.program.fd());
    terminal.type(std::string(5000, 'x') + "\n");
    reader.read_more();
    EXPECT_EQ(lines_of(reader), std::vector<std::string>{std::string(4095, 'x') + "..."});
    terminal.type(std::string(4094, 'y') + "\n");
    reader.read_more();
    EXPECT_EQ(lines_of(reader), std::vector<std::string>{std::string(4094, 'y')});
}

TEST(LineReader, ForgetsWhatWasTypedOnATerminalOnly) {
    const PseudoTerminal terminal;
    LineReader typed(terminal.program.fd());
    terminal.type("one\ntwo\n");
    typed.read_more();
    EXPECT_EQ(typed.line()->text, "one");
    typed.discard_typed();
    terminal.type("three\n");
    typed.read_more();
    EXPECT_EQ(lines_of(typed), std::vector<std::string>{"three"});

    TextPipe pipe;
    LineReader script(pipe.read_end());
    pipe.type("one\ntwo\n");
    script.read_more();
    EXPECT_EQ(script.line()->text, "one");
    script.discard_typed();
    EXPECT_EQ(lines_of(script), std::vector<std::string>{"two"});
}

} // namespace thoth
