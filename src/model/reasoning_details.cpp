#include "model/reasoning_details.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {
// The field of an entry that comes in pieces.
const char* text_field(const Json& entry) {
    const std::string type = string_at(entry, "type");
    return type == "reasoning.text" ? "text" : type == "reasoning.summary" ? "summary" : nullptr;
}

bool same_entry(const Json& a, const Json& b) {
    return string_at(a, "type") == string_at(b, "type") && a.value("index", Json()) == b.value("index", Json());
}

void append(Json& text, const Json& more) {
    if (!more.is_string()) return;
    if (text.is_string())
        text.get_ref<std::string&>() += more.get_ref<const std::string&>();
    else
        text = more;
}
} // namespace

ReasoningDetails::ReasoningDetails() : m_entries(std::make_unique<Json>(Json::array())) {}
ReasoningDetails::~ReasoningDetails() = default;

void ReasoningDetails::add(const Json& details) {
    if (!details.is_array() || m_too_large) return;
    m_bytes += dump_json(details).size();
    m_too_large = m_bytes > k_max_bytes;
    for (const Json& entry : details)
        if (entry.is_object()) add_entry(entry);
}

void ReasoningDetails::add_entry(const Json& entry) {
    const char* field = text_field(entry);
    if (field && !m_entries->empty() && same_entry(m_entries->back(), entry)) {
        Json& last = m_entries->back();
        for (const auto& [key, value] : entry.items())
            if (key == field)
                append(last[key], value);
            else if (!value.is_null())
                last[key] = value; // the signature comes last
    } else {
        m_entries->push_back(entry);
    }
}

std::string ReasoningDetails::replay() const {
    return m_entries->empty() || m_too_large ? std::string{} : dump_json(Json{{"reasoning_details", *m_entries}});
}

} // namespace thoth
