#pragma once
#include "model/text_calls/forms.h"
#include "model/text_calls/markdown_place.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Why a text that began like a call was left alone.
enum class CallDoubt { none, unknown_tool, unreadable, text_follows, too_long };

// Finds the calls that a model wrote into its answer. Text is passed on as it comes; from something that
// may begin a call on it is held back until that is decided, at the latest at the end, and comes out
// unchanged where it is none. All calls of a reply are found or none: behind a doubtful one all is text.
// What is found does not depend on how the text was cut. At most k_max_held bytes are held: a longer call
// is text. One reply, one thread.
class TextCallFilter {
public:
    static constexpr size_t k_max_held = 64u << 10;

    // `offered` must outlive the filter.
    explicit TextCallFilter(const OfferedTools& offered) : m_offered(offered) {}

    // What is decided to be text.
    std::string feed(std::string_view text);
    bool holds_text() const { return !m_held.empty(); }

    struct Outcome {
        std::vector<TextCall> calls;
        std::string thinking; // that stood between them
        std::string text;     // the rest of the visible text
        std::string markup;   // what the calls were read from
        CallDoubt doubt = CallDoubt::none;
        std::string unknown; // with unknown_tool: its name
    };
    // `whole`: the reply ended well. Otherwise nothing in it is a call.
    Outcome finish(bool whole);

private:
    enum class Verdict { no, open, yes };
    void pass(std::string& out, size_t bytes);
    // Passes text on to the next place where a form may begin; false if there is none yet.
    bool find_form(std::string& out, bool complete);
    bool may_stand_here(Placement placement) const;
    Verdict judge(std::string_view text, bool complete, FoundCalls& found);
    void leave_alone(std::string& out);
    bool step(std::string& out);
    bool settle(Outcome& outcome);

    const OfferedTools& m_offered;
    MarkdownPlace m_place;
    std::string m_held;
    const TextCallForm* m_form = nullptr; // that m_held begins with
    size_t m_next_look = 0;               // at so many bytes
    size_t m_looked_at = 0;               // bytes, all looks together
    bool m_gave_up = false;
    CallDoubt m_doubt = CallDoubt::none;
    std::string m_unknown;
};

} // namespace thoth
