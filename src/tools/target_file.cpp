#include "tools/target_file.h"

#include "text/utf16.h"

#include <fmt/format.h>

namespace thoth {

namespace {
std::unexpected<Error> not_found(std::string_view tool, const TargetFile& target, const ToolContext& context) {
    return fail(Errc::not_found, fmt::format("{}: {} does not exist", tool, target.quoted()),
                fmt::format("the working directory is {}; list_dir and glob show what is there",
                            escape_name(context.workspace.root().native())));
}

std::unexpected<Error> not_regular(std::string_view tool, const TargetFile& target) {
    if (target.status->kind == FileKind::directory)
        return fail(Errc::unsupported, fmt::format("{}: {} is a directory", tool, target.quoted()),
                    "list_dir shows what is in it");
    return fail(Errc::unsupported,
                fmt::format("{}: {} is not a regular file but a FIFO, device or socket", tool, target.quoted()),
                "name a regular file");
}
} // namespace

Error named(std::string_view tool, Error error) {
    error.message = fmt::format("{}: {}", tool, error.message);
    return error;
}

Result<TargetFile> look_up(std::string_view tool, std::string_view text, const ToolContext& context) {
    auto path = context.workspace.resolve(context.files, text);
    if (!path) return fail(named(tool, std::move(path).error()));
    TargetFile target{std::move(*path), std::nullopt};
    auto status = context.files.status(target.path.real);
    if (status)
        target.status = *status;
    else if (status.error().code != Errc::not_found)
        return fail(named(tool, std::move(status).error()));
    return target;
}

Result<TargetFile> look_up_regular(std::string_view tool, std::string_view text, const ToolContext& context) {
    TargetFile target = TRY(look_up(tool, text, context));
    if (!target.status) return not_found(tool, target, context);
    if (target.status->kind != FileKind::regular) return not_regular(tool, target);
    return target;
}

Result<TargetFile> look_up_entry(std::string_view tool, std::string_view text, const ToolContext& context) {
    auto path = context.workspace.resolve_entry(context.files, text);
    if (!path) return fail(named(tool, std::move(path).error()));
    TargetFile target{std::move(*path), std::nullopt};
    if (!target.path.inside)
        return fail(Errc::refused, fmt::format("{}: {} is outside of the project", tool, target.quoted()),
                    "this tool works inside the project only");
    auto status = context.files.link_status(target.path.real);
    if (!status && status.error().code != Errc::not_found) return fail(named(tool, std::move(status).error()));
    if (!status) return not_found(tool, target, context);
    target.status = *status;
    if (status->kind == FileKind::symlink)
        return fail(Errc::unsupported, fmt::format("{}: {} is a link", tool, target.quoted()),
                    "only regular files are moved and deleted; name the file itself if that is meant");
    if (status->kind != FileKind::regular) return not_regular(tool, target);
    return target;
}

Result<void> check_can_be_created(std::string_view tool, const TargetFile& target, std::string_view text,
                                  const ToolContext& context) {
    if (text.ends_with('/'))
        return fail(Errc::invalid_argument, fmt::format("{}: {} ends in a slash", tool, target.quoted()),
                    "name a file; its directories are created with it");
    for (Path parent = target.path.real.parent_path();; parent = parent.parent_path()) {
        const auto status = context.files.status(parent);
        if (status && status->kind == FileKind::directory) return {};
        if (status)
            return fail(Errc::invalid_argument,
                        fmt::format("{}: \"{}\" is not a directory", tool, context.workspace.shown(parent)),
                        "no file can be created below it");
        if (parent == parent.parent_path()) return fail(named(tool, status.error()));
    }
}

Result<std::string> read_for_change(std::string_view tool, const TargetFile& target, const ToolContext& context) {
    auto bytes = read_real(context.files, target.path.real, k_max_changed_bytes);
    if (!bytes && bytes.error().code == Errc::too_large)
        return fail(Errc::too_large, fmt::format("{}: {} is larger than 64 MB", tool, target.quoted()),
                    "files of this size are only read and searched, not changed");
    if (!bytes) return fail(named(tool, std::move(bytes).error()));
    if (utf16_byte_order(*bytes))
        return fail(Errc::unsupported, fmt::format("{}: {} is UTF-16 text", tool, target.quoted()),
                    "only UTF-8 and other encodings that keep ASCII are changed; convert the file first");
    return bytes;
}

Result<void> check_still_there(std::string_view tool, const ResolvedPath& path, const ToolContext& context) {
    const auto now = context.files.real_path(path.real);
    if (now && *now == path.real) return {};
    return fail(Errc::conflict, fmt::format("{}: \"{}\" now leads somewhere else", tool, path.shown),
                "a link was put in its place; look again and repeat the call");
}

} // namespace thoth
