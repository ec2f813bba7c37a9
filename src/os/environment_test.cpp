#include "os/environment.h"

#include "fakes/fake_environment.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using Variables = std::vector<std::pair<std::string, std::string>>;
} // namespace

TEST(EnvironmentWithoutSecret, HidesTheKeyUnderWhateverName) { // B107
    const FakeEnvironment inner({{"MY_KEY", "sk-12345"}, {"COPY", "sk-12345"}, {"PATH", "/bin"}});
    const EnvironmentWithoutSecret environment(inner, "sk-12345");
    EXPECT_EQ(environment.all(), (Variables{{"PATH", "/bin"}}));
    EXPECT_EQ(environment.get("MY_KEY"), std::nullopt);
    EXPECT_EQ(environment.get("PATH"), "/bin");
}

TEST(EnvironmentWithoutSecret, WithoutAKeyOrWithAStandInHidesNothing) {
    const FakeEnvironment inner({{"A", ""}, {"CI", "1"}});
    for (const char* secret : {"", "1"})
        EXPECT_EQ(EnvironmentWithoutSecret(inner, secret).all(), inner.all());
}

} // namespace thoth
