#pragma once
#include "protocol/question.h"

#include <stop_token>
#include <string>
#include <variant>

namespace thoth {

// What a front end tells the agent. Crosses from the main thread to the agent's thread, in
// order. Answers to questions travel in a channel of their own: they are waited for while a
// command is being carried out.
struct Prompt {
    std::string text;     // what the user typed: its @words are attached
    std::string context;  // goes along behind that as it is, or empty; from a pipe, say: no word of it is looked at
    std::stop_token stop; // ends this request, whatever it is doing
};
struct ClearConversation {};
struct ChangeModel {
    std::string name;
};
struct ChangeMode {
    std::string name;
};
// Undo as it is asked for in words: "" for the last request, "list", "3", "show 3".
struct UndoChanges {
    std::string words;
};
struct RedoChanges {};
struct ListGrants {};
struct RemoveGrant {
    std::string key;
};
struct ResetGrants {};
struct ShowMemory {}; // what this session was told from files: instructions and memory
struct ClearMemory {};
// The user has a fact remembered for the project: no question, no model.
struct RememberFact {
    std::string fact;
};
struct CompactConversation {
    std::string focus;    // what is to be kept above all, in the user's words, or empty
    std::stop_token stop; // leaves the conversation as it is
};
struct ShowContext {};
struct ListTasks {};
struct StopTask {
    int pid = 0;
};
// Which session to go on with: a number of the last list, an id, or words that narrow the list down; empty: the
// list.
struct ResumeSession {
    std::string words;
};
struct RenameSession {
    std::string title; // empty: it is said what it is called
};
struct ForkSession {}; // go on in a copy of this session
// Back to before a message of the user: "" for the list, "2", "2 files", "2 conversation", "2 both".
struct RewindSession {
    std::string words;
    std::stop_token stop; // ends the question
};
struct RecapSession {}; // what was last worked on in the project goes into the conversation

using Command = std::variant<Prompt, ClearConversation, ChangeModel, ChangeMode, UndoChanges, RedoChanges,
                             ListGrants, RemoveGrant, ResetGrants, ShowMemory, ClearMemory, RememberFact, ListTasks,
                             StopTask, ResumeSession, RenameSession, ForkSession, RewindSession, RecapSession,
                             CompactConversation, ShowContext>;

struct AnswerGiven {
    int question_id = 0;
    Answer answer = Answer::no;
    Choice choice{}; // to a question of that kind
};

} // namespace thoth
