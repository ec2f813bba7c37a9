#pragma once
#include "search/ignore_rules.h"

#include <memory>
#include <string_view>

namespace thoth {

// The rules that hold in one directory: its own and, where they say nothing, those of the directories
// above. Paths are relative to wherever the chain was begun; `skip` is how much of them leads to the
// directory of these rules, with the slash. Immutable; any thread.
class IgnoreScope {
public:
    using Ptr = std::shared_ptr<const IgnoreScope>; // null: no rules

    // `outer` itself when there are no rules to add.
    static Ptr inside(Ptr outer, IgnoreRules rules, size_t skip);

    // Whether an entry is ignored whose directory is not.
    static bool ignores(const Ptr& scope, std::string_view path, bool is_directory);

    IgnoreScope(Ptr outer, IgnoreRules rules, size_t skip)
        : m_outer(std::move(outer)), m_rules(std::move(rules)), m_skip(skip) {}

private:
    Ptr m_outer;
    IgnoreRules m_rules;
    size_t m_skip;
};

} // namespace thoth
