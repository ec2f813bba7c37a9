#pragma once
#include "agent/compaction/compactor.h"
#include "protocol/agent_link.h"

#include <functional>
#include <stop_token>
#include <string>

namespace thoth {

// Keeps what is sent within the window of the model: says when the conversation has to be shortened, has it done,
// tells the user, and gives up when it does not help any more. Agent thread only.
class ContextKeeper {
public:
    ContextKeeper(ModelTurns& model, Channel<Event>& events)
        : m_model(model), m_compactor(model), m_events(events) {}

    enum class Verdict {
        fits,      // nothing was done
        shortened, // the history is another one now
        cancelled,
        too_full, // it cannot be made to fit; why_too_full() says what fills it
        failed,   // the server gave no answer: error() has its words
    };
    using Facts = std::function<CompactionFacts()>;

    // A request of the user begins, and what did not help before may help now.
    void begin_request() { m_fruitless = m_refused = 0; }
    // Before each request of a conversation (L02).
    Verdict before(const ModelRequest& request, Conversation& conversation, const Facts& facts,
                   std::stop_token stop);
    // The server said that this request was too long for it, and may have said how long one may be.
    Verdict after_refusal(const ModelRequest& request, bool tells_limit, Conversation& conversation,
                          const Facts& facts, std::stop_token stop);
    // A reply came, and may have been cut off for want of room (L05).
    void note_reply(const Reply& reply);
    // The user asks for it.
    Verdict on_demand(const ModelRequest& request, Conversation& conversation, const Facts& facts,
                      std::stop_token stop);

    // In words for the user, with what helps.
    std::string why_too_full(const ModelRequest& request) const;
    const std::string& error() const { return m_error; }
    // What stands in the conversation since the last compaction, for a recap; empty: there was none.
    const std::string& recap() const { return m_recap; }

private:
    enum class Summary { wanted, useless };
    Verdict shorten(const ModelRequest& request, Conversation& conversation, const Facts& facts, Summary summary,
                    std::stop_token stop);
    bool is_due(const ModelRequest& request, std::stop_token stop);
    std::optional<int64_t> window() const; // as it was told, or less where more was refused
    int64_t window_or_default() const;
    void tell(const Compactor::Report& report);

    ModelTurns& m_model;
    Compactor m_compactor;
    Channel<Event>& m_events;
    int64_t m_last_context = 0; // tokens after the last reply; 0: the history is another one since
    bool m_cut_short = false;   // the last reply was, and the window is why
    int m_fruitless = 0;        // times in a row that little was gained
    int m_refused = 0;          // requests in a row
    int64_t m_too_long = 0;     // tokens of the shortest request that was refused without a limit; 0: none was
    std::string m_error;
    std::string m_recap;
};

} // namespace thoth
