#include "workspace/workspace.h"

#include "text/unicode.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr size_t k_max_path_bytes = 4096; // PATH_MAX: nothing longer can be opened

bool exists(const FileSystem& files, const Path& real) {
    return files.link_status(real).has_value();
}

// U+0080..U+009F too: terminals take some of them for escape sequences.
bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

Result<Path> follow_all(const FileSystem& files, const Path& path) {
    return files.real_path(path);
}

Result<Path> follow_to_entry(const FileSystem& files, const Path& path) {
    const Path name = path.filename();
    if (name.empty() || name == "." || name == "..") return files.real_path(path);
    return TRY(files.real_path(path.parent_path())) / name;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}
} // namespace

Result<Workspace> Workspace::open(const FileSystem& files, const Path& root) {
    const Path real = TRY(files.real_path(root));
    const FileStatus status = TRY(files.status(real));
    if (status.kind != FileKind::directory)
        return fail(Errc::invalid_argument, fmt::format("{} is not a directory", escape_name(real.native())),
                    "start in a project directory");
    return Workspace(real);
}

Result<ResolvedPath> Workspace::resolve(const FileSystem& files, std::string_view text) const {
    return resolve_by(follow_all, files, text);
}

Result<ResolvedPath> Workspace::resolve_entry(const FileSystem& files, std::string_view text) const {
    return resolve_by(follow_to_entry, files, text);
}

Result<ResolvedPath> Workspace::resolve_by(Follow& follow, const FileSystem& files, std::string_view text) const {
    if (text.empty()) return fail(Errc::invalid_argument, "the path is empty", "name a file or a directory");
    if (text.find('\0') != std::string_view::npos)
        return fail(Errc::invalid_argument, "the path holds a NUL byte", "no file can have such a name");
    if (text.size() > k_max_path_bytes)
        return fail(Errc::invalid_argument,
                    fmt::format("the path is {} bytes long; a path has at most {}", text.size(), k_max_path_bytes));

    auto literal = follow(files, m_root / Path(text));
    const std::string decoded = unescape_name(text);
    const bool has_other = decoded != text && decoded.find('\0') == std::string::npos;
    if (!literal && !has_other) return fail(std::move(literal).error());
    if (has_other && (!literal || !exists(files, *literal))) {
        // The literal name wins wherever it leads to something. For a file still to be created
        // that is its directory.
        auto other = follow(files, m_root / Path(decoded));
        if (!literal && !other) return fail(std::move(literal).error());
        if (other && (!literal || exists(files, *other) ||
                      (exists(files, other->parent_path()) && !exists(files, literal->parent_path()))))
            literal = std::move(other);
    }
    Path real = std::move(*literal);
    const bool inside = is_within(real, m_root);
    std::string name = shown(real);
    return ResolvedPath{std::move(real), std::move(name), inside};
}

std::string Workspace::shown(const Path& real) const {
    if (!is_within(real, m_root)) return escape_name(real.native());
    return escape_name(real.lexically_relative(m_root).native());
}

std::string escape_name(std::string_view bytes) {
    std::string out;
    bool escaped = false;
    for (size_t at = 0; at < bytes.size();) {
        const Utf8Step step = next_utf8(bytes.substr(at));
        const std::string_view piece = bytes.substr(at, step.length);
        at += step.length;
        if (step.valid && !is_control(step.code_point)) {
            if (piece == "\\") out += '\\';
            out += piece;
            continue;
        }
        escaped = true;
        for (const char byte : piece)
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
    return escaped ? out : std::string(bytes);
}

std::string unescape_name(std::string_view text) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("\\\\")) {
            out += '\\';
            at += 2;
        } else if (rest.starts_with("\\x") && rest.size() >= 4 && hex_digit(rest[2]) >= 0 &&
                   hex_digit(rest[3]) >= 0) {
            out += static_cast<char>(hex_digit(rest[2]) * 16 + hex_digit(rest[3]));
            at += 4;
        } else {
            out += rest[0];
            ++at;
        }
    }
    return out;
}

} // namespace thoth
