#include "os/proc_stat.h"

#include "os/descriptor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <string_view>

namespace thoth {

namespace {
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}
} // namespace

std::optional<ProcStat> proc_stat(pid_t pid) {
    const Descriptor file(::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return std::nullopt;
    std::array<char, 1024> buffer{};
    const ssize_t length = ::read(file.fd(), buffer.data(), buffer.size());
    std::string_view text(buffer.data(), length > 0 ? static_cast<size_t>(length) : 0);
    const size_t name_start = text.find('(');
    const size_t name_end = text.rfind(')'); // the name may hold anything
    if (name_start == std::string_view::npos || name_end == std::string_view::npos || name_end + 2 > text.size())
        return std::nullopt;
    ProcStat stat{{pid, 0}, 0, 0, 0, false, std::string(text.substr(name_start + 1, name_end - name_start - 1))};
    text.remove_prefix(name_end + 2);
    constexpr size_t k_state = 0, k_parent = 1, k_group = 2, k_session = 3, k_start = 19; // behind the name
    for (size_t field = 0; field <= k_start; ++field) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (field == k_state) stat.ended = word == "Z" || word == "X";
        if (field == k_parent) stat.parent = number_in<pid_t>(word).value_or(0);
        if (field == k_group) stat.group = number_in<pid_t>(word).value_or(0);
        if (field == k_session) stat.session = number_in<pid_t>(word).value_or(0);
        if (field == k_start) stat.mark.started = number_in<uint64_t>(word).value_or(0);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return stat;
}

std::vector<ProcStat> running_processes() {
    std::vector<ProcStat> all;
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir("/proc"), &::closedir);
    if (!directory) return all;
    while (const dirent* name = ::readdir(directory.get()))
        if (const auto pid = number_in<pid_t>(name->d_name))
            if (auto stat = proc_stat(*pid); stat && !stat->ended) all.push_back(std::move(*stat));
    return all;
}

} // namespace thoth
