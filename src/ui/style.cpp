#include "ui/style.h"

namespace thoth {

namespace {
const char* code_of(Ink ink) {
    switch (ink) {
    case Ink::plain:
        return "";
    case Ink::dim:
        return "2";
    case Ink::red:
        return "31";
    case Ink::green:
        return "32";
    case Ink::yellow:
        return "33";
    case Ink::cyan:
        return "36";
    case Ink::bold:
        return "1";
    }
    return "";
}
} // namespace

std::string inked(std::string_view text, Ink ink, bool color) {
    if (!color || ink == Ink::plain || text.empty()) return std::string(text);
    return "\x1b[" + std::string(code_of(ink)) + "m" + std::string(text) + "\x1b[0m";
}

} // namespace thoth
