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
    // A warning, once, when the server counted fewer tokens than the prompt can have had. `thinking_bytes`: how
    // many bytes of the request are reasoning of earlier replies, which templates may leave out.
    std::optional<std::string> look(const Reply& reply, size_t thinking_bytes);

    // The conversation was made shorter, or another model counts: what came before says nothing.
    void start_over() { m_first.reset(); }

private:
    struct Counted {
        int64_t bytes = 0;
        int64_t tokens = 0;
    };
    bool is_cut(Counted now);

    std::optional<Counted> m_first; // of the requests that each hold the one before
    bool m_counts_otherwise = false;
    bool m_warned = false;
};

} // namespace thoth
