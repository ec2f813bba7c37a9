#include "os/output.h"

#include "fakes/front_end_bench.h"

#include <chrono>
#include <csignal>
#include <gtest/gtest.h>

namespace thoth {

namespace {
const std::string k_more_than_fits(3 << 20, 'x');
} // namespace

TEST(Output, WaitsForASlowReaderAndLosesNothing) {
    TextPipe pipe;
    Output output(pipe.write_end(), false);
    std::string seen;
    {
        const std::jthread reader([&] {
            while (seen.size() < k_more_than_fits.size())
                seen = pipe.text();
        });
        output.write(k_more_than_fits);
    }
    EXPECT_EQ(seen, k_more_than_fits);
    EXPECT_FALSE(output.broken());
}

TEST(Output, ASignalEndsTheWaitForAReader) {
    SignalWatch signals;
    TextPipe pipe;
    Output output(pipe.write_end(), false, signals.fd());
    ::kill(::getpid(), SIGTERM);
    output.write(k_more_than_fits);
    EXPECT_FALSE(output.broken());
    EXPECT_EQ(signals.take(), SIGTERM);
    EXPECT_LT(pipe.text().size(), k_more_than_fits.size());
    output.write("and on"); // there is room, and no signal any more
    EXPECT_TRUE(pipe.text().ends_with("xand on"));
}

TEST(Output, WithoutWaitingDropsWhatDoesNotFit) {
    TextPipe pipe;
    Output output(pipe.write_end(), false);
    output.stop_waiting();
    output.write(k_more_than_fits);
    output.write("more");
    EXPECT_FALSE(output.broken());
    EXPECT_LT(pipe.text().size(), k_more_than_fits.size());
}

TEST(Output, WaitsNoLongerThanTheTimeItIsGiven) {
    TextPipe pipe;
    Output output(pipe.write_end(), false);
    output.stop_waiting_in(std::chrono::milliseconds(30));
    output.write(k_more_than_fits);
    output.write("more");
    EXPECT_FALSE(output.broken());
    EXPECT_LT(pipe.text().size(), k_more_than_fits.size());
    output.write("there is room");
    EXPECT_TRUE(pipe.text().ends_with("there is room"));
}

TEST(Output, LeavesTheModeOfTheDescriptorAlone) {
    TextPipe pipe;
    Output output(pipe.write_end(), false);
    output.write("x");
    EXPECT_EQ(::fcntl(pipe.write_end(), F_GETFL) & O_NONBLOCK, 0);
}

TEST(Output, KeepsTheErrorOfAFailedWrite) {
    const Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
    Output output(full.fd(), false);
    output.write("x");
    EXPECT_TRUE(output.broken());
    EXPECT_EQ(output.error(), ENOSPC);
}

TEST(Output, AReaderThatWentAwayIsABrokenPipe) {
    const SignalWatch signals; // without SIGPIPE
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    Descriptor read_end(ends[0]);
    const Descriptor write_end(ends[1]);
    Output output(write_end.fd(), false, signals.fd());
    read_end.close();
    output.write("x");
    EXPECT_EQ(output.error(), EPIPE);
}

} // namespace thoth
