#include "model/body_start.h"

namespace thoth {

std::string_view BodyStart::feed(std::string_view bytes) {
    if (m_form != BodyForm::unknown) return bytes;
    const size_t start = bytes.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return {};
    bytes.remove_prefix(start);
    switch (bytes.front()) {
    case '{':
    case '[':
        m_form = BodyForm::json;
        break;
    case '<':
        m_form = BodyForm::html;
        break;
    default:
        m_form = BodyForm::stream;
    }
    return bytes;
}

} // namespace thoth
