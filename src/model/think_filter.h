#pragma once
#include <string>
#include <string_view>

namespace thoth {

// Tells reasoning that a model wrote into its answer, between tags such as <think> and
// </think>, from the answer. Only a tag that opens the message counts: later ones are text of
// a model that talks about tags. Tags may be split anywhere. One thread.
class ThinkFilter {
public:
    // What is decided so far. The thinking came before the text.
    struct Split {
        std::string thinking;
        std::string text;
    };

    // `implicit_open`: the prompt already ended in the opening tag, so the message starts inside.
    explicit ThinkFilter(bool implicit_open) : m_implicit_open(implicit_open) {}

    Split feed(std::string_view text);
    Split finish();

    // The server tells reasoning apart itself, so nothing was opened for it in the message.
    void expect_no_implicit_open() { m_implicit_open = false; }

private:
    enum class State { start, opened, inside, closed, answer };
    bool step(Split& out);
    bool step_start();
    bool step_inside(Split& out);
    bool skip_space(State next);

    State m_state = State::start;
    bool m_implicit_open;
    std::string m_held; // not decided yet
    std::string_view m_close;
};

} // namespace thoth
