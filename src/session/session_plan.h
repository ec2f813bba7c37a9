#pragma once
#include "session/session_lines.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// A prompt of the user in a session file.
struct PromptMark {
    int number = 0;    // of its record
    uint64_t at = 0;   // where that begins
    std::string time;  // ISO
    std::string text;  // as it was typed, its first 16 KiB
    bool whole = true; // that is all of it
    bool operator==(const PromptMark&) const = default;
};

// Which lines of a session file count. A first look at them, which understands prompts and what takes back, so that
// what was taken back is passed over on reading, and a very long history begins late. Feed it all lines in their
// order, then ask.
class SessionPlan {
public:
    // So many bytes of lines of the history are used at most, the last ones: more than any model takes.
    static constexpr uint64_t k_longest_history = 16ull * 1024 * 1024;

    void take(std::string_view line, uint64_t at);
    // All lines were taken, `size` bytes. Leaves out the beginning of a history beyond `limit`.
    void shorten(uint64_t size, uint64_t limit = k_longest_history);

    // Whether the line that begins there belongs to the history, if it is of a kind that can.
    bool counts(uint64_t at) const;
    // Those that count, in their order; also such as a shortened history begins behind.
    const std::vector<PromptMark>& prompts() const { return m_prompts; }
    // What was changed in files behind this place of the file, also where the conversation was taken back since:
    // each checkpoint once, with its earliest change.
    std::vector<CheckpointRecord> checkpoints_behind(uint64_t at) const;
    uint64_t left_out() const { return m_begin; } // bytes at the beginning of the file, by shorten()

private:
    struct Cut { // these bytes do not count
        uint64_t from = 0;
        uint64_t to = 0;
    };
    struct CheckpointMark {
        uint64_t at = 0;
        CheckpointRecord record;
    };
    void take_prompt(std::string_view line, const LineHead& head, uint64_t at);
    void take_back(int number, uint64_t at);

    std::vector<PromptMark> m_prompts;
    std::vector<uint64_t> m_starts; // of messages at which a history can begin
    std::vector<CheckpointMark> m_checkpoints;
    std::vector<Cut> m_cuts;           // in order, none lies over another
    std::optional<uint64_t> m_damaged; // the last line is, and it begins there
    uint64_t m_begin = 0;
};

// The plan of a whole file.
Result<SessionPlan> plan_of(const FileSystem& files, const Path& file, const std::stop_token& stop = {});

// Each line of a file that counts, and those that say what the session is. `kind` as head_of gives it.
Result<void> read_counting_lines(const FileSystem& files, const Path& file,
                                 const std::function<void(std::string_view line, std::string_view kind)>& sink,
                                 const std::stop_token& stop = {});

// Records that say what a session is and no part of its conversation: what was taken back since stays true of them.
bool is_about_the_session(std::string_view kind);

} // namespace thoth
