#pragma once
#include "os/curl_http.h"

#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace thoth {

// A real client in front of a name service that a test writes: a host has the addresses that stand here, the next
// set of them at each request, the last one for good. Addresses that a request names are used as they are.
class StubbedNames final : public HttpClient {
public:
    std::map<std::string, std::vector<std::vector<std::string>>> names;
    std::vector<HttpRequest> requests;

    Result<HttpEnd> send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) override {
        requests.push_back(request);
        HttpRequest stubbed = request;
        const std::string rest = request.url.substr(request.url.find("://") + 3);
        const auto found = names.find(rest.substr(0, rest.find_first_of(":/")));
        if (found != names.end() && stubbed.addresses.empty()) {
            stubbed.addresses = found->second.front();
            if (found->second.size() > 1) found->second.erase(found->second.begin());
        }
        return m_http.send(stubbed, sink, std::move(stop));
    }

private:
    CurlHttp m_http{CurlSettings{}};
};

} // namespace thoth
