#include "session/session_desk.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace thoth {

namespace {
std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

bool has_all(const SessionSummary& summary, std::string_view words) {
    const std::string text =
        lower(summary.title + '\n' + summary.file.id + '\n' + summary.model + '\n' + summary.project);
    for (size_t begin = 0; (begin = words.find_first_not_of(" \t", begin)) != std::string_view::npos;) {
        const size_t end = std::min(words.find_first_of(" \t", begin), words.size());
        if (text.find(lower(words.substr(begin, end - begin))) == std::string::npos) return false;
        begin = end;
    }
    return true;
}

// For a POSIX shell.
std::string quoted_for_shell(std::string_view text) {
    constexpr std::string_view k_plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@";
    if (!text.empty() && text.find_first_not_of(k_plain) == std::string_view::npos) return std::string(text);
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}
} // namespace

Result<std::string> SessionDesk::list(std::string_view words, std::string_view own) {
    std::vector<SessionSummary> here = TRY(summarize_sessions(m_files, m_project_state));
    std::vector<SessionSummary> elsewhere = summarize_all_sessions(m_files, m_state_directory, m_project_state);
    const auto is_unwanted = [&](const SessionSummary& summary) {
        return summary.is_unused() || summary.file.id == own || !has_all(summary, words);
    };
    std::erase_if(here, is_unwanted);
    std::erase_if(elsewhere, is_unwanted);
    if (here.empty() && elsewhere.empty())
        return fail(Errc::not_found, words.empty() ? "there is no earlier session" : "no session has these words");
    m_listed.clear();
    std::string out;
    const auto add = [&](const std::vector<SessionSummary>& sessions, size_t most, const char* what) {
        for (size_t i = 0; i < std::min(most, sessions.size()); ++i) {
            m_listed.push_back(sessions[i]);
            out += (out.empty() ? "" : "\n") +
                   summary_in_words(sessions[i], static_cast<int>(m_listed.size()), m_clock, m_project);
        }
        if (sessions.size() > most)
            out += fmt::format("\n       and {} more {}; type a word of them", sessions.size() - most, what);
    };
    add(here, k_shown, "of this project");
    add(elsewhere, k_shown_others, "of other projects");
    return out;
}

Result<SessionSummary> SessionDesk::find(std::string_view word) {
    size_t number = 0;
    constexpr size_t k_short_id = 8; // which may be nothing but digits
    const bool may_be_number = word.size() < k_short_id;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (may_be_number && error == std::errc() && end == word.data() + word.size() && number >= 1 &&
        number <= m_listed.size())
        return m_listed[number - 1];
    const std::vector<SessionFile> here = TRY(list_sessions(m_files, m_project_state));
    auto found = find_session(here, word);
    if (found) return summarize_session(m_files, *found);
    if (found.error().code != Errc::not_found) return fail(found.error());
    return summarize_session(m_files, TRY(find_session(list_all_sessions(m_files, m_state_directory), word)));
}

Result<SessionFile> SessionDesk::choose(std::string_view word) {
    const SessionSummary summary = TRY(find(word));
    const std::string id(short_id(summary.file.id));
    if (!summary.problem.empty())
        return fail(Errc::io, fmt::format("session {} cannot be read: {}", id, summary.problem));
    if (summary.file.path.parent_path().parent_path() == m_project_state) return summary.file;
    return fail(Errc::refused, fmt::format("session {} belongs to another project, {}", id, summary.project),
                fmt::format("cd {} && thoth -r {}", quoted_for_shell(summary.project), id));
}

} // namespace thoth
