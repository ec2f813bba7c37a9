#pragma once
#include "base/path.h"
#include "os/environment.h"
#include "os/file_system.h"
#include "search/ignore_sources.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace thoth {

// The names below the project, but for ignored ones, that may be meant by a few typed characters. They are
// collected on a thread of its own when a word is begun; what there is so far can be searched at any time. The
// characters have to come in their order; names where they stand together, begin a word or are in the file's own
// name come first. Main thread.
class FilePicker {
public:
    static constexpr size_t k_most_names = 200'000;

    // `on_change` is called on that thread when names were added.
    FilePicker(const FileSystem& files, const Environment& environment, Path root, std::function<void()> on_change);
    ~FilePicker();

    // A word begins: the names are collected, anew if that was done before.
    void begin();
    // The best ones first. Directories end in '/'.
    std::vector<std::string> matches(std::string_view typed, size_t most);
    // Whether names came since this was asked last.
    bool has_more() { return m_has_more.exchange(false); }

private:
    void collect(const std::stop_token& stop);

    IgnoreSources m_ignore;
    Path m_root;
    std::function<void()> m_on_change;
    std::mutex m_mutex; // of m_names
    std::vector<std::string> m_names;
    std::atomic<bool> m_has_more = false;
    std::jthread m_thread; // last: it uses the others
};

// How well `typed` fits a name: more is better, nothing if it does not. Letters in lower case mean both.
int fuzzy_score(std::string_view typed, std::string_view name);

} // namespace thoth
