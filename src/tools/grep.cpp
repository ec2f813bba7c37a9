#include "tools/grep.h"

#include "search/grep.h"
#include "search/regex.h"
#include "tools/arguments.h"
#include "tools/search_notes.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "grep";
constexpr int k_max_context = 10;
constexpr int k_usual_matches = 100;
constexpr int k_most_matches = 1000;
constexpr size_t k_footer_chars = 600;

std::string limit_note(const GrepOutcome& outcome, const GrepQuery& query) {
    const std::string found = counted(outcome.matches, query.files_only ? "file" : "matching line");
    const std::string where =
        outcome.matches >= query.max_matches ? "after " + found : "at the size limit, after " + found;
    return fmt::format("[stopped {}; there may be more: narrow the pattern, path or glob]\n", where);
}

std::string result_text(const GrepOutcome& outcome, const GrepQuery& query) {
    const std::string left_out = describe_left_out(left_out_of(outcome));
    std::string text = outcome.text;
    if (outcome.more)
        text += limit_note(outcome, query);
    else if (outcome.matches == 0)
        text += fmt::format("no matches in {}{}\n", counted(outcome.files_searched, "searched file"), left_out);
    else if (outcome.partial || outcome.unreadable > 0 || outcome.rules_set_aside)
        text += fmt::format("[{}{}]\n", counted(outcome.files_searched, "file") + " searched", left_out);
    if (const std::string note = describe_given_up(outcome); !note.empty()) text += fmt::format("[{}]\n", note);
    if (outcome.matches == 0 && query.pattern.find("\\n") != std::string::npos)
        text += "[lines are searched one by one, so \\n in a pattern never matches]\n";
    if (outcome.files_skipped_secret > 0)
        text += fmt::format("[skipped {}; name one as path to ask for it]\n",
                            counted(outcome.files_skipped_secret, "credential file"));
    if (outcome.files_withheld > 0)
        text += fmt::format("[skipped {}: a rule denies reading them]\n", counted(outcome.files_withheld, "file"));
    return text;
}

class PreparedGrep final : public PreparedCall {
public:
    PreparedGrep(TargetFile target, GrepQuery query) : m_target(std::move(target)), m_query(std::move(query)) {}

    Access access() const override {
        const bool is_tree = m_target.status->kind == FileKind::directory;
        return ReadAccess{m_target.path.real, is_tree ? ReadAccess::Extent::tree : ReadAccess::Extent::file};
    }
    Preview preview() const override {
        return {Preview::Kind::none, fmt::format("grep {} in {}", m_query.pattern, m_target.path.shown), {}};
    }
    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        TRY(check_still_there(k_name, m_target.path, context));
        m_query.max_output_chars =
            std::max<size_t>(static_cast<size_t>(context.budget.result_chars), 2 * k_footer_chars) - k_footer_chars;
        m_query.withheld = context.withheld;
        m_query.show = [&context](const Path& path) { return context.workspace.shown(path); };
        const IgnoreSources ignore(context.files, context.environment);
        m_query.ignore = &ignore;
        const auto outcome = grep(context.files, m_query, std::move(stop));
        if (!outcome) return fail(named(k_name, outcome.error()));
        return result_text(*outcome, m_query);
    }

private:
    TargetFile m_target;
    GrepQuery m_query;
};

class GrepTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        GrepQuery query;
        query.pattern = text_field(arguments, "pattern").value_or("");
        query.style.ignore_case = flag_field(arguments, "ignore_case");
        if (const auto regex = Regex::compile(query.pattern, query.style); !regex)
            return fail(named(k_name, regex.error()));
        TargetFile target = TRY(look_up(k_name, text_field(arguments, "path").value_or("."), context));
        if (!target.status)
            return fail(Errc::not_found, fmt::format("grep: {} does not exist", target.quoted()),
                        "glob finds files by name");
        query.start = target.path.real;
        query.glob = text_field(arguments, "glob").value_or("");
        query.context =
            static_cast<size_t>(std::clamp(integer_field(arguments, "context").value_or(0), 0, k_max_context));
        query.files_only = flag_field(arguments, "files_only");
        const int most = integer_field(arguments, "max").value_or(k_usual_matches);
        query.max_matches = static_cast<size_t>(std::clamp(most, 1, k_most_matches));
        return std::make_unique<PreparedGrep>(std::move(target), std::move(query));
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("pattern":{"type":"string"},)"
                    R"("path":{"type":"string","description":"File or directory, default: the project"},)"
                    R"("glob":{"type":"string","description":"Only files whose path or name matches, e.g. *.cpp"},)"
                    R"("context":{"type":"integer","description":"Lines around each match, 0 to 10"},)"
                    R"("ignore_case":{"type":"boolean"},)"
                    R"("files_only":{"type":"boolean","description":"Names alone"},)"
                    R"("max":{"type":"integer","description":"Default 100"}},)"
                    R"("required":["pattern"]})"};
};
} // namespace

std::unique_ptr<Tool> make_grep_tool() {
    return std::make_unique<GrepTool>();
}

} // namespace thoth
