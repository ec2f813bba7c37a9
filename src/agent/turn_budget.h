#pragma once
#include <string>

namespace thoth {

// The room that all results of one turn share (T03): one model reply with ten calls must not
// fill the window. Counted in characters, as the caps of the tools are.
class TurnBudget {
public:
    explicit TurnBudget(int result_chars) : m_left(result_chars) {}

    // What is left for the next result. Below k_smallest nothing more is sent.
    int left() const { return m_left; }
    static constexpr int k_smallest = 400;

    // The result as it is sent: whole, or cut at the end with a note that says how much was
    // kept and how to get the rest, or an error when there is no room for anything useful.
    struct Fitted {
        std::string text;
        bool refused = false;
        bool cut = false;
    };
    Fitted fit(std::string text);

private:
    int m_left;
};

} // namespace thoth
