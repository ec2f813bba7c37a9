#pragma once
#include "text/display.h"
#include "ui/tui/styled_line.h"

#include <chrono>
#include <string>
#include <string_view>

namespace thoth {

// The reasoning of a model while it comes: its last three rows, dim. Keeps the last 4 KiB. One thread.
class ReasoningBlock {
public:
    void feed(std::string_view text);
    StyledLines live(int width) const;
    bool is_empty() const { return m_text.empty(); }
    void clear();

private:
    DisplayFilter m_filter;
    std::string m_text;
};

// What is left of it afterwards: how long it was.
StyledLines reasoning_done(std::chrono::milliseconds took);

} // namespace thoth
