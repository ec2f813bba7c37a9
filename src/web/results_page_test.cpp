#include "web/results_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
const std::string k_filler = "<style>" + std::string(3000, ' ') + "</style>";

std::string page(const std::string& body) {
    return "<!DOCTYPE html><html><head><title>q at DuckDuckGo</title>" + k_filler + "</head><body>" + body +
           "</body></html>";
}

std::string result(const std::string& href, const std::string& title, const std::string& snippet) {
    return fmt::format(
        "<div class=\"result results_links results_links_deep web-result \"><div class=\"links_main "
        "links_deep result__body\"><h2 class=\"result__title\"><a rel=\"nofollow\" class=\"result__a\" "
        "href=\"{}\">{}</a></h2><div class=\"result__extras\"><a class=\"result__url\" href=\"{}\"> "
        "shown </a></div><a class=\"result__snippet\" href=\"{}\">{}</a></div></div>",
        href, title, href, href, snippet);
}

std::string error(const std::string& html) {
    const auto read = read_results_page(html);
    return read ? "none" : read.error().message;
}
} // namespace

TEST(ResultsPage, IsReadWithItsLinksUnwrapped) { // T47
    const auto hits =
        read_results_page(page(result("//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.test%2Fx%3Fy%3D1%26z&amp;rut=abc",
                                      "A &amp; <b>one</b>", "first\n <b>snippet</b>") +
                               result("https://b.test/", "Two", "")));
    ASSERT_TRUE(hits) << describe(hits.error());
    EXPECT_EQ(*hits, (std::vector<SearchHit>{{"A & one", "https://a.test/x?y=1&z", "first snippet"},
                                             {"Two", "https://b.test/", ""}}));
}

TEST(ResultsPage, AdvertisementsAreNoResults) {
    const std::string ad =
        "<div class=\"result result--ad\">" + result("https://ad.test/", "Buy", "now") + "</div>";
    const auto hits =
        read_results_page(page(ad + result("https://duckduckgo.com/y.js?ad_domain=x", "Ad", "ad text") +
                               result("/y.js?ad_domain=x&uddg=https%3A%2F%2Fad.test", "Ad", "ad text") +
                               result("https://a.test/", "A", "s")));
    EXPECT_EQ(hits.value(), (std::vector<SearchHit>{{"A", "https://a.test/", "s"}}));
}

TEST(ResultsPage, OtherLayoutsAreReadToo) {
    const auto lite = read_results_page(page(
        "<table><tr class='result-sponsored'><td><a class='result-link' href='https://ad.test'>Ad</a></td></tr>"
        "<tr><td>1.</td><td><a rel=nofollow href='//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.test%2F' "
        "class='result-link'>"
        "A</a></td></tr><tr><td></td><td class='result-snippet'>about a</td></tr></table>"));
    EXPECT_EQ(lite.value(), (std::vector<SearchHit>{{"A", "https://a.test/", "about a"}}));
    const auto script = read_results_page(
        page("<ol><li><article data-testid=result><h2><a data-testid=result-title-a href='https://a.test/'><span>A"
             "</span></a></h2><div data-result=snippet>about a</div></article></ol>"));
    EXPECT_EQ(script.value(), (std::vector<SearchHit>{{"A", "https://a.test/", "about a"}}));
}

TEST(ResultsPage, HasEightHitsAtMost) { // T47
    std::string body;
    for (int i = 0; i < 20; ++i)
        body += result(fmt::format("https://a.test/{}", i), "t", "s");
    EXPECT_EQ(read_results_page(page(body)).value().size(), 8u);
}

TEST(ResultsPage, DangerousTargetsAreLeftOut) {
    const auto hits =
        read_results_page(page(result("javascript:alert(1)", "j", "s") +
                               result("//duckduckgo.com/l/?uddg=file%3A%2F%2F%2Fetc%2Fpasswd", "f", "") +
                               result("https://u:p@a.test/", "u", "") + result("https://a.test/", "ok", "") +
                               result("https://b.test/", " ", "")));
    EXPECT_EQ(hits.value(),
              (std::vector<SearchHit>{{"ok", "https://a.test/", ""}, {"https://b.test/", "https://b.test/", ""}}));
}

TEST(ResultsPage, TellsWhyThereIsNone) { // T49
    const auto none = read_results_page(page("<div class=\"no-results\">No results for captcha.</div>"));
    EXPECT_EQ(none.value(), std::vector<SearchHit>());

    const std::string refused = "nothing was searched: the search engine refused, since it takes this for a robot";
    EXPECT_EQ(error(page("<div class=\"anomaly-modal__title\">Unfortunately, bots use DuckDuckGo too.</div>")),
              refused);
    EXPECT_EQ(error("<form id=\"challenge-form\" action=\"/anomaly.js?x\">"), refused); // a small one is one, too
    EXPECT_EQ(error(page("Please solve this CAPTCHA")), refused);
    EXPECT_EQ(error(page("We noticed unusual traffic from your network")), refused);
    EXPECT_EQ(error(page("Robot check")), refused);
    EXPECT_EQ(error(page("<script src=/cdn-cgi/challenge-platform/x></script>")), refused);

    EXPECT_EQ(error("<html></html>"), "nothing was searched: the answer is too small to be a page of results");
    EXPECT_EQ(error(""), "nothing was searched: the answer is too small to be a page of results");
    EXPECT_EQ(error(page("<div class=new-result>A</div>")),
              "nothing was searched: the page of results is laid out in a way that is not known");
    EXPECT_EQ(read_results_page(page("Robot check")).error().code, Errc::refused);
    EXPECT_EQ(read_results_page("").error().code, Errc::protocol);
}

TEST(ResultsPage, ALongTitleIsCutBetweenCharacters) {
    std::string title = "a";
    for (int i = 0; i < 200; ++i)
        title += "\u00e9";
    const auto hits = read_results_page("<a class=result-link href='https://a.test/'>" + title + "<b>more</b></a>");
    ASSERT_TRUE(hits);
    ASSERT_EQ(hits->size(), 1u);
    EXPECT_EQ(hits->front().title, title.substr(0, 299));
}

} // namespace thoth
