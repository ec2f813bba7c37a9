#include "model/optional_fields.h"

#include "model/ascii.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
bool is_of_a_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// Where the whole word stands first.
size_t find_name(std::string_view said, std::string_view name) {
    for (size_t at = said.find(name); at != said.npos; at = said.find(name, at + 1)) {
        const size_t end = at + name.size();
        const bool begins = at == 0 || !is_of_a_name(said[at - 1]);
        if (begins && (end == said.size() || !is_of_a_name(said[end]))) return at;
    }
    return said.npos;
}

// "temperature must be at most 1" is for the user to read; "temperature is not supported" is not.
bool refuses_a_field(std::string_view said) {
    static constexpr std::array<std::string_view, 16> k_words{
        "unsupported",    "not support", "unknown",          "unrecognized", "unexpected", "not permitted",
        "not allowed",    "cannot find", "cannot be",        "deprecated",   "instead",    "may only be set",
        "must be one of", "must be \"",  "supported values", "extra input"};
    return std::ranges::any_of(k_words, [&](std::string_view word) { return said.find(word) != said.npos; });
}
} // namespace

void OptionalFields::begin(std::string_view model) {
    if (m_model != model) {
        m_model = model;
        m_fields.clear();
    }
    for (Field& field : m_fields)
        field.sent = false;
}

std::optional<int> OptionalFields::form(std::initializer_list<std::string_view> names, int forms, AskedBy asked) {
    auto field = std::ranges::find_if(m_fields, [&](const Field& f) { return f.names.front() == *names.begin(); });
    if (field == m_fields.end()) field = m_fields.insert(field, Field{{names.begin(), names.end()}, asked});
    field->sent = field->refused < forms;
    return field->sent ? std::optional(field->refused) : std::nullopt;
}

bool OptionalFields::learn(int status, const ReplyError& error) {
    if ((status != 400 && status != 422) || error.kind != ReplyErrorKind::invalid_request) return false;
    const std::string said = lower(error.message);
    const bool refuses = refuses_a_field(said);
    Field* refused = nullptr;
    size_t first = said.npos; // a message may name two; what it is about comes first
    for (Field& field : m_fields) {
        if (!field.sent || (field.asked == AskedBy::user && !refuses)) continue;
        for (const std::string& name : field.names)
            if (const size_t at = find_name(said, name); at < first) {
                first = at;
                refused = &field;
            }
    }
    if (!refused) return false;
    ++refused->refused;
    return true;
}

} // namespace thoth
