#include "text/glob.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace thoth {

namespace {

constexpr size_t k_longest_pattern = 4096;
constexpr int k_deepest_braces = 8;

// A pattern as steps of a small machine. All ways through it are followed at once, so that no
// pattern makes it go back.
class GlobProgram {
public:
    // Nothing when the pattern is not well formed.
    static std::optional<GlobProgram> compile(std::string_view pattern) {
        GlobProgram program(pattern);
        if (pattern.size() > k_longest_pattern || !program.compile_sequence(0)) return std::nullopt;
        program.emit({.kind = Kind::end});
        return program;
    }

    bool matches(std::string_view path) const {
        Places here(m_steps.size());
        Places next(m_steps.size());
        enter(0, here);
        for (const char byte : path) {
            next.clear();
            for (const size_t step : here.steps)
                if (accepts(m_steps[step], byte)) enter(step + 1, next);
            std::swap(here, next);
        }
        return here.is_in[m_steps.size() - 1] != 0;
    }

private:
    enum class Kind : unsigned char { byte, any, set, fork, jump, end };
    struct Step {
        Kind kind = Kind::end;
        char byte = 0;
        size_t target = 0; // of a jump, and the second way of a fork (the first is the next step)
        std::string_view set = {};
    };
    struct Places {
        explicit Places(size_t count) : is_in(count) {}
        void clear() {
            for (const size_t step : steps)
                is_in[step] = 0;
            steps.clear();
        }
        std::vector<size_t> steps;
        std::vector<char> is_in;
    };

    explicit GlobProgram(std::string_view pattern) : m_pattern(pattern) {}

    size_t emit(Step step) {
        m_steps.push_back(step);
        return m_steps.size() - 1;
    }
    void aim(size_t step) { m_steps[step].target = m_steps.size(); }

    // Up to the end of the pattern, or of an alternative within braces.
    bool compile_sequence(int depth) {
        while (m_at < m_pattern.size()) {
            const char byte = m_pattern[m_at];
            if (depth > 0 && (byte == ',' || byte == '}')) return true;
            if (byte == '*') {
                compile_star();
            } else if (byte == '[') {
                if (!compile_set()) return false;
            } else if (byte == '{') {
                if (!compile_braces(depth + 1)) return false;
            } else {
                ++m_at;
                emit({.kind = byte == '?' ? Kind::any : Kind::byte, .byte = byte});
            }
        }
        return depth == 0;
    }

    void compile_star() {
        const bool starts_component =
            m_at == 0 || std::string_view("/{,").find(m_pattern[m_at - 1]) != std::string_view::npos;
        const bool is_any_folder = starts_component && m_pattern.substr(m_at).starts_with("**/");
        const size_t skip = is_any_folder ? emit({.kind = Kind::fork}) : 0;
        const size_t loop = emit({.kind = Kind::fork});
        emit({.kind = Kind::any});
        emit({.kind = Kind::jump, .target = loop});
        aim(loop);
        m_at = std::min(m_pattern.find_first_not_of('*', m_at), m_pattern.size());
        if (!is_any_folder) return;
        ++m_at;
        emit({.kind = Kind::byte, .byte = '/'});
        aim(skip);
    }

    bool compile_set() {
        const size_t first = m_at + (m_pattern.substr(m_at).starts_with("[!") ? 2 : 1);
        const size_t close = m_pattern.find(']', first + 1); // a "]" in front is a member
        if (close == std::string_view::npos) return false;
        const std::string_view set = m_pattern.substr(m_at + 1, close - m_at - 1);
        emit({.kind = Kind::set, .set = set});
        m_at = close + 1;
        return true;
    }

    bool compile_braces(int depth) {
        if (depth > k_deepest_braces) return false;
        std::vector<size_t> ends;
        size_t fork = 0;
        do {
            ++m_at; // the brace or comma
            fork = emit({.kind = Kind::fork});
            if (!compile_sequence(depth) || m_at == m_pattern.size()) return false;
            ends.push_back(emit({.kind = Kind::jump}));
            aim(fork);
        } while (m_pattern[m_at] == ',');
        ++m_at;
        // After the last alternative there is no other: both ways of its fork are the same.
        m_steps[fork].target = fork + 1;
        for (const size_t end : ends)
            aim(end);
        return true;
    }

    static bool accepts(const Step& step, char byte) {
        switch (step.kind) {
        case Kind::byte:
            return step.byte == byte;
        case Kind::any:
            return true;
        case Kind::set:
            return is_in_set(step.set, static_cast<unsigned char>(byte));
        default:
            return false;
        }
    }

    static bool is_in_set(std::string_view set, unsigned char byte) {
        const bool wanted = !set.starts_with('!');
        if (!wanted) set.remove_prefix(1);
        const auto member = [&](size_t index) { return static_cast<unsigned char>(set[index]); };
        for (size_t i = 0; i < set.size(); ++i) {
            const bool is_range = i + 2 < set.size() && set[i + 1] == '-';
            if (byte >= member(i) && byte <= member(is_range ? i + 2 : i)) return wanted;
            if (is_range) i += 2;
        }
        return !wanted;
    }

    // Adds a step and what can be reached from it without a byte.
    void enter(size_t step, Places& places) const {
        std::vector<size_t> open{step};
        while (!open.empty()) {
            const size_t at = open.back();
            open.pop_back();
            if (places.is_in[at] != 0) continue;
            places.is_in[at] = 1;
            places.steps.push_back(at);
            if (m_steps[at].kind == Kind::fork) open.push_back(at + 1);
            if (m_steps[at].kind == Kind::fork || m_steps[at].kind == Kind::jump)
                open.push_back(m_steps[at].target);
        }
    }

    std::string_view m_pattern;
    size_t m_at = 0;
    std::vector<Step> m_steps;
};

} // namespace

bool glob_match(std::string_view pattern, std::string_view path) {
    if (pattern.find_first_of("*?[{") == std::string_view::npos) return pattern == path;
    const auto program = GlobProgram::compile(pattern);
    return program ? program->matches(path) : pattern == path;
}

GlobPattern::GlobPattern(std::string pattern) : m_pattern(std::move(pattern)) {
    constexpr std::string_view k_special = "*?[]{},"; // a comma or a bracket may end what is special
    const bool is_valid = GlobProgram::compile(m_pattern).has_value();
    const size_t first = is_valid ? m_pattern.find_first_of("*?[{") : std::string::npos;
    if (first == std::string::npos) {
        m_prefix = m_pattern;
        return;
    }
    const size_t last = m_pattern.find_last_of(k_special);
    std::string_view between = std::string_view(m_pattern).substr(first, last + 1 - first);
    m_prefix = m_pattern.substr(0, first);
    m_suffix = m_pattern.substr(last + 1);
    if (between.starts_with("**/") && (first == 0 || m_pattern[first - 1] == '/')) between.remove_prefix(3);
    // "**/a" matches "a", too.
    const bool may_be_no_folder = between.ends_with("**") && m_suffix.starts_with('/');
    if (may_be_no_folder) m_suffix.erase(0, 1);
    m_anything_between =
        !may_be_no_folder && !between.empty() && between.find_first_not_of('*') == std::string_view::npos;
}

bool GlobPattern::matches(std::string_view path) const {
    if (path.size() < m_prefix.size() + m_suffix.size() || !path.starts_with(m_prefix) || !path.ends_with(m_suffix))
        return false;
    return m_anything_between || glob_match(m_pattern, path);
}

} // namespace thoth
