#include "agent/rewind.h"

#include "text/display.h"
#include "text/unicode.h"

#include <charconv>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr size_t k_shown = 20;
constexpr size_t k_shown_characters = 70;
constexpr std::string_view k_usage =
    "/rewind lists your messages; /rewind N [both|conversation|files] goes back to "
    "before one of them";
} // namespace

Result<std::string> prompts_in_words(std::span<const PromptMark> prompts) {
    if (prompts.empty()) return fail(Errc::not_found, "there is no message to go back to");
    std::string out;
    for (size_t i = 0; i < std::min(prompts.size(), k_shown); ++i) {
        const PromptMark& mark = prompts[prompts.size() - 1 - i];
        const std::string line = display_line(mark.text);
        const std::string_view start = first_code_points(line, k_shown_characters);
        out += fmt::format("{}{:>5}  {}  {}{}", i == 0 ? "" : "\n", fmt::format("[{}]", i + 1),
                           display_line(mark.time.substr(0, 16)), start, start.size() < line.size() ? "..." : "");
    }
    if (prompts.size() > k_shown) out += fmt::format("\n       and {} older ones", prompts.size() - k_shown);
    return out;
}

Result<RewindTarget> rewind_target(const std::vector<std::string>& words, size_t prompts) {
    const std::string& word = words.front();
    size_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number < 1 || number > prompts)
        return fail(Errc::invalid_argument,
                    prompts == 0 ? "there is no message to go back to"
                                 : fmt::format("there is no message \"{}\"; they go from 1 to {}", word, prompts),
                    std::string(k_usage));
    RewindTarget target{prompts - number, {}};
    if (words.size() > 1) target.scope = rewind_scope(words[1]);
    if (words.size() > 2 || (words.size() == 2 && !target.scope))
        return fail(Errc::invalid_argument, fmt::format("rewind does not understand \"{}\"", words.back()),
                    std::string(k_usage));
    return target;
}

std::optional<RewindScope> rewind_scope(std::string_view word) {
    if (word == "both") return RewindScope::both;
    if (word == "conversation") return RewindScope::conversation;
    if (word == "files") return RewindScope::files;
    return std::nullopt;
}

} // namespace thoth
