#include "tools/ask_user.h"

#include "fakes/tool_bench.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

struct Bench : ToolBench {
    Bench() { add(make_ask_user_tool()); }
    std::string answered(const Choice& choice) {
        context.ask_user = [&](const std::string& question, const std::vector<std::string>& options,
                               std::stop_token) -> Result<Choice> {
            asked = question;
            for (const std::string& option : options)
                asked += " / " + option;
            return choice;
        };
        return run("ask_user", k_call).value_or("(an error)");
    }
    static constexpr std::string_view k_call = R"({"question":"Which?","options":["a","b"]})";
    std::string asked;
};

TEST(AskUser, TellsThreeOutcomesApart) { // T57
    Bench bench;
    EXPECT_EQ(bench.answered({2}), "the user chose option 2: b");
    EXPECT_EQ(bench.asked, "Which? / a / b");
    EXPECT_EQ(bench.answered({0, "neither"}),
              "the user took none of the options and answered in their own words:\nneither");
    EXPECT_EQ(bench.answered({}), "the user gave no answer. Take the option that changes least, and say in your "
                                  "answer which one you took");
}

TEST(AskUser, WithNobodyToAskItIsAnError) {
    EXPECT_EQ(Bench().error("ask_user", Bench::k_call), "ask_user: there is nobody to ask (decide it yourself)");
}

TEST(AskUser, TakesTwoToNineOptions) { // T56
    Bench bench;
    EXPECT_EQ(bench.error("ask_user", R"({"question":"Which?","options":["a"]})"),
              "ask_user: there are 1 options (give 2 to 9)");
    Json options = Json::array();
    for (int i = 0; i < 10; ++i)
        options.push_back("o");
    EXPECT_EQ(bench.error("ask_user", dump_json(Json{{"question", "Which?"}, {"options", options}})),
              "ask_user: there are 10 options (give 2 to 9)");
    EXPECT_EQ(bench.error("ask_user", R"({"question":" ","options":["a","b"]})"),
              "ask_user: the question is empty (say it in words)");
    EXPECT_EQ(bench.error("ask_user", R"({"question":"Which?","options":["a",""]})"),
              "ask_user: option 2 is empty (say it in words)");
    EXPECT_EQ(
        bench.error("ask_user", dump_json(Json{{"question", "Which?"}, {"options", {"a", std::string(201, 'x')}}})),
        "ask_user: option 2 is too long (at most 200 characters)");
}

} // namespace
} // namespace thoth
