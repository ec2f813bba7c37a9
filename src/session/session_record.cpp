#include "session/session_record.h"

#include "base/json.h"

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

std::string hex_of(std::string_view bytes) {
    std::string out;
    for (const char c : bytes)
        out += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return out;
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
        list.push_back(std::move(object));
    }
    return list;
}

// Adds the fields of a record to `object` and returns its type. Optional fields are left out
// when they are empty.
struct Fields {
    Json& object;

    const char* operator()(const SessionMeta& meta) const {
        object["project"] = meta.project;
        object["model"] = meta.model;
        return "meta";
    }
    const char* operator()(const UserMessage& message) const {
        object["text"] = message.text;
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
        if (record.usage) object["usage"] = json_of(*record.usage);
        return "assistant";
    }
    const char* operator()(const Intent& intent) const {
        object["call"] = intent.call_id;
        object["tool"] = intent.tool;
        if (!fits_json_string(intent.path))
            object["path_hex"] = hex_of(intent.path);
        else
            put_text(object, "path", intent.path);
        if (intent.before) object["before"] = to_hex(*intent.before);
        if (intent.after) object["after"] = to_hex(*intent.after);
        return "intent";
    }
    const char* operator()(const ToolResult& result) const {
        object["call"] = result.call_id;
        object["tool"] = result.tool;
        object["text"] = result.text;
        if (result.is_error) object["error"] = true;
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

std::optional<std::string> bytes_from_hex(std::string_view hex) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    };
    if (hex.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    for (size_t i = 0; i < hex.size(); i += 2) {
        const int high = digit(hex[i]);
        const int low = digit(hex[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

AssistantRecord assistant_from(const Json& object) {
    AssistantRecord record;
    record.message.text = string_at(object, "text");
    if (const Json* thinking = member(object, "thinking"))
        record.message.thinking = {string_at(*thinking, "text"), string_at(*thinking, "field")};
    if (const Json* calls = member(object, "calls"); calls && calls->is_array())
        for (const auto& call : *calls)
            record.message.calls.push_back({string_at(call, "id"), string_at(call, "name"),
                                            string_at(call, "arguments"), string_at(call, "extra")});
    record.message.provider_blocks = string_at(object, "blocks");
    if (const Json* usage = member(object, "usage"); usage && usage->is_object())
        record.usage = Usage{count_at(*usage, "input"), count_at(*usage, "cache_read").value_or(0),
                             count_at(*usage, "cache_write").value_or(0), count_at(*usage, "output"),
                             count_at(*usage, "reasoning").value_or(0)};
    return record;
}

// Nothing when it names a file in a way that cannot be read.
std::optional<Intent> intent_from(const Json& object) {
    Intent intent{string_at(object, "call"), string_at(object, "tool"), string_at(object, "path"), {}, {}};
    if (const std::string hex = string_at(object, "path_hex"); !hex.empty()) {
        auto bytes = bytes_from_hex(hex);
        if (!bytes) return std::nullopt;
        intent.path = std::move(*bytes);
    }
    intent.before = content_hash_from_hex(string_at(object, "before"));
    intent.after = content_hash_from_hex(string_at(object, "after"));
    return intent;
}

std::optional<SessionRecord> record_from(const Json& object) {
    const std::string type = string_at(object, "t");
    if (type.empty()) return std::nullopt;
    if (type == "meta")
        return SessionMeta{{}, string_at(object, "project"), string_at(object, "model"), string_at(object, "at")};
    if (type == "user") return UserMessage{string_at(object, "text")};
    if (type == "assistant") return assistant_from(object);
    if (type == "intent") return intent_from(object);
    if (type == "result") {
        const Json* error = member(object, "error");
        return ToolResult{string_at(object, "call"), string_at(object, "tool"), string_at(object, "text"),
                          error && error->is_boolean() && error->get<bool>()};
    }
    if (type == "answer") return AnswerRecord{string_at(object, "call"), string_at(object, "answer")};
    if (type == "model") return ModelRecord{string_at(object, "model")};
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
    return NumberedRecord{usable, std::move(*record)};
}

} // namespace thoth
