#include "agent/attachments.h"

#include "text/lines.h"
#include "text/unicode.h"
#include "tools/target_file.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>

namespace thoth {

namespace {
constexpr uint64_t k_max_bytes = 2'000'000;
constexpr size_t k_max_chars = 8'000;

bool is_blank(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// What stands behind an '@' and ends with the next quote in its line. Empty: there is none.
std::string_view quoted_path(std::string_view rest) {
    if (!rest.starts_with('"')) return {};
    const size_t end = rest.find_first_of("\"\n", 1);
    return end == std::string_view::npos || rest[end] == '\n' ? std::string_view() : rest.substr(1, end - 1);
}

// A word, without the punctuation behind it.
std::string_view unquoted_path(std::string_view rest) {
    std::string_view path = rest.substr(0, std::ranges::find_if(rest, is_blank) - rest.begin());
    while (!path.empty() && std::string_view(".,;:!?)]}'\"").find(path.back()) != std::string_view::npos)
        path.remove_suffix(1);
    return path;
}

std::vector<std::string> mentioned_paths(std::string_view prompt) {
    std::vector<std::string> paths;
    std::set<std::string> known;
    for (size_t at = 0; at < prompt.size(); ++at) {
        if (prompt[at] != '@' || (at > 0 && !is_blank(prompt[at - 1]))) continue;
        const std::string_view rest = prompt.substr(at + 1);
        const std::string_view quoted = quoted_path(rest);
        const std::string path(quoted.empty() ? unquoted_path(rest) : quoted);
        at += path.size();
        if (!path.empty() && known.insert(path).second) paths.push_back(path);
    }
    return paths;
}

// A name goes into a tag, where quotes, brackets and line breaks would let it say more.
std::string tag_safe(std::string_view name) {
    std::string out;
    for (const char c : name)
        out += (c == '"' || c == '<' || c == '>' || static_cast<unsigned char>(c) < 0x20) ? '_' : c;
    return out;
}

struct Excerpt {
    std::string_view text;
    bool whole = true;
};

Excerpt excerpt_of(std::string_view bytes) {
    const std::string_view start = first_code_points(bytes, k_max_chars);
    if (start.size() == bytes.size()) return {bytes, true};
    const size_t line_end = start.rfind('\n'); // whole lines, so that they count as read
    return {line_end == std::string_view::npos ? start : start.substr(0, line_end + 1), false};
}

void note_as_read(std::string_view bytes, const Excerpt& excerpt, const Path& path, FileLedger& ledger) {
    const ContentHash hash = hash_of(bytes);
    if (excerpt.whole)
        ledger.saw_all(path, hash);
    else if (const int lines = LineIndex(excerpt.text).count(); excerpt.text.ends_with('\n'))
        ledger.saw(path, {1, lines}, LineIndex(bytes).count(), hash);
}

// The text of a file that may be attached.
Result<std::string> attachable(const ResolvedPath& path, FileKind kind, const ToolContext& context,
                               const MayAttach& may_attach) {
    if (kind != FileKind::regular) return fail(Errc::unsupported, "not a regular file");
    TRY(may_attach(ReadAccess{path.real, ReadAccess::Extent::file}));
    TRY(check_still_there("attachment", path, context));
    std::string bytes = TRY(read_real(context.files, path.real, k_max_bytes));
    if (!is_valid_utf8(bytes) || bytes.find('\0') != std::string::npos)
        return fail(Errc::unsupported, "not a text file");
    return bytes;
}

void attach(AttachedPrompt& out, const ResolvedPath& path, const ToolContext& context,
            const MayAttach& may_attach) {
    const auto status = context.files.status(path.real);
    if (!status || status->kind == FileKind::directory) return; // a word, or a folder the model can list
    const auto bytes = attachable(path, status->kind, context, may_attach);
    if (!bytes) {
        out.labels.push_back(fmt::format("{} (not attached: {})", path.shown, bytes.error().message));
        return;
    }
    const Excerpt excerpt = excerpt_of(*bytes);
    if (path.inside) note_as_read(*bytes, excerpt, path.real, context.ledger);
    out.text +=
        fmt::format("\n\n<attached_file path=\"{}\" truncated=\"{}\">\n{}{}</attached_file>", tag_safe(path.shown),
                    excerpt.whole ? "false" : "true", excerpt.text, excerpt.text.ends_with('\n') ? "" : "\n");
    out.labels.push_back(path.shown + (excerpt.whole ? "" : " (first part)"));
}
} // namespace

AttachedPrompt attach_files(std::string_view prompt, const ToolContext& context, const MayAttach& may_attach) {
    AttachedPrompt out{std::string(prompt), {}};
    for (const std::string& path : mentioned_paths(prompt))
        if (const auto resolved = context.workspace.resolve(context.files, path))
            attach(out, *resolved, context, may_attach);
    return out;
}

} // namespace thoth
