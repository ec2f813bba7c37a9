#include "session/session_plan.h"

#include <algorithm>
#include <array>
#include <map>

namespace thoth {

namespace {
constexpr size_t k_most_text = 16 * 1024;

std::string_view without_half_a_character(std::string_view text) {
    size_t end = text.size();
    while (end > 0 && text.size() - end < 4 && (static_cast<unsigned char>(text[end - 1]) & 0xC0u) == 0x80)
        --end;
    return end > 0 && static_cast<unsigned char>(text[end - 1]) >= 0xC0 ? text.substr(0, end - 1) : text;
}
} // namespace

bool is_about_the_session(std::string_view kind) {
    constexpr std::array<std::string_view, 5> k_kinds{"meta", "model", "about", "system", "checkpoint"};
    return std::ranges::find(k_kinds, kind) != k_kinds.end();
}

void SessionPlan::take(std::string_view line, uint64_t at) {
    const LineHead head = head_of(line);
    // What cannot be read takes no room in a history, however long it is.
    if (m_damaged) m_cuts.push_back({*m_damaged, at});
    m_damaged.reset();
    if (head.kind.empty() && !parse_record(line)) m_damaged = at;
    if (head.kind == "user") {
        m_starts.push_back(at);
        take_prompt(line, head, at);
    } else if (head.kind == "assistant") {
        m_starts.push_back(at);
    } else if (head.kind == "checkpoint") {
        auto parsed = parse_record(line);
        if (auto* made = parsed ? std::get_if<CheckpointRecord>(&parsed->record) : nullptr)
            m_checkpoints.push_back({at, std::move(*made)});
    } else if (head.kind == "rewind") {
        const auto parsed = parse_record(line);
        const auto* rewind = parsed ? std::get_if<RewindRecord>(&parsed->record) : nullptr;
        if (rewind && rewind->to > 0) take_back(rewind->to, at);
    }
}

void SessionPlan::take_prompt(std::string_view line, const LineHead& head, uint64_t at) {
    auto parsed = parse_record(line);
    const auto* user = parsed ? std::get_if<UserRecord>(&parsed->record) : nullptr;
    if (!user || user->is_note) return;
    PromptMark mark{head.number, at, std::move(parsed->time), user->typed, true};
    if (mark.text.size() > k_most_text) {
        mark.text = without_half_a_character(std::string_view(user->typed).substr(0, k_most_text));
        mark.whole = false;
    }
    m_prompts.push_back(std::move(mark));
}

// Numbers grow with the file, so what goes is the end of the list.
void SessionPlan::take_back(int number, uint64_t at) {
    const auto first =
        std::ranges::find_if(m_prompts, [&](const PromptMark& mark) { return mark.number >= number; });
    if (first == m_prompts.end()) return;
    const uint64_t from = first->at;
    m_prompts.erase(first, m_prompts.end());
    while (!m_starts.empty() && m_starts.back() >= from)
        m_starts.pop_back();
    while (!m_cuts.empty() && m_cuts.back().from >= from)
        m_cuts.pop_back();
    m_cuts.push_back({from, at});
}

std::vector<CheckpointRecord> SessionPlan::checkpoints_behind(uint64_t at) const {
    std::map<std::string, int> earliest;
    for (const CheckpointMark& mark : m_checkpoints) {
        if (mark.at < at) continue;
        const auto [place, is_new] = earliest.try_emplace(mark.record.id, mark.record.from);
        place->second = std::min(place->second, mark.record.from);
    }
    std::vector<CheckpointRecord> out;
    for (const auto& [id, from] : earliest)
        out.push_back({id, from});
    return out;
}

void SessionPlan::shorten(uint64_t size, uint64_t limit) {
    uint64_t kept = 0;
    uint64_t end = size;
    auto cut = m_cuts.rbegin();
    uint64_t begin = size;
    for (auto start = m_starts.rbegin(); start != m_starts.rend(); ++start) {
        // Cuts never lie over a start that counts.
        for (; cut != m_cuts.rend() && cut->from >= *start; ++cut) {
            kept += end - cut->to;
            end = cut->from;
        }
        kept += end - *start;
        end = *start;
        if (kept > limit && begin < size) {
            m_begin = begin;
            return;
        }
        begin = *start;
    }
}

bool SessionPlan::counts(uint64_t at) const {
    if (at < m_begin) return false;
    const auto behind = std::ranges::upper_bound(m_cuts, at, {}, &Cut::from);
    return behind == m_cuts.begin() || at >= std::prev(behind)->to;
}

Result<SessionPlan> plan_of(const FileSystem& files, const Path& file, const std::stop_token& stop) {
    SessionPlan plan;
    TRY(read_lines(files, file, [&](std::string_view line, uint64_t at) { plan.take(line, at); }, stop));
    return plan;
}

Result<void> read_counting_lines(const FileSystem& files, const Path& file,
                                 const std::function<void(std::string_view line, std::string_view kind)>& sink,
                                 const std::stop_token& stop) {
    const SessionPlan plan = TRY(plan_of(files, file, stop));
    TRY(read_lines(
        files, file,
        [&](std::string_view line, uint64_t at) {
            const std::string_view kind = head_of(line).kind;
            if (plan.counts(at) || is_about_the_session(kind)) sink(line, kind);
        },
        stop));
    return {};
}

} // namespace thoth
