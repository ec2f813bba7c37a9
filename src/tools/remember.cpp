#include "tools/remember.h"

#include "text/diff.h"
#include "tools/arguments.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"
#include "workspace/project_memory.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "remember";
constexpr int k_context_lines = 2;
constexpr std::string_view k_mark = "- "; // in front of each line

std::string in_quotes(std::string_view line) {
    return fmt::format("\"{}\"", line.substr(k_mark.size()));
}

class KnownFact final : public PreparedCall {
public:
    explicit KnownFact(std::string line) : m_line(std::move(line)) {}
    Access access() const override { return NoAccess{}; }
    Preview preview() const override { return {Preview::Kind::none, "remember " + in_quotes(m_line), {}}; }
    Result<std::string> run(const ToolContext&, std::stop_token) override {
        return in_quotes(m_line) + " is remembered already";
    }

private:
    std::string m_line;
};

class NewFact final : public PreparedCall {
public:
    NewFact(ProjectMemory memory, std::string shown, std::string line, std::string before, bool is_there)
        : m_memory(std::move(memory)), m_shown(std::move(shown)), m_line(std::move(line)),
          m_before(std::move(before)), m_is_there(is_there), m_after(with_line(m_before.bytes(), m_line)) {}

    Access access() const override { return RememberAccess{m_memory.file(), m_line.substr(k_mark.size())}; }
    Preview preview() const override {
        const DiffNames names{m_is_there ? "a/" + m_shown : "/dev/null", "b/" + m_shown};
        return {Preview::Kind::diff, "remember in " + m_shown,
                unified_diff(m_before.bytes(), m_after, names, k_context_lines)};
    }
    // What it is when nobody else adds something at the same moment; undo leaves the file alone otherwise.
    std::optional<PlannedChange> planned_change() const override {
        return PlannedChange{
            m_memory.file(), m_is_there ? std::optional(m_before.hash()) : std::nullopt, hash_of(m_after), {}};
    }
    PriorContent* content_before() override { return m_is_there ? &m_before : nullptr; }

    Result<std::string> run(const ToolContext&, std::stop_token stop) override {
        if (stop.stop_requested()) return fail(Errc::cancelled, "remember: cancelled by user");
        const auto now = m_memory.text();
        if (!now) return fail(named(k_name, now.error()));
        if (has_line(*now, m_line)) return in_quotes(m_line) + " is remembered already";
        if (auto added = m_memory.add(m_line); !added) return fail(named(k_name, std::move(added).error()));
        return fmt::format("remembered {} in {}", in_quotes(m_line), m_shown);
    }

private:
    ProjectMemory m_memory;
    std::string m_shown;
    std::string m_line;
    PriorContent m_before;
    bool m_is_there;
    std::string m_after;
};

class RememberTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        auto line = remembered_line(text_field(arguments, "fact").value_or(std::string()));
        if (!line) return fail(named(k_name, std::move(line).error()));
        ProjectMemory memory(context.files, context.workspace.root());
        auto before = memory.text();
        if (!before) return fail(named(k_name, std::move(before).error()));
        if (has_line(*before, *line)) return std::make_unique<KnownFact>(std::move(*line));
        const bool is_there = context.files.link_status(memory.file()).has_value();
        std::string shown = context.workspace.shown(memory.file());
        return std::make_unique<NewFact>(std::move(memory), std::move(shown), std::move(*line), std::move(*before),
                                         is_there);
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("fact":{"type":"string","description":"One sentence, at most 500 characters"}},)"
                    R"("required":["fact"]})"};
};
} // namespace

std::unique_ptr<Tool> make_remember_tool() {
    return std::make_unique<RememberTool>();
}

} // namespace thoth
