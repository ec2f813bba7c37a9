#include "tools/todo.h"

#include "text/unicode.h"
#include "tools/arguments.h"
#include "tools/tool_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace thoth {

namespace {
constexpr std::string_view k_name = "todo";
constexpr std::string_view k_schema = R"({"type":"object","properties":{"items":{"type":"array","items":)"
                                      R"({"type":"object","properties":{)"
                                      R"("text":{"type":"string"},)"
                                      R"("status":{"type":"string"}},)"
                                      R"("required":["text"]}}},)"
                                      R"("required":["items"]})";
constexpr size_t k_most_items = 12;
constexpr size_t k_longest_text = 100; // characters

enum class Status { open, doing, done };

struct Item {
    std::string text;
    Status status = Status::open;
};

// Models have many words for the three.
std::optional<Status> status_from(std::string_view given) {
    std::string word;
    for (const char c : given)
        word += c == ' ' || c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (is_one_of({"", "todo", "to_do", "pending", "open", "not_started"})) return Status::open;
    if (is_one_of({"doing", "in_progress", "active", "current", "started", "working"})) return Status::doing;
    if (is_one_of({"done", "complete", "completed", "finished", "x"})) return Status::done;
    return std::nullopt;
}

Result<Item> item_from(const Json& checked, size_t number) {
    Item item{text_field(checked, "text").value_or(std::string()), Status::open};
    const auto refuse = [&](const std::string& what, std::string hint) {
        return fail(Errc::invalid_argument, fmt::format("{}: item {}: {}", k_name, number, what), std::move(hint));
    };
    if (item.text.find_first_not_of(" \t\r\n") == std::string::npos)
        return refuse("it has no text", "say what it is");
    const size_t length = utf8_length(item.text);
    if (length > k_longest_text)
        return refuse(fmt::format("its text has {} characters", length),
                      fmt::format("at most {}: a few words", k_longest_text));
    const std::string given = text_field(checked, "status").value_or(std::string());
    const auto status = status_from(given);
    if (!status)
        return refuse(fmt::format("there is no status \"{}\"", first_code_points(given, k_longest_text)),
                      "one of todo, doing, done");
    item.status = *status;
    return item;
}

// F17: what is being worked on is one thing.
Result<void> check_that_one_is_doing(const std::vector<Item>& items) {
    const auto doing =
        std::count_if(items.begin(), items.end(), [](const Item& i) { return i.status == Status::doing; });
    const auto open =
        std::find_if(items.begin(), items.end(), [](const Item& i) { return i.status == Status::open; });
    if (doing > 1)
        return fail(Errc::invalid_argument, fmt::format("{}: {} items are \"doing\"", k_name, doing),
                    "leave it at the one that you work on now, and send the others as \"todo\" or \"done\"");
    if (doing == 0 && open != items.end())
        return fail(Errc::invalid_argument, fmt::format("{}: no item is \"doing\", and some are open", k_name),
                    fmt::format("send the one that you work on now as \"doing\", such as \"{}\"", open->text));
    return {};
}

Result<std::vector<Item>> items_from(const Json& arguments) {
    const Json schema = TRY(parse_json(k_schema)).at("properties").at("items").at("items");
    const Json list = list_field(arguments, "items");
    if (list.empty()) return fail(Errc::invalid_argument, "todo: there are no items", "send the whole plan");
    if (list.size() > k_most_items)
        return fail(Errc::invalid_argument, fmt::format("todo: there are {} items", list.size()),
                    fmt::format("at most {}: join small steps", k_most_items));
    std::vector<Item> items;
    for (const Json& given : list) {
        const size_t number = items.size() + 1;
        const Json checked = TRY(checked_object(fmt::format("{}: item {}", k_name, number), schema, given));
        items.push_back(TRY(item_from(checked, number)));
    }
    TRY(check_that_one_is_doing(items));
    return items;
}

std::string in_one_line(std::string_view text) {
    std::string out(text);
    std::replace_if(out.begin(), out.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return out;
}

std::string lines_of(const std::vector<Item>& items) {
    std::string out;
    for (const Item& item : items)
        out += fmt::format("[{}] {}\n",
                           item.status == Status::done    ? 'x'
                           : item.status == Status::doing ? '>'
                                                          : ' ',
                           in_one_line(item.text));
    return out;
}

class PreparedTodo final : public PreparedCall {
public:
    explicit PreparedTodo(std::vector<Item> items) : m_items(std::move(items)) {}
    Access access() const override { return NoAccess{}; }
    Preview preview() const override { return {Preview::Kind::list, title(), lines_of(m_items)}; }
    // The items stand in the call, and the model need not read them twice.
    Result<std::string> run(const ToolContext&, std::stop_token) override {
        const size_t left = m_items.size() - done();
        return left == 0 ? std::string("all is done") : fmt::format("{} left", left);
    }

private:
    size_t done() const {
        return static_cast<size_t>(std::count_if(m_items.begin(), m_items.end(),
                                                 [](const Item& item) { return item.status == Status::done; }));
    }
    std::string title() const {
        std::string out = fmt::format("todo {}/{}", done(), m_items.size());
        for (const Item& item : m_items)
            if (item.status == Status::doing) out += " " + in_one_line(item.text);
        return out;
    }

    std::vector<Item> m_items;
};

class TodoTool final : public Tool {
public:
    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return true; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments, const ToolContext&) const override {
        return std::make_unique<PreparedTodo>(TRY(items_from(arguments)));
    }

private:
    ToolSpec m_spec{std::string(k_name), std::string(tool_text(k_name)), std::string(k_schema)};
};
} // namespace

std::unique_ptr<Tool> make_todo_tool() {
    return std::make_unique<TodoTool>();
}

std::string newest_plan(std::span<const Message> history) {
    for (size_t i = history.size(); i-- > 0;) {
        const auto* reply = std::get_if<AssistantMessage>(&history[i]);
        if (!reply) continue;
        for (const ToolCall& call : reply->calls) {
            if (call.name != k_name) continue;
            const auto arguments = parse_json(call.arguments);
            const auto items = arguments ? items_from(*arguments) : fail(arguments.error());
            if (items) return lines_of(*items);
        }
    }
    return {};
}

} // namespace thoth
