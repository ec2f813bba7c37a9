#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace thoth {

// What the body of a successful answer really is. Content types lie, the first byte does not.
enum class BodyForm { unknown, stream, json, html };

// Looks for the first byte of a body that is not white space. Fed until it knows.
class BodyStart {
public:
    // The bytes to parse: empty while unknown.
    std::string_view feed(std::string_view bytes);
    BodyForm form() const { return m_form; }

private:
    BodyForm m_form = BodyForm::unknown;
};

// A web page where a stream was expected; what is shown of it is its title.
class HtmlPage {
public:
    static constexpr size_t k_max_bytes = 64u << 10;
    void feed(std::string_view bytes) { m_text += bytes.substr(0, k_max_bytes - m_text.size()); }
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

} // namespace thoth
