#pragma once
#include "base/json.h"
#include "model/text_calls/offered_tools.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// One call that was read out of a text.
struct TextCall {
    std::string id;        // empty unless the text gave one
    std::string name;      // as it was offered
    std::string arguments; // a JSON object; as it was written where it has to be put right or cannot be read
    bool operator==(const TextCall&) const = default;
};

// What a reader of one form has understood so far.
class FoundCalls {
public:
    static constexpr size_t k_max_calls = 100;

    explicit FoundCalls(const OfferedTools& offered) : m_offered(offered) {}

    // False for a tool that was not offered, for arguments that are no object, and past k_max_calls.
    bool add(std::string_view name, Json arguments, std::string_view id = {});
    bool add_with_json(std::string_view name, std::string_view arguments);
    // A call of `tool` whose arguments nobody can read, because of `why`: who runs the calls tells the model.
    bool add_unreadable(const ToolSpec& tool, std::string_view why, std::string_view written);
    // {"name": ..., "arguments": {...}} in any of the usual spellings, or a list of them.
    enum class Keys { any, of_a_call_only };
    bool add_json(std::string_view json, Keys keys);
    // The tool, or null; then unknown() tells its name.
    const ToolSpec* tool(std::string_view name);

    const std::vector<TextCall>& calls() const { return m_calls; }
    std::vector<TextCall> take() { return std::move(m_calls); }
    const std::string& unknown() const { return m_unknown; }

    // What stood between the calls and is none: of forms that write whole conversations.
    std::string thinking;
    std::string text;

private:
    bool add_value(const Json& value, Keys keys);
    bool push(const ToolSpec& tool, std::string arguments, std::string_view id = {});

    const OfferedTools& m_offered;
    std::vector<TextCall> m_calls;
    std::string m_unknown;
};

// Whether an object may be a call by its first key; true while that is not there.
bool may_begin_call(std::string_view json);

} // namespace thoth
