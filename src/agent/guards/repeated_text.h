#pragma once
#include <string>
#include <string_view>

namespace thoth {

// Notices a model that says the same piece of text again and again: when the last of what it said is one
// piece of at most k_longest_period bytes, repeated k_least_times at least and over k_least_bytes at least.
// Takes the text as it streams; a fixed amount of memory. One reply, one thread.
class RepeatedText {
public:
    static constexpr size_t k_longest_period = 2048;
    static constexpr size_t k_least_times = 8;
    static constexpr size_t k_least_bytes = 4096;

    // Whether the text so far ends in a repetition. Once it does it stays so.
    bool feed(std::string_view piece);
    bool found() const { return m_period > 0; }

    // `text` up to the end of the first of the pieces that are repeated at its end, valid UTF-8 if `text` is.
    std::string without_repetition(std::string text) const;

private:
    void look();

    std::string m_tail; // the last of what was said
    size_t m_not_looked_at = 0;
    size_t m_period = 0; // bytes of the piece; 0: nothing is repeated
};

} // namespace thoth
