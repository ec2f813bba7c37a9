#pragma once
#include <string_view>

namespace thoth {

// Whether a base URL is that of a vendor who serves models of its own choice: such a server reads the tool
// calls of its models. Any other, on one's own machine or elsewhere, may be set up wrongly.
bool is_hosted_vendor(std::string_view base_url);

} // namespace thoth
