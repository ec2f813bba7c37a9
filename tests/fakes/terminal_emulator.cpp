#include "fakes/terminal_emulator.h"

#include "text/unicode.h"

#include <vterm.h>

namespace thoth {

namespace {
std::string text_of(const VTermScreenCell* cells, int columns) {
    std::string text;
    for (int i = 0; i < columns; ++i) {
        const VTermScreenCell& cell = cells[i];
        if (cell.chars[0] == 0) text += ' ';
        for (const uint32_t code : cell.chars) {
            if (code == 0 || code == static_cast<uint32_t>(-1)) break;
            append_utf8(text, code);
        }
        if (cell.width == 2) ++i;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}
} // namespace

struct TerminalEmulator::State {
    TerminalSize size;
    VTerm* terminal = nullptr;
    VTermScreen* screen = nullptr;
    VTermScreenCallbacks callbacks{};
    std::vector<std::string> scrolled;

    static int push(int columns, const VTermScreenCell* cells, void* self) {
        static_cast<State*>(self)->scrolled.push_back(text_of(cells, columns));
        return 1;
    }
};

TerminalEmulator::TerminalEmulator(TerminalSize size) : m_state(std::make_unique<State>()) {
    m_state->size = size;
    m_state->terminal = vterm_new(size.rows, size.columns);
    vterm_set_utf8(m_state->terminal, 1);
    m_state->screen = vterm_obtain_screen(m_state->terminal);
    m_state->callbacks.sb_pushline = State::push;
    vterm_screen_set_callbacks(m_state->screen, &m_state->callbacks, m_state.get());
    vterm_screen_reset(m_state->screen, 1);
}

TerminalEmulator::~TerminalEmulator() {
    vterm_free(m_state->terminal);
}

void TerminalEmulator::feed(std::string_view bytes) {
    vterm_input_write(m_state->terminal, bytes.data(), bytes.size());
    vterm_screen_flush_damage(m_state->screen);
}

void TerminalEmulator::resize(TerminalSize size) {
    m_state->size = size;
    vterm_set_size(m_state->terminal, size.rows, size.columns);
}

std::vector<std::string> TerminalEmulator::screen() const {
    std::vector<std::string> rows;
    for (int row = 0; row < m_state->size.rows; ++row) {
        std::vector<VTermScreenCell> cells(static_cast<size_t>(m_state->size.columns));
        for (int column = 0; column < m_state->size.columns; ++column)
            vterm_screen_get_cell(m_state->screen, {row, column}, &cells[static_cast<size_t>(column)]);
        rows.push_back(text_of(cells.data(), m_state->size.columns));
    }
    return rows;
}

std::string TerminalEmulator::text() const {
    std::string text;
    for (const std::string& row : screen())
        text += row + "\n";
    text.erase(text.find_last_not_of('\n') + 1);
    return text;
}

const std::vector<std::string>& TerminalEmulator::scrolled() const {
    return m_state->scrolled;
}

int TerminalEmulator::cursor_row() const {
    VTermPos position{};
    vterm_state_get_cursorpos(vterm_obtain_state(m_state->terminal), &position);
    return position.row;
}

int TerminalEmulator::cursor_column() const {
    VTermPos position{};
    vterm_state_get_cursorpos(vterm_obtain_state(m_state->terminal), &position);
    return position.col;
}

} // namespace thoth
