#include "ui/tui/file_picker.h"

#include "search/find_files.h"

#include <algorithm>
#include <utility>

namespace thoth {

namespace {
constexpr size_t k_told_each = 2000; // names
constexpr const char* k_any_file = "**";

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool begins_word(std::string_view name, size_t at) {
    if (at == 0) return true;
    const char before = name[at - 1];
    return before == '/' || before == '_' || before == '-' || before == '.' || before == ' ' ||
           (lower(before) == before && lower(name[at]) != name[at]);
}
} // namespace

int fuzzy_score(std::string_view typed, std::string_view name) {
    if (typed.empty()) return 1;
    const size_t slash = name.substr(0, name.size() - (name.ends_with('/') ? 1 : 0)).rfind('/');
    const size_t own = slash == std::string_view::npos ? 0 : slash + 1;
    // From the end, so that characters are found in the file's own name before its directories.
    int score = 1000;
    size_t at = name.size();
    size_t last = std::string_view::npos;
    for (size_t i = typed.size(); i-- > 0;) {
        const char wanted = typed[i];
        const bool both_cases = lower(wanted) == wanted;
        do {
            if (at == 0) return 0;
            --at;
        } while (both_cases ? lower(name[at]) != wanted : name[at] != wanted);
        if (last != std::string_view::npos && last == at + 1) score += 8;
        if (begins_word(name, at)) score += 6;
        if (at >= own) score += 4;
        last = at;
    }
    if (last == own) score += 10;
    return std::max(score - static_cast<int>(name.size()) / 4, 1);
}

FilePicker::FilePicker(const FileSystem& files, const Environment& environment, Path root,
                       std::function<void()> on_change)
    : m_ignore(files, environment), m_root(std::move(root)), m_on_change(std::move(on_change)) {}

FilePicker::~FilePicker() = default;

void FilePicker::collect(const std::stop_token& stop) {
    std::vector<std::string> fresh;
    std::string directory;
    size_t total = 0;
    const auto give = [&] {
        {
            const std::lock_guard lock(m_mutex);
            std::ranges::move(fresh, std::back_inserter(m_names));
        }
        total += fresh.size();
        fresh.clear();
        m_has_more = true;
        m_on_change();
    };
    FindQuery query{m_root, k_any_file, &m_ignore};
    query.threads = 1; // the other cores are for what the user waits for
    query.write = [&](std::string_view lines) {
        while (!lines.empty()) {
            const size_t end = std::min(lines.find('\n'), lines.size());
            const std::string_view name = lines.substr(0, end);
            lines.remove_prefix(std::min(end + 1, lines.size()));
            const std::string_view in = name.substr(0, name.rfind('/') + 1); // nothing: npos + 1 is 0
            if (in != directory) {
                directory = in;
                if (!in.empty()) fresh.emplace_back(in);
            }
            fresh.emplace_back(name);
        }
        if (fresh.size() >= k_told_each) give();
        return total < k_most_names;
    };
    find_files(query, stop);
    give();
}

void FilePicker::begin() {
    m_thread = {}; // ends the one before
    m_names.clear();
    m_thread = std::jthread([this](const std::stop_token& stop) { collect(stop); });
}

std::vector<std::string> FilePicker::matches(std::string_view typed, size_t most) {
    std::vector<std::pair<int, const std::string*>> found;
    const std::lock_guard lock(m_mutex);
    for (const std::string& name : m_names)
        if (const int score = fuzzy_score(typed, name); score > 0) found.emplace_back(score, &name);
    const size_t count = std::min(most, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(),
                      [](const auto& a, const auto& b) {
                          return a.first != b.first ? a.first > b.first : *a.second < *b.second;
                      });
    std::vector<std::string> names;
    for (size_t i = 0; i < count; ++i)
        names.push_back(*found[i].second);
    return names;
}

} // namespace thoth
