#include "ui/tui/theme.h"

namespace thoth {

namespace {
struct Look {
    std::string_view color;
    std::string_view mono;
};

Look look_of(Role role) {
    switch (role) {
    case Role::plain:
        return {"", ""};
    case Role::dim:
    case Role::line_number:
    case Role::hunk:
        return {"\x1b[2m", "\x1b[2m"};
    case Role::strong:
        return {"\x1b[1m", "\x1b[1m"};
    case Role::heading:
        return {"\x1b[1;36m", "\x1b[1m"};
    case Role::emphasis:
        return {"\x1b[3m", "\x1b[3m"};
    case Role::code:
        return {"\x1b[36m", ""};
    case Role::link:
        return {"\x1b[4;34m", "\x1b[4m"};
    case Role::quote:
        return {"\x1b[2;3m", "\x1b[3m"};
    case Role::added:
        return {"\x1b[32m", ""};
    case Role::removed:
        return {"\x1b[31m", ""};
    case Role::added_word:
        return {"\x1b[1;4;32m", "\x1b[1;4m"};
    case Role::removed_word:
        return {"\x1b[1;4;31m", "\x1b[1;4m"};
    case Role::success:
        return {"\x1b[32m", ""};
    case Role::failure:
        return {"\x1b[31m", "\x1b[1m"};
    case Role::warning:
        return {"\x1b[33m", "\x1b[1m"};
    case Role::accent:
        return {"\x1b[1;36m", "\x1b[1m"};
    case Role::working:
        return {"\x1b[33m", ""};
    case Role::chosen:
        return {"\x1b[7m", "\x1b[7m"};
    }
    return {"", ""};
}
} // namespace

std::string_view Theme::attributes(Role role) const {
    const Look look = look_of(role);
    return m_color ? look.color : look.mono;
}

std::string drawn(const StyledLine& line, const Theme& theme) {
    std::string out;
    for (const Span& span : line.spans) {
        const std::string_view attributes = theme.attributes(span.role);
        out += attributes;
        out += span.text;
        if (!attributes.empty()) out += "\x1b[0m";
    }
    return out;
}

} // namespace thoth
