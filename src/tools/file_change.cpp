#include "tools/file_change.h"

#include "text/diff.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_context_lines = 2;     // G07
constexpr uint32_t k_file_mode = 0666; // less the umask
constexpr uint32_t k_directory_mode = 0777;
constexpr uint32_t k_set_id_bits = 06000;
constexpr uint32_t k_owner_writes = 0200;

class PreparedFileChange final : public PreparedCall {
public:
    explicit PreparedFileChange(FileChange change)
        : m_tool(std::move(change.tool)), m_target(std::move(change.target)), m_after(std::move(change.after)),
          m_report(std::move(change.report)), m_on_done(std::move(change.on_done)) {
        const DiffNames names{change.before ? "a/" + m_target.path.shown : "/dev/null", "b/" + m_target.path.shown};
        m_diff = unified_diff(change.before ? *change.before : std::string(), m_after, names, k_context_lines);
        m_planned = {m_target.path.real, std::nullopt, hash_of(m_after)};
        if (change.before) m_planned.before = hash_of(*change.before);
    }

    Access access() const override {
        ChangeAccess change{m_target.path.real, false, false};
        if (m_target.status) {
            change.more_names = m_target.status->links > 1;
            change.read_only = (m_target.status->mode & k_owner_writes) == 0;
        }
        return change;
    }
    Preview preview() const override { return {Preview::Kind::diff, m_tool + ' ' + m_target.path.shown, m_diff}; }
    std::optional<PlannedChange> planned_change() const override { return m_planned; }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        if (stop.stop_requested()) return fail(Errc::cancelled, m_tool + ": cancelled by user");
        TRY(check_still_there(m_tool, m_target.path, context));
        TRY(check_unchanged(context));
        if (!m_planned.before)
            if (auto made = context.files.make_directories(m_target.path.real.parent_path(), k_directory_mode);
                !made)
                return fail(named(m_tool, std::move(made).error()));
        auto written = context.files.write(m_target.path.real, m_after, k_file_mode, Durability::synced);
        if (!written) return fail(named(m_tool, std::move(written).error()));
        m_on_done(context.ledger);
        if (m_target.status && (m_target.status->mode & k_set_id_bits) != 0)
            return m_report + "; its setuid and setgid bits were dropped";
        return m_report;
    }

private:
    Result<void> check_unchanged(const ToolContext& context) const {
        const Path& path = m_target.path.real;
        if (!m_planned.before) {
            const auto now = context.files.link_status(path);
            if (!now && now.error().code == Errc::not_found) return {};
            return conflict("was created by someone else in the meantime");
        }
        const auto now = read_whole(context.files, path, k_max_changed_bytes);
        if (!now && now.error().code == Errc::not_found)
            return conflict("was removed by someone else in the meantime");
        if (!now || hash_of(*now) != *m_planned.before) return conflict("changed since it was looked at");
        return check_same_file(context);
    }
    // The bytes are the same, but a write may now reach further than what was judged. An editor
    // that saved the same bytes through a rename is no conflict.
    Result<void> check_same_file(const ToolContext& context) const {
        const auto now = context.files.link_status(m_target.path.real);
        if (!now || now->links <= 1 || !m_target.status) return {};
        const FileStatus& judged = *m_target.status;
        const bool same = now->device == judged.device && now->inode == judged.inode;
        if (same && now->links <= judged.links) return {};
        return conflict("is now a file with other hard links");
    }
    std::unexpected<Error> conflict(const char* what) const {
        return fail(Errc::conflict, fmt::format("{}: {} {}", m_tool, m_target.quoted(), what),
                    "nothing was written; read_file it again, then repeat the call");
    }

    std::string m_tool;
    TargetFile m_target;
    std::string m_after;
    std::string m_report;
    std::function<void(FileLedger&)> m_on_done;
    std::string m_diff;
    PlannedChange m_planned;
};
} // namespace

std::unique_ptr<PreparedCall> prepare_file_change(FileChange change) {
    return std::make_unique<PreparedFileChange>(std::move(change));
}

} // namespace thoth
