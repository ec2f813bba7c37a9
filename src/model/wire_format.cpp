#include "model/wire_format.h"

#include "model/header_list.h"

namespace thoth {

void WireFormat::authorize(const ModelEndpoint& endpoint, HttpHeaders& headers) const {
    // Some proxies refuse an empty one.
    if (!endpoint.api_key.empty()) add_header(headers, "Authorization", "Bearer " + endpoint.api_key);
}

std::string WireFormat::next_models_url(const ModelEndpoint&, std::string_view) const {
    return {};
}

} // namespace thoth
