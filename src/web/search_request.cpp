#include "web/search_request.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr size_t k_largest = 4 * 1024 * 1024; // bytes
constexpr std::chrono::milliseconds k_longest{25'000};

constexpr const char* k_hint =
    "do not conclude that there is nothing; a page that you know can be read with web_fetch";
} // namespace

Result<HttpReply> search_reply(HttpClient& http, HttpRequest request, const std::string& engine,
                               std::stop_token stop) {
    request.limits.connect = std::chrono::milliseconds{10'000};
    request.limits.first_byte = k_longest;
    request.limits.idle = k_longest;
    request.limits.total = k_longest;
    request.compressed = true;
    auto reply = fetch(http, request, k_largest, std::move(stop));
    if (!reply && reply.error().code == Errc::cancelled) return fail(Errc::cancelled, "cancelled by user");
    if (!reply)
        return fail(reply.error().code, fmt::format("nothing was searched: {}", reply.error().message), k_hint);
    const int status = reply->head.status;
    if (reply->head.success()) return reply;
    const bool is_refusal = status == 401 || status == 403 || status == 429 || (status >= 300 && status < 400);
    return fail(is_refusal ? Errc::refused : Errc::unavailable,
                fmt::format("nothing was searched: {} {} (status {})", engine,
                            is_refusal ? "refused" : "did not answer as it should", status),
                k_hint);
}

} // namespace thoth
