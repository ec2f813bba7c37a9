#include "app/network_settings.h"

#include "app/permissions.h"
#include "app/version.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace thoth {

namespace {
// Who restarts a local server waits for it, and does not make requests.
constexpr int k_attempts_at_local_server = 2;

uint64_t random_seed() {
    std::random_device device;
    return (uint64_t{device()} << 32) | device();
}

bool starts_with_scheme(std::string_view url, std::string_view scheme) {
    return std::ranges::equal(url.substr(0, scheme.size()), scheme, {},
                              [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
}

Result<void> must_be(FileKind kind, const FileSystem& files, const std::string& path, const std::string& named_by) {
    const auto status = files.status(path);
    const char* what = kind == FileKind::directory ? "directory" : "file";
    if (status && status->kind == kind) return {};
    return fail(Errc::not_found,
                fmt::format("{} names {}, {}", named_by, path,
                            status ? fmt::format("which is no {}", what) : "which is not there"),
                fmt::format("name a {} of certificates in PEM form, or leave it out", what));
}

Result<void> check_environment(const Surroundings& world) {
    const auto value = [&](const char* name) { return world.environment.get(name).value_or(""); };
    if (const std::string file = value("SSL_CERT_FILE"); !file.empty())
        TRY(must_be(FileKind::regular, world.files, file, "SSL_CERT_FILE"));
    if (const std::string directory = value("SSL_CERT_DIR"); !directory.empty())
        TRY(must_be(FileKind::directory, world.files, directory, "SSL_CERT_DIR"));
    return {};
}

bool sends_a_secret(const Settings& settings) {
    if (!settings.api_key.value.empty()) return true;
    return std::ranges::any_of(settings.headers.value, [](const auto& header) {
        std::string name = header.first;
        std::ranges::transform(name, name.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        return name == "authorization" || name.ends_with("key") || name.ends_with("token");
    });
}
} // namespace

CurlSettings curl_settings(const Environment& environment) {
    return {fmt::format("thoth/{}", k_version), environment.get("SSL_CERT_FILE").value_or(""),
            environment.get("SSL_CERT_DIR").value_or(""), proxies_in(environment)};
}

Result<void> settle_certificates(Settings& settings, const Surroundings& world) {
    if (std::string& file = settings.ca_file.value; !file.empty()) {
        if (file.starts_with("~/")) file = (real_home(world) / file.substr(2)).string();
        return must_be(FileKind::regular, world.files, file, settings.ca_file.origin + ": ca_file");
    }
    if (!starts_with_scheme(settings.base_url.value, "https://")) return {};
    return check_environment(world);
}

RetryPolicy retry_policy(const Settings& settings, const std::string& base_url, Waits waits) {
    RetryPolicy policy;
    if (const auto& retries = settings.retries.value) policy = with_attempts(policy, *retries + 1);
    if (is_local_url(base_url)) policy.attempts_to_connect = k_attempts_at_local_server;
    policy.waits = waits == Waits::real;
    return policy;
}

std::unique_ptr<ModelClient> with_retries(std::unique_ptr<ModelClient> client, const Settings& settings,
                                          const std::string& base_url, Waits waits, const Surroundings& world) {
    return make_retrying_client(std::move(client), retry_policy(settings, base_url, waits), world.clock,
                                world.sleeper, random_seed());
}

std::optional<std::string> warning_of_plain_http(const Settings& settings, const std::string& base_url) {
    if (!sends_a_secret(settings) || !starts_with_scheme(base_url, "http://") || is_local_url(base_url))
        return std::nullopt;
    return fmt::format("the key for {} crosses the network unencrypted; write https:// if the server can do it",
                       display_url(base_url));
}

} // namespace thoth
