#include "web/html_text.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
const WebUrl k_url{"https", "a.test", 443, "/docs/page"};

std::string text(std::string_view html) {
    const auto page = text_of_html(html, k_url);
    return page ? page->text : describe(page.error());
}
} // namespace

TEST(HtmlText, KeepsTheFormOfText) {
    EXPECT_EQ(text("<h1>One</h1><p>a\n  b<p>c<br>d<h3>Two</h3>e<hr>f"),
              "# One\n\na b\n\nc\nd\n\n### Two\n\ne\n\n---\n\nf");
    EXPECT_EQ(text("<p>x &amp; y &lt;z&gt; caf&eacute; &#x2014; &nbsp;q</p>"), "x & y <z> café — \u00a0q");
    EXPECT_EQ(text("<blockquote><p>one<p>two</blockquote>three"), "> one\n>\n> two\n\nthree");
    EXPECT_EQ(text("<p>call <code>f(x)</code> and <b>press</b> <kbd>q</kbd></p>"), "call `f(x)` and press `q`");
    EXPECT_EQ(text("<dl><dt>a<dd>first<dt>b<dd>second</dl>"), "a\n: first\nb\n: second");
    EXPECT_EQ(text("<p>see <img src=x alt='a chart'><img src=y alt=''></p>"), "see [image: a chart]");
}

TEST(HtmlText, WritesLists) {
    EXPECT_EQ(text("before<ul><li>a<li><p>b</p><p>c</p><ul><li>d</ul></ul>after"),
              "before\n\n- a\n- b\n\n  c\n\n  - d\n\nafter");
    EXPECT_EQ(text("<ol><li>a</li><li>b<ul><li>c</ul></li></ol>"), "1. a\n2. b\n   - c");
    EXPECT_EQ(text("<ul><li><input type=checkbox checked> done<li><input type=checkbox> open</ul>"),
              "- [x] done\n- [ ] open");
    EXPECT_EQ(text("<ul><li></li><li>a</li></ul>"), "- a");
}

TEST(HtmlText, WritesTables) {
    EXPECT_EQ(text("<table><caption>T</caption><tr><th>a<th>b<tr><td>1|2<td><p>x</p><p>y</p><tr><td><td>z</table>"),
              "T\n| a | b |\n| --- | --- |\n| 1\\|2 | x y |\n| | z |");
    // One that only places things is read in order.
    EXPECT_EQ(text("<table><tr><td>left<td><table><tr><td>in</table></table>"), "left\n\nin");
    EXPECT_EQ(text("<table role=presentation><tr><td>a<td>b</table>"), "a\nb");
}

TEST(HtmlText, KeepsCodeAsItStands) {
    EXPECT_EQ(text("<p>x</p><pre><code class='language-cpp'>if (a &lt; b)\n\n    f( );\n</code></pre>y"),
              "x\n\n```cpp\nif (a < b)\n\n    f( );\n```\n\ny");
    EXPECT_EQ(text("<pre>a ``` b</pre>"), "````\na ``` b\n````");
    EXPECT_EQ(text("<pre><span>a</span><br><span>  b</span></pre>"), "```\na\n  b\n```");
    EXPECT_EQ(text("<ul><li>x<pre>a\nb</pre></ul>"), "- x\n\n  ```\n  a\n  b\n  ```");
}

TEST(HtmlText, NamesTheTargetsOfLinks) {
    EXPECT_EQ(text("<a href='../x?a=1&amp;b#c'>up</a> <a href=#here>here</a> <a href='javascript:f()'>run</a>"),
              "[up](https://a.test/x?a=1&b) here run");
    EXPECT_EQ(text("<a href=/x><h2>Title</h2></a> <a href=/y><img src=i></a> end"),
              "## [Title](https://a.test/x)\n\nend");
    EXPECT_EQ(text("<base href='https://b.test/d/'><a href=e>e</a>"), "[e](https://b.test/d/e)");
    EXPECT_EQ(text("<a href='http://u:p@b.test/'>no</a>"), "no");
}

TEST(HtmlText, LeavesOutWhatNobodySees) { // T51
    EXPECT_EQ(
        text("<head><style>p{}</style></head><body>a<script>var x='<p>';</script><noscript>n</noscript>"
             "<svg><text>s</text></svg><!-- c --><template>t</template><p hidden>h</p>"
             "<p style='Display : none'>d</p><span style='visibility:hidden;'>v</span><i style='opacity: 0'>o</i>"
             "<i style='font-size:0'>f</i><dialog>q</dialog><button>b</button><select><option>z</select>"
             "<a aria-hidden=true href=#>#</a>e"),
        "ae");
    EXPECT_EQ(text("<p hidden=until-found>a</p><p style='opacity:0.9'>b</p>"), "a\n\nb");
    for (const char* style : {"display:/* */none", "display:none!important", "color:red;DISPLAY:\fnone;",
                              "visibility:collapse", "opacity:.0", "opacity:0.00", "font-size:0em", "opacity:0%",
                              "text-indent:-9999px", "left:-10000px", "clip:rect(0,0,0,0)", "clip-path:inset(50%)",
                              "transform:scale(0)", "color:transparent", "content-visibility:hidden"})
        EXPECT_EQ(text("<p>a</p><p style='" + std::string(style) + "'>b</p>"), "a") << style;
    for (const char* style :
         {"font-size:0.9em", "left:-10px", "top:0", "opacity:.05", "display:block;", "/*", ":", ""})
        EXPECT_EQ(text("<p>a</p><p style='" + std::string(style) + "'>b</p>"), "a\n\nb") << style;
    EXPECT_EQ(text("a<DIALOG>q</DIALOG><Dialog open>b</Dialog>"), "ab");
}

TEST(HtmlText, PutsTheMainPartFirst) {
    EXPECT_EQ(
        text("<body><header>Site</header><nav><a href=/>Home</a></nav><main><h1>M</h1>text<aside>A</aside></main>"
             "<footer>F</footer>"),
        "# M\n\ntext\n\n---\n\nAround it:\n\nA\n\nSite\n\n[Home](https://a.test/)\n\nF");
    EXPECT_EQ(text("<div>x</div><article><header>H</header>y</article>"), "H\n\ny\n\n---\n\nAround it:\n\nx");
    EXPECT_EQ(text("<nav>N</nav><article>a</article><article>b</article>"), "a\n\nb\n\n---\n\nAround it:\n\nN");
    EXPECT_EQ(text("<nav></nav><p>a"), "a");
}

TEST(HtmlText, KnowsTitleAndPagesThatNeedScripts) {
    const PageText page = text_of_html("<title> A\n page </title><meta name=description content='what it is'>"
                                       "<div id=root></div><script src=app.js></script>",
                                       k_url)
                              .value();
    EXPECT_EQ(page.title, "A page");
    EXPECT_EQ(page.text, "what it is");
    EXPECT_TRUE(page.needs_scripts);
    EXPECT_FALSE(text_of_html("<p>no scripts", k_url)->needs_scripts);
}

TEST(HtmlText, NamesWhereAPageWithoutTextLeadsOnTo) {
    for (const char* content : {"0; URL=`/x`", "0;url=/x", " 5 ; Url = `/x` ", "0; url=/x "}) {
        std::string page = fmt::format("<meta http-equiv=Refresh content=\"{}\">", content);
        std::ranges::replace(page, '`', '\'');
        EXPECT_EQ(text(page), "The page leads on to https://a.test/x") << page;
    }
    EXPECT_EQ(text("<meta http-equiv=refresh content='0; url=../x'>"), "The page leads on to https://a.test/x");
    for (const char* content : {"30", "0;url=", "0;url=javascript:alert(1)", "0;/x", "", "="})
        EXPECT_EQ(text(fmt::format("<meta http-equiv=refresh content='{}'><p>a", content)), "a") << content;
}

TEST(HtmlText, ReadsWhatIsBroken) {
    EXPECT_EQ(text(""), "");
    EXPECT_EQ(text("just words < 3 & more"), "just words < 3 & more");
    EXPECT_EQ(text("<p>a<b>c<p>d</i></b></div>e</body></html>f"), "ac\n\ndef"); // as browsers do
    EXPECT_EQ(text("<table><p>x<tr><td>y</table"), "x\n\ny");
    EXPECT_EQ(text("<a href='x"), "");
    EXPECT_EQ(text("<html><body><ul><p>a</li><li>b</ol>c"), "a\n\n- bc");
}

TEST(HtmlText, EndsWithPagesThatAreMadeToTakeForever) {
    const auto begin = std::chrono::steady_clock::now();
    std::string deep;
    for (int i = 0; i < 3'000; ++i)
        deep += "<div>";
    EXPECT_EQ(text(deep + "x"), "x"); // nothing recurses

    std::string codes; // each waits for text with all those around it
    for (int i = 0; i < 2'000; ++i)
        codes += "<code>";
    EXPECT_EQ(text(codes + "x").find_first_not_of('`'), 200u);

    std::string fonts = "<p>"; // each paragraph behind opens all of them anew
    for (int i = 0; i < 1'000; ++i)
        fonts += "<font size=" + std::to_string(i) + ">";
    for (int i = 0; i < 2'000; ++i)
        fonts += "</p><p>x";
    const auto page = text_of_html(fonts, k_url, {.memory = 8 * 1024 * 1024});
    ASSERT_FALSE(page);
    EXPECT_EQ(page.error().code, Errc::too_large);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(HtmlText, StopsWhenItIsTold) {
    std::stop_source stop;
    stop.request_stop();
    const auto page = text_of_html("<p>x", k_url, {}, stop.get_token());
    ASSERT_FALSE(page);
    EXPECT_EQ(page.error().code, Errc::cancelled);
}

TEST(HtmlText, IsNeverMuchLargerThanThePage) {
    std::string page = "<base href='https://a.test/" + std::string(1900, 'x') + "/'>";
    for (int i = 0; i < 100; ++i)
        page += "<a href=y>z</a>";
    const auto read = text_of_html(page, k_url, {.text = 100'000});
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->cut);
    EXPECT_LT(read->text.size(), 104'096u);
}

} // namespace thoth
