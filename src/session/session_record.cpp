#include "session/session_record.h"

#include "base/json.h"
#include "session/observed_record.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr int k_version = 1;

// --- writing ---

void put_text(Json& object, const char* key, const std::string& text) {
    if (!text.empty()) object[key] = text;
}

Json json_of(const Usage& usage) {
    Json object = Json::object();
    if (usage.input) object["input"] = *usage.input;
    object["cache_read"] = usage.cache_read;
    object["cache_write"] = usage.cache_write;
    if (usage.output) object["output"] = *usage.output;
    object["reasoning"] = usage.reasoning;
    return object;
}

Json json_of(const std::vector<ToolCall>& calls) {
    Json list = Json::array();
    for (const auto& call : calls) {
        Json object{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}};
        put_text(object, "extra", call.extra);
        if (call.from_text) object["origin"] = "text";
        list.push_back(std::move(object));
    }
    return list;
}

Json json_of(const SeenFile& file) {
    Json object = Json::object();
    put_bytes(object, "path", file.path.string());
    object["content"] = to_hex(file.content);
    if (file.whole) {
        object["whole"] = true;
        return object;
    }
    object["lines"] = file.total_lines;
    Json& spans = object["seen"] = Json::array();
    for (const LineSpan& span : file.spans)
        spans.push_back(Json::array({span.first, span.last}));
    return object;
}

// Adds the fields of a record to `object` and returns its type. Optional fields are left out
// when they are empty.
struct Fields {
    Json& object;

    const char* operator()(const SessionMeta& meta) const {
        object["project"] = meta.project;
        object["model"] = meta.model;
        put_text(object, "forked_from", meta.forked_from);
        return "meta";
    }
    const char* operator()(const UserRecord& message) const {
        object["text"] = message.typed;
        put_text(object, "more", message.more);
        if (message.is_note) object["note"] = true;
        return "user";
    }
    const char* operator()(const AssistantRecord& record) const {
        const AssistantMessage& message = record.message;
        object["text"] = message.text;
        if (message.thinking != Thinking{}) {
            object["thinking"] = Json{{"text", message.thinking.text}};
            put_text(object["thinking"], "field", message.thinking.field);
        }
        if (!message.calls.empty()) object["calls"] = json_of(message.calls);
        put_text(object, "blocks", message.provider_blocks);
        put_text(object, "origin", message.origin);
        if (record.usage) object["usage"] = json_of(*record.usage);
        return "assistant";
    }
    const char* operator()(const Intent& intent) const {
        object["call"] = intent.call_id;
        object["tool"] = intent.tool;
        if (!intent.change) return "intent";
        put_bytes(object, "path", intent.change->path.string());
        if (intent.change->before) object["before"] = to_hex(*intent.change->before);
        if (intent.change->after) object["after"] = to_hex(*intent.change->after);
        if (!intent.change->moved_to.empty()) put_bytes(object, "moved_to", intent.change->moved_to.string());
        return "intent";
    }
    const char* operator()(const ToolResult& result) const {
        object["call"] = result.call_id;
        object["tool"] = result.tool;
        object["text"] = result.text;
        if (result.is_error) object["error"] = true;
        if (result.observed != Observed{}) object["observed"] = observed_json(result.observed);
        return "result";
    }
    const char* operator()(const AnswerRecord& record) const {
        object["call"] = record.call_id;
        object["answer"] = record.answer;
        return "answer";
    }
    const char* operator()(const ModelRecord& record) const {
        object["model"] = record.model;
        return "model";
    }
    const char* operator()(const SeenRecord& record) const {
        Json& files = object["files"] = Json::array();
        for (const SeenFile& file : record.files)
            files.push_back(json_of(file));
        return "seen";
    }
    const char* operator()(const StaleRecord& record) const {
        object["call"] = record.call_id;
        object["tool"] = record.tool;
        if (record.later > 0) object["later"] = record.later;
        object["text"] = record.text;
        return "stale";
    }
    const char* operator()(const CompactionRecord& record) const {
        object["text"] = record.text;
        put_text(object, "reply", record.reply);
        if (record.kept > 0) object["kept"] = record.kept;
        object["asked"] = record.asked;
        put_text(object, "plan", record.plan);
        return "compaction";
    }
    const char* operator()(const SystemRecord& record) const {
        object["text"] = record.text;
        object["basis"] = record.basis;
        object["date"] = record.date;
        return "system";
    }
    const char* operator()(const AboutRecord& record) const {
        put_text(object, "title", record.title);
        object["model"] = record.model;
        object["prompts"] = record.prompts;
        return "about";
    }
    const char* operator()(const RewindRecord& record) const {
        object["to"] = record.to;
        return "rewind";
    }
    const char* operator()(const CheckpointRecord& record) const {
        object["id"] = record.id;
        if (record.from > 0) object["from"] = record.from;
        return "checkpoint";
    }
    const char* operator()(const UnknownRecord&) const { return "unknown"; }
};

// --- reading ---

const Json* member(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
}

std::optional<int64_t> count_at(const Json& object, const char* key) {
    const Json* value = member(object, key);
    if (!value || !value->is_number_integer()) return std::nullopt;
    if (value->is_number_unsigned() &&
        value->get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
        return std::nullopt;
    const auto count = value->get<int64_t>();
    return count < 0 ? std::nullopt : std::optional(count);
}

AssistantRecord assistant_from(const Json& object) {
    AssistantRecord record;
    record.message.text = string_at(object, "text");
    if (const Json* thinking = member(object, "thinking"))
        record.message.thinking = {string_at(*thinking, "text"), string_at(*thinking, "field")};
    if (const Json* calls = member(object, "calls"); calls && calls->is_array())
        for (const auto& call : *calls)
            record.message.calls.push_back({string_at(call, "id"), string_at(call, "name"),
                                            string_at(call, "arguments"), string_at(call, "extra"),
                                            string_at(call, "origin") == "text"});
    record.message.provider_blocks = string_at(object, "blocks");
    record.message.origin = string_at(object, "origin");
    if (const Json* usage = member(object, "usage"); usage && usage->is_object())
        record.usage = Usage{count_at(*usage, "input"), count_at(*usage, "cache_read").value_or(0),
                             count_at(*usage, "cache_write").value_or(0), count_at(*usage, "output"),
                             count_at(*usage, "reasoning").value_or(0)};
    return record;
}

// Nothing when it names a file in a way that cannot be read.
std::optional<Intent> intent_from(const Json& object) {
    Intent intent{string_at(object, "call"), string_at(object, "tool"), {}};
    const auto names = [&](const char* key, const char* key_hex) {
        return member(object, key) != nullptr || member(object, key_hex) != nullptr;
    };
    if (!names("path", "path_hex")) return intent;
    const auto path = bytes_at(object, "path");
    const auto moved_to = bytes_at(object, "moved_to");
    if (!path || (!moved_to && names("moved_to", "moved_to_hex"))) return std::nullopt;
    intent.change = PlannedChange{*path, content_hash_from_hex(string_at(object, "before")),
                                  content_hash_from_hex(string_at(object, "after")), moved_to.value_or("")};
    return intent;
}

// A count or the number of a line.
std::optional<int> line_number(const Json& value) {
    if (!value.is_number_integer()) return std::nullopt;
    const auto number = value.get<int64_t>();
    return number >= 0 && number <= std::numeric_limits<int>::max() ? std::optional(static_cast<int>(number))
                                                                    : std::nullopt;
}

bool is_true_at(const Json& object, const char* key) {
    const Json* value = member(object, key);
    return value && value->is_boolean() && value->get<bool>();
}

int number_at(const Json& object, const char* key) {
    const Json* value = member(object, key);
    return value ? line_number(*value).value_or(0) : 0;
}

// An entry that cannot be read was then not seen.
std::optional<SeenFile> seen_file_from(const Json& object) {
    const auto path = bytes_at(object, "path");
    const auto content = content_hash_from_hex(string_at(object, "content"));
    if (!path || !content) return std::nullopt;
    SeenFile file{*path, *content, false, 0, {}};
    file.whole = is_true_at(object, "whole");
    file.total_lines = number_at(object, "lines");
    const Json* spans = member(object, "seen");
    if (!spans || !spans->is_array()) return file;
    for (const Json& span : *spans) {
        if (!span.is_array() || span.size() != 2) continue;
        const auto first = line_number(span[0]);
        const auto last = line_number(span[1]);
        if (first && last) file.spans.push_back({*first, *last});
    }
    return file;
}

SeenRecord seen_from(const Json& object) {
    SeenRecord record;
    if (const Json* files = member(object, "files"); files && files->is_array())
        for (const Json& file : *files)
            if (auto seen = seen_file_from(file)) record.files.push_back(std::move(*seen));
    return record;
}

StaleRecord stale_from(const Json& object) {
    return {string_at(object, "call"), string_at(object, "tool"), number_at(object, "later"),
            string_at(object, "text")};
}

CompactionRecord compaction_from(const Json& object) {
    CompactionRecord record{
        string_at(object, "text"), string_at(object, "reply"), 0, {}, string_at(object, "plan")};
    record.kept = number_at(object, "kept");
    if (const Json* asked = member(object, "asked"); asked && asked->is_array())
        for (const Json& text : *asked)
            if (text.is_string()) record.asked.push_back(text.get<std::string>());
    return record;
}

std::optional<SessionRecord> record_from(const Json& object) {
    const std::string type = string_at(object, "t");
    if (type.empty()) return std::nullopt;
    if (type == "meta")
        return SessionMeta{{},
                           string_at(object, "project"),
                           string_at(object, "model"),
                           string_at(object, "at"),
                           string_at(object, "forked_from")};
    if (type == "user")
        return UserRecord{string_at(object, "text"), string_at(object, "more"), is_true_at(object, "note")};
    if (type == "assistant") return assistant_from(object);
    if (type == "intent") return intent_from(object);
    if (type == "result") {
        const Json* observed = member(object, "observed");
        return ToolResult{string_at(object, "call"), string_at(object, "tool"), string_at(object, "text"),
                          is_true_at(object, "error"), observed ? observed_from(*observed) : Observed{}};
    }
    if (type == "answer") return AnswerRecord{string_at(object, "call"), string_at(object, "answer")};
    if (type == "model") return ModelRecord{string_at(object, "model")};
    if (type == "seen") return seen_from(object);
    if (type == "stale") return stale_from(object);
    // Without its text it would stand for all that was before with nothing.
    if (type == "compaction" && string_at(object, "text").empty()) return std::nullopt;
    if (type == "compaction") return compaction_from(object);
    if (type == "system")
        return SystemRecord{string_at(object, "text"), string_at(object, "basis"), string_at(object, "date")};
    if (type == "about")
        return AboutRecord{string_at(object, "title"), string_at(object, "model"), number_at(object, "prompts")};
    if (type == "rewind") return RewindRecord{number_at(object, "to")};
    if (type == "checkpoint") return CheckpointRecord{string_at(object, "id"), number_at(object, "from")};
    return UnknownRecord{};
}
} // namespace

std::string record_line(int number, std::string_view time, const SessionRecord& record) {
    Json fields = Json::object();
    const char* type = std::visit(Fields{fields}, record);
    Json object{{"v", k_version}, {"n", number}, {"t", type}, {"at", time}};
    object.update(fields);
    return dump_json(object) + "\n";
}

std::optional<NumberedRecord> parse_record(std::string_view line) {
    if (line.size() > k_longest_record || !line.starts_with('{')) return std::nullopt;
    const auto object = parse_json(line);
    if (!object || !object->is_object()) return std::nullopt;
    const auto number = count_at(*object, "n").value_or(0);
    constexpr int64_t k_largest = std::numeric_limits<int>::max() - 1;
    const int usable = number <= k_largest ? static_cast<int>(number) : 0;
    if (count_at(*object, "v") != k_version) return NumberedRecord{usable, UnknownRecord{}};
    auto record = record_from(*object);
    if (!record) return std::nullopt;
    return NumberedRecord{usable, std::move(*record), string_at(*object, "at")};
}

LineHead head_of(std::string_view line) {
    constexpr std::string_view k_start = R"({"v":1,"n":)";
    constexpr std::string_view k_kind = R"(,"t":")";
    if (!line.starts_with(k_start)) return {};
    line.remove_prefix(k_start.size());
    int number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + std::min<size_t>(line.size(), 10), number);
    line.remove_prefix(static_cast<size_t>(end - line.data()));
    if (error != std::errc() || number < 1 || !line.starts_with(k_kind)) return {};
    line.remove_prefix(k_kind.size());
    const size_t quote = line.substr(0, 32).find('"');
    if (quote == std::string_view::npos) return {};
    return {number, line.substr(0, quote)};
}

} // namespace thoth
