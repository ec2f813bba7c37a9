#include "web/form_text.h"

#include <fmt/format.h>

namespace thoth {

std::string form_text(std::string_view text) {
    constexpr std::string_view k_others = "-._*";
    std::string out;
    for (const char c : text) {
        const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              k_others.find(c) != std::string_view::npos;
        if (c == ' ')
            out += '+';
        else if (is_plain)
            out += c;
        else
            out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
    return out;
}

} // namespace thoth
