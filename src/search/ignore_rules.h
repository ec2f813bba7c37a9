#pragma once
#include "search/wildmatch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The rules of one directory, in the syntax of a .gitignore; the last one that matches decides.
// Most rules are plain names or endings and are found by a hash, so that thousands cost little more
// than a few. Immutable once parsed; any thread.
class IgnoreRules {
public:
    static constexpr size_t k_max_bytes = 16 * 1024 * 1024; // of one file; the rest is not read

    // Several texts are one: a later text has the last word.
    void add(std::string_view text, LetterCase letters = LetterCase::counts);
    bool empty() const { return m_rules.empty(); }

    // An entry as all directories above it look at it: computed once.
    struct Name {
        explicit Name(std::string_view entry_name);
        std::string_view name;
        uint32_t hash;           // of the name
        uint32_t extension_hash; // of what follows the last dot, with it; 0 without a dot
    };
    // Whether these rules ignore the entry (true), want it (false) or say nothing. `path` is relative
    // to the directory of the rules and ends with the name.
    std::optional<bool> decide(std::string_view path, const Name& name, bool is_directory) const;

private:
    struct Rule {
        std::string text; // without '!', the slash in front and the one at the end
        size_t plain = 0; // bytes before the first special one
        bool negated = false;
        bool directories_only = false;
        bool of_name = false; // without a slash: matched against the name alone
    };
    // Rules by a hash: buckets of chains.
    class Table {
    public:
        void add(uint32_t hash, uint32_t rule);
        template <class Visit>
        void each(uint32_t hash, const Visit& visit) const {
            if (m_heads.empty()) return;
            for (uint32_t at = m_heads[hash & (m_heads.size() - 1)]; at != 0; at = m_links[at - 1].next)
                if (m_links[at - 1].hash == hash) visit(m_links[at - 1].rule);
        }

    private:
        struct Link {
            uint32_t hash;
            uint32_t rule;
            uint32_t next; // index + 1
        };
        void insert(uint32_t link);
        std::vector<uint32_t> m_heads; // a power of two; index + 1
        std::vector<Link> m_links;
    };

    std::optional<bool> decide_plainly(std::string_view path, const Name& name, bool is_directory) const;
    void add_line(std::string_view line, LetterCase letters);
    void file(Rule rule);
    bool matches(const Rule& rule, std::string_view path, std::string_view name, bool is_directory) const;

    std::vector<Rule> m_rules;
    Table m_names;                 // plain rules, by the last component
    Table m_endings;               // "*.c", by the extension
    std::vector<uint32_t> m_other; // everything else, in order
    LetterCase m_letters = LetterCase::counts;
};

} // namespace thoth
