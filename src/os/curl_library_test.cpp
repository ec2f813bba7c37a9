#include "os/curl_library.h"

#include <array>
#include <gtest/gtest.h>
#include <thread>

namespace thoth {

TEST(CurlLibrary, SaysWhatToInstallWhenThereIsNone) {
    constexpr std::array k_names{"libthoth-no-such-library.so.4"};
    const auto library = load_curl(k_names);
    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().code, Errc::unavailable);
    EXPECT_EQ(library.error().message, "libcurl cannot be loaded");
    EXPECT_NE(library.error().hint.find("libcurl4"), std::string::npos);
}

TEST(CurlLibrary, NamesTheFunctionThatAnotherLibraryLacks) {
    constexpr std::array k_names{"libthoth-no-such-library.so.4", "libc.so.6"};
    const auto library = load_curl(k_names);
    ASSERT_FALSE(library);
    EXPECT_EQ(library.error(), (Error{Errc::unavailable, "libcurl is too old: it has no curl_global_init",
                                      "libcurl 7.68 or later is needed"}));
}

TEST(CurlLibrary, GivesEveryThreadTheSameTable) {
    const CurlLibrary* other = nullptr;
    std::jthread thread([&] { other = curl_library().value_or(nullptr); });
    const auto mine = curl_library();
    thread.join();
    ASSERT_TRUE(mine) << describe(mine.error());
    EXPECT_EQ(other, *mine);
}

} // namespace thoth
