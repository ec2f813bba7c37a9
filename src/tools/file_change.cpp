#include "tools/file_change.h"

#include "text/diff.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_context_lines = 2;     // G07
constexpr uint32_t k_file_mode = 0666; // less the umask
constexpr uint32_t k_set_id_bits = 06000;
constexpr uint32_t k_owner_writes = 0200;

std::optional<ContentHash> hash_if_any(const std::optional<std::string>& bytes) {
    return bytes ? std::optional(hash_of(*bytes)) : std::nullopt;
}

std::string diff_of(const FileChange& change) {
    const std::string& name = change.target.path.shown;
    const DiffNames names{change.before ? "a/" + name : "/dev/null", change.after ? "b/" + name : "/dev/null"};
    const auto text = [](const std::optional<std::string>& bytes) {
        return bytes ? std::string_view(*bytes) : std::string_view();
    };
    return unified_diff(text(change.before), text(change.after), names, k_context_lines);
}

class PreparedFileChange final : public PreparedCall {
public:
    explicit PreparedFileChange(FileChange change)
        : m_change(std::move(change)), m_diff(diff_of(m_change)),
          m_planned{m_change.target.path.real, hash_if_any(m_change.before), hash_if_any(m_change.after), {}} {}

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
    const std::string* content_before() const override { return m_change.before ? &*m_change.before : nullptr; }

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

    Result<void> change_it(FileSystem& files) const {
        const Path& path = target().path.real;
        if (!m_planned.after) return files.remove_file(path, *m_planned.before, Durability::synced);
        if (m_planned.before) return files.replace(path, *m_planned.before, *m_change.after, Durability::synced);
        TRY(files.make_directories(path.parent_path(), k_directory_mode));
        return files.create(path, *m_change.after, k_file_mode, Durability::synced);
    }
    Result<void> check_unchanged(const ToolContext& context) const {
        const Path& path = target().path.real;
        if (!m_planned.before) {
            const auto now = context.files.link_status(path);
            if (!now && now.error().code == Errc::not_found) return {};
            return conflict("was created by someone else in the meantime");
        }
        const auto file = context.files.open(path);
        if (!file && file.error().code == Errc::not_found)
            return conflict("was removed by someone else in the meantime");
        const auto now = file ? hash_file(**file, context.stop) : Result<ContentHash>(fail(file.error()));
        if (!now || *now != *m_planned.before) return conflict("changed since it was looked at");
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
};
} // namespace

std::unique_ptr<PreparedCall> prepare_file_change(FileChange change) {
    return std::make_unique<PreparedFileChange>(std::move(change));
}

} // namespace thoth
