"""The program on a pseudo terminal with an emulator behind it: what a person sees, where the cursor stands."""

import fcntl
import os
import struct
import termios
import time

from harness import SLACK
from screen import Screen
from terminal import Terminal


class Tui(Terminal):
    """A Terminal whose bytes go through an emulator that cuts rows when it becomes narrower, as xterm does."""

    def __init__(self, project, *arguments, columns=80, rows=24, env=None, **more):
        self.emulator = Screen(columns, rows)
        super().__init__(project, *arguments, env={"XTERM_VERSION": "XTerm(379)", **(env or {})}, columns=columns, rows=rows,
                         **more)

    def __exit__(self, *exception):
        super().__exit__(*exception)
        self.emulator.close()

    @property
    def text(self):
        return self.emulator.text

    @property
    def lines(self):
        return self.emulator.lines

    def wait_until(self, condition, what, timeout=10.0):
        limit = time.monotonic() + timeout * SLACK
        while not (value := condition()):
            if not self._read(limit):
                raise AssertionError(f"never happened: {what}; on the screen:\n{self.text}\nscrolled off:\n" +
                                     "\n".join(self.emulator.scrolled[-20:]))
        return value

    def see(self, text, timeout=10.0):
        """Waits until `text` stands on the screen."""
        self.wait_until(lambda: text in self.text, repr(text), timeout)

    def see_not(self, text, timeout=10.0):
        self.wait_until(lambda: text not in self.text, f"without {text!r}", timeout)

    def see_once(self, text, timeout=10.0):
        """Waits until one line of all, scrolled off or not, has `text`."""
        self.wait_until(lambda: sum(text in line for line in self.emulator.all_lines) == 1, f"{text!r} once", timeout)

    def rest(self, quiet=0.15, timeout=10.0):
        """Reads until nothing has come for a while; the bytes."""
        start, limit = len(self.raw), time.monotonic() + timeout
        while time.monotonic() < limit and self._read(time.monotonic() + quiet):
            pass
        return self.raw[start:]

    def resize(self, columns, rows):
        self.emulator.resize(columns, rows)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self, limit):
        before = len(self.raw)
        came = super()._read(limit)
        self.emulator.feed(self.raw[before:])
        return came
