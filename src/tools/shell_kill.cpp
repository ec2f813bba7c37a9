#include "tools/shell_kill.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace thoth {

namespace {
using namespace std::string_view_literals;

bool is_ending_signal(std::string_view word) {
    constexpr std::array k_signals{"TERM"sv, "KILL"sv, "INT"sv, "QUIT"sv, "15"sv, "9"sv, "2"sv, "3"sv};
    if (word.starts_with("SIG")) word.remove_prefix(3);
    return std::ranges::find(k_signals, word) != k_signals.end();
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.empty()) return words;
        words.push_back(line.substr(0, line.find_first_of(" \t")));
        line.remove_prefix(words.back().size());
    }
}

class PreparedKill final : public PreparedCall {
public:
    PreparedKill(std::string line, std::set<pid_t> tasks, Jobs& jobs)
        : m_line(std::move(line)), m_tasks(std::move(tasks)), m_jobs(jobs) {}

    // What thoth started for this conversation, and nothing else: no permission is needed.
    Access access() const override { return NoAccess{}; }
    Preview preview() const override { return {Preview::Kind::command, "shell", m_line}; }

    Result<std::string> run(const ToolContext&, std::stop_token) override {
        std::string text;
        for (const pid_t task : m_tasks) {
            const auto left = m_jobs.stop(task);
            if (!left)
                text += fmt::format("pid {} had ended already\n", task);
            else if (*left == 0)
                text += fmt::format("ended pid {} with all it started\n", task);
            else
                text += fmt::format("pid {}: {} of its processes could not be ended\n", task, *left);
        }
        return text;
    }

private:
    std::string m_line;
    std::set<pid_t> m_tasks;
    Jobs& m_jobs;
};
} // namespace

std::optional<std::vector<pid_t>> pids_to_kill(std::string_view line) {
    while (line.ends_with('\n'))
        line.remove_suffix(1);
    std::vector<std::string_view> words = words_of(line);
    if (words.empty() || words[0] != "kill") return std::nullopt;
    words.erase(words.begin());
    if (words.size() >= 2 && words[0] == "-s" && is_ending_signal(words[1]))
        words.erase(words.begin(), words.begin() + 2);
    else if (!words.empty() && words[0].starts_with('-') && is_ending_signal(words[0].substr(1)))
        words.erase(words.begin());
    std::vector<pid_t> pids;
    for (const std::string_view word : words) {
        pid_t pid = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), pid);
        if (error != std::errc() || end != word.data() + word.size() || pid < 2) return std::nullopt;
        pids.push_back(pid);
    }
    if (pids.empty()) return std::nullopt;
    return pids;
}

std::unique_ptr<PreparedCall> prepare_kill(std::string_view line, Jobs& jobs) {
    const auto pids = pids_to_kill(line);
    if (!pids) return nullptr;
    std::set<pid_t> tasks;
    for (const pid_t pid : *pids) {
        const auto task = jobs.task_of(pid);
        if (!task) return nullptr;
        tasks.insert(*task);
    }
    return std::make_unique<PreparedKill>(std::string(line), std::move(tasks), jobs);
}

} // namespace thoth
