"""A terminal emulator (libvterm) as the judge of what was drawn: the screen, the cursor, and what was scrolled off."""

import ctypes
import ctypes.util

from harness import Skip


class _Pos(ctypes.Structure):
    _fields_ = [("row", ctypes.c_int), ("col", ctypes.c_int)]


class _Cell(ctypes.Structure):
    _fields_ = [("chars", ctypes.c_uint32 * 6), ("width", ctypes.c_char), ("attrs", ctypes.c_uint32),
                ("fg", ctypes.c_uint8 * 4), ("bg", ctypes.c_uint8 * 4)]


_PUSH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(_Cell), ctypes.c_void_p)
_POP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(_Cell), ctypes.c_void_p)


class _Callbacks(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("damage", "moverect", "movecursor", "settermprop", "bell", "resize")]
    _fields_ += [("sb_pushline", _PUSH), ("sb_popline", _POP)]


def _library():
    for name in (ctypes.util.find_library("vterm"), "libvterm.so.0"):
        if name:
            try:
                library = ctypes.CDLL(name)
            except OSError:
                continue
            for function in ("vterm_new", "vterm_obtain_screen", "vterm_obtain_state"):
                getattr(library, function).restype = ctypes.c_void_p
            library.vterm_input_write.restype = ctypes.c_size_t
            return library
    raise Skip("libvterm is not installed")


class Screen:
    def __init__(self, columns=80, rows=24):
        self._vterm = _library()
        self.columns, self.rows = columns, rows
        self.scrolled = []
        self._terminal = ctypes.c_void_p(self._vterm.vterm_new(rows, columns))
        self._vterm.vterm_set_utf8(self._terminal, 1)
        self._screen = ctypes.c_void_p(self._vterm.vterm_obtain_screen(self._terminal))
        self._callbacks = _Callbacks(sb_pushline=_PUSH(self._push), sb_popline=_POP(self._pop))
        self._vterm.vterm_screen_set_callbacks(self._screen, ctypes.byref(self._callbacks), None)
        self._vterm.vterm_screen_reset(self._screen, 1)

    def close(self):
        self._vterm.vterm_free(self._terminal)

    def feed(self, data):
        self._vterm.vterm_input_write(self._terminal, data, ctypes.c_size_t(len(data)))
        self._vterm.vterm_screen_flush_damage(self._screen)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self._vterm.vterm_set_size(self._terminal, rows, columns)

    @property
    def cursor(self):
        position = _Pos()
        state = ctypes.c_void_p(self._vterm.vterm_obtain_state(self._terminal))
        self._vterm.vterm_state_get_cursorpos(state, ctypes.byref(position))
        return position.row, position.col

    @property
    def lines(self):
        """The rows of the screen without the blanks at their ends."""
        return [self._text([self._cell(row, column) for column in range(self.columns)]) for row in range(self.rows)]

    @property
    def text(self):
        return "\n".join(self.lines)

    @property
    def all_lines(self):
        """What was scrolled off, and the screen below it."""
        return self.scrolled + self.lines

    def _cell(self, row, column):
        cell = _Cell()
        self._vterm.vterm_screen_get_cell(self._screen, _Pos(row, column), ctypes.byref(cell))
        return cell

    @staticmethod
    def _text(cells):
        text, skip = "", 0
        for cell in cells:
            if skip:
                skip -= 1
                continue
            characters = [chr(code) for code in cell.chars if 0 < code <= 0x10FFFF]
            text += "".join(characters) or " "
            skip = max(cell.width[0] - 1, 0)
        return text.rstrip()

    def _push(self, columns, cells, _):
        self.scrolled.append(self._text([cells[i] for i in range(columns)]))
        return 1

    def _pop(self, columns, cells, _):
        if not self.scrolled:
            return 0
        text = self.scrolled.pop()
        for i in range(columns):
            cells[i] = _Cell()
            cells[i].width = b"\1"
            cells[i].chars[0] = ord(text[i]) if i < len(text) else 0
        return 1
