#include "search/regex.h"

#include "search/byte_scan.h"
#include "search/pattern_facts.h"
#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace thoth {

namespace {
constexpr size_t k_max_pattern = 10'000;      // bytes
constexpr uint32_t k_match_limit = 1'000'000; // backtracking steps: some 10 ms
constexpr uint32_t k_scan_limit = 4'000; // of each of the places that scan() tries without a look at the stop token
constexpr uint32_t k_heap_limit_kib = 32 * 1024;
constexpr size_t k_max_jit_stack = 1024 * 1024;
// Matches are begun at so many places between two looks at the stop token. Each can cost the length of the subject
// without any backtracking ("[a-z]*[xy]" on a's), and each has its own limit of steps: a row of words on which the
// expression only just ends costs the limit again and again.
constexpr size_t k_places_per_look = 64;

constexpr std::string_view k_escape_hint =
    R"(to search for ( ) [ ] { } . * + ? | ^ $ \ as plain text, put a backslash before it)";

struct Free {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
    void operator()(pcre2_compile_context* context) const { pcre2_compile_context_free(context); }
    void operator()(pcre2_jit_stack* stack) const { pcre2_jit_stack_free(stack); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

PCRE2_SPTR code_units(std::string_view text) {
    return reinterpret_cast<PCRE2_SPTR>(text.data());
}

std::string pcre_message(int code) {
    std::array<PCRE2_UCHAR, 256> buffer{};
    pcre2_get_error_message(code, buffer.data(), buffer.size());
    return reinterpret_cast<const char*>(buffer.data());
}

constexpr uint32_t k_text_options = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;

Result<Owned<pcre2_code>> compile_code(std::string_view pattern, uint32_t options) {
    const Owned<pcre2_compile_context> context(pcre2_compile_context_create(nullptr));
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    int code = 0;
    size_t offset = 0;
    Owned<pcre2_code> compiled(pcre2_compile(code_units(pattern), pattern.size(), options | PCRE2_USE_OFFSET_LIMIT,
                                             &code, &offset, context.get()));
    if (compiled) {
        // Without JIT (a kernel that forbids it) the interpreter does the same more slowly.
        pcre2_jit_compile(compiled.get(), PCRE2_JIT_COMPLETE);
        return compiled;
    }
    offset = std::min(offset, pattern.size());
    return fail(Errc::invalid_argument,
                fmt::format("invalid regular expression at position {}: {}",
                            utf8_length(pattern.substr(0, offset)) + 1, pcre_message(code)),
                std::string(k_escape_hint));
}

// For a purpose that there is another way for.
Owned<pcre2_code> compile_if_possible(const std::string& pattern, uint32_t options) {
    auto code = compile_code(pattern, options);
    return code ? std::move(*code) : nullptr;
}

std::string as_plain_text(std::string_view text) {
    std::string pattern;
    for (const char c : text) {
        if (std::string_view("\\^$.[]|()?*+{}#-").find(c) != std::string_view::npos) pattern += '\\';
        pattern += c;
    }
    return pattern;
}

Result<void> check_pattern(std::string_view pattern) {
    if (pattern.empty())
        return fail(Errc::invalid_argument, "the regular expression is empty", "say what to look for");
    if (pattern.find('\n') != std::string_view::npos)
        return fail(Errc::invalid_argument,
                    "the regular expression has a line break in it, and lines are searched one by one",
                    "look for one of the lines, with context to see those around it");
    if (pattern.size() > k_max_pattern)
        return fail(Errc::invalid_argument,
                    fmt::format("invalid regular expression: more than {} bytes", k_max_pattern));
    return {};
}

// A search must not be begun inside a character.
size_t next_character(std::string_view text, size_t from) {
    const size_t limit = std::min(text.size(), from + 3);
    while (from < limit && (static_cast<unsigned char>(text[from]) & 0xC0u) == 0x80u)
        ++from;
    return from;
}

std::unexpected<Error> backtracks_without_end() {
    return fail(Errc::too_large, "the regular expression needs too many steps on one line",
                "it may repeat a repetition, as in (a+)+; write it more plainly");
}
} // namespace

// Each twice where that makes a difference: for any text, and for text that is ASCII, where it is faster
// and comes to the same.
struct Regex::Compiled {
    struct Pair {
        Owned<pcre2_code> any;
        Owned<pcre2_code> ascii; // null: use the other
        const pcre2_code* get(bool text_is_ascii) const { return text_is_ascii && ascii ? ascii.get() : any.get(); }
    };
    Pair line;
    Pair across; // PatternFacts::across_lines; null where there are literals to look for
    std::optional<PatternFacts> facts;
    uint32_t captures = 0;
};

struct Regex::Parts {
    Owned<pcre2_match_data> data;
    Owned<pcre2_match_context> context;
    Owned<pcre2_jit_stack> stack;

    explicit Parts(uint32_t captures)
        : data(pcre2_match_data_create(captures + 1, nullptr)), context(pcre2_match_context_create(nullptr)),
          stack(pcre2_jit_stack_create(32 * 1024, k_max_jit_stack, nullptr)) {
        pcre2_set_heap_limit(context.get(), k_heap_limit_kib);
        pcre2_jit_stack_assign(context.get(), nullptr, stack.get());
    }

    // PCRE2's own result: a count above 0, or 0, for a match.
    int match(const pcre2_code* code, std::string_view text, size_t from, size_t last_start, uint32_t options,
              uint32_t limit = k_match_limit) const {
        pcre2_set_match_limit(context.get(), limit);
        pcre2_set_offset_limit(context.get(), last_start);
        const auto run = [&](uint32_t more) {
            return pcre2_match(code, code_units(text), text.size(), from, options | more, data.get(),
                               context.get());
        };
        const int result = run(0);
        // The interpreter keeps its state on the heap, which has a limit of its own.
        return result == PCRE2_ERROR_JIT_STACKLIMIT ? run(PCRE2_NO_JIT) : result;
    }
};

Regex::Regex(std::shared_ptr<const Compiled> compiled, std::unique_ptr<Parts> parts)
    : m_compiled(std::move(compiled)), m_parts(std::move(parts)) {}
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

Regex Regex::copy() const {
    return Regex(m_compiled, std::make_unique<Parts>(m_compiled->captures));
}

const PatternFacts* Regex::facts() const {
    return m_compiled->facts ? &*m_compiled->facts : nullptr;
}

Result<Regex> Regex::compile(std::string_view pattern, PatternStyle style) {
    TRY(check_pattern(pattern));
    std::string text = style.plain_text ? as_plain_text(pattern) : std::string(pattern);
    const uint32_t options = style.ignore_case ? PCRE2_CASELESS : 0u;
    auto compiled = std::make_shared<Compiled>();
    compiled->line.any = TRY(compile_code(text, options | k_text_options)); // positions are those of the pattern
    if (style.whole_word) {
        text = fmt::format("(?<!\\w)(?:{})(?!\\w)", text);
        compiled->line.any = TRY(compile_code(text, options | k_text_options));
    }
    pcre2_pattern_info(compiled->line.any.get(), PCRE2_INFO_CAPTURECOUNT, &compiled->captures);
    compiled->facts = look_at_pattern(text, style.ignore_case);
    if (const auto& facts = compiled->facts) {
        if (facts->ascii) compiled->line.ascii = compile_if_possible(text, options);
        if (facts->literals.empty()) {
            compiled->across.any = compile_if_possible(facts->across_lines, k_text_options | PCRE2_MULTILINE);
            if (facts->ascii) compiled->across.ascii = compile_if_possible(facts->across_lines, PCRE2_MULTILINE);
        }
    }
    auto parts = std::make_unique<Parts>(compiled->captures);
    return Regex(std::move(compiled), std::move(parts));
}

Regex::Scan Regex::scan(std::string_view text, size_t from, size_t end, bool text_is_ascii, size_t& at) const {
    const pcre2_code* code = m_compiled->across.get(text_is_ascii);
    if (!code) return Scan::unsure;
    const int result = m_parts->match(code, text, from, end - 1, 0, k_scan_limit);
    if (result == PCRE2_ERROR_NOMATCH) return Scan::nothing;
    if (result < 0) return Scan::unsure;
    at = pcre2_get_startchar(m_parts->data.get());
    return Scan::found;
}

Result<std::optional<Regex::Hit>> Regex::find(const Subject& subject, const std::stop_token& stop) const {
    const size_t size = subject.text.size();
    const pcre2_code* code = m_compiled->line.get(is_ascii(subject.text));
    uint32_t options = 0;
    if (!subject.starts_line) options |= PCRE2_NOTBOL;
    if (!subject.ends_line) options |= PCRE2_NOTEOL;
    // An empty match may begin behind the last character.
    const size_t end = subject.end_start > size ? size + 1 : subject.end_start;
    for (size_t from = subject.first_start; from < end;) {
        // A short line in one go.
        const size_t end_of_step = end - from <= 2 * k_places_per_look ? end : from + k_places_per_look;
        const int result = m_parts->match(code, subject.text, from, end_of_step - 1, options);
        if (result >= 0) {
            const size_t* span = pcre2_get_ovector_pointer(m_parts->data.get());
            // \K in a look-around can put the start behind the end.
            const size_t start = std::min(span[0], span[1]);
            return Hit{start, span[1] - start};
        }
        if (result != PCRE2_ERROR_NOMATCH) return backtracks_without_end();
        if (stop.stop_requested()) return fail(Errc::cancelled, "cancelled");
        from = next_character(subject.text, end_of_step);
    }
    return std::nullopt;
}

} // namespace thoth
