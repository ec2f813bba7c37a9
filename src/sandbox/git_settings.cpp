#include "sandbox/git_settings.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr uint64_t k_max_link_file = 4096;

// Of whatever section: "core.pager", "filter.NAME.clean", "remote.NAME.uploadpack" ...
constexpr std::array k_keys{"fsmonitor"sv,
                            "hookspath"sv,
                            "sshcommand"sv,
                            "pager"sv,
                            "editor"sv,
                            "askpass"sv,
                            "gitproxy"sv,
                            "attributesfile"sv,
                            "alternaterefscommand"sv,
                            "external"sv,
                            "textconv"sv,
                            "command"sv,
                            "cmd"sv,
                            "driver"sv,
                            "clean"sv,
                            "smudge"sv,
                            "process"sv,
                            "helper"sv,
                            "program"sv,
                            "path"sv,
                            "uploadpack"sv,
                            "receivepack"sv,
                            "uploadarchive"sv,
                            "vcs"sv,
                            "tunnel"sv,
                            "sendmailcmd"sv,
                            "smtpserver"sv,
                            "tocmd"sv,
                            "cccmd"sv,
                            "headercmd"sv,
                            "templatedir"sv,
                            "browser"sv,
                            "httpd"sv,
                            "difffilter"sv,
                            "update"sv,
                            "defaultkeycommand"sv,
                            "packobjectshook"sv,
                            "standalonetransferagent"sv,
                            "worktreeconfig"sv};
// With whatever key.
constexpr std::array k_sections{"[alias"sv, "[include"sv, "[filter"sv, "[pager"sv, "[protocol"sv};

bool is_part_of_key(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

bool sets(std::string_view lower, std::string_view key) {
    for (size_t at = lower.find(key); at != std::string_view::npos; at = lower.find(key, at + 1)) {
        if (at > 0 && is_part_of_key(lower[at - 1])) continue;
        const size_t end = std::min(lower.find_first_not_of(" \t", at + key.size()), lower.size());
        if (end < lower.size() && lower[end] == '=') return true;
    }
    return false;
}
} // namespace

std::string ascii_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

std::optional<Path> path_named_in(const FileSystem& files, const Path& file, std::string_view label) {
    auto text = files.read(file, 0, k_max_link_file);
    if (!text || !text->starts_with(label)) return std::nullopt;
    text->erase(0, label.size());
    text->erase(std::min(text->find('\n'), text->size()));
    if (text->empty() || text->find('\0') != std::string::npos) return std::nullopt;
    const auto real = files.real_path((file.parent_path() / *text).lexically_normal());
    return real ? std::optional(*real) : std::nullopt;
}

std::optional<std::string> setting_that_runs_programs(std::string_view config) {
    const std::string lower = ascii_lower(config);
    for (const std::string_view section : k_sections)
        if (lower.find(section) != std::string::npos) return std::string(section) + "]";
    for (const std::string_view key : k_keys)
        if (sets(lower, key)) return std::string(key);
    return std::nullopt;
}

bool names_worktree(std::string_view config) {
    return sets(ascii_lower(config), "worktree");
}

} // namespace thoth
