#include "sandbox/denial.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
using namespace std::string_view_literals;
constexpr size_t k_tail = 4096;
constexpr size_t k_max_quoted = 200;

constexpr std::array k_no_network{"Network is unreachable"sv,
                                  "network is unreachable"sv,
                                  "ENETUNREACH"sv,
                                  "Could not resolve host"sv,
                                  "Temporary failure in name resolution"sv,
                                  "Name or service not known"sv,
                                  "EAI_AGAIN"sv,
                                  "ENOTFOUND"sv,
                                  "no such host"sv,
                                  "failed to lookup address"sv};
constexpr std::array k_no_write{"Read-only file system"sv, "read-only file system"sv, "EROFS"sv,
                                "Device or resource busy"sv, "Invalid cross-device link"sv};
constexpr std::array k_no_permission{"Permission denied"sv, "permission denied"sv, "EACCES"sv};
constexpr std::array k_not_permitted{"Operation not permitted"sv, "operation not permitted"sv, "EPERM"sv,
                                     "no new privileges"sv};

// The line in which one of the words stands last; empty when none does.
template <size_t N>
std::string_view line_with(std::string_view text, const std::array<std::string_view, N>& words) {
    size_t last = std::string_view::npos;
    for (const std::string_view word : words) {
        const size_t at = text.rfind(word);
        if (at != std::string_view::npos && (last == std::string_view::npos || at > last)) last = at;
    }
    if (last == std::string_view::npos) return {};
    const size_t before = text.rfind('\n', last);
    const size_t start = before == std::string_view::npos ? 0 : before + 1;
    return text.substr(start, std::min(text.find('\n', last), text.size()) - start).substr(0, k_max_quoted);
}

// Whether the name stands there as a whole, not as a part of another one.
bool names(std::string_view text, std::string_view name) {
    const auto goes_on = [&](size_t at) {
        constexpr std::string_view k_ends = " \t'\"`:,;()[]/";
        return at < text.size() && k_ends.find(text[at]) == std::string_view::npos;
    };
    for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1))
        if ((at == 0 || !goes_on(at - 1)) && !goes_on(at + name.size())) return true;
    return false;
}

const Path* hidden_in(std::string_view text, const SandboxPolicy& policy) {
    const auto named = std::ranges::find_if(policy.hidden, [&](const Path& path) {
        return names(text, path.native()) || names(text, path.filename().native());
    });
    return named == policy.hidden.end() ? nullptr : &*named;
}

SandboxDenial network_denial(std::string_view line) {
    return {SandboxDenial::Rule::network, fmt::format("this command has no network (\"{}\")", line),
            "a person can allow the network for this one command"};
}

SandboxDenial write_denial(std::string_view line) {
    return {SandboxDenial::Rule::write,
            fmt::format("commands write in the project, the temporary directory and build caches only, and not to "
                        "settings that steer other programs (\"{}\")",
                        line),
            "write inside the project, or a person can allow this path for this one command"};
}
} // namespace

std::optional<SandboxDenial> explain_denial(int exit_status, std::string_view output, const SandboxPolicy& policy) {
    if (exit_status == 0 || policy.level == SandboxLevel::none) return std::nullopt;
    const std::string_view text = output.substr(output.size() - std::min(output.size(), k_tail));
    if (const auto line = line_with(text, k_no_network); !line.empty() && !policy.network)
        return network_denial(line);
    if (const auto line = line_with(text, k_no_write); !line.empty() && policy.level == SandboxLevel::full)
        return write_denial(line);
    if (const auto line = line_with(text, k_no_permission); !line.empty()) {
        if (const Path* path = hidden_in(line, policy); path && policy.level == SandboxLevel::full)
            return SandboxDenial{SandboxDenial::Rule::read,
                                 fmt::format("'{}' holds secrets and is hidden from commands", path->native()),
                                 "a person can allow it for a program that needs it"};
        if (policy.level < SandboxLevel::system_calls) return write_denial(line);
    }
    if (const auto line = line_with(text, k_not_permitted); !line.empty())
        return SandboxDenial{
            SandboxDenial::Rule::process,
            fmt::format("commands may not get more rights, mount, or reach other processes (\"{}\")", line),
            "run it yourself in a terminal, outside of thoth"};
    return std::nullopt;
}

} // namespace thoth
