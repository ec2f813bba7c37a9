#include "tools/ask_user.h"

#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/tool_text.h"

#include <fmt/format.h>
#include <vector>

namespace thoth {

namespace {
constexpr std::string_view k_name = "ask_user";
constexpr size_t k_fewest_options = 2;
constexpr size_t k_most_options = 9;
constexpr size_t k_longest_question = 1000; // characters
constexpr size_t k_longest_option = 200;

Result<void> check_text(std::string_view what, std::string_view text, size_t longest) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fail(Errc::invalid_argument, fmt::format("{}: {} is empty", k_name, what), "say it in words");
    if (utf8_length(text) > longest)
        return fail(Errc::invalid_argument, fmt::format("{}: {} is too long", k_name, what),
                    fmt::format("at most {} characters", longest));
    return {};
}

class PreparedQuestion final : public PreparedCall {
public:
    PreparedQuestion(std::string question, std::vector<std::string> options)
        : m_question(std::move(question)), m_options(std::move(options)) {}
    Access access() const override { return NoAccess{}; }
    Preview preview() const override { return {Preview::Kind::none, std::string(k_name), {}}; }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        if (!context.ask_user)
            return fail(Errc::unavailable, "ask_user: there is nobody to ask", "decide it yourself");
        const Choice choice = TRY(context.ask_user(m_question, m_options, std::move(stop)));
        if (choice.option > 0 && static_cast<size_t>(choice.option) <= m_options.size())
            return fmt::format("the user chose option {}: {}", choice.option,
                               m_options[static_cast<size_t>(choice.option) - 1]);
        if (!choice.text.empty())
            return "the user took none of the options and answered in their own words:\n" + choice.text;
        return "the user gave no answer. Take the option that changes least, and say in your answer which one you "
               "took";
    }

private:
    std::string m_question;
    std::vector<std::string> m_options;
};

class AskUserTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }
    bool answer_goes_stale() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments, const ToolContext&) const override {
        std::string question = text_field(arguments, "question").value_or(std::string());
        std::vector<std::string> options = text_list_field(arguments, "options");
        TRY(check_text("the question", question, k_longest_question));
        if (options.size() < k_fewest_options || options.size() > k_most_options)
            return fail(Errc::invalid_argument, fmt::format("ask_user: there are {} options", options.size()),
                        fmt::format("give {} to {}", k_fewest_options, k_most_options));
        for (size_t i = 0; i < options.size(); ++i)
            TRY(check_text(fmt::format("option {}", i + 1), options[i], k_longest_option));
        return std::make_unique<PreparedQuestion>(std::move(question), std::move(options));
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("question":{"type":"string"},)"
                    R"("options":{"type":"array","items":{"type":"string"}}},)"
                    R"("required":["question","options"]})"};
};
} // namespace

std::unique_ptr<Tool> make_ask_user_tool() {
    return std::make_unique<AskUserTool>();
}

} // namespace thoth
