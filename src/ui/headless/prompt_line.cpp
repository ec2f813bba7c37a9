#include "ui/headless/prompt_line.h"

#include "base/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr const char* k_form = R"({"type":"user","message":{"role":"user","content":"TEXT"}})";

std::unexpected<Error> wrong(std::string what) {
    return fail(Errc::invalid_argument, std::move(what), fmt::format("a line is {}", k_form));
}

Result<std::string> text_of_parts(const Json& parts) {
    std::string text;
    for (size_t i = 0; i < parts.size(); ++i) {
        const Json& part = parts[i];
        if (!part.is_object() || string_at(part, "type") != "text" || !part.contains("text") ||
            !part["text"].is_string())
            return wrong(
                fmt::format("content[{}] is no {{\"type\":\"text\",\"text\":...}}, and nothing else is taken", i));
        text += (i == 0 ? "" : "\n") + part["text"].get<std::string>();
    }
    return text;
}
} // namespace

Result<std::string> prompt_in(std::string_view line) {
    const auto parsed = parse_json(line);
    if (!parsed) return wrong("it is no JSON: " + parsed.error().message);
    if (!parsed->is_object()) return wrong("it is no object");
    if (string_at(*parsed, "type") != "user") return wrong("its \"type\" is not \"user\"");
    const auto message = parsed->find("message");
    if (message == parsed->end() || !message->is_object()) return wrong("it has no object \"message\"");
    if (string_at(*message, "role") != "user") return wrong("the \"role\" of its message is not \"user\"");
    const auto content = message->find("content");
    if (content == message->end() || (!content->is_string() && !content->is_array()))
        return wrong("the \"content\" of its message is neither a text nor a list");
    std::string text = content->is_string() ? content->get<std::string>() : TRY(text_of_parts(*content));
    if (text.find_first_not_of(" \t\r\n") == text.npos) return wrong("its prompt is empty");
    return text;
}

} // namespace thoth
