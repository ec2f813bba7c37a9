#pragma once
#include "app/application.h"
#include "model/retrying_client.h"
#include "os/curl_http.h"

#include <memory>
#include <optional>
#include <string>

namespace thoth {

// What the settings and the environment say about the way to a model server: certificates, proxies,
// how often to ask again. Pure but for a look at files that were named.

CurlSettings curl_settings(const Environment& environment);

// Makes ca_file an absolute path. Errors: it is not a file that can be read, or, for a server that is
// spoken to with https, what SSL_CERT_FILE or SSL_CERT_DIR names is not there.
Result<void> settle_certificates(Settings& settings, const Surroundings& world);

enum class Waits { real, none };
RetryPolicy retry_policy(const Settings& settings, const std::string& base_url, Waits waits);
std::unique_ptr<ModelClient> with_retries(std::unique_ptr<ModelClient> client, const Settings& settings,
                                          const std::string& base_url, Waits waits, const Surroundings& world);

// When a key would cross a network in the clear.
std::optional<std::string> warning_of_plain_http(const Settings& settings, const std::string& base_url);

} // namespace thoth
