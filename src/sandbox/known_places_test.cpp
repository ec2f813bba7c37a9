#include "sandbox/known_places.h"

#include "fakes/fake_environment.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace thoth {
namespace {
using testing::ElementsAre;

TEST(KnownPlaces, AProgramMayReadItsOwnSecretsOnly) {
    FakeEnvironment environment;
    environment.values["SSH_AUTH_SOCK"] = "/run/user/7/agent";
    const auto secrets = [&](std::string_view program) {
        return secrets_of_program(program, "/home/u", environment);
    };
    EXPECT_THAT(secrets("ssh"), ElementsAre("/home/u/.ssh", "/run/user/7/agent"));
    EXPECT_THAT(secrets("npm"), ElementsAre("/home/u/.npmrc"));
    EXPECT_THAT(secrets("gh"), ElementsAre("/home/u/.config/gh"));
    EXPECT_THAT(secrets("docker"), ElementsAre("/home/u/.docker", "/run/docker.sock"));
    EXPECT_THAT(secrets("make"), ElementsAre());
}

TEST(KnownPlaces, AnAgentThatIsNoAbsolutePathIsNone) {
    FakeEnvironment environment;
    environment.values["SSH_AUTH_SOCK"] = "agent";
    EXPECT_THAT(secrets_of_program("ssh", "/home/u", environment), ElementsAre("/home/u/.ssh"));
    EXPECT_THAT(secrets_of_program("npm", "", environment), ElementsAre());
}

TEST(KnownPlaces, NoProgramOnThePathIsInACacheThatIsWritten) {
    const auto lies_in_one_of = [](const std::vector<Path>& places, const Path& path) {
        return std::ranges::any_of(places, [&](const Path& place) { return is_within(path, place); });
    };
    for (const char* name : {".local/share/pnpm/eslint", ".cargo/bin/cargo", ".yarn/bin/tsc", "go/bin/gopls",
                             ".cache/p10k-instant-prompt-u.zsh", ".cache/p10k-dump-u.zsh.zwc"}) {
        const Path path = Path("/home/u") / name;
        EXPECT_TRUE(!lies_in_one_of(build_caches("/home/u"), path) ||
                    lies_in_one_of(read_only_in_caches("/home/u"), path))
            << path;
    }
    EXPECT_TRUE(lies_in_one_of(build_caches("/home/u"), "/home/u/.local/share/pnpm/store/v3"));
}

TEST(KnownPlaces, EveryPlaceLiesInTheHome) {
    for (const auto& places :
         {build_caches("/h"), read_only_in_caches("/h"), start_up_files("/h"), secret_places("/h")})
        for (const Path& place : places)
            EXPECT_TRUE(is_within(place, "/h") && place == place.lexically_normal()) << place;
    EXPECT_TRUE(build_caches("").empty());
}

} // namespace
} // namespace thoth
