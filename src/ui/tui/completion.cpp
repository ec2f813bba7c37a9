#include "text/clusters.h"
#include "text/display.h"
#include "ui/slash_commands.h"
#include "ui/tui/file_picker.h"
#include "ui/tui/input_panel.h"
#include "ui/tui/picker_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

// The lists of the input: what may be meant behind '/' and '@', and the search in the history.

namespace thoth {

namespace {
constexpr int k_most_shown = 8;
constexpr size_t k_most_files = 50;
constexpr std::string_view k_no_end_of_name = ".,;:!?)]}'\""; // dropped from a word with '@' unless it has quotes

bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n';
}

// Where the word begins that is being typed, and that an '@' makes the name of a file: with a quote behind it the
// name may have blanks, until the next quote.
std::optional<size_t> start_of_mention(std::string_view before) {
    const size_t quoted = before.rfind("@\"");
    if (quoted != std::string_view::npos && (quoted == 0 || is_blank(before[quoted - 1])) &&
        before.find_first_of("\"\n", quoted + 2) == std::string_view::npos)
        return quoted;
    const size_t blank = before.find_last_of(" \n\t");
    const size_t start = blank == std::string_view::npos ? 0 : blank + 1;
    if (start >= before.size() || before[start] != '@') return std::nullopt;
    return start;
}

// How a message names the file; none where it cannot, because a name has what no message can hold.
std::optional<std::string> mention_of(const std::string& name, bool is_quoted) {
    if (name.find_first_of("\t\n") != std::string::npos || clean_input(name) != name) return std::nullopt;
    const bool needs_quotes = is_quoted || name.find(' ') != std::string::npos ||
                              k_no_end_of_name.find(name.back()) != std::string_view::npos;
    if (!needs_quotes) return "@" + name;
    if (name.find('"') != std::string::npos) return std::nullopt;
    return "@\"" + name + (name.ends_with('/') ? "" : "\"");
}
} // namespace

void InputPanel::update_list() {
    if (m_list_closed || m_search) {
        m_list.reset();
        return;
    }
    std::string chosen;
    if (m_list && m_list->chosen < m_list->entries.size()) chosen = m_list->entries[m_list->chosen].text;
    auto list = commands_for_line();
    if (!list) list = files_for_word();
    if (list && list->chosen == 0)
        for (size_t i = 0; i < list->entries.size(); ++i)
            if (m_list && m_list->from == list->from && m_list->chosen > 0 && list->entries[i].text == chosen)
                list->chosen = i;
    m_list = std::move(list);
}

// As long as the command's name is being typed.
std::optional<InputPanel::CompletionList> InputPanel::commands_for_line() const {
    const std::string& text = m_editor.text();
    if (text.empty() || text[0] != '/' || m_editor.cursor() != text.size()) return std::nullopt;
    const std::string_view typed = std::string_view(text).substr(1);
    if (typed.find_first_of(" \n/") != std::string_view::npos) return std::nullopt;
    CompletionList list{0, text.size()};
    for (const SlashCommand& command : slash_commands()) {
        if (!command.name.starts_with(typed) && !(command.alias.starts_with(typed) && !typed.empty())) continue;
        // What is typed whole is meant, whatever else begins with it.
        if (!typed.empty() && (command.name == typed || command.alias == typed)) list.chosen = list.entries.size();
        const std::string usage =
            fmt::format("/{}{}{}", command.name, command.arguments.empty() ? "" : " ", command.arguments);
        list.entries.push_back({usage, std::string(command.description), fmt::format("/{}", command.name)});
    }
    if (list.entries.empty()) return std::nullopt;
    return list;
}

std::optional<InputPanel::CompletionList> InputPanel::files_for_word() {
    const std::string_view text = m_editor.text();
    const std::string_view before = text.substr(0, m_editor.cursor());
    const auto start = start_of_mention(before);
    if (!start) {
        m_in_file_word = false;
        return std::nullopt;
    }
    if (!std::exchange(m_in_file_word, true)) m_files.begin();
    const bool is_quoted = before.substr(*start + 1).starts_with('"');
    CompletionList list{*start, m_editor.cursor()};
    const std::string_view typed = before.substr(*start + (is_quoted ? 2 : 1));
    for (const std::string& name : m_files.matches(typed, k_most_files)) {
        const bool is_directory = name.ends_with('/');
        if (is_directory && name == typed) continue; // one is in it already
        if (auto mention = mention_of(name, is_quoted))
            list.entries.push_back({display_line(name), {}, std::move(*mention), is_directory});
    }
    if (list.entries.empty()) return std::nullopt;
    return list;
}

bool InputPanel::take_in_list(const Key& key, InputAction& action) {
    const size_t count = m_list->entries.size();
    const bool is_up = key.name == Key::Name::up || key.is_ctrl('p');
    const bool is_down = key.name == Key::Name::down || key.is_ctrl('n');
    if (is_up || is_down) {
        m_list->chosen = (m_list->chosen + (is_up ? count - 1 : 1)) % count;
        return true;
    }
    if (key.name == Key::Name::escape) {
        m_list.reset();
        m_list_closed = true;
        return true;
    }
    const bool is_enter = key.name == Key::Name::enter && !key.shift && !key.alt && !key.ctrl;
    const bool is_tab = key.name == Key::Name::tab && !key.shift;
    if (!is_enter && !is_tab) return false;
    const Completion& entry = m_list->entries[m_list->chosen];
    const bool is_command = entry.text[0] == '/';
    // A command that is chosen with Enter is carried out; one with a word to come waits for it.
    const bool is_whole = is_command && entry.shown == entry.text;
    take_completion();
    if (is_command && is_enter && (is_whole || m_editor.text().ends_with(' '))) action = InputAction::submit;
    return true;
}

void InputPanel::take_completion() {
    const Completion entry = m_list->entries[m_list->chosen];
    const bool ends_word = !entry.goes_on;
    m_editor.replace(m_list->from, m_list->to, entry.text + (ends_word ? " " : ""));
    m_list.reset();
    m_list_closed = false;
    update_list();
}

StyledLines InputPanel::list_rows(int columns, int most) const {
    if (!m_list) return {};
    PickerList list;
    for (const Completion& entry : m_list->entries)
        list.rows.push_back({entry.shown, entry.note});
    list.chosen = static_cast<int>(m_list->chosen);
    return picker_lines(list, columns, std::min(most, k_most_shown));
}

void InputPanel::search_from(size_t before) {
    const auto found = m_search->words.empty() ? std::nullopt : m_history.find(m_search->words, before);
    m_search->is_found = found.has_value();
    if (!found) return;
    m_search->found = *found;
    m_editor.set(m_history.entry(*found));
}

// False: the search is over, and the key means what it always does.
bool InputPanel::take_in_search(const Key& key, InputAction&) {
    if (key.is_ctrl('r')) {
        search_from(m_search->is_found ? m_search->found : m_history.count());
        return true;
    }
    if (key.name == Key::Name::escape || key.is_ctrl('g') || key.is_ctrl('c')) {
        m_editor = m_search->before;
        m_search.reset();
        return true;
    }
    if (key.is_plain_text() || key.name == Key::Name::backspace) {
        std::string& words = m_search->words;
        if (key.name == Key::Name::text)
            words += clean_input(key.text);
        else if (!words.empty())
            words.erase(previous_cluster(words, words.size()));
        search_from(m_history.count());
        return true;
    }
    m_search.reset();
    m_list_closed = true;
    return key.name == Key::Name::enter; // the first one takes the entry, the next one sends it
}

} // namespace thoth
