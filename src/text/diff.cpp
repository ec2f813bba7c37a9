#include "text/diff.h"

#include "base/hash.h"
#include "text/line_matcher.h"
#include "text/lines.h"

#include <algorithm>
#include <cstdint>

namespace thoth {

namespace {

// Steps on diagonals and along common lines: about a fifth of a second.
constexpr int64_t k_match_work = 16'000'000;
// Steps by one line when runs are moved.
constexpr int64_t k_slide_work = 4'000'000;

// The lines of both sides that lie between their common start and end.
struct Middle {
    size_t common_start = 0;
    size_t old_count = 0;
    size_t new_count = 0;
};

std::string_view line_at(const LineIndex& lines, size_t index) {
    return lines.line(static_cast<int>(index) + 1);
}

Middle middle_of(const LineIndex& before, const LineIndex& after) {
    const auto old_count = static_cast<size_t>(before.count());
    const auto new_count = static_cast<size_t>(after.count());
    const size_t shorter = std::min(old_count, new_count);
    size_t start = 0;
    while (start < shorter && line_at(before, start) == line_at(after, start))
        ++start;
    size_t end = 0;
    while (end < shorter - start && line_at(before, old_count - 1 - end) == line_at(after, new_count - 1 - end))
        ++end;
    return {start, old_count - start - end, new_count - start - end};
}

// A number for each line, the same for equal lines. Sorted rather than put into a hash table, so
// that lines made to collide cost little more than others.
std::vector<int> numbers_of(const std::vector<std::string_view>& lines) {
    struct Hashed {
        uint64_t hash;
        size_t index;
    };
    std::vector<Hashed> order;
    order.reserve(lines.size());
    for (size_t i = 0; i < lines.size(); ++i)
        order.push_back({hash_of(lines[i]).low, i});
    std::ranges::sort(order, {}, &Hashed::hash);
    const auto text = [&](const Hashed& line) { return lines[line.index]; };

    std::vector<int> numbers(lines.size());
    int number = -1;
    for (auto start = order.begin(); start != order.end();) {
        const auto differs = [&](const Hashed& line) { return line.hash != start->hash; };
        const auto end = std::find_if(start, order.end(), differs);
        const bool all_equal =
            std::all_of(start, end, [&](const Hashed& line) { return text(line) == text(*start); });
        if (!all_equal) std::ranges::sort(start, end, {}, text);
        for (auto line = start; line != end; ++line) {
            if (line == start || text(*line) != text(*(line - 1))) ++number;
            numbers[line->index] = number;
        }
        start = end;
    }
    return numbers;
}

LineMarks marks_of(const LineIndex& before, const LineIndex& after) {
    const Middle middle = middle_of(before, after);
    std::vector<std::string_view> lines;
    lines.reserve(middle.old_count + middle.new_count);
    for (size_t i = 0; i < middle.old_count; ++i)
        lines.push_back(line_at(before, middle.common_start + i));
    for (size_t i = 0; i < middle.new_count; ++i)
        lines.push_back(line_at(after, middle.common_start + i));
    std::vector<int> numbers = numbers_of(lines);
    const auto border = numbers.begin() + static_cast<std::ptrdiff_t>(middle.old_count);
    const std::vector<int> new_numbers(border, numbers.end());
    numbers.erase(border, numbers.end());

    LineMarks marks = LineMatcher(numbers, new_numbers, k_match_work).take_marks();
    for (auto [side, lines_of_side] : {std::pair(&marks.removed, &before), std::pair(&marks.added, &after)}) {
        side->insert(side->begin(), middle.common_start, 0);
        side->resize(static_cast<size_t>(lines_of_side->count()), 0);
    }
    return marks;
}

// A run of marked lines can move up when the line before it equals its last line, and down when
// the line after it equals its first: the text that results is the same. A gap is the place
// between two unmarked lines; what is removed and what is added in one gap is shown together.
class RunSlider {
public:
    RunSlider(const LineIndex& lines, std::vector<char>& marks, const std::vector<char>& other_marks)
        : m_lines(lines), m_marks(marks) {
        m_other_gaps.push_back(0);
        for (const char marked : other_marks) {
            if (marked != 0)
                m_other_gaps.back() = 1;
            else
                m_other_gaps.push_back(0);
        }
    }

    void slide_all() {
        size_t gap = 0;
        for (size_t i = 0; i < m_marks.size();) {
            if (m_marks[i] == 0) {
                ++gap;
                ++i;
                continue;
            }
            Run run{i, i, gap};
            take_in_below(run);
            slide(run);
            gap = run.gap;
            i = run.end;
        }
    }

private:
    struct Run {
        size_t start;
        size_t end;
        size_t gap;
    };

    // Runs that meet become one, which can then move further: hence again until none did.
    void slide(Run& run) {
        size_t size = 0;
        size_t beside_other = 0;
        bool is_beside_other = false;
        do {
            size = run.end - run.start;
            while (move_up(run))
                take_in_above(run);
            is_beside_other = false;
            do {
                if (m_other_gaps[run.gap] != 0) {
                    beside_other = run.end;
                    is_beside_other = true;
                }
            } while (move_down(run));
        } while (size != run.end - run.start && m_work > 0);
        while (is_beside_other && run.end > beside_other && move_up(run)) {
        }
    }

    bool move_up(Run& run) {
        if (run.start == 0 || m_work <= 0) return false;
        if (line_at(m_lines, run.start - 1) != line_at(m_lines, run.end - 1)) return false;
        m_marks[--run.start] = 1;
        m_marks[--run.end] = 0;
        --run.gap;
        --m_work;
        return true;
    }

    bool move_down(Run& run) {
        if (run.end == m_marks.size() || m_work <= 0) return false;
        if (line_at(m_lines, run.start) != line_at(m_lines, run.end)) return false;
        m_marks[run.start++] = 0;
        m_marks[run.end++] = 1;
        ++run.gap;
        --m_work;
        take_in_below(run);
        return true;
    }

    void take_in_above(Run& run) {
        while (run.start > 0 && m_marks[run.start - 1] != 0)
            --run.start;
    }
    void take_in_below(Run& run) {
        while (run.end < m_marks.size() && m_marks[run.end] != 0)
            ++run.end;
    }

    const LineIndex& m_lines;
    std::vector<char>& m_marks;
    std::vector<char> m_other_gaps; // whether the other side has a run there
    int64_t m_work = k_slide_work;
};

std::vector<DiffHunk> hunks_of(const LineMarks& marks) {
    const auto count_marked = [](const std::vector<char>& side, size_t from) {
        size_t end = from;
        while (end < side.size() && side[end] != 0)
            ++end;
        return end - from;
    };
    std::vector<DiffHunk> hunks;
    size_t old_at = 0;
    size_t new_at = 0;
    while (old_at < marks.removed.size() || new_at < marks.added.size()) {
        const size_t removed = count_marked(marks.removed, old_at);
        const size_t added = count_marked(marks.added, new_at);
        if (removed + added > 0)
            hunks.push_back({static_cast<int>(old_at), static_cast<int>(removed), static_cast<int>(new_at),
                             static_cast<int>(added)});
        // The line after a change is common to both sides.
        old_at += removed + 1;
        new_at += added + 1;
    }
    return hunks;
}

} // namespace

std::vector<DiffHunk> diff_lines(std::string_view before, std::string_view after) {
    if (before == after) return {};
    const LineIndex old_lines(before);
    const LineIndex new_lines(after);
    LineMarks marks = marks_of(old_lines, new_lines);
    RunSlider(old_lines, marks.removed, marks.added).slide_all();
    RunSlider(new_lines, marks.added, marks.removed).slide_all();
    return hunks_of(marks);
}

} // namespace thoth
