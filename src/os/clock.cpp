#include "os/clock.h"

#include <ctime>
#include <fmt/format.h>

namespace thoth {

namespace {
std::tm utc(WallTime time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    return parts;
}
} // namespace

std::string iso_time(WallTime time) {
    // Rounded down first, so that the milliseconds belong to the second printed.
    const auto whole = std::chrono::floor<std::chrono::seconds>(time);
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time - whole).count();
    const std::tm t = utc(whole);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday,
                       t.tm_hour, t.tm_min, t.tm_sec, ms);
}

std::string compact_time(WallTime time) {
    const std::tm t = utc(time);
    return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour,
                       t.tm_min, t.tm_sec);
}

std::string iso_date(WallTime time) {
    return iso_time(time).substr(0, 10);
}

} // namespace thoth
