#include "agent/guards/check_reminder.h"

#include <fmt/format.h>

namespace thoth {

namespace {
bool is_silent(const Work& request, std::string_view checks) {
    return checks.empty() || !request.denied.empty();
}
} // namespace

std::string CheckReminder::behind_result(const Work& request, std::string_view checks) {
    if (m_said_midway || is_silent(request, checks) || request.code_changes_since_check < k_most_changes) return {};
    m_said_midway = true;
    return fmt::format("\n[{} changes of code without a check: it is time for one: {}. Changes that only compile "
                       "together are a good reason to make the rest of them first]",
                       request.code_changes_since_check, checks);
}

std::string CheckReminder::at_end(const Work& request, std::string_view checks) {
    if (m_said_at_end || is_silent(request, checks) || !request.changed_code || request.ran_since_change) return {};
    m_said_at_end = true;
    return fmt::format(
        "(You changed code and ran nothing since. Check it now: {}. Put right what that finds. If it cannot be run "
        "here, say so and why. Then give your answer to the user once more, the whole of it: it takes the place "
        "of the one above.)",
        checks);
}

} // namespace thoth
