#pragma once
#include "protocol/message.h"
#include "protocol/seen_file.h"
#include "protocol/usage.h"
#include "session/session_log.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thoth {

// The lines of a session file as values: the one place that knows how each is spelled
// (docs/sessions.md). Pure.

struct AssistantRecord {
    AssistantMessage message;
    std::optional<Usage> usage;
};
struct AnswerRecord {
    std::string call_id;
    std::string answer;
};
struct ModelRecord {
    std::string model;
};
struct SeenRecord { // all that the model has seen of files; a later one replaces it
    std::vector<SeenFile> files;
};
struct RewindRecord { // the prompt with this number and all behind it count no more
    int to = 0;
};
struct UnknownRecord {}; // of a later version: kept in the file, skipped here

using SessionRecord = std::variant<SessionMeta, UserRecord, AssistantRecord, Intent, ToolResult, AnswerRecord,
                                   ModelRecord, SeenRecord, StaleRecord, CompactionRecord, SystemRecord,
                                   AboutRecord, RewindRecord, CheckpointRecord, UnknownRecord>;

struct NumberedRecord {
    int number = 0; // 0: none that can be used
    SessionRecord record;
    std::string time{}; // ISO
};

// One line, with its LF. Bytes that are not UTF-8 are replaced, except in Intent::path, which
// comes back as it was.
std::string record_line(int number, std::string_view time, const SessionRecord& record);

// A longer line is damaged.
inline constexpr size_t k_longest_record = 32 * 1024 * 1024;

// What the beginning of a line tells: its number and kind. Nothing but zero and an empty name unless it is spelled
// as record_line spells it; the rest of the line is not looked at.
struct LineHead {
    int number = 0;
    std::string_view kind;
};
LineHead head_of(std::string_view line);

// Nothing for a damaged line. A field of another type counts as absent.
std::optional<NumberedRecord> parse_record(std::string_view line);

} // namespace thoth
