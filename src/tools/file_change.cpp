#include "tools/file_change.h"

#include "text/diff.h"

#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace thoth {

namespace {
constexpr int k_context_lines = 2;     // G07
constexpr uint32_t k_file_mode = 0666; // less the umask
constexpr uint32_t k_set_id_bits = 06000;
constexpr uint32_t k_owner_writes = 0200;

std::string diff_of(const FileChange& change) {
    const std::string& name = change.target.path.shown;
    const DiffNames names{change.before ? "a/" + name : "/dev/null", change.after ? "b/" + name : "/dev/null"};
    const std::string_view before = change.before ? change.before->bytes() : std::string_view();
    const std::string_view after = change.after ? change.after->bytes : std::string_view();
    return unified_diff(before, after, names, k_context_lines);
}

PlannedChange plan_of(const FileChange& change) {
    PlannedChange planned{change.target.path.real, {}, {}, {}};
    if (change.before) planned.before = change.before->hash();
    if (change.after) planned.after = change.after->hash;
    return planned;
}

class PreparedFileChange final : public PreparedCall {
public:
    explicit PreparedFileChange(FileChange change)
        : m_change(std::move(change)), m_diff(diff_of(m_change)), m_planned(plan_of(m_change)) {}

    Access access() const override {
        ChangeAccess access{target().path.real};
        if (target().status) {
            access.more_names = target().status->links > 1;
            access.read_only = (target().status->mode & k_owner_writes) == 0;
        }
        if (!m_planned.after) access.kind = ChangeAccess::Kind::remove;
        return access;
    }
    Preview preview() const override {
        return {Preview::Kind::diff, fmt::format("{} {}{}", m_change.tool, target().path.shown, m_change.note),
                m_diff};
    }
    std::optional<PlannedChange> planned_change() const override { return m_planned; }
    bool writes_whole_file() const override { return m_change.is_whole; }
    PriorContent* content_before() override { return m_change.before ? &*m_change.before : nullptr; }

    void stage(const ToolContext& context) override {
        if (!m_planned.before || !m_planned.after) return;
        if (auto staged = begin_replace(context.files)) m_staged = std::move(*staged);
    }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        if (stop.stop_requested()) return fail(Errc::cancelled, m_change.tool + ": cancelled by user");
        TRY(check_still_there(m_change.tool, target().path, context));
        TRY(check_unchanged(context));
        if (auto done = change_it(context.files); !done) {
            if (done.error().code == Errc::conflict || done.error().code == Errc::already_exists)
                return conflict("was changed by someone else at this moment");
            return fail(named(m_change.tool, std::move(done).error()));
        }
        m_change.on_done(context.ledger);
        if (m_planned.after && target().status && (target().status->mode & k_set_id_bits) != 0)
            return m_change.report + "; its setuid and setgid bits were dropped";
        return m_change.report;
    }

private:
    const TargetFile& target() const { return m_change.target; }

    Result<std::unique_ptr<PendingReplacement>> begin_replace(FileSystem& files) const {
        return files.begin_replace(target().path.real, *m_planned.before, m_change.after->bytes,
                                   Durability::synced);
    }
    Result<void> change_it(FileSystem& files) {
        const Path& path = target().path.real;
        if (!m_planned.after) return files.remove_file(path, *m_planned.before, Durability::synced);
        if (m_planned.before) {
            if (!m_staged) m_staged = TRY(begin_replace(files));
            return m_staged->put_into_place();
        }
        TRY(files.make_directories(path.parent_path(), k_directory_mode));
        return files.create(path, m_change.after->bytes, k_file_mode, Durability::synced);
    }
    Result<void> check_unchanged(const ToolContext& context) {
        const auto now = context.files.link_status(target().path.real);
        if (!now && now.error().code == Errc::not_found)
            return m_planned.before ? conflict("was removed by someone else in the meantime") : Result<void>();
        if (!m_planned.before) return conflict("was created by someone else in the meantime");
        // Times can lie, and that is found when the file is taken out of its place. The look that costs
        // a pass over the file is for the answer that costs nothing else.
        if (now && target().status == *now) return {};
        m_staged.reset(); // it may have other permissions by now
        const auto file = context.files.open(target().path.real);
        const auto content = file ? hash_file(**file, context.stop) : Result<ContentHash>(fail(file.error()));
        if (!content || *content != *m_planned.before) return conflict("changed since it was looked at");
        return check_same_file(context);
    }
    // The bytes are the same, but a write may now reach further than what was judged. An editor
    // that saved the same bytes through a rename is no conflict.
    Result<void> check_same_file(const ToolContext& context) const {
        const auto now = context.files.link_status(target().path.real);
        if (!now || now->links <= 1 || !target().status) return {};
        const FileStatus& judged = *target().status;
        const bool same = now->device == judged.device && now->inode == judged.inode;
        if (same && now->links <= judged.links) return {};
        return conflict("is now a file with other hard links");
    }
    std::unexpected<Error> conflict(const char* what) const {
        return fail(Errc::conflict, fmt::format("{}: {} {}", m_change.tool, target().quoted(), what),
                    "nothing was written; read_file it again, then repeat the call");
    }

    FileChange m_change;
    std::string m_diff;
    PlannedChange m_planned;
    std::unique_ptr<PendingReplacement> m_staged; // of m_change.after
};
} // namespace

std::unique_ptr<PreparedCall> prepare_file_change(FileChange change) {
    return std::make_unique<PreparedFileChange>(std::move(change));
}

} // namespace thoth
