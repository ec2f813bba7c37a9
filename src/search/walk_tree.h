#pragma once
#include "os/directory.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace thoth {

class WalkOutput;
struct ListedDirectory;

// One step of a walk: a directory to list or files of one to look at. A listed directory has the steps
// that came of it as children, in order.
class WalkTask {
public:
    using Ptr = std::unique_ptr<WalkTask>;
    static Ptr of_directory(std::shared_ptr<const ListedDirectory> parent, std::string name);
    static Ptr of_files(std::shared_ptr<const ListedDirectory> directory, std::span<const EntryList::Entry> files);

    bool is_directory() const { return files.empty(); }

    std::shared_ptr<const ListedDirectory> directory; // where it lies; null for the start of a walk
    std::string name;                                 // of the directory to list
    std::span<const EntryList::Entry> files;

    WalkTask();
    ~WalkTask();

private:
    friend class WalkTree;
    enum class State { waiting, running, done };
    State m_state = State::waiting;
    std::vector<Ptr> m_children;
    size_t m_first_open = 0;  // children before it have nothing left to take
    size_t m_first_there = 0; // children before it are over: their output was taken
    std::unique_ptr<WalkOutput> m_output;
};

// The steps of a walk that is under way: which is to be done next, and whose output is the next in
// order. No thread of its own and no lock: the caller's.
class WalkTree {
public:
    explicit WalkTree(std::function<bool(WalkOutput&)> take);

    WalkTask* take_first(); // the first in order that nobody does yet; null: none now
    bool may_take(size_t limit) const { return m_waiting_bytes <= limit || m_running == 0; }
    // What a step came to. Hands on all output whose turn it is. False: no more is wanted.
    bool finish(WalkTask& task, std::vector<WalkTask::Ptr> children, std::unique_ptr<WalkOutput> output);
    bool is_first(const WalkTask& task) const; // everything before it is over
    bool is_finished() const;

private:
    static WalkTask* first_waiting(WalkTask& task, bool& exhausted);
    bool hand_on(WalkTask& task, bool& over);

    std::function<bool(WalkOutput&)> m_take;
    WalkTask m_root;
    size_t m_running = 0;
    size_t m_waiting_bytes = 0; // of output whose turn has not come
    bool m_over = false;
};

} // namespace thoth
