#include "model/call_ids.h"

#include <numeric>
#include <string_view>

namespace thoth {

namespace {
constexpr std::string_view k_letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr int k_length = 8;

constexpr uint64_t number_of_ids() {
    uint64_t count = 1;
    for (int i = 0; i < k_length; ++i)
        count *= k_letters.size();
    return count;
}

// Coprime to the number of ids, so that stepping visits each of them before the first again.
constexpr uint64_t k_step = 83'914'702'316'027;
static_assert(std::gcd(k_step, number_of_ids()) == 1);
} // namespace

CallIds::CallIds(uint64_t seed) : m_state(seed % number_of_ids()) {}

std::string CallIds::next() {
    m_state = (m_state + k_step) % number_of_ids();
    std::string id = "call_";
    for (uint64_t rest = m_state, i = 0; i < k_length; ++i, rest /= k_letters.size())
        id += k_letters[rest % k_letters.size()];
    return id;
}

} // namespace thoth
