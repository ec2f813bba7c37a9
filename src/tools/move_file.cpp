#include "tools/move_file.h"

#include "tools/arguments.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "move_file";
constexpr uint32_t k_owner_writes = 0200;

class PreparedMove final : public PreparedCall {
public:
    PreparedMove(TargetFile from, TargetFile to, ContentHash content)
        : m_from(std::move(from)), m_to(std::move(to)), m_content(content) {}

    Access access() const override {
        return ChangeAccess{m_from.path.real, m_from.status->links > 1, (m_from.status->mode & k_owner_writes) == 0,
                            ChangeAccess::Kind::move, m_to.path.real};
    }
    Preview preview() const override {
        return {Preview::Kind::none, fmt::format("move_file {} -> {}", m_from.path.shown, m_to.path.shown), {}};
    }
    std::optional<PlannedChange> planned_change() const override {
        return PlannedChange{m_from.path.real, m_content, std::nullopt, m_to.path.real};
    }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        TRY(check_still_there(k_name, m_from.path, context));
        TRY(check_still_there(k_name, m_to.path, context));
        const auto file = context.files.open(m_from.path.real);
        if (!file) return fail(named(k_name, file.error()));
        if (TRY(hash_file(**file, stop)) != m_content)
            return fail(Errc::conflict,
                        fmt::format("move_file: {} changed since it was looked at", m_from.quoted()),
                        "nothing was moved; repeat the call if it is still wanted");
        if (auto made = context.files.make_directories(m_to.path.real.parent_path(), k_directory_mode); !made)
            return fail(named(k_name, std::move(made).error()));
        if (auto moved = context.files.rename(m_from.path.real, m_to.path.real, Durability::synced); !moved)
            return fail(named(k_name, std::move(moved).error()));
        context.ledger.moved(m_from.path.real, m_to.path.real);
        return fmt::format("moved {} to {}", m_from.path.shown, m_to.path.shown);
    }

private:
    TargetFile m_from;
    TargetFile m_to;
    ContentHash m_content;
};

Result<TargetFile> free_place(const std::string& text, const ToolContext& context) {
    auto path = context.workspace.resolve_entry(context.files, text);
    if (!path) return fail(named(k_name, std::move(path).error()));
    TargetFile target{std::move(*path), std::nullopt};
    if (!target.path.inside)
        return fail(Errc::refused, fmt::format("move_file: {} is outside of the project", target.quoted()),
                    "this tool works inside the project only");
    const auto status = context.files.link_status(target.path.real);
    if (status && status->kind == FileKind::directory)
        return fail(Errc::already_exists, fmt::format("move_file: {} is a directory", target.quoted()),
                    "give the whole new path, with the file name");
    if (status)
        return fail(Errc::already_exists, fmt::format("move_file: {} exists already", target.quoted()),
                    "nothing is moved over a file; choose another name");
    if (status.error().code != Errc::not_found) return fail(named(k_name, status.error()));
    TRY(check_can_be_created(k_name, target, text, context));
    return target;
}

class MoveFileTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        TargetFile from =
            TRY(look_up_entry(k_name, text_field(arguments, "from").value_or(std::string()), context));
        TargetFile to = TRY(free_place(text_field(arguments, "to").value_or(std::string()), context));
        const auto file = context.files.open(from.path.real);
        if (!file) return fail(named(k_name, file.error()));
        const auto content = hash_file(**file, context.stop);
        if (!content) return fail(named(k_name, content.error()));
        return std::make_unique<PreparedMove>(std::move(from), std::move(to), *content);
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("from":{"type":"string"},)"
                    R"("to":{"type":"string"}},)"
                    R"("required":["from","to"]})"};
};
} // namespace

std::unique_ptr<Tool> make_move_file_tool() {
    return std::make_unique<MoveFileTool>();
}

} // namespace thoth
