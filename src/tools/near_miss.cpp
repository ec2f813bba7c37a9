#include "tools/near_miss.h"

#include "text/lines.h"
#include "text/unicode.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_max_file_bytes = 2'000'000; // as read_file takes whole; beyond, nobody could stop the search
constexpr int k_max_file_lines = 200'000;
constexpr int k_max_wanted_lines = 20;
constexpr int k_max_candidates = 50;
constexpr size_t k_max_quoted_chars = 80;

// Differences that a reader does not see, or hardly. Folding makes texts equal in them.
enum Fold : unsigned {
    fold_blanks = 1,     // runs of spaces and tabs
    fold_trailing = 2,   // blanks before a line end
    fold_quotes = 4,     // typographic quotes and dashes
    fold_case = 8,       // ASCII only
    fold_invisible = 16, // zero-width characters, odd spaces
    fold_line_ends = 32, // a lone CR
    fold_all = 63,
};

// U+0000: drop it. Otherwise what the code point is folded to.
char32_t folded(char32_t c, unsigned folds) {
    if (folds & fold_quotes) {
        if (c == '"' || c == '`' || (c >= 0x2018 && c <= 0x201F) || c == 0xAB || c == 0xBB) return '\'';
        if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212) return '-';
    }
    if (folds & fold_invisible) {
        if ((c >= 0x200B && c <= 0x200F) || c == 0x2060 || c == 0xFEFF || c == 0xAD) return 0;
        if (c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x3000) return ' ';
    }
    if ((folds & fold_case) && c >= 'A' && c <= 'Z') return c + ('a' - 'A');
    return c;
}

struct Folded {
    std::string text;
    size_t taken = 0; // bytes of the input up to the end of `text`
};

// Ends early as soon as more than `most` bytes would be there, to find the way back.
Folded fold(std::string_view input, unsigned folds, size_t most = std::string_view::npos) {
    Folded out;
    std::string blanks; // held back until it is known what follows
    for (size_t at = 0; at < input.size();) {
        const Utf8Step step = next_utf8(input.substr(at));
        const std::string_view piece = input.substr(at, step.length);
        char32_t c = step.valid ? folded(step.code_point, folds) : 0xFFFD;
        const bool crlf = c == '\r' && input.substr(at).starts_with("\r\n");
        if (c == '\r' && !crlf && (folds & fold_line_ends)) c = '\n';
        if (c == ' ' || c == '\t') {
            blanks += static_cast<char>(c);
        } else if (c != 0 && !crlf) {
            const bool at_start = out.text.empty() || out.text.back() == '\n';
            if (c == '\n' && (folds & fold_trailing)) blanks.clear();
            if (!blanks.empty() && (folds & fold_blanks)) blanks = at_start ? "" : " ";
            if (out.text.size() + blanks.size() >= most) return out;
            out.text += blanks;
            blanks.clear();
            if (step.valid)
                append_utf8(out.text, c);
            else
                out.text += piece; // other bytes are compared as they are
        }
        at += step.length;
        out.taken = at;
    }
    if (!(folds & fold_trailing)) out.text += blanks;
    return out;
}

bool contains(std::string_view text, std::string_view what) {
    return ::memmem(text.data(), text.size(), what.data(), what.size()) != nullptr;
}

std::string quoted(std::string_view line) {
    const std::string text = to_valid_utf8(without_line_ending(line));
    const std::string_view kept = first_code_points(text, k_max_quoted_chars);
    return fmt::format("`{}{}`", kept, kept.size() < text.size() ? "…" : "");
}

int64_t line_at(std::string_view text, size_t offset) {
    return 1 + std::ranges::count(text.substr(0, offset), '\n');
}

std::string blanks_difference(std::string_view there, std::string_view wanted) {
    const bool tabs_there = contains(there, "\t");
    const bool tabs_wanted = contains(wanted, "\t");
    if (tabs_there && !tabs_wanted) return "the file has tabs where old_string has spaces";
    if (tabs_wanted && !tabs_there) return "the file has spaces where old_string has tabs";
    return "the number of spaces or tabs differs";
}

// In what the place and the wanted text differ: each fold without which they are not equal.
std::string differences(std::string_view there, std::string_view wanted) {
    struct Kind {
        Fold fold;
        const char* text;
    };
    static constexpr Kind k_kinds[] = {
        {fold_blanks, nullptr},
        {fold_trailing, "blanks at the end of a line differ"},
        {fold_quotes, "quotes or dashes are of another kind (straight or typographic)"},
        {fold_case, "upper and lower case differ"},
        {fold_invisible, "invisible characters or odd spaces differ"},
        {fold_line_ends, "line ends differ (the file or old_string has a lone CR)"},
    };
    std::string out;
    for (const Kind& kind : k_kinds) {
        const unsigned rest = fold_all & ~static_cast<unsigned>(kind.fold);
        if (contains(fold(there, rest).text, fold(wanted, rest).text)) continue;
        if (!out.empty()) out += "; ";
        out += kind.text ? std::string(kind.text) : blanks_difference(there, wanted);
    }
    return out.empty() ? "several differences that cannot be seen" : out;
}

// The place that is equal but for what folding levels.
std::optional<std::string> folded_place(std::string_view file, std::string_view wanted) {
    const std::string folded_wanted = fold(wanted, fold_all).text;
    if (folded_wanted.empty()) return std::nullopt;
    const std::string folded_file = fold(file, fold_all).text;
    const void* hit = ::memmem(folded_file.data(), folded_file.size(), folded_wanted.data(), folded_wanted.size());
    if (!hit) return std::nullopt;
    const auto at = static_cast<size_t>(static_cast<const char*>(hit) - folded_file.data());
    size_t begin = fold(file, fold_all, at).taken;
    size_t end = fold(file, fold_all, at + folded_wanted.size()).taken;
    const int64_t line = line_at(file, fold(file, fold_all, at + 1).taken);
    // Whole lines, so that indentation and blanks at the end belong to the place.
    const size_t previous_lf = begin == 0 ? std::string_view::npos : file.rfind('\n', begin - 1);
    begin = previous_lf == std::string_view::npos ? 0 : previous_lf + 1;
    end = std::min(file.find('\n', end), file.size());
    return fmt::format("line {} is nearly it, but {}", line, differences(file.substr(begin, end - begin), wanted));
}

std::vector<std::string> folded_lines(std::string_view text, int most) {
    std::vector<std::string> lines;
    const LineIndex index(text);
    for (int number = 1; number <= std::min(index.count(), most); ++number)
        lines.push_back(fold(index.line(number), fold_all).text);
    return lines;
}

// A stretch of lines that fits from its first line on, and then stops fitting.
std::optional<std::string> partial_place(std::string_view file, std::string_view wanted) {
    const LineIndex in_file(file);
    const LineIndex in_wanted(wanted);
    const auto there = folded_lines(file, k_max_file_lines);
    const auto lines = folded_lines(wanted, k_max_wanted_lines);
    const auto bare = [](const std::string& line) { return std::string_view(line).substr(0, line.find('\n')); };
    for (size_t start = 0; start < lines.size(); ++start) {
        if (bare(lines[start]).size() < 3) continue; // a brace says nothing
        size_t best = 0;
        size_t best_length = 0;
        int candidates = 0;
        for (size_t at = 0; at < there.size() && candidates < k_max_candidates; ++at) {
            size_t length = 0;
            while (at + length < there.size() && start + length < lines.size() &&
                   bare(there[at + length]) == bare(lines[start + length]))
                ++length;
            if (length > 0) ++candidates;
            if (length > best_length) {
                best = at;
                best_length = length;
            }
        }
        if (best_length == 0) continue;
        std::string out = fmt::format("line {} of the file fits line {} of old_string", best + 1, start + 1);
        const size_t file_line = best + best_length;
        const size_t wanted_line = start + best_length;
        if (file_line < there.size() && wanted_line < static_cast<size_t>(in_wanted.count()))
            out += fmt::format(", but line {} is {} where old_string has {}", file_line + 1,
                               quoted(in_file.line(static_cast<int>(file_line) + 1)),
                               quoted(in_wanted.line(static_cast<int>(wanted_line) + 1)));
        else if (start > 0)
            out +=
                fmt::format(", but the line before is {} where old_string has {}",
                            best > 0 ? quoted(in_file.line(static_cast<int>(best))) : "the beginning of the file",
                            quoted(in_wanted.line(static_cast<int>(start))));
        else
            out += ", but the file ends there";
        return out;
    }
    return std::nullopt;
}

// "     12\ttext" on every line, as read_file prints it.
bool has_line_numbers(std::string_view wanted) {
    const LineIndex index(wanted);
    for (int number = 1; number <= index.count(); ++number) {
        std::string_view line = index.line(number);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
        if (digits == 0 || !line.substr(digits).starts_with('\t')) return false;
    }
    return index.count() > 0;
}
} // namespace

std::string nearest_place(std::string_view file, std::string_view wanted) {
    if (file.empty()) return "the file is empty";
    if (has_line_numbers(wanted))
        return "old_string holds the line numbers of read_file, which are not in the file";
    if (file.size() > k_max_file_bytes) return "the file is too large to look for something similar; use grep";
    if (auto place = folded_place(file, wanted)) return *place;
    if (auto place = partial_place(file, wanted)) return *place;
    return "no line of the file is like it";
}

} // namespace thoth
