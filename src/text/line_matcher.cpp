#include "text/line_matcher.h"

#include <algorithm>

namespace thoth {

LineMatcher::LineMatcher(const std::vector<int>& before, const std::vector<int>& after, int64_t work)
    : m_work(work) {
    drop_lines_of_one_side(before, after);
    const int rows = static_cast<int>(m_after.size());
    const int columns = static_cast<int>(m_before.size());
    for (Front* front : {&m_forward, &m_backward}) {
        front->origin = std::max(rows, columns) + 1;
        front->reach.assign(static_cast<size_t>(2 * front->origin + 1), -1);
    }
    match({0, columns, 0, rows});
}

// A line that the other side does not have is part of no common subsequence. Without those, two
// texts that share little cost little.
void LineMatcher::drop_lines_of_one_side(const std::vector<int>& before, const std::vector<int>& after) {
    int largest = 0;
    for (const auto* lines : {&before, &after})
        for (const int line : *lines)
            largest = std::max(largest, line);
    const auto occurrences = [&](const std::vector<int>& lines) {
        std::vector<char> seen(static_cast<size_t>(largest) + 1);
        for (const int line : lines)
            seen[static_cast<size_t>(line)] = 1;
        return seen;
    };
    const auto keep = [](const std::vector<int>& lines, const std::vector<char>& wanted, std::vector<int>& kept,
                         std::vector<int>& index, std::vector<char>& marks) {
        marks.assign(lines.size(), 0);
        for (size_t i = 0; i < lines.size(); ++i) {
            if (wanted[static_cast<size_t>(lines[i])] != 0) {
                kept.push_back(lines[i]);
                index.push_back(static_cast<int>(i));
            } else {
                marks[i] = 1;
            }
        }
    };
    keep(before, occurrences(after), m_before, m_before_index, m_marks.removed);
    keep(after, occurrences(before), m_after, m_after_index, m_marks.added);
}

void LineMatcher::match(Box box) {
    const auto equal = [&](int x, int y) {
        return m_before[static_cast<size_t>(x)] == m_after[static_cast<size_t>(y)];
    };
    while (box.left < box.right && box.top < box.bottom && equal(box.left, box.top)) {
        ++box.left;
        ++box.top;
    }
    while (box.left < box.right && box.top < box.bottom && equal(box.right - 1, box.bottom - 1)) {
        --box.right;
        --box.bottom;
    }
    Point middle{};
    if (box.left == box.right || box.top == box.bottom || !find_middle(box, middle)) {
        mark(box);
        return;
    }
    // Each half has half of the differences, so this is never deeper than their logarithm.
    match({box.left, middle.x, box.top, middle.y});
    match({middle.x, box.right, middle.y, box.bottom});
}

// Paths from both corners grow by one difference at a time until they meet. The box must not
// start or end with a common line, so that each half is smaller than the whole.
bool LineMatcher::find_middle(const Box& box, Point& middle) {
    for (int distance = 0; m_work > 0; ++distance) {
        if (advance(Direction::forward, box, distance, middle)) return true;
        if (advance(Direction::backward, box, distance, middle)) return true;
    }
    return false;
}

// Lengthens all paths of one direction to `distance` differences. Coordinates count from the
// corner where the direction starts.
bool LineMatcher::advance(Direction direction, const Box& box, int distance, Point& meeting) {
    const bool is_forward = direction == Direction::forward;
    Front& front = is_forward ? m_forward : m_backward;
    Front& opposite = is_forward ? m_backward : m_forward;
    const int width = box.right - box.left;
    const int height = box.bottom - box.top;
    const int delta = width - height;
    // The backward paths move second: they meet forward paths of the same length.
    const int opposite_distance = is_forward ? distance - 1 : distance;
    const bool may_meet = ((distance + opposite_distance + delta) & 1) == 0;
    const int highest = distance <= width ? distance : width - ((distance - width) & 1);
    const int lowest = distance <= height ? -distance : -(height - ((distance - height) & 1));

    if (distance + 1 <= width + 1) front.at(distance + 1) = -1;
    if (distance + 1 <= height + 1) front.at(-distance - 1) = -1;
    for (int diagonal = highest; diagonal >= lowest; diagonal -= 2) {
        --m_work;
        int x = distance == 0 ? 0 : -1;
        const int above = distance == 0 ? -1 : front.at(diagonal + 1);
        const int beside = distance == 0 ? -1 : front.at(diagonal - 1);
        if (above >= 0 && above - diagonal <= height) x = above;
        if (beside >= 0 && beside < width) x = std::max(x, beside + 1);
        if (x >= 0) x = follow(direction, box, {x, x - diagonal});
        front.at(diagonal) = x;
        if (!may_meet || x < 0) continue;
        const int mirrored = delta - diagonal;
        if (mirrored < -opposite_distance || mirrored > opposite_distance) continue;
        const int other = opposite.at(mirrored);
        if (other < 0 || x + other < width) continue;
        const int y = x - diagonal;
        meeting = is_forward ? Point{box.left + x, box.top + y} : Point{box.right - x, box.bottom - y};
        return true;
    }
    return false;
}

// Goes along common lines as far as they last; returns the new x.
int LineMatcher::follow(Direction direction, const Box& box, Point from) {
    const int length = std::min(box.right - box.left - from.x, box.bottom - box.top - from.y);
    int common = 0;
    if (direction == Direction::forward) {
        const int* const before = m_before.data() + box.left + from.x;
        const int* const after = m_after.data() + box.top + from.y;
        while (common < length && before[common] == after[common])
            ++common;
    } else {
        const int* const before = m_before.data() + box.right - from.x - 1;
        const int* const after = m_after.data() + box.bottom - from.y - 1;
        while (common < length && before[-common] == after[-common])
            ++common;
    }
    m_work -= common;
    return from.x + common;
}

void LineMatcher::mark(const Box& box) {
    for (int x = box.left; x < box.right; ++x)
        m_marks.removed[static_cast<size_t>(m_before_index[static_cast<size_t>(x)])] = 1;
    for (int y = box.top; y < box.bottom; ++y)
        m_marks.added[static_cast<size_t>(m_after_index[static_cast<size_t>(y)])] = 1;
}

} // namespace thoth
