#pragma once
#include "agent/compaction/kept_tail.h"
#include "agent/conversation.h"
#include "agent/model_turns.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace thoth {

// What a compaction needs to know besides the history.
struct CompactionFacts {
    std::string plan;  // the newest list of the todo tool, or empty: there is none in the history
    std::string seen;  // what thoth itself saw happen, in lines
    std::string notes; // such as the user's language
    std::string focus; // what the user wants to be kept above all
    std::function<bool(std::string_view name)> file_exists = [](std::string_view) { return true; };
};

// Replaces the beginning of a conversation by a message that holds what the rest of the work needs. The model
// writes the summary in it; all else is kept word for word or made from what was seen. Without a usable summary a
// list of the calls stands in its place, so that it never fails. Agent thread only.
class Compactor {
public:
    explicit Compactor(ModelTurns& model) : m_model(model) {}

    enum class Outcome {
        shortened,
        nothing_to_shorten, // all of it is what is being worked on
        no_use,             // what has to stay fills the window by itself
        cancelled,
        failed, // the server gave no answer at all, so this is no time to give anything up; why_not
    };
    struct Report {
        Outcome outcome = Outcome::shortened;
        int64_t tokens_before = 0; // of the next request, estimated
        int64_t tokens_after = 0;
        bool by_model = false;    // the summary is the model's
        std::string why_not = {}; // there is none: why
        std::string summary = {}; // for a recap: what stands in the conversation now
    };
    // `request`: as it would be sent next; its messages are those of the conversation. `window`: tokens.
    // `summarise`: false where the server did not even take the request as it is, and a summary would not help.
    // Whatever the outcome but `shortened`, the conversation is what it was.
    Report compact(const ModelRequest& request, Conversation& conversation, int64_t window,
                   const CompactionFacts& facts, bool summarise, std::stop_token stop);

private:
    struct Summary {
        std::string text;
        std::string why_not;
        bool failed = false; // and so would the next request
    };
    bool fits(const ModelRequest& request, std::span<const Message> tail,
              std::span<const KeptTail::Shortened> shortened, int64_t window) const;
    size_t room_for_tail(const ModelRequest& request, int64_t window) const; // bytes
    Summary summary_of(const ModelRequest& request, int64_t window, std::string_view focus, std::stop_token stop);
    Summary ask(const ModelRequest& request, const std::stop_token& stop);

    ModelTurns& m_model;
};

} // namespace thoth
