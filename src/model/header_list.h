#pragma once
#include "model/ascii.h"
#include "os/http.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace thoth {

// The headers of a request: what the profile names stays as it is.

inline bool has_header(const HttpHeaders& headers, std::string_view name) {
    return std::ranges::any_of(headers, [&](const auto& header) { return lower(header.first) == lower(name); });
}

inline void add_header(HttpHeaders& headers, const char* name, std::string value) {
    if (!has_header(headers, name)) headers.emplace_back(name, std::move(value));
}

} // namespace thoth
