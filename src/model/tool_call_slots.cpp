#include "model/tool_call_slots.h"

#include "base/json.h"
#include "model/wire_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace thoth {

namespace {
constexpr size_t k_max_id_bytes = 256;

bool is_usable_id(std::string_view id) {
    return !id.empty() && id != "null" && id.size() <= k_max_id_bytes &&
           std::ranges::all_of(id, [](char c) { return c > ' ' && c != '\x7f'; });
}

// Some servers encode the object twice. Missing arguments mean none.
std::string settled_arguments(std::string text) {
    const size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string::npos) return "{}";
    if (text[start] != '"') return text;
    const auto outer = parse_json(text);
    if (!outer || !outer->is_string()) return text;
    std::string inner = outer->get<std::string>();
    return is_json_object(inner) ? inner : text;
}

// Written out once, at the end: a stream may bring a piece with every delta.
void merge_extra(std::unique_ptr<Json>& into, const std::string& more) {
    auto added = parse_json(more);
    if (!added) return;
    if (into)
        into->merge_patch(*added);
    else
        into = std::make_unique<Json>(std::move(*added));
}
} // namespace

ToolCallSlots::ToolCallSlots(std::vector<std::string> offered) : m_offered(std::move(offered)) {}
ToolCallSlots::~ToolCallSlots() = default;

bool ToolCallSlots::add(ToolCallDelta delta) {
    if (!is_usable_id(delta.id)) delta.id.clear();
    if (Slot* slot = find(delta)) {
        merge(*slot, std::move(delta));
        return true;
    }
    return add_whole(std::move(delta));
}

bool ToolCallSlots::add_whole(ToolCallDelta delta) {
    if (m_slots.size() >= k_max_calls) return false;
    if (!is_usable_id(delta.id)) delta.id.clear();
    m_slots.push_back({.index = delta.index});
    merge(m_slots.back(), std::move(delta));
    return true;
}

ToolCallSlots::Slot* ToolCallSlots::find(const ToolCallDelta& delta) {
    if (delta.index) return find_by_index(delta);
    if (!delta.id.empty())
        if (Slot* slot = find_by_id(delta)) return slot;
    if (!delta.name.empty() || m_slots.empty()) return nullptr;
    Slot& last = m_slots.back();
    const bool other_call = !delta.id.empty() && !last.call.id.empty();
    return other_call ? nullptr : &last;
}

ToolCallSlots::Slot* ToolCallSlots::find_by_index(const ToolCallDelta& delta) {
    const auto found = std::ranges::find(m_slots.rbegin(), m_slots.rend(), delta.index, &Slot::index);
    if (found == m_slots.rend()) return nullptr;
    const ToolCall& call = found->call;
    const bool ids_differ = !delta.id.empty() && !call.id.empty() && delta.id != call.id;
    if (!ids_differ) return &*found;
    // Older servers number every parallel call 0. A repeated id leads back to its own call.
    if (Slot* own = find_by_id(delta)) return own;
    return !delta.name.empty() || is_json_object(call.arguments) ? nullptr : &*found;
}

ToolCallSlots::Slot* ToolCallSlots::find_by_id(const ToolCallDelta& delta) {
    const auto found = std::ranges::find_if(m_slots, [&](const Slot& slot) {
        return slot.call.id == delta.id && (!delta.index || slot.index == delta.index);
    });
    return found == m_slots.end() ? nullptr : &*found;
}

void ToolCallSlots::take_name(Slot& slot, const std::string& name) const {
    std::string& known = slot.call.name;
    if (known.empty()) {
        known = name;
        return;
    }
    // A name in pieces is rare; a name repeated in every delta is not.
    if (name.empty() || name == known || !slot.call.arguments.empty()) return;
    const std::string joined = known + name;
    if (std::ranges::any_of(m_offered, [&](const std::string& tool) { return tool.starts_with(joined); }))
        known = joined;
}

void ToolCallSlots::merge(Slot& slot, ToolCallDelta delta) const {
    if (slot.call.id.empty()) slot.call.id = std::move(delta.id);
    take_name(slot, delta.name);
    if (delta.arguments_whole)
        slot.call.arguments = std::move(delta.arguments);
    else
        slot.call.arguments += delta.arguments;
    if (delta.extra.empty()) return;
    slot.extra_bytes += delta.extra.size();
    if (slot.extra_bytes > k_max_extra_bytes)
        slot.extra.reset();
    else
        merge_extra(slot.extra, delta.extra);
}

bool ToolCallSlots::has(std::string_view name, std::string_view arguments) const {
    const auto wanted = parse_json(arguments);
    return wanted && std::ranges::any_of(m_slots, [&](const Slot& slot) {
               const auto own = parse_json(settled_arguments(slot.call.arguments));
               return slot.call.name == name && own &&
                      nlohmann::json(*own) == nlohmann::json(*wanted); // in any order
           });
}

std::vector<ToolCall> ToolCallSlots::take(CallIds& ids) {
    std::vector<ToolCall> calls;
    std::set<std::string> used;
    for (Slot& slot : m_slots) {
        ToolCall& call = slot.call;
        call.arguments = settled_arguments(std::move(call.arguments));
        if (slot.extra) call.extra = dump_json(*slot.extra);
        while (call.id.empty() || used.contains(call.id))
            call.id = ids.next();
        used.insert(call.id);
        calls.push_back(std::move(call));
    }
    m_slots.clear();
    return calls;
}

} // namespace thoth
