#include "agent/compaction/compaction_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace thoth {

namespace {
void add(std::string& out, std::string_view heading, std::string_view text) {
    if (text.empty()) return;
    out += fmt::format("\n{}\n{}", heading, text);
    if (!text.ends_with('\n')) out += '\n';
}

std::string numbered(const std::vector<std::string>& texts) {
    std::string out;
    for (size_t i = 0; i < texts.size(); ++i)
        out += fmt::format("{}. {}\n", i + 1, texts[i]);
    return out;
}
} // namespace

std::string compaction_text(const CompactionParts& parts) {
    std::string out =
        "(The conversation up to here was shortened, because the model's window is limited. This stands "
        "for it. What it says of files is what they were; read lines again before you change them.)\n";
    add(out,
        parts.asked_was_cut ? "What the user asked, word for word; some of it was left out. The last is the newest."
                            : "What the user asked, word for word. The last is the newest.",
        numbered(parts.asked));
    add(out, "What happened, as you summed it up", parts.summary);
    if (!parts.invented.empty())
        out += fmt::format("(Checked: the project has no {}, and nothing above named it.)\n",
                           fmt::join(parts.invented, ", "));
    add(out, "What was called, and what became of it", parts.calls);
    add(out, "The plan", parts.plan);
    add(out, "What was seen to happen. Where the text above says otherwise, this holds.", parts.seen);
    if (!parts.notes.empty()) out += "\n" + parts.notes + "\n";
    return out;
}

} // namespace thoth
