#pragma once
#include <string>
#include <vector>

namespace thoth {

// What a model goes on from when the conversation was shortened; each part may be empty.
struct CompactionParts {
    std::vector<std::string> asked;    // the user's own words; the last one is being worked on
    bool asked_was_cut = false;        // not all that the user said is in there
    std::string summary;               // the model's
    std::vector<std::string> invented; // names in it that lead nowhere
    std::string calls;                 // what was done, in place of a summary
    std::string plan;                  // the newest list of the todo tool
    std::string seen;                  // what thoth itself saw: it holds where the summary says otherwise
    std::string notes;                 // what else the model is to know, such as the user's language
};

std::string compaction_text(const CompactionParts& parts);

} // namespace thoth
