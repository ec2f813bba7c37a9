#pragma once
#include "os/terminal_mode.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What a terminal makes of bytes, as libvterm sees it. It cuts rows when it becomes narrower.
class TerminalEmulator {
public:
    explicit TerminalEmulator(TerminalSize size);
    ~TerminalEmulator();
    TerminalEmulator(const TerminalEmulator&) = delete;
    TerminalEmulator& operator=(const TerminalEmulator&) = delete;

    void feed(std::string_view bytes);
    void resize(TerminalSize size);

    std::vector<std::string> screen() const; // rows without the blanks at their ends
    std::string text() const;                // the screen's rows up to the last one with something on it
    const std::vector<std::string>& scrolled() const;
    int cursor_row() const;
    int cursor_column() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace thoth
