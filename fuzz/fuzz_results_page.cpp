// Any bytes as the answer of a search engine: a few hits whose addresses are addresses of the web in their one
// form, or a reason why there are none.
#include "text/unicode.h"
#include "web/charset.h"
#include "web/results_page.h"
#include "web/searxng.h"
#include "web/url.h"

#include <cstdint>
#include <cstdlib>

namespace {
void check(const thoth::Result<std::vector<thoth::SearchHit>>& hits) {
    if (!hits) {
        if (!hits.error().message.starts_with("nothing was searched: ")) std::abort();
        return;
    }
    if (hits->size() > thoth::k_most_hits) std::abort();
    for (const thoth::SearchHit& hit : *hits) {
        const auto url = thoth::parse_web_url(hit.url);
        if (!url || url->text() != hit.url) std::abort();
        if (!thoth::is_valid_utf8(hit.title) || !thoth::is_valid_utf8(hit.snippet)) std::abort();
    }
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text = thoth::to_utf8({reinterpret_cast<const char*>(data), size}, "utf-8");
    check(thoth::read_results_page(text));
    check(thoth::read_searxng_answer(text));
    return 0;
}
