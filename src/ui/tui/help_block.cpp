#include "ui/tui/help_block.h"

#include "ui/slash_commands.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace thoth {

namespace {
struct Entry {
    std::string_view key;
    std::string_view what;
};

constexpr Entry k_words[] = {
    {"@path, @\"a path\"", "attaches a file; a list opens while you type"},
    {"! command",
     "runs a command of yours, unasked and not confined; the model gets its output with your next message"},
    {"# fact", "is remembered for this project"},
};

constexpr Entry k_keys[] = {
    {"enter", "sends; while something runs, queues: the model gets it with the next tool results, or afterwards"},
    {"shift+enter, alt+enter, ctrl+j", "a new line; so does a backslash before enter"},
    {"esc", "stops what is going on; closes a list; clears the input (up brings it back); twice: /rewind"},
    {"up, down", "lines, then earlier messages; up takes back what was queued"},
    {"ctrl+r", "searches earlier messages"},
    {"ctrl+g", "the message in an editor ($VISUAL, $EDITOR)"},
    {"shift+tab", "the next mode: what is asked before it happens"},
    {"ctrl+o", "all of the last result that was not shown whole"},
    {"ctrl+t", "the list of steps"},
    {"ctrl+y", "the last answer to the clipboard; or puts back what was cut"},
    {"ctrl+a e b f k u w, alt+b f d y", "move and cut as in a shell; ctrl+_ undoes"},
    {"ctrl+l", "an empty screen; what was there is in the scrollback"},
    {"ctrl+z", "stops thoth as a job; fg goes on"},
    {"ctrl+c", "stops what is going on; twice quits"},
    {"ctrl+d", "quits where nothing is typed"},
};

constexpr int k_key_columns = 24;
constexpr int k_narrow = 60; // columns; below that the words stand under the key

void add(StyledLines& out, std::string_view key, std::string_view what, int width) {
    const auto length = static_cast<int>(key.size());
    if (width < k_narrow || length + 2 > k_key_columns) {
        append(out, wrapped_text(key, Role::accent, width, lead("  ")));
        append(out, wrapped_text(what, Role::plain, width,
                                 lead(std::string(width < k_narrow ? 4 : k_key_columns + 2, ' '))));
        return;
    }
    append(out,
           wrapped_text(what, Role::plain, width, lead(fmt::format("  {:<{}}", key, k_key_columns), Role::accent)));
}

void add_title(StyledLines& out, std::string_view title) {
    if (!out.empty()) out.emplace_back();
    out.push_back({{{std::string(title), Role::heading}}});
}
} // namespace

StyledLines help_block(int width) {
    StyledLines out;
    add_title(out, "Commands");
    for (const SlashCommand& command : slash_commands())
        add(out, fmt::format("/{}{}{}", command.name, command.arguments.empty() ? "" : " ", command.arguments),
            command.description, width);
    add_title(out, "In a message");
    for (const Entry& entry : k_words)
        add(out, entry.key, entry.what, width);
    add_title(out, "Keys");
    for (const Entry& entry : k_keys)
        add(out, entry.key, entry.what, width);
    return out;
}

} // namespace thoth
