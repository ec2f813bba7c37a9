#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace thoth {

// For each line whether it is part of a change: removed on the old side, added on the new.
// The n-th unmarked line of one side is equal to the n-th unmarked line of the other.
struct LineMarks {
    std::vector<char> removed;
    std::vector<char> added;
};

// Finds a longest common subsequence of two sequences (numbers that stand for lines) and marks
// everything else. Divides at the middle of an optimal path and conquers, so that memory is
// linear; `work` bounds the time, and what is undecided when it is used up is marked.
class LineMatcher {
public:
    LineMatcher(const std::vector<int>& before, const std::vector<int>& after, int64_t work);
    LineMarks take_marks() { return std::move(m_marks); }

private:
    // A rectangle of the edit graph: before[left, right) against after[top, bottom).
    struct Box {
        int left;
        int right;
        int top;
        int bottom;
    };
    struct Point {
        int x;
        int y;
    };
    // How far a path came on each diagonal x - y, from the corner that it starts at; -1 where
    // there is none.
    struct Front {
        std::vector<int> reach;
        int origin = 0;
        int& at(int diagonal) { return reach[static_cast<size_t>(origin + diagonal)]; }
    };
    enum class Direction : bool { forward, backward };

    void drop_lines_of_one_side(const std::vector<int>& before, const std::vector<int>& after);
    void match(Box box);
    bool find_middle(const Box& box, Point& middle);
    bool advance(Direction direction, const Box& box, int distance, Point& meeting);
    int follow(Direction direction, const Box& box, Point from);
    void mark(const Box& box);

    // What is compared: lines that occur on both sides, and where they stand.
    std::vector<int> m_before;
    std::vector<int> m_after;
    std::vector<int> m_before_index;
    std::vector<int> m_after_index;
    Front m_forward;
    Front m_backward;
    LineMarks m_marks;
    int64_t m_work;
};

} // namespace thoth
