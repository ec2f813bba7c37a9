#pragma once
#include "os/http.h"
#include "os/proxy.h"

#include <memory>

namespace thoth {

struct CurlSettings {
    std::string user_agent{};
    std::string ca_file{};      // empty: the system's
    std::string ca_directory{}; // empty: the system's
    ProxySettings proxies{};    // all there is: the environment is not looked at
};

// HTTP over libcurl, which is loaded on the first send (it costs more than the rest of a
// start). Keeps its connection alive between sends; loopback never goes through a proxy.
class CurlHttp final : public HttpClient {
public:
    explicit CurlHttp(CurlSettings settings);
    ~CurlHttp() override;
    Result<HttpEnd> send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) override;

    // Loads the library in the calling thread, so that a later send need not wait for it.
    static void preload();

private:
    struct Connection;
    CurlSettings m_settings;
    std::unique_ptr<Connection> m_connection;
};

} // namespace thoth
