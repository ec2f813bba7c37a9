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
    if (seconds >= 0 && seconds <= k_longest_wait_s) return seconds;
    return {};
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

std::optional<double> wait_until(std::string_view date, const HttpHeaders& headers) {
    const auto then = seconds_of_date(date);
    const auto now = seconds_of_date(header(headers, "date").value_or(""));
    if (!then || !now) return {};
    return plausible(static_cast<double>(std::max<int64_t>(0, *then - *now)));
}

std::optional<double> reset_wait(const HttpHeaders& headers, const std::string& what) {
    const auto left = header(headers, "x-ratelimit-remaining-" + what);
    const auto reset = header(headers, "x-ratelimit-reset-" + what);
    if (left != "0" || !reset) return {};
    const auto wait = parse_wait(lower(*reset));
    return wait && *wait > 0 ? wait : std::nullopt; // 0 stands for "unknown" in some clouds
}
} // namespace

std::optional<double> parse_wait(std::string_view text) {
    return leading_wait(text);
}

std::optional<double> wait_in_headers(const HttpHeaders& headers) {
    if (const auto text = header(headers, "retry-after-ms"))
        if (const auto ms = parse_wait(*text)) return *ms / 1000;
    if (const auto text = header(headers, "retry-after")) {
        if (const auto wait = parse_wait(*text)) return wait;
        if (const auto wait = wait_until(*text, headers)) return wait;
    }
    return std::max(reset_wait(headers, "requests"), reset_wait(headers, "tokens"));
}

std::optional<double> wait_in_text(std::string_view said) {
    constexpr std::string_view k_phrase = "try again in ";
    const size_t at = said.find(k_phrase);
    return at == said.npos ? std::nullopt : leading_wait(said.substr(at + k_phrase.size()));
}

std::optional<bool> should_retry(const HttpHeaders& headers) {
    const auto value = header(headers, "x-should-retry");
    if (value == "true") return true;
    if (value == "false") return false;
    return {};
}

} // namespace thoth
