#include "ui/tui/history.h"

#include "base/json.h"
#include "base/sensitive_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace thoth {

namespace {
constexpr uint64_t k_most_read = 256 * 1024; // the end of the file
constexpr uint64_t k_longest_file = 8 * k_most_read;
constexpr size_t k_longest_entry = 32 * 1024; // bytes in the file; a longer one is kept in memory only
constexpr uint32_t k_owner_only = 0600;

std::string line_of(const std::string& text) {
    return dump_json(Json(text)) + "\n";
}
} // namespace

InputHistory::InputHistory(FileSystem& files, Path file) : m_files(files), m_file(std::move(file)) {
    if (!m_file.empty()) load();
    m_at = m_entries.size();
}

void InputHistory::load() {
    const auto status = m_files.link_status(m_file);
    if (!status) return;
    if (status->kind != FileKind::regular) { // not ours to write to
        m_file.clear();
        return;
    }
    const uint64_t from = status->size > k_most_read ? status->size - k_most_read : 0;
    const auto text = m_files.read(m_file, from, k_most_read);
    if (!text) return;
    m_ends_within_line = !text->empty() && !text->ends_with('\n');
    std::string_view rest = *text;
    if (from > 0) rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    while (!rest.empty()) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        if (const auto entry = parse_json(rest.substr(0, end)); entry && entry->is_string())
            remember(entry->get<std::string>());
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (status->size <= k_longest_file) return;
    std::string kept;
    for (const std::string& entry : m_entries)
        kept += line_of(entry);
    if (m_files.write(m_file, kept, k_owner_only, Durability::buffered)) // else it stays long
        m_ends_within_line = false;
}

void InputHistory::remember(std::string text) {
    std::erase(m_entries, text);
    m_entries.push_back(std::move(text));
    if (m_entries.size() > k_most_entries) m_entries.pop_front();
}

void InputHistory::add(const std::string& text) {
    const bool is_repeat = !m_entries.empty() && m_entries.back() == text;
    if (!text.empty()) remember(text);
    m_at = m_entries.size();
    if (text.empty() || is_repeat || m_file.empty() || text.size() > k_longest_entry || holds_credential(text))
        return;
    auto file = m_files.open_append(m_file, k_owner_only);
    // A line that was never finished is not to spoil this one.
    const std::string line = (std::exchange(m_ends_within_line, false) ? "\n" : "") + line_of(text);
    if (!file || !(*file)->append(line, Durability::buffered)) m_file.clear();
}

std::optional<std::string> InputHistory::older() {
    if (m_at == 0 || m_entries.empty()) return std::nullopt;
    return m_entries[--m_at];
}

std::optional<std::string> InputHistory::newer() {
    if (m_at + 1 >= m_entries.size()) {
        m_at = m_entries.size();
        return std::nullopt;
    }
    return m_entries[++m_at];
}

std::optional<size_t> InputHistory::find(std::string_view words, size_t before) const {
    for (size_t i = std::min(before, m_entries.size()); i-- > 0;)
        if (m_entries[i].find(words) != std::string::npos) return i;
    return std::nullopt;
}

} // namespace thoth
