#include "tools/edit_target.h"

#include "tools/file_change.h"

#include <fmt/format.h>

namespace thoth {

namespace {
Result<void> check_seen(std::string_view tool, const EditTarget& target, const FileLedger& ledger) {
    switch (ledger.coverage(target.file.path.real, target.before.hash())) {
    case Coverage::partial:
    case Coverage::whole:
        return {};
    case Coverage::stale:
        return fail(Errc::conflict, fmt::format("{}: {} changed since it was read", tool, target.file.quoted()),
                    "read_file it again, then edit");
    case Coverage::unseen:
        break;
    }
    return fail(Errc::refused, fmt::format("{}: {} was not read yet", tool, target.file.quoted()),
                "read_file it first");
}
} // namespace

Result<EditTarget> open_for_edit(std::string_view tool, std::string_view path, const ToolContext& context) {
    TargetFile file = TRY(look_up_regular(tool, path, context));
    std::string before = TRY(read_for_change(tool, file, context));
    EditTarget target{std::move(file), PriorContent(std::move(before))};
    TRY(check_seen(tool, target, context.ledger));
    return target;
}

std::unique_ptr<PreparedCall> prepare_edit(std::string_view tool, EditTarget target, std::string after,
                                           std::string report) {
    NewContent content(std::move(after));
    auto done = [path = target.file.path.real, from = target.before.hash(), to = content.hash](FileLedger& ledger) {
        ledger.changed(path, from, to);
    };
    return prepare_file_change({std::string(tool), std::move(target.file), std::move(target.before),
                                std::move(content), std::move(report), std::move(done)});
}

Error in_file(std::string_view tool, const TargetFile& file, std::string_view where, Error error) {
    error.message = fmt::format("{}: {}{}: {}", tool, where, file.quoted(), error.message);
    return error;
}

} // namespace thoth
