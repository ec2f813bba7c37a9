#include "permission/policy.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/sensitive_names.h"

#include <array>
#include <utility>

namespace thoth {

namespace {
constexpr std::array<std::pair<std::string_view, Mode>, 9> k_modes{{{"manual", Mode::manual},
                                                                    {"ask", Mode::manual},
                                                                    {"accept-edits", Mode::accept_edits},
                                                                    {"accept_edits", Mode::accept_edits},
                                                                    {"acceptEdits", Mode::accept_edits},
                                                                    {"edits", Mode::accept_edits},
                                                                    {"accept", Mode::accept_edits},
                                                                    {"auto", Mode::automatic},
                                                                    {"yolo", Mode::automatic}}};

Verdict allow() {
    return {Verdict::Decision::allow, {}, {}};
}

Verdict ask(std::string reason) {
    return {Verdict::Decision::ask, {}, std::move(reason)};
}

// Allowed when the key is granted, else asked for with `always` for that key.
Verdict by_key(std::string key, const Grants& grants, std::string reason) {
    if (grants.has(key)) return allow();
    return {Verdict::Decision::ask, {std::move(key)}, std::move(reason)};
}

const char* key_inside_project(ChangeAccess::Kind kind) {
    switch (kind) {
    case ChangeAccess::Kind::write:
        return "edit:./";
    case ChangeAccess::Kind::move:
        return "move:./";
    case ChangeAccess::Kind::remove:
        return "delete:./";
    }
    return "edit:./";
}

// A name that is not UTF-8 has no spelling of its own in allow.json: two directories could
// share one. It asks each time.
Verdict by_directory(const char* verb, const Path& directory, const Grants& grants, std::string reason) {
    if (!fits_json_string(directory.string())) return ask(std::move(reason));
    return by_key(verb + directory.string(), grants, std::move(reason));
}
} // namespace

const char* name_of(Mode mode) {
    switch (mode) {
    case Mode::manual:
        return "manual";
    case Mode::accept_edits:
        return "accept-edits";
    case Mode::automatic:
        return "auto";
    }
    return "";
}

std::optional<Mode> mode_from(std::string_view name) {
    for (const auto& [spelling, mode] : k_modes)
        if (name == spelling) return mode;
    return std::nullopt;
}

Verdict Policy::judge(const Access& access, Mode mode, const Grants& grants) const {
    if (const auto* read = std::get_if<ReadAccess>(&access)) return judge_read(*read, grants);
    if (const auto* change = std::get_if<ChangeAccess>(&access)) return judge_change(*change, mode, grants);
    if (std::holds_alternative<CommandAccess>(access)) return judge_command(mode);
    return allow();
}

// Inside the project only the part below its root counts: a project that lies in ~/.config/git
// is no reason to guard each of its files.
Path Policy::judged_name(const Path& path) const {
    return is_within(path, m_workspace.root()) ? path.lexically_relative(m_workspace.root()) : path;
}

Verdict Policy::judge_read(const ReadAccess& read, const Grants& grants) const {
    if (is_secret_name(judged_name(read.path))) return ask("its name says that it holds secrets");
    if (is_within(read.path, m_workspace.root())) return allow();
    const std::string reason = "it lies outside of the project";
    switch (read.extent) {
    case ReadAccess::Extent::file:
        return by_directory("read:", read.path.parent_path(), grants, reason);
    case ReadAccess::Extent::directory:
        return by_directory("read:", read.path, grants, reason);
    case ReadAccess::Extent::tree: // a grant covers one directory and nothing below it
        return ask(reason);
    }
    return ask(reason);
}

// A file is judged by where it lies, what it is called, whether it is called something else too
// (a change would then reach where nobody looked), and whether its owner took the right to write
// away from himself: replacing it does not need that right, so nothing else would hold it up.
Verdict Policy::judge_change(const ChangeAccess& change, Mode mode, const Grants& grants) const {
    const Path& path = change.path;
    for (const Path& end : {path, change.moved_to}) {
        if (end.empty()) continue;
        const Path name = judged_name(end);
        if (is_secret_name(name)) return ask("its name says that it holds secrets");
        if (is_protected_name(name)) return ask("it steers programs that run later");
    }
    if (change.more_names) return ask("the file has another name elsewhere, which would change with it");
    if (change.read_only) return ask("the file is marked as read-only");
    if (!is_within(path, m_workspace.root()))
        return by_directory("edit:", path.parent_path(), grants, "it lies outside of the project");
    if (!m_home.empty() && is_within(m_home, m_workspace.root()))
        return ask("the project is the home directory or lies above it");
    if (mode != Mode::manual) return allow();
    return by_key(key_inside_project(change.kind), grants, {});
}

Verdict Policy::judge_command(Mode mode) const {
    return mode == Mode::automatic ? allow() : ask({});
}

std::string unknown_mode(std::string_view name) {
    if (name == "plan") return "mode plan is not part of this version; there are manual, accept-edits and auto";
    return fmt::format("there is no mode \"{}\"; there are manual, accept-edits and auto", name);
}

} // namespace thoth
