#include "sandbox/policy.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace thoth {

namespace {
constexpr std::string_view k_version = "thoth-sandbox-policy 1\n";

void put(std::string& out, std::string_view text) {
    fmt::format_to(std::back_inserter(out), "{}:{}\n", text.size(), text);
}

void put(std::string& out, const std::vector<Path>& paths) {
    put(out, std::to_string(paths.size()));
    for (const Path& path : paths)
        put(out, path.native());
}

// Takes what put() wrote. After the first thing that does not fit it gives nothing but empty values.
class Reader {
public:
    explicit Reader(std::string_view bytes) : m_rest(bytes) {}

    bool finished() const { return m_ok && m_rest.empty(); }

    std::string_view text() {
        const size_t colon = m_rest.find(':');
        const auto size = number_in(m_rest.substr(0, colon));
        if (!m_ok || colon == std::string_view::npos || !size || *size >= m_rest.size() - colon - 1)
            return reject();
        const std::string_view text = m_rest.substr(colon + 1, *size);
        if (m_rest[colon + 1 + *size] != '\n') return reject();
        m_rest.remove_prefix(colon + *size + 2);
        return text;
    }
    size_t number(size_t limit) {
        const auto value = number_in(text());
        if (value && *value <= limit) return *value;
        reject();
        return 0;
    }
    std::vector<Path> paths() {
        // Each takes three bytes at least, which bounds what a large number can ask for.
        const size_t count = number(m_rest.size() / 3);
        std::vector<Path> paths;
        for (size_t i = 0; i < count && m_ok; ++i)
            paths.emplace_back(path());
        return paths;
    }
    Path path() {
        Path path = path_or_nothing();
        if (path.empty()) reject();
        return path;
    }
    Path path_or_nothing() {
        const std::string_view bytes = text();
        if (!bytes.empty() && (!bytes.starts_with('/') || bytes.find('\0') != std::string_view::npos)) reject();
        return Path(bytes);
    }

private:
    static std::optional<size_t> number_in(std::string_view digits) {
        size_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
        return value;
    }
    std::string_view reject() {
        m_ok = false;
        return {};
    }

    std::string_view m_rest;
    bool m_ok = true;
};
} // namespace

std::string encode_policy(const SandboxPolicy& policy) {
    std::string out(k_version);
    put(out, std::to_string(static_cast<int>(policy.level)));
    put(out, policy.network ? "1" : "0");
    put(out, std::to_string(policy.network_holder));
    put(out, policy.directory.native());
    put(out, policy.temporary.native());
    for (const auto* paths : {&policy.writable, &policy.pinned, &policy.read_only, &policy.hidden, &policy.kept})
        put(out, *paths);
    return out;
}

Result<SandboxPolicy> decode_policy(std::string_view bytes) {
    if (bytes.size() > k_max_policy_bytes) return fail(Errc::protocol, "the policy is too large");
    if (!bytes.starts_with(k_version))
        return fail(Errc::protocol, "the policy is not of this version", "start thoth again after an update");
    constexpr size_t k_max_pid = size_t{1} << 22; // of Linux
    Reader reader(bytes.substr(k_version.size()));
    SandboxPolicy policy;
    policy.level = static_cast<SandboxLevel>(reader.number(static_cast<size_t>(SandboxLevel::none)));
    policy.network = reader.number(1) == 1;
    policy.network_holder = static_cast<int>(reader.number(k_max_pid));
    policy.directory = reader.path();
    policy.temporary = reader.path_or_nothing();
    for (auto* paths : {&policy.writable, &policy.pinned, &policy.read_only, &policy.hidden, &policy.kept})
        *paths = reader.paths();
    if (!reader.finished()) return fail(Errc::protocol, "the policy is damaged");
    return policy;
}

} // namespace thoth
