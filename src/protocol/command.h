#pragma once
#include "protocol/question.h"

#include <string>
#include <variant>

namespace thoth {

// What a front end tells the agent. Crosses from the main thread to the agent's thread, in
// order. Answers to questions travel in a channel of their own: they are waited for while a
// command is being carried out.
struct Prompt {
    std::string text;
};
struct ClearConversation {};
struct ChangeModel {
    std::string name;
};
struct ChangeMode {
    std::string name;
};
struct ResetGrants {};

using Command = std::variant<Prompt, ClearConversation, ChangeModel, ChangeMode, ResetGrants>;

struct AnswerGiven {
    int question_id = 0;
    Answer answer = Answer::no;
};

} // namespace thoth
