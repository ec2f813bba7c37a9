#include "search/walk_tree.h"

#include "search/walk.h"

namespace thoth {

WalkTask::WalkTask() = default;
WalkTask::~WalkTask() = default;

WalkTask::Ptr WalkTask::of_directory(std::shared_ptr<const ListedDirectory> parent, std::string name) {
    auto task = std::make_unique<WalkTask>();
    task->directory = std::move(parent);
    task->name = std::move(name);
    return task;
}

WalkTask::Ptr WalkTask::of_files(std::shared_ptr<const ListedDirectory> directory,
                                 std::span<const EntryList::Entry> files) {
    auto task = std::make_unique<WalkTask>();
    task->directory = std::move(directory);
    task->files = files;
    return task;
}

WalkTree::WalkTree(std::function<bool(WalkOutput&)> take) : m_take(std::move(take)) {}

// `exhausted`: nothing below will ever be waiting again.
WalkTask* WalkTree::first_waiting(WalkTask& task, bool& exhausted) {
    exhausted = false;
    if (task.m_state == WalkTask::State::waiting) return &task;
    if (task.m_state == WalkTask::State::running) {
        exhausted = !task.is_directory();
        return nullptr;
    }
    for (size_t i = task.m_first_open; i < task.m_children.size(); ++i) {
        bool child_exhausted = true;
        if (task.m_children[i])
            if (WalkTask* found = first_waiting(*task.m_children[i], child_exhausted)) return found;
        if (child_exhausted && i == task.m_first_open) ++task.m_first_open;
    }
    exhausted = task.m_first_open == task.m_children.size();
    return nullptr;
}

WalkTask* WalkTree::take_first() {
    bool exhausted = false;
    WalkTask* task = first_waiting(m_root, exhausted);
    if (!task) return nullptr;
    task->m_state = WalkTask::State::running;
    ++m_running;
    return task;
}

// `over`: nothing of the task is left. False: no more is wanted.
bool WalkTree::hand_on(WalkTask& task, bool& over) {
    over = false;
    if (task.m_state != WalkTask::State::done) return true;
    if (task.m_output) {
        m_waiting_bytes -= task.m_output->size();
        const auto output = std::move(task.m_output);
        if (!m_take(*output)) return false;
    }
    while (task.m_first_there < task.m_children.size()) {
        bool child_over = false;
        if (!hand_on(*task.m_children[task.m_first_there], child_over)) return false;
        if (!child_over) return true;
        task.m_children[task.m_first_there++].reset();
    }
    over = true;
    return true;
}

bool WalkTree::finish(WalkTask& task, std::vector<WalkTask::Ptr> children, std::unique_ptr<WalkOutput> output) {
    --m_running;
    task.m_state = WalkTask::State::done;
    task.m_children = std::move(children);
    task.m_output = std::move(output);
    task.directory.reset(); // and with it perhaps a descriptor
    if (task.m_output) m_waiting_bytes += task.m_output->size();
    return hand_on(m_root, m_over);
}

bool WalkTree::is_first(const WalkTask& task) const {
    const WalkTask* at = &m_root;
    while (at != &task) {
        if (at->m_state != WalkTask::State::done || at->m_first_there == at->m_children.size()) return false;
        at = at->m_children[at->m_first_there].get();
    }
    return true;
}

bool WalkTree::is_finished() const {
    return m_over;
}

} // namespace thoth
