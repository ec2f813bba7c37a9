#include "tools/web_search.h"

#include "tools/arguments.h"
#include "tools/target_file.h"
#include "tools/tool_text.h"
#include "web/query_guard.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_name = "web_search";

std::string in_words(const std::vector<SearchHit>& hits) {
    std::string out;
    for (size_t i = 0; i < hits.size(); ++i) {
        out += fmt::format("{}{}. {}\n   {}\n", i == 0 ? "" : "\n", i + 1, hits[i].title, hits[i].url);
        if (!hits[i].snippet.empty()) out += fmt::format("   {}\n", hits[i].snippet);
    }
    return out;
}

class PreparedSearch final : public PreparedCall {
public:
    PreparedSearch(SearchEngine& engine, std::string query) : m_engine(engine), m_query(std::move(query)) {}
    Access access() const override { return NoAccess{}; }
    Preview preview() const override {
        return {Preview::Kind::none, fmt::format("{} \"{}\"", k_name, m_query), {}};
    }
    std::string origin() const override { return m_has_hits ? "the results of " + m_engine.name() : ""; }

    Result<std::string> run(const ToolContext&, std::stop_token stop) override {
        auto hits = m_engine.search(m_query, std::move(stop));
        if (!hits) return fail(named(k_name, std::move(hits).error()));
        m_has_hits = !hits->empty();
        if (!m_has_hits) return fmt::format("{} has no results for \"{}\"", m_engine.name(), m_query);
        return in_words(*hits);
    }

private:
    SearchEngine& m_engine;
    std::string m_query;
    bool m_has_hits = false;
};

class WebSearchTool final : public Tool {
public:
    explicit WebSearchTool(SearchEngine& engine) : m_engine(engine) {}
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments, const ToolContext&) const override {
        std::string query = text_field(arguments, "query").value_or("");
        if (auto ok = check_query(query); !ok) return fail(named(k_name, std::move(ok).error()));
        return std::make_unique<PreparedSearch>(m_engine, std::move(query));
    }

private:
    SearchEngine& m_engine;
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)),
                    R"({"type":"object","properties":{"query":{"type":"string"}},"required":["query"]})"};
};
} // namespace

std::unique_ptr<Tool> make_web_search_tool(SearchEngine& engine) {
    return std::make_unique<WebSearchTool>(engine);
}

} // namespace thoth
