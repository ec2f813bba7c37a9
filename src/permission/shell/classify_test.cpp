#include "permission/shell/classify.h"

#include "base/json.h"
#include "fakes/test_data.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
const ShellPlace k_place{"/home/u/p", "/home/u/p", "/home/u"};

struct Expected {
    std::string command;
    std::vector<std::string> keys;
    bool always_offered = false;
};

std::vector<Expected> fixtures() {
    std::vector<Expected> all;
    std::ifstream file(test_data() / "shell_permissions.jsonl");
    for (std::string line; std::getline(file, line);) {
        const Json json = *parse_json(line);
        all.push_back({json["command"], json["keys"], json["always_offered"]});
    }
    return all;
}
} // namespace

TEST(ShellFixtures, HaveExactlyTheirKeys) {
    const auto all = fixtures();
    ASSERT_GT(all.size(), 170);
    for (const Expected& each : all) {
        const ShellJudgement found = classify_shell(each.command, k_place);
        EXPECT_EQ(found.keys, each.keys) << each.command;
        EXPECT_EQ(found.always_offered, each.always_offered) << each.command;
        EXPECT_EQ(found.reasons.empty(), found.always_offered) << each.command;
        EXPECT_EQ(found.parsed, !found.commands.empty() || found.keys != std::vector<std::string>{"shell:?"})
            << each.command;
    }
}

} // namespace thoth
