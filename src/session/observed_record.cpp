#include "session/observed_record.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace thoth {

namespace {
template <class Value>
using Word = std::pair<Value, std::string_view>;

constexpr std::array k_denials{
    Word<Denial>{Denial::skipped, "skipped"},         Word<Denial>{Denial::stopped, "stopped"},
    Word<Denial>{Denial::not_reached, "not_reached"}, Word<Denial>{Denial::refused, "refused"},
    Word<Denial>{Denial::withdrawn, "withdrawn"},
};

using FileHow = ObservedFile::How;
constexpr std::array k_file_hows{
    Word<FileHow>{FileHow::created, "created"},
    Word<FileHow>{FileHow::changed, "changed"},
    Word<FileHow>{FileHow::moved, "moved"},
    Word<FileHow>{FileHow::deleted, "deleted"},
};

using EndHow = CommandEnd::How;
constexpr std::array k_ends{
    Word<EndHow>{EndHow::exited, "exited"},       Word<EndHow>{EndHow::signalled, "signalled"},
    Word<EndHow>{EndHow::timed_out, "timed_out"}, Word<EndHow>{EndHow::cancelled, "cancelled"},
    Word<EndHow>{EndHow::goes_on, "goes_on"},
};

template <class Value, size_t N>
std::string word_for(const std::array<Word<Value>, N>& words, Value value) {
    const auto found = std::ranges::find(words, value, &Word<Value>::first);
    return found == words.end() ? std::string() : std::string(found->second);
}

template <class Value, size_t N>
std::optional<Value> value_of(const std::array<Word<Value>, N>& words, std::string_view word) {
    const auto found = std::ranges::find(words, word, &Word<Value>::second);
    return found == words.end() ? std::nullopt : std::optional(found->first);
}

Json json_of(const ObservedFile& file) {
    Json object{{"path", file.path}, {"how", word_for(k_file_hows, file.how)}};
    if (file.content) object["content"] = to_hex(*file.content);
    if (!file.from.empty()) object["from"] = file.from;
    return object;
}

Json json_of(const ObservedCommand& command) {
    Json object{{"line", command.line}, {"end", word_for(k_ends, command.end.how)}};
    if (command.end.number != 0) object["number"] = command.end.number;
    if (command.is_check) object["check"] = true;
    if (command.only_looks) object["looks"] = true;
    if (!command.exit_tells) object["unclear"] = true;
    return object;
}

const Json* member(const Json& value, const char* key) {
    if (!value.is_object()) return nullptr;
    const auto it = value.find(key);
    return it == value.end() ? nullptr : &*it;
}

bool is_true(const Json& value, const char* key) {
    const Json* flag = member(value, key);
    return flag && flag->is_boolean() && flag->get<bool>();
}

int number_at(const Json& value, const char* key) {
    const Json* number = member(value, key);
    if (!number || !number->is_number_integer()) return 0;
    const auto wide = number->get<int64_t>();
    return wide >= 0 && wide <= std::numeric_limits<int>::max() ? static_cast<int>(wide) : 0;
}

std::optional<ObservedFile> file_from(const Json& value) {
    const auto how = value_of(k_file_hows, string_at(value, "how"));
    std::string path = string_at(value, "path");
    if (!how || path.empty()) return std::nullopt;
    return ObservedFile{std::move(path), *how, content_hash_from_hex(string_at(value, "content")),
                        string_at(value, "from")};
}

std::optional<ObservedCommand> command_from(const Json& value) {
    const auto how = value_of(k_ends, string_at(value, "end"));
    std::string line = string_at(value, "line");
    if (!how || line.empty()) return std::nullopt;
    return ObservedCommand{std::move(line),
                           {*how, number_at(value, "number")},
                           is_true(value, "check"),
                           is_true(value, "looks"),
                           !is_true(value, "unclear")};
}
} // namespace

Json observed_json(const Observed& observed) {
    Json object = Json::object();
    if (observed.denial != Denial::none) object["denial"] = word_for(k_denials, observed.denial);
    if (!observed.denied.empty()) object["denied"] = observed.denied;
    for (const ObservedFile& file : observed.files)
        object["files"].push_back(json_of(file));
    if (observed.command) object["command"] = json_of(*observed.command);
    if (!observed.origin.empty()) object["origin"] = observed.origin;
    return object;
}

Observed observed_from(const Json& value) {
    Observed observed;
    observed.denial = value_of(k_denials, string_at(value, "denial")).value_or(Denial::none);
    observed.denied = string_at(value, "denied");
    if (const Json* files = member(value, "files"); files && files->is_array())
        for (const Json& file : *files)
            if (auto seen = file_from(file)) observed.files.push_back(std::move(*seen));
    if (const Json* command = member(value, "command")) observed.command = command_from(*command);
    observed.origin = string_at(value, "origin");
    return observed;
}

} // namespace thoth
