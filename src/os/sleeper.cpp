#include "os/sleeper.h"

#include <condition_variable>
#include <mutex>

namespace thoth {

bool SystemSleeper::sleep(std::chrono::milliseconds duration, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never; // only the stop wakes it
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, duration, [] { return false; });
    return !stop.stop_requested();
}

} // namespace thoth
