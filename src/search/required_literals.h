#pragma once
#include <optional>
#include <string>
#include <vector>

namespace thoth {

// Which literals a part of a regular expression cannot do without, put together from what is known of smaller
// parts. Literals are bytes; sets are small.
using LiteralSet = std::vector<std::string>;

struct LiteralPart {
    // It matches one of these and nothing else; nothing: it matches other things.
    std::optional<LiteralSet> exact;
    LiteralSet required; // each match contains one of these; empty: not known
    LiteralSet second;   // and one of these, too; empty: not known

    static LiteralPart any() { return {std::nullopt, {}, {}}; }
    static LiteralPart nothing() { return {LiteralSet{""}, {}, {}}; } // of no length
    static LiteralPart either(const LiteralPart& a, const LiteralPart& b);

    // The better of both ways to look for it; empty: there is none.
    LiteralSet best() const;
};

// A sequence of parts, as far as it is read: what came last may go on.
class LiteralSequence {
public:
    void add(const LiteralPart& part);
    // One or more times: what is before meets its beginning, what follows its end.
    void add_repeated(const LiteralPart& part);
    LiteralPart whole();

private:
    void close();
    void note(const LiteralSet& set);
    LiteralSet m_tail{""};
    bool m_exact = true;
    LiteralSet m_best;
    LiteralSet m_second;
};

} // namespace thoth
