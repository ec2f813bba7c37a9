#include "model/retry_after.h"

#include "model/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>

namespace thoth {

namespace {
constexpr double k_longest_wait_s = 366.0 * 24 * 3600;

std::optional<std::string_view> header(const HttpHeaders& headers, std::string_view name) {
    for (const auto& [key, value] : headers)
        if (key == name) return trim(value);
    return {};
}

std::optional<double> plausible(double seconds) {
    if (!(seconds >= 0)) return {};
    return std::min(seconds, k_longest_wait_s); // nobody waits so long, but it is not "at once" either
}

std::optional<double> take_number(std::string_view& text) {
    double number = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc{}) return {};
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return number;
}

std::string_view take_word(std::string_view& text) {
    const size_t end = std::min(text.size(), text.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

std::optional<double> seconds_of_unit(std::string_view unit) {
    if (unit == "ms" || unit == "milliseconds") return 0.001;
    if (unit == "m" || unit == "min" || unit == "minute" || unit == "minutes") return 60;
    if (unit == "h" || unit == "hour" || unit == "hours") return 3600;
    if (unit.empty() || unit == "s" || unit == "sec" || unit == "second" || unit == "seconds") return 1;
    return {};
}

// The wait at the start of `text`; what follows it does not matter.
std::optional<double> leading_wait(std::string_view text) {
    double total = 0;
    bool any = false;
    while (const auto number = take_number(text)) {
        if (text.starts_with(' ') && text.size() > 1 && text[1] >= 'a' && text[1] <= 'z') text.remove_prefix(1);
        const auto unit = seconds_of_unit(take_word(text));
        if (!unit) break;
        total += *number * *unit;
        any = true;
    }
    return any ? plausible(total) : std::nullopt;
}

// "Sun, 06 Nov 1994 08:49:37 GMT", the only form that servers send today.
std::optional<int64_t> seconds_of_date(std::string_view date) {
    constexpr std::string_view k_months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    if (date.size() < 29 || date.substr(3, 2) != ", ") return {};
    const auto number = [&](size_t at, size_t length) {
        int value = -1;
        std::from_chars(date.data() + at, date.data() + at + length, value);
        return value;
    };
    const size_t month = k_months.find(date.substr(8, 3));
    if (month == std::string_view::npos || month % 3 != 0) return {};
    const std::chrono::year_month_day day{std::chrono::year(number(12, 4)),
                                          std::chrono::month(static_cast<unsigned>(month / 3 + 1)),
                                          std::chrono::day(static_cast<unsigned>(number(5, 2)))};
    if (!day.ok()) return {};
    const auto days = std::chrono::sys_days(day).time_since_epoch().count();
    return int64_t{days} * 86400 + number(17, 2) * 3600 + number(20, 2) * 60 + number(23, 2);
}

// "2026-01-31T12:00:30Z", with a fraction or an offset in the place of the Z.
std::optional<int64_t> seconds_of_timestamp(std::string_view time) {
    if (time.size() < 20 || time[4] != '-' || time[7] != '-' || (time[10] != 'T' && time[10] != 't')) return {};
    const auto number = [&](size_t at, size_t length) {
        int value = -1;
        if (at + length <= time.size()) std::from_chars(time.data() + at, time.data() + at + length, value);
        return value;
    };
    const std::chrono::year_month_day day{std::chrono::year(number(0, 4)),
                                          std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                          std::chrono::day(static_cast<unsigned>(number(8, 2)))};
    if (!day.ok()) return {};
    const auto days = std::chrono::sys_days(day).time_since_epoch().count();
    const int64_t local = int64_t{days} * 86400 + number(11, 2) * 3600 + number(14, 2) * 60 + number(17, 2);
    const size_t zone = time.find_first_of("Zz+-", 19);
    if (zone == time.npos) return {};
    if (time[zone] == 'Z' || time[zone] == 'z') return local;
    const int64_t offset = number(zone + 1, 2) * 3600 + number(zone + 4, 2) * 60;
    return time[zone] == '+' ? local - offset : local + offset;
}

// A moment of the server's, by its own clock where it tells that.
class Until {
public:
    Until(const HttpHeaders& headers, std::optional<WallTime> now)
        : m_now(seconds_of_date(header(headers, "date").value_or(""))) {
        if (!m_now && now) m_now = std::chrono::floor<std::chrono::seconds>(*now).time_since_epoch().count();
    }
    std::optional<double> operator()(std::optional<int64_t> then) const {
        if (!then || !m_now) return {};
        return plausible(static_cast<double>(std::max<int64_t>(0, *then - *m_now)));
    }

private:
    std::optional<int64_t> m_now;
};

std::optional<double> unless_zero(std::optional<double> wait) {
    return wait && *wait > 0 ? wait : std::nullopt; // 0 stands for "unknown" in some clouds
}

std::optional<double> reset_wait(const HttpHeaders& headers, const std::string& what) {
    const auto left = header(headers, "x-ratelimit-remaining-" + what);
    const auto reset = header(headers, "x-ratelimit-reset-" + what);
    if (left != "0" || !reset) return {};
    return unless_zero(parse_wait(lower(*reset)));
}

std::optional<double> anthropic_reset_wait(const HttpHeaders& headers, const std::string& what,
                                           const Until& until) {
    const auto left = header(headers, "anthropic-ratelimit-" + what + "-remaining");
    const auto reset = header(headers, "anthropic-ratelimit-" + what + "-reset");
    if (left != "0" || !reset) return {};
    return unless_zero(until(seconds_of_timestamp(*reset)));
}
} // namespace

std::optional<double> parse_wait(std::string_view text) {
    return leading_wait(text);
}

std::optional<double> wait_in_headers(const HttpHeaders& headers, std::optional<WallTime> now) {
    const Until until(headers, now);
    if (const auto text = header(headers, "retry-after-ms"))
        if (const auto ms = parse_wait(*text)) return *ms / 1000;
    if (const auto text = header(headers, "retry-after")) {
        if (const auto wait = parse_wait(*text)) return wait;
        if (const auto wait = until(seconds_of_date(*text))) return wait;
    }
    std::optional<double> longest;
    for (const char* what : {"requests", "tokens"})
        longest = std::max(longest, reset_wait(headers, what));
    for (const char* what : {"requests", "tokens", "input-tokens", "output-tokens"})
        longest = std::max(longest, anthropic_reset_wait(headers, what, until));
    return longest;
}

std::optional<double> wait_in_text(std::string_view said) {
    for (const std::string_view phrase : {"try again in ", "retry in ", "retry after ", "try again after "})
        if (const size_t at = said.find(phrase); at != said.npos)
            if (const auto wait = leading_wait(said.substr(at + phrase.size()))) return wait;
    return {};
}

std::optional<bool> should_retry(const HttpHeaders& headers) {
    const auto value = header(headers, "x-should-retry");
    if (value == "true") return true;
    if (value == "false") return false;
    return {};
}

} // namespace thoth
