#include "search/walk.h"

#include "search/walk_tree.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_batch = 32;       // files that are looked at in one go
constexpr size_t k_open_limit = 200; // directories that are kept open; others are opened by their path
constexpr size_t k_waiting_bytes = 32 * 1024 * 1024;
constexpr size_t k_files_per_thread = 48; // fewer are done before another thread has started

// An open directory counts against the limit as long as it lives.
struct CountedDirectory {
    CountedDirectory(Directory opened, std::atomic<size_t>& count)
        : directory(std::move(opened)), open_count(count) {
        ++open_count;
    }
    CountedDirectory(const CountedDirectory&) = delete;
    CountedDirectory& operator=(const CountedDirectory&) = delete;
    ~CountedDirectory() { --open_count; }
    Directory directory;
    std::atomic<size_t>& open_count;
};
} // namespace

// A directory whose entries are being looked at, shared by the tasks for its files and directories.
struct ListedDirectory {
    WalkedDirectory walked;
    IgnoreScope::Ptr scope;
    LetterCase letters = LetterCase::counts;
    std::string scope_path;                 // of the directory in its scope; as `relative`
    std::unique_ptr<CountedDirectory> open; // null: too many are open

    Descriptor open_file(const char* name) const {
        if (open) return open->directory.open_file(name, false);
        const auto reopened = Directory::open(walked.path);
        return reopened ? reopened->open_file(name, false) : Descriptor();
    }
    Result<Directory> open_directory(const char* name) const {
        if (open) return open->directory.open_below(name);
        return TRY(Directory::open(walked.path)).open_below(name);
    }
};

namespace {
struct WorkerState {
    std::vector<char> buffer;
    std::string path; // of an entry, while its directory is listed
    WalkStats stats;
};

class Walk {
public:
    Walk(const WalkOptions& options, WalkVisitor& visitor, const std::stop_token& stop)
        : m_options(options), m_visitor(visitor), m_stop(stop), m_limit(walk_threads(options.threads)),
          m_workers(m_limit), m_tree([this](WalkOutput& output) { return m_visitor.take(output); }) {}

    WalkStats run() {
        work(0);
        std::vector<std::jthread> threads;
        {
            const std::lock_guard lock(m_mutex);
            threads.swap(m_threads);
        }
        threads.clear(); // joins
        WalkStats stats;
        for (const WorkerState& worker : m_workers) {
            stats.files += worker.stats.files;
            stats.ignored_files += worker.stats.ignored_files;
            stats.ignored_directories += worker.stats.ignored_directories;
            stats.prefix_ignored = stats.prefix_ignored || worker.stats.prefix_ignored;
            stats.unreadable += worker.stats.unreadable;
        }
        stats.stopped = m_ended || m_stop.stop_requested();
        stats.partial = m_entries > k_max_walked_entries;
        return stats;
    }

private:
    bool is_over() const { return m_ended.load(std::memory_order_relaxed) || m_stop.stop_requested(); }

    void work(unsigned worker) {
        std::unique_lock lock(m_mutex);
        while (!is_over()) {
            WalkTask* task = m_tree.may_take(k_waiting_bytes) ? m_tree.take_first() : nullptr;
            if (!task) {
                if (m_tree.is_finished()) break;
                m_changed.wait(lock);
                continue;
            }
            start_another(lock);
            lock.unlock();
            std::vector<WalkTask::Ptr> found;
            std::unique_ptr<WalkOutput> output;
            if (task->is_directory())
                found = list(*task, m_workers[worker]);
            else
                output = look_at(*task, worker);
            lock.lock();
            if (!m_tree.finish(*task, std::move(found), std::move(output))) m_ended = true;
            m_changed.notify_all();
        }
        m_changed.notify_all();
    }
    // Under the lock. A thread for a handful of files would cost more than it saves.
    void start_another(std::unique_lock<std::mutex>&) {
        const auto running = static_cast<unsigned>(m_threads.size()) + 1;
        if (running >= m_limit || m_found_files < k_files_per_thread * running) return;
        m_threads.emplace_back([this, running] { work(running); });
    }

    std::unique_ptr<WalkOutput> look_at(WalkTask& task, unsigned worker) {
        const auto& listed = *task.directory;
        m_workers[worker].stats.files += task.files.size();
        const WalkBatch batch{listed.walked, task.files, [&](const char* name) { return listed.open_file(name); }};
        return m_visitor.visit(batch, worker, [&](std::unique_ptr<WalkOutput> part) {
            std::unique_lock lock(m_mutex);
            while (!is_over() && !m_tree.is_first(task))
                m_changed.wait(lock);
            if (is_over()) return false;
            if (!m_visitor.take(*part)) m_ended = true;
            return !m_ended;
        });
    }

    std::vector<WalkTask::Ptr> list(WalkTask& task, WorkerState& worker) {
        auto opened =
            task.directory ? task.directory->open_directory(task.name.c_str()) : Directory::open(m_options.start);
        auto entries = opened ? opened->list(worker.buffer) : std::unexpected(opened.error());
        if (!entries) {
            ++worker.stats.unreadable;
            return {};
        }
        if ((m_entries += entries->entries().size()) > k_max_walked_entries) {
            m_ended = true;
            return {};
        }
        auto listed = std::make_shared<ListedDirectory>();
        listed->walked.list = std::move(*entries);
        listed->walked.sizes_are_unreliable = opened->sizes_are_unreliable();
        inherit(*listed, task);
        if (m_open < k_open_limit) listed->open = std::make_unique<CountedDirectory>(std::move(*opened), m_open);
        keep_wanted(*listed, worker);
        return tasks_of(listed);
    }
    void inherit(ListedDirectory& listed, const WalkTask& task) const {
        if (!task.directory) {
            listed.walked.path = m_options.start;
            listed.scope = m_options.above.scope;
            listed.letters = m_options.above.letters;
            listed.scope_path = m_options.above.prefix;
        } else {
            const ListedDirectory& parent = *task.directory;
            listed.walked.path = parent.walked.path / task.name;
            listed.walked.relative = parent.walked.relative + task.name + "/";
            listed.scope = parent.scope;
            listed.letters = parent.letters;
            listed.scope_path = parent.scope_path + task.name + "/";
        }
        if (m_options.ignore) enter_scope(listed, !task.directory);
    }
    void enter_scope(ListedDirectory& listed, bool is_start) const {
        bool has_rules = false;
        bool has_git = false;
        for (const auto& entry : listed.walked.list.entries()) {
            const std::string_view name = listed.walked.list.name(entry);
            if (name.empty() || name[0] != '.') continue;
            has_rules = has_rules || name == k_git_ignore_file || name == k_own_ignore_file;
            has_git = has_git || name == ".git";
        }
        const size_t skip = listed.scope_path.size();
        if (has_git && !is_start && m_options.ignore->begins_repository(listed.walked.path)) {
            auto repository = m_options.ignore->repository(listed.walked.path, skip);
            listed.scope = std::move(repository.scope);
            listed.letters = repository.letters;
        }
        if (has_rules)
            listed.scope = m_options.ignore->enter(listed.scope, listed.walked.path, skip, listed.letters);
    }

    void keep_wanted(ListedDirectory& listed, WorkerState& worker) const {
        std::string& path = worker.path;
        path = listed.scope_path;
        const size_t stem = path.size();
        std::erase_if(listed.walked.list.entries(), [&](const EntryList::Entry& entry) {
            const bool is_directory = entry.kind == FileKind::directory;
            if (!is_directory && entry.kind != FileKind::regular) return true;
            const std::string_view name = listed.walked.list.name(entry);
            if (name == ".git" || !leads_to_prefix(listed.walked.relative, name, is_directory)) return true;
            if (!listed.scope) return false;
            path.resize(stem);
            path += name;
            if (!IgnoreScope::ignores(listed.scope, path, is_directory)) return false;
            ++(is_directory ? worker.stats.ignored_directories : worker.stats.ignored_files);
            if (is_directory && is_in_prefix(listed.walked.relative, name)) worker.stats.prefix_ignored = true;
            return true;
        });
        listed.walked.list.sort();
    }
    bool leads_to_prefix(const std::string& relative, std::string_view name, bool is_directory) const {
        const std::string& prefix = m_options.path_prefix;
        if (prefix.size() <= relative.size()) return true; // looked at higher up
        const std::string_view rest = std::string_view(prefix).substr(relative.size());
        if (name.size() >= rest.size()) return name.starts_with(rest);
        return is_directory && rest.starts_with(name) && rest[name.size()] == '/';
    }

    bool is_in_prefix(const std::string& relative, std::string_view name) const {
        const std::string& prefix = m_options.path_prefix;
        const size_t end = relative.size() + name.size();
        return prefix.size() > end && prefix[end] == '/';
    }

    std::vector<WalkTask::Ptr> tasks_of(const std::shared_ptr<ListedDirectory>& listed) {
        std::vector<WalkTask::Ptr> tasks;
        const auto& entries = listed->walked.list.entries();
        for (size_t i = 0; i < entries.size();) {
            if (entries[i].kind == FileKind::directory) {
                tasks.push_back(
                    WalkTask::of_directory(listed, std::string(listed->walked.list.name(entries[i++]))));
                continue;
            }
            size_t end = i + 1;
            while (end < entries.size() && end - i < k_batch && entries[end].kind == FileKind::regular)
                ++end;
            tasks.push_back(WalkTask::of_files(listed, std::span(entries).subspan(i, end - i)));
            m_found_files += end - i;
            i = end;
        }
        return tasks;
    }

    const WalkOptions& m_options;
    WalkVisitor& m_visitor;
    const std::stop_token& m_stop;
    const unsigned m_limit;
    std::vector<WorkerState> m_workers; // one each
    std::atomic<size_t> m_open = 0;
    std::atomic<size_t> m_entries = 0;
    std::atomic<size_t> m_found_files = 0;
    std::atomic<bool> m_ended = false;
    std::mutex m_mutex; // for what follows
    std::condition_variable m_changed;
    WalkTree m_tree;
    std::vector<std::jthread> m_threads;
};
} // namespace

unsigned walk_threads(unsigned wanted) {
    constexpr unsigned k_most = 8;
    return std::clamp(wanted != 0 ? wanted : std::thread::hardware_concurrency(), 1u, k_most);
}

WalkStats walk(const WalkOptions& options, WalkVisitor& visitor, const std::stop_token& stop) {
    return Walk(options, visitor, stop).run();
}

} // namespace thoth
