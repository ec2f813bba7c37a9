#include "web/results_page.h"

#include "web/html_tree.h"
#include "web/readable_text.h"
#include "web/url.h"

#include <algorithm>
#include <array>
#include <optional>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr size_t k_smallest_page = 2000; // bytes
constexpr size_t k_longest_title = 300;
constexpr size_t k_longest_snippet = 600;
constexpr std::array k_signs_of_refusal{
    "anomaly"sv,     "captcha"sv,        "unusual traffic"sv, "robot check"sv, "not a robot"sv,
    "are a robot"sv, "challenge-form"sv, "/challenge"sv,      "bots use "sv,   "automated requests"sv};
constexpr std::array k_advertisements{"result--ad"sv, "result-sponsored"sv, "results--ads"sv, "badge--ad"sv};
constexpr std::array k_none{"no-results"sv, "result--no-result"sv, "no-results-message"sv, "no-results__message"sv};

template <size_t N>
bool has_one_of(const GumboNode& node, const std::array<std::string_view, N>& classes) {
    return std::ranges::any_of(classes, [&](auto name) { return has_class(node, name); });
}

std::optional<unsigned> hex(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return std::nullopt;
}

std::string percent_decoded(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const auto high = i + 2 < text.size() && text[i] == '%' ? hex(text[i + 1]) : std::nullopt;
        const auto low = high ? hex(text[i + 2]) : std::nullopt;
        if (low) {
            out += static_cast<char>(*high * 16 + *low);
            i += 2;
        } else {
            out += text[i] == '+' ? ' ' : text[i];
        }
    }
    return out;
}

// "//duckduckgo.com/l/?uddg=https%3A%2F%2F..." leads to what stands in it. Nothing for what is no page of others.
std::optional<std::string> target_of(std::string_view href) {
    static constexpr std::string_view k_home = "https://duckduckgo.com/";
    const auto base = parse_web_url(k_home);
    const auto url = base ? resolve_url(*base, href) : base;
    if (!url) return std::nullopt;
    const bool is_own = url->host == "duckduckgo.com" || url->host.ends_with(".duckduckgo.com");
    if (!is_own) return url->text();
    if (!url->target.starts_with("/l/")) return std::nullopt; // an advertisement
    const size_t at = url->target.find("uddg=");
    if (at == std::string::npos) return std::nullopt;
    const std::string_view value = std::string_view(url->target).substr(at + 5);
    const auto target = parse_web_url(percent_decoded(value.substr(0, value.find('&'))));
    if (!target) return std::nullopt;
    return target->text();
}

bool is_title(const GumboNode& node) {
    if (tag_of(node) != GUMBO_TAG_A) return false;
    return has_class(node, "result__a") || has_class(node, "result-link") ||
           attribute(node, "data-testid") == "result-title-a"sv;
}

bool is_snippet(const GumboNode& node) {
    return has_class(node, "result__snippet") || has_class(node, "result-snippet") ||
           attribute(node, "data-result") == "snippet"sv;
}

struct Found {
    std::vector<SearchHit> hits;
    bool says_none = false;
};

Found look(const GumboNode& root) {
    Found found;
    bool is_behind_hit = false; // a snippet belongs to the hit before it
    walk(root, [&](const GumboNode& node) {
        if (!is_element(node) || has_one_of(node, k_advertisements)) return false;
        found.says_none = found.says_none || has_one_of(node, k_none);
        if (is_title(node)) {
            auto url =
                found.hits.size() < k_most_hits ? target_of(attribute(node, "href").value_or("")) : std::nullopt;
            is_behind_hit = url.has_value();
            if (!url) return false;
            std::string title = readable_text(line_of_text(node, k_longest_title));
            if (title.empty()) title = *url;
            found.hits.push_back({std::move(title), *std::move(url)});
            return false;
        }
        if (is_snippet(node) && is_behind_hit) {
            found.hits.back().snippet = readable_text(line_of_text(node, k_longest_snippet));
            is_behind_hit = false;
            return false;
        }
        return true;
    });
    return found;
}

bool is_refusal(std::string_view html) {
    std::string plain(html);
    std::ranges::transform(plain, plain.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::ranges::any_of(k_signs_of_refusal,
                               [&](auto sign) { return plain.find(sign) != std::string::npos; });
}
} // namespace

Result<std::vector<SearchHit>> read_results_page(std::string_view html) {
    const auto tree = HtmlTree::parse(html);
    if (!tree) return fail(Errc::protocol, "nothing was searched: " + tree.error().message);
    Found found = look(tree->root());
    if (!found.hits.empty() || found.says_none) return std::move(found.hits);
    if (is_refusal(html))
        return fail(
            Errc::refused, "nothing was searched: the search engine refused, since it takes this for a robot",
            "wait a while, or read a page that you know with web_fetch; do not conclude that there is nothing");
    if (html.size() < k_smallest_page)
        return fail(Errc::protocol, "nothing was searched: the answer is too small to be a page of results",
                    "try again later; do not conclude that there is nothing");
    return fail(Errc::protocol, "nothing was searched: the page of results is laid out in a way that is not known",
                "read a page that you know with web_fetch; do not conclude that there is nothing");
}

} // namespace thoth
