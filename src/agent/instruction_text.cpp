#include "agent/instruction_text.h"

#include "text/display.h"

namespace thoth {

namespace {
constexpr std::string_view k_space = " \t\r\n";

std::string without_comments(std::string_view text) {
    constexpr std::string_view k_begin = "<!--", k_end = "-->";
    std::string out;
    while (true) {
        const size_t begin = text.find(k_begin);
        out += text.substr(0, begin);
        if (begin == std::string_view::npos) return out;
        const size_t end = text.find(k_end, begin + k_begin.size());
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + k_end.size());
    }
}

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(k_space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(k_space) - first + 1);
}

void add_imports(std::string_view line, std::vector<std::string>& out) {
    bool in_code = false;
    for (size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '`') in_code = !in_code;
        const bool begins = line[at] == '@' && (at == 0 || k_space.find(line[at - 1]) != std::string_view::npos);
        if (in_code || !begins) continue;
        std::string_view path = line.substr(at + 1);
        path = path.substr(0, path.find_first_of(k_space));
        while (!path.empty() && std::string_view(".,;:!?)]}'\"").find(path.back()) != std::string_view::npos)
            path.remove_suffix(1);
        if (!path.empty()) out.emplace_back(path);
        at += path.size();
    }
}
} // namespace

std::string instruction_text(std::string_view bytes) {
    constexpr std::string_view k_mark = "\xEF\xBB\xBF";
    if (bytes.starts_with(k_mark)) bytes.remove_prefix(k_mark.size());
    return std::string(trimmed(without_comments(display_text(bytes))));
}

std::vector<std::string> imports_in(std::string_view text) {
    std::vector<std::string> out;
    bool in_block = false;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (trimmed(line).starts_with("```"))
            in_block = !in_block;
        else if (!in_block)
            add_imports(line, out);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

} // namespace thoth
