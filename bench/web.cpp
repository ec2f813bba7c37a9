// What a page of the web costs between the last byte of it and its text: character set, tree, text, nothing
// invisible. Three shapes of 2 MB each. Prints a table; docs/benchmarks.md says what the figures mean.
#include "web/charset.h"
#include "web/html_text.h"
#include "web/readable_text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thoth {
namespace {
constexpr size_t k_page = 2'000'000; // bytes
constexpr int k_rounds = 7;

double cpu_ms() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

long peak_kib() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

constexpr std::string_view k_head =
    "<!doctype html><html><head><meta charset=utf-8><title>Reference</title><script>var a = 1 < 2;</script>"
    "<style>p{margin:0}</style></head><body><nav><ul><li><a href=/>Home</a><li><a "
    "href=/docs>Docs</a></ul></nav><main>";
constexpr std::string_view k_foot = "</main><footer>&copy; somebody</footer></body></html>";

// A manual: headings, paragraphs with links, lists, code.
std::string manual_page() {
    std::string page(k_head);
    for (int i = 0; page.size() < k_page; ++i)
        page += fmt::format("<section id=s{0}><h2>Function number {0}<a class=anchor "
                            "href=#s{0}>&para;</a></h2>\n<p>It takes <code>value_{0}"
                            "</code> and gives back what stands at <a href=\"../types/type_{1}.html\">type "
                            "{1}</a>, or, where there is "
                            "none, an <em>empty</em> one; caf&eacute; is spelled na\u00efvely "
                            "here.</p>\n<ul><li>first of {0}</li><li>second "
                            "<b>of</b> {0}</li></ul>\n<pre><code class=\"language-cpp\"><span class=k>int</span> "
                            "<span class=n>value_{0}"
                            "</span> <span class=o>=</span> <span class=m>{1}</span><span "
                            "class=p>;</span>\n</code></pre></section>\n",
                            i, i * 7 % 1009);
    return page + std::string(k_foot);
}

// A list of what changed: one table of many rows.
std::string table_page() {
    std::string page(k_head);
    page += "<table><thead><tr><th>Version<th>Date<th>What</tr></thead><tbody>\n";
    for (int i = 0; page.size() < k_page; ++i)
        page += fmt::format(
            "<tr><td>1.{0}.{1}</td><td>2024-0{2}-1{3}</td><td>changed the way in which part {1} is read, "
            "see <a href=/issues/{0}{1}>{0}{1}</a></td></tr>\n",
            i / 50, i % 50, i % 9 + 1, i % 10);
    return page + "</tbody></table>" + std::string(k_foot);
}

// An article in a nest of boxes, most of whose bytes are scripts and styles.
std::string framed_page() {
    std::string page(k_head);
    for (int i = 0; page.size() < k_page; ++i)
        page +=
            fmt::format("<div class=\"row row--{0} u-mt-4 js-observe\" data-id=\"{0}\" style=\"color: "
                        "#{0:06x}\"><div class=col>"
                        "<div class=inner><p>Paragraph {0} of the story, with a few words in it.</div></div></div>"
                        "<script>window.q = window.q || []; q.push({{\"id\": {0}, \"html\": \"<b>{0}</b>\", \"x\": "
                        "[1, 2, 3]}});"
                        "</script><svg viewBox=\"0 0 9 9\"><path d=\"M0 0L9 9M{0} 0L0 9\"/></svg>\n",
                        i);
    return page + std::string(k_foot);
}

// In a process of its own, so that the peak is that of this page.
void measure(const char* name, std::string (*make)()) {
    const pid_t child = ::fork();
    if (child != 0) {
        int status = 0;
        if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0) std::exit(1);
        return;
    }
    const WebUrl url{"https", "a.test", 443, "/docs/page.html"};
    const std::string page = make();
    const long before = peak_kib();
    double best = 1e9;
    size_t text_size = 0;
    for (int i = 0; i < k_rounds; ++i) {
        const double start = cpu_ms();
        const auto read = text_of_html(to_utf8(page, "utf-8"), url);
        if (!read || read->cut) std::exit(1);
        text_size = readable_text(read->text).size();
        best = std::min(best, cpu_ms() - start);
    }
    fmt::print("| {} | {:.1f} | {:.2f} | {:.1f} | {:.1f} |\n", name, static_cast<double>(page.size()) / 1e6,
               static_cast<double>(text_size) / 1e6, best, static_cast<double>(peak_kib() - before) / 1024);
    std::fflush(stdout);
    std::_Exit(0);
}
} // namespace
} // namespace thoth

int main() {
    fmt::print("| page | MB | MB of text | CPU, ms | MiB on top |\n|---|--:|--:|--:|--:|\n");
    std::fflush(stdout);
    thoth::measure("a manual", thoth::manual_page);
    thoth::measure("a long table", thoth::table_page);
    thoth::measure("boxes and scripts", thoth::framed_page);
    return 0;
}
