#include "tools/web_fetch.h"

#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "web_fetch";
constexpr int k_note_room = 400;     // characters
constexpr int k_smallest_part = 500; // characters

// A part of a page, and what thoth says behind it.
struct PagePart {
    std::string text;
    std::string note;
};

// The longest beginning of `text` with at most `room` characters; where it is cut it ends with a line, unless that
// would leave much of the room empty.
std::string_view part_of(std::string_view text, int room) {
    const std::string_view part = first_code_points(text, static_cast<size_t>(room));
    if (part.size() == text.size()) return part;
    const size_t end = part.rfind('\n');
    return end == std::string_view::npos || end < part.size() * 4 / 5 ? part : part.substr(0, end + 1);
}

std::string head_of(const WebPage& page) {
    std::string head;
    if (!page.title.empty()) head += fmt::format("Title: {}\n", page.title);
    if (page.found != page.asked) head += fmt::format("Found at: {}\n", page.found);
    return head.empty() ? head : head + "\n";
}

Result<PagePart> part_from(const WebPage& page, int offset, int budget) {
    const size_t length = utf8_length(page.text);
    const auto first = static_cast<size_t>(offset);
    if (first > 0 && first >= length)
        return fail(Errc::invalid_argument, fmt::format("{}: offset {} is past the end", k_name, offset),
                    fmt::format("the page has {} characters", length));
    PagePart part;
    if (first == 0) part.text = head_of(page);
    const int room = std::max(k_smallest_part, budget - k_note_room - static_cast<int>(utf8_length(part.text)));
    const size_t skipped = first_code_points(page.text, first).size();
    const std::string_view piece = part_of(std::string_view(page.text).substr(skipped), room);
    part.text += piece.empty() ? "(no text)" : piece;
    for (const std::string& remark : page.remarks)
        part.note += fmt::format("{}[{}]", part.note.empty() ? "" : "\n", remark);
    const size_t next = first + utf8_length(piece);
    if (next < length)
        part.note += fmt::format("{}[characters {} to {} of {}; {} with offset={} shows what follows]",
                                 part.note.empty() ? "" : "\n", first + 1, next, length, k_name, next);
    return part;
}

std::string title_of(const WebUrl& url, int offset) {
    return fmt::format("{} {}{}", k_name, url.text(),
                       offset > 0 ? fmt::format(" from character {}", offset + 1) : "");
}

// Of a page that is at hand.
class NextPart final : public PreparedCall {
public:
    NextPart(const Fetcher& fetcher, WebUrl url, int offset)
        : m_fetcher(fetcher), m_url(std::move(url)), m_offset(offset) {}
    Access access() const override { return NoAccess{}; }
    Preview preview() const override { return {Preview::Kind::none, title_of(m_url, m_offset), {}}; }
    std::string origin() const override { return m_url.host; }
    std::string note() const override { return m_note; }

    Result<std::string> run(const ToolContext& context, std::stop_token) override {
        const WebPage* page = m_fetcher.cached(m_url);
        if (!page)
            return fail(Errc::not_found, fmt::format("{}: the page is not at hand any more", k_name),
                        "fetch it again, without offset");
        auto part = TRY(part_from(*page, m_offset, context.budget.result_chars));
        m_note = std::move(part.note);
        return std::move(part.text);
    }

private:
    const Fetcher& m_fetcher;
    WebUrl m_url;
    int m_offset;
    std::string m_note;
};

class PreparedFetch final : public PreparedCall {
public:
    PreparedFetch(Fetcher& fetcher, WebUrl url, int offset)
        : m_fetcher(fetcher), m_url(std::move(url)), m_offset(offset), m_not_public(fetcher.not_public(m_url)) {}

    Access access() const override {
        WebAccess access{m_url.text(), m_url.place()};
        for (const std::string& address : m_not_public)
            access.not_public.push_back(fmt::format("{}, {}", address, m_fetcher.reach_of(address)));
        return access;
    }
    Preview preview() const override { return {Preview::Kind::none, title_of(m_url, m_offset), {}}; }
    std::string origin() const override { return m_origin; }
    std::string note() const override { return m_note; }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        auto fetched = m_fetcher.fetch(m_url, m_not_public, std::move(stop));
        if (!fetched) return fail(named(k_name, std::move(fetched).error()));
        m_origin = m_url.host; // from here on it is words of somebody else
        if (const auto* moved = std::get_if<MovedAway>(&*fetched)) return moved_away(*moved);
        if (const auto* none = std::get_if<NoPage>(&*fetched)) return no_page(*none);
        auto part = TRY(part_from(std::get<WebPage>(*fetched), m_offset, context.budget.result_chars));
        m_note = std::move(part.note);
        return std::move(part.text);
    }

private:
    Result<std::string> moved_away(const MovedAway& moved) {
        m_note =
            fmt::format("[not followed, since the user was asked about {} only: call {} with the new address if "
                        "that is where you want to go]",
                        m_url.place(), k_name);
        return fail(Errc::refused, fmt::format("{}: {} redirects to {}", k_name, m_url.place(), moved.to.text()));
    }
    Result<std::string> no_page(const NoPage& none) const {
        return fail(Errc::unavailable, fmt::format("{}: the server answered with status {} instead of a page{}{}",
                                                   k_name, none.status, none.text.empty() ? "" : ":\n", none.text));
    }

    Fetcher& m_fetcher;
    WebUrl m_url;
    int m_offset;
    std::vector<std::string> m_not_public; // what a yes to access() allows
    std::string m_origin;
    std::string m_note;
};

class WebFetchTool final : public Tool {
public:
    explicit WebFetchTool(Fetcher& fetcher) : m_fetcher(fetcher) {}
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments, const ToolContext&) const override {
        auto url = parse_web_url(text_field(arguments, "url").value_or(""));
        if (!url) return fail(named(k_name, std::move(url).error()));
        const int offset = integer_field(arguments, "offset").value_or(0);
        if (offset < 0)
            return fail(Errc::invalid_argument, fmt::format("{}: offset is negative", k_name),
                        "leave it out to begin");
        if (offset > 0 && m_fetcher.cached(*url))
            return std::make_unique<NextPart>(m_fetcher, *std::move(url), offset);
        return std::make_unique<PreparedFetch>(m_fetcher, *std::move(url), offset);
    }

private:
    Fetcher& m_fetcher;
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{)"
                    R"("url":{"type":"string"},)"
                    R"("offset":{"type":"integer"}},)"
                    R"("required":["url"]})"};
};
} // namespace

std::unique_ptr<Tool> make_web_fetch_tool(Fetcher& fetcher) {
    return std::make_unique<WebFetchTool>(fetcher);
}

} // namespace thoth
