#include "os/process_tree.h"

#include "os/descriptor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string_view>

namespace thoth {

namespace {
struct Entry {
    ProcessMark mark;
    pid_t parent = 0;
};

template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// Nothing when it has ended, also while nobody has reaped it.
std::optional<Entry> running_process(pid_t pid) {
    const Descriptor file(::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return std::nullopt;
    std::array<char, 1024> buffer{};
    const ssize_t length = ::read(file.fd(), buffer.data(), buffer.size());
    std::string_view text(buffer.data(), length > 0 ? static_cast<size_t>(length) : 0);
    const size_t name_end = text.rfind(')'); // the name may hold anything
    if (name_end == std::string_view::npos || name_end + 2 > text.size()) return std::nullopt;
    text.remove_prefix(name_end + 2);
    constexpr size_t k_state = 0, k_parent = 1, k_start = 19; // counted from behind the name
    Entry entry{{pid, 0}, 0};
    for (size_t field = 0; field <= k_start; ++field) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (field == k_state && (word == "Z" || word == "X")) return std::nullopt;
        if (field == k_parent) entry.parent = number_in<pid_t>(word).value_or(0);
        if (field == k_start) entry.mark.started = number_in<uint64_t>(word).value_or(0);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return entry;
}

std::vector<Entry> running_processes() {
    std::vector<Entry> entries;
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir("/proc"), &::closedir);
    if (!directory) return entries;
    while (const dirent* name = ::readdir(directory.get()))
        if (const auto pid = number_in<pid_t>(name->d_name))
            if (const auto entry = running_process(*pid)) entries.push_back(*entry);
    return entries;
}

bool is_running(const ProcessMark& mark) {
    const auto now = running_process(mark.pid);
    return now && now->mark == mark;
}
} // namespace

void ProcessTree::add_descendants() {
    const std::vector<Entry> all = running_processes();
    const auto is_known = [this](const ProcessMark& mark) {
        return std::ranges::find(m_found, mark) != m_found.end();
    };
    const auto add_children_of = [&](pid_t parent) {
        for (const Entry& entry : all)
            if (entry.parent == parent && !is_known(entry.mark)) m_found.push_back(entry.mark);
    };
    std::erase_if(m_found, [](const ProcessMark& mark) { return !is_running(mark); });
    add_children_of(m_root);
    for (size_t i = 0; i < m_found.size(); ++i) // grows on the way
        add_children_of(ProcessMark(m_found[i]).pid);
}

void ProcessTree::signal(int signal) const {
    for (const ProcessMark& mark : m_found)
        if (is_running(mark)) ::kill(mark.pid, signal);
}

int ProcessTree::running() const {
    return static_cast<int>(std::ranges::count_if(m_found, is_running));
}

} // namespace thoth
