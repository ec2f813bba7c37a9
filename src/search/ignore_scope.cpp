#include "search/ignore_scope.h"

namespace thoth {

IgnoreScope::Ptr IgnoreScope::inside(Ptr outer, IgnoreRules rules, size_t skip) {
    if (rules.empty()) return outer;
    return std::make_shared<const IgnoreScope>(std::move(outer), std::move(rules), skip);
}

bool IgnoreScope::ignores(const Ptr& scope, std::string_view path, bool is_directory) {
    if (!scope) return false;
    const IgnoreRules::Name name(path.substr(path.rfind('/') + 1));
    for (const IgnoreScope* at = scope.get(); at; at = at->m_outer.get())
        if (const auto decision = at->m_rules.decide(path.substr(at->m_skip), name, is_directory)) return *decision;
    return false;
}

} // namespace thoth
