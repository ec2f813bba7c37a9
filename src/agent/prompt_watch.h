#pragma once
#include "model/reply.h"

#include <cstdint>
#include <optional>
#include <string>

namespace thoth {

// Notices a server that cuts prompts without a word: by what it counted against what was sent. Nobody
// else would: the model just does not know what it was told first. Agent thread only.
class PromptWatch {
public:
    // A warning, once, when the server counted fewer tokens than the prompt can have had.
    std::optional<std::string> look(const Reply& reply);

    // The conversation was made shorter, or another model counts: what came before says nothing.
    void start_over() { m_bytes = 0; }

private:
    bool is_cut(int64_t tokens, size_t bytes) const;

    size_t m_bytes = 0;   // of the last request whose tokens were counted; 0: none
    int64_t m_tokens = 0; // that were counted of it
    bool m_warned = false;
};

} // namespace thoth
