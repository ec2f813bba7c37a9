#include "os/capped_log.h"

#include "fakes/temp_directory.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

namespace thoth {
namespace {
using namespace std::chrono_literals;

constexpr uint64_t k_limit = 64 * 1024;

std::string text_of(const Path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

TEST(CappedLog, KeepsAllUpToItsLimit) {
    TempDirectory directory;
    const auto log = *CappedLog::create(directory / "log", k_limit);
    const std::string text(k_limit, 'x');
    log->append(text);
    EXPECT_EQ(text_of(directory / "log"), text);
    EXPECT_TRUE(log->is_whole());
}

TEST(CappedLog, BeginsAnewWithANoteAndItsLastLines) {
    TempDirectory directory;
    const auto log = *CappedLog::create(directory / "log", k_limit);
    log->append(std::string(k_limit, 'x'));
    log->append("\nlast\n");
    EXPECT_EQ(text_of(directory / "log"),
              "[... the log was full: 65537 bytes before this were dropped ...]\nlast\n");
    EXPECT_FALSE(log->is_whole());
}

TEST(CappedLog, LooksAfterAnotherWriterWithoutHoldingItUp) {
    TempDirectory directory;
    const auto log = *CappedLog::create(directory / "log", k_limit);
    ASSERT_TRUE(log->watch());
    const std::string line = std::string(999, 'x') + "\n";
    for (int i = 0; i < 200; ++i)
        ASSERT_EQ(::write(log->fd(), line.data(), line.size()), 1000);
    const auto is_cut = [&] {
        const std::string text = text_of(directory / "log");
        // A line that was written at the very moment of the cut stands before the note.
        return text.size() <= k_limit && text.find("[... the log was full: ") != std::string::npos &&
               text.ends_with("\n" + line);
    };
    const auto give_up = std::chrono::steady_clock::now() + 5s;
    while (!is_cut() && std::chrono::steady_clock::now() < give_up)
        std::this_thread::yield();
    EXPECT_TRUE(is_cut());
}

TEST(CappedLog, TakesNoFileAndNoLinkThatIsThere) {
    TempDirectory directory;
    std::filesystem::create_symlink(directory / "target", directory / "log");
    EXPECT_EQ(CappedLog::create(directory / "log", k_limit).error().code, Errc::already_exists);
    EXPECT_FALSE(std::filesystem::exists(directory / "target"));
}

} // namespace
} // namespace thoth
