#include "agent/compaction/summary_request.h"

#include "agent/context_meter.h"
#include "base/embedded.h"
#include "text/unicode.h"

#include <fmt/format.h>

namespace thoth {

namespace embedded::prompt {
std::span<const File> files();
}

namespace {
constexpr size_t k_most_result = 400; // characters (L03)
constexpr size_t k_most_arguments = 400;
constexpr size_t k_most_text = 1'000;

std::string cut(const std::string& text, size_t most) {
    const std::string_view start = first_code_points(text, most);
    return start.size() == text.size() ? text : fmt::format("{} [...]", start);
}

// As one text: a history without its oldest messages need not be one that a server takes.
std::string in_words(const Message& message) {
    struct Words {
        std::string operator()(const UserMessage& user) const { return "User: " + cut(user.text, k_most_text); }
        std::string operator()(const ToolResult& result) const {
            return fmt::format("Result of {}{}: {}", result.tool, result.is_error ? " (failed)" : "",
                               cut(result.text, k_most_result));
        }
        std::string operator()(const AssistantMessage& reply) const {
            std::string out = "You: " + cut(reply.text, k_most_text);
            for (const ToolCall& call : reply.calls)
                out += fmt::format("\nYou called {} {}", call.name, cut(call.arguments, k_most_arguments));
            return out;
        }
    };
    return std::visit(Words{}, message) + "\n\n";
}
} // namespace

std::string summary_words(int most_words, std::string_view focus) {
    std::string out;
    for (const embedded::File& file : embedded::prompt::files())
        if (file.name == "prompt/summary.md") out = file.text;
    constexpr std::string_view k_words = "{words}";
    if (const size_t at = out.find(k_words); at != std::string::npos)
        out.replace(at, k_words.size(), fmt::format("{}", most_words));
    if (!focus.empty()) out += fmt::format("\nThe user wants this to be kept above all: {}\n", focus);
    return out;
}

std::vector<Message> whole_with(std::span<const Message> history, std::string words) {
    std::vector<Message> out(history.begin(), history.end());
    auto* last = out.empty() ? nullptr : std::get_if<UserMessage>(&out.back());
    if (last)
        last->text += "\n\n" + words;
    else
        out.emplace_back(UserMessage{std::move(words)});
    return out;
}

std::vector<Message> trimmed_with(std::span<const Message> history, size_t most_bytes, std::string words) {
    std::vector<std::string> texts;
    size_t bytes = words.size();
    for (size_t i = history.size(); i-- > 0;) {
        texts.push_back(in_words(history[i]));
        bytes += texts.back().size();
        if (bytes <= most_bytes) continue;
        texts.back() = "(What came before this is left out.)\n\n";
        break;
    }
    std::string text = "This is what happened so far.\n\n";
    for (auto it = texts.rbegin(); it != texts.rend(); ++it)
        text += *it;
    return {UserMessage{text + std::move(words)}};
}

} // namespace thoth
