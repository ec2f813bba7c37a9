#pragma once
#include <optional>

namespace thoth {

struct BatchOutcome;

// How often in a row a model may do what leads nowhere, before it is not asked again. One request, agent thread.
class Patience {
public:
    static constexpr int k_most_bad_calls = 3; // that nobody can read
    static constexpr int k_most_repeats = 3;   // replies with nothing but calls that were not run again
    // For each of an empty reply, one that was cut, and an answer that is not of the form asked for (L05, L06)
    static constexpr int k_most_asked_again = 2;

    void begin_request() { *this = {}; }
    // The calls of a reply were looked at; `calls` of them.
    void saw(const BatchOutcome& outcome, int calls);
    // The server itself could not read the call.
    void saw_unreadable_call() { ++m_bad_calls; }

    bool is_out_over_calls() const { return m_bad_calls >= k_most_bad_calls; }
    bool is_out_over_repeats() const { return m_repeats >= k_most_repeats; }

    // The number of this asking, from 1; nothing: it was asked often enough.
    std::optional<int> ask_after_empty() { return ask(m_empty); }
    std::optional<int> ask_after_cut() { return ask(m_cut_short); }
    std::optional<int> ask_after_wrong_answer() { return ask(m_wrong_answers); }

private:
    static std::optional<int> ask(int& times);

    int m_bad_calls = 0;
    int m_repeats = 0;
    int m_empty = 0;     // replies since the last call
    int m_cut_short = 0; // by the limit of tokens, since the last call
    int m_wrong_answers = 0;
};

} // namespace thoth
