#include "config/settings.h"

#include "config/server_url.h"

#include <array>
#include <charconv>

namespace thoth {

namespace {
constexpr std::array<std::pair<Api, const char*>, 4> k_apis{
    {{Api::automatic, "auto"}, {Api::openai, "openai"}, {Api::ollama, "ollama"}, {Api::anthropic, "anthropic"}}};

// Four decimal numbers; "127.1" and octal forms are left to nobody's imagination.
std::optional<std::array<int, 4>> ipv4_from(std::string_view text) {
    std::array<int, 4> parts{};
    for (size_t i = 0; i < parts.size(); ++i) {
        const size_t dot = i < 3 ? text.find('.') : text.size();
        if (dot == std::string_view::npos || dot == 0 || dot > 3) return std::nullopt;
        const std::string_view digits = text.substr(0, dot);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + dot, parts[i]);
        if (error != std::errc{} || end != digits.data() + dot || parts[i] < 0 || parts[i] > 255)
            return std::nullopt;
        if (dot > 1 && digits.front() == '0') return std::nullopt;
        text.remove_prefix(i < 3 ? dot + 1 : dot);
    }
    return parts;
}

bool is_local_ipv4(const std::array<int, 4>& parts) {
    return parts[0] == 127 || parts == std::array{0, 0, 0, 0} || parts[0] == 10 ||
           (parts[0] == 192 && parts[1] == 168) || (parts[0] == 172 && parts[1] >= 16 && parts[1] <= 31);
}

// A name below `ending` (".local"), with something before it.
bool is_below(std::string_view host, std::string_view ending) {
    return host.size() > ending.size() && host.ends_with(ending);
}
} // namespace

const char* name_of(Api api) {
    for (const auto& [value, name] : k_apis)
        if (value == api) return name;
    return "";
}

std::optional<Api> api_from(std::string_view name) {
    for (const auto& [value, known] : k_apis)
        if (name == known) return value;
    return std::nullopt;
}

const char* name_of(SandboxChoice choice) {
    switch (choice) {
    case SandboxChoice::automatic:
        return "auto";
    case SandboxChoice::strict:
        return "strict";
    case SandboxChoice::off:
        return "off";
    }
    return "";
}

std::optional<SandboxChoice> sandbox_choice_from(std::string_view name) {
    for (const SandboxChoice choice : {SandboxChoice::automatic, SandboxChoice::strict, SandboxChoice::off})
        if (name == name_of(choice)) return choice;
    return std::nullopt;
}

bool is_local_url(std::string_view text) {
    const auto url = parse_server_url(text);
    if (!url) return false;
    std::string_view host = url->host;
    if (host == "::1" || host == "0:0:0:0:0:0:0:1") return true;
    if (host.ends_with('.')) host.remove_suffix(1);
    if (host == "localhost" || is_below(host, ".localhost") || is_below(host, ".local")) return true;
    const auto address = ipv4_from(host);
    return address && is_local_ipv4(*address);
}

} // namespace thoth
