#pragma once
#include <string>
#include <string_view>

namespace thoth {

// Letters A-Z only: what servers write in headers, codes and addresses.
inline std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

inline std::string_view trim(std::string_view text) {
    constexpr std::string_view k_space = " \t\r\n\v\f";
    const size_t start = text.find_first_not_of(k_space);
    if (start == std::string_view::npos) return {};
    return text.substr(start, text.find_last_not_of(k_space) - start + 1);
}

} // namespace thoth
