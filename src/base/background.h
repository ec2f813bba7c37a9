#pragma once
#include <future>
#include <system_error>
#include <type_traits>
#include <utility>

namespace thoth {

// Begins `work` on a thread of its own; where no more threads can be had, it is done when its
// result is asked for. The future waits for it when it goes, so what `work` refers to must live
// longer than the future. For pieces of milliseconds, not for what may have to be stopped.
template <class Work>
std::future<std::invoke_result_t<Work>> in_background(Work work) {
    try {
        return std::async(std::launch::async, work);
    } catch (const std::system_error&) {
        return std::async(std::launch::deferred, std::move(work));
    }
}

} // namespace thoth
