#pragma once
#include "base/json.h"
#include "model/call_ids.h"
#include "protocol/message.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What one piece of a stream says about one call. Any part may be missing.
struct ToolCallDelta {
    std::optional<int64_t> index;
    std::string id;
    std::string name;
    std::string arguments;        // a piece of JSON text
    bool arguments_whole = false; // they came as an object: they replace what was there
    std::string extra;            // JSON object of provider fields
};

// Puts the calls of one reply together from their deltas. Servers differ in what they repeat,
// leave out or number wrongly; add() decides which call a delta belongs to. One thread.
class ToolCallSlots {
public:
    static constexpr size_t k_max_calls = 500;
    static constexpr size_t k_max_extra_bytes = 64u << 10; // of one call; more is not sent back

    explicit ToolCallSlots(std::vector<std::string> offered);
    ~ToolCallSlots();

    // False if there are too many calls.
    bool add(ToolCallDelta delta);
    // A call that came in one piece: always one of its own.
    bool add_whole(ToolCallDelta delta);

    bool empty() const { return m_slots.empty(); }
    // Whether one of the calls so far is this one, with the same arguments.
    bool has(std::string_view name, std::string_view arguments) const;
    // In order of first appearance; ids are made up where they are missing or not usable.
    std::vector<ToolCall> take(CallIds& ids);

private:
    struct Slot {
        std::optional<int64_t> index;
        ToolCall call{};
        std::unique_ptr<Json> extra{}; // the provider's fields so far
        size_t extra_bytes = 0;        // that came for it
    };
    Slot* find(const ToolCallDelta& delta);
    Slot* find_by_index(const ToolCallDelta& delta);
    Slot* find_by_id(const ToolCallDelta& delta);
    void take_name(Slot& slot, const std::string& name) const;
    void merge(Slot& slot, ToolCallDelta delta) const;

    std::vector<std::string> m_offered;
    std::vector<Slot> m_slots;
};

} // namespace thoth
