"""The program on a pseudo terminal: what a person at a keyboard sees and types."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from harness import PROGRAM, SLACK

_COLOR = re.compile(rb"\x1b\[[0-9;]*m")


class Terminal:
    def __init__(self, project, *arguments, env=None, cwd=None, program=PROGRAM, columns=100, rows=40):
        environment = {**project.env, **(env or {})}
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.chdir(cwd or project.path)
                os.execve(program, [program, *arguments], environment)
            finally:
                os._exit(127)
        self.raw, self._seen, self._code = b"", 0, None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._code is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    @property
    def screen(self):
        """All that was drawn, without colours."""
        return _COLOR.sub(b"", self.raw).replace(b"\r\n", b"\n").decode(errors="replace")

    def settings(self):
        return termios.tcgetattr(self.fd)

    def type(self, text):
        os.write(self.fd, text.encode())

    def enter(self, line):
        self.type(line + "\n")

    def interrupt(self):
        self.type("\x03")

    def send_signal(self, number):
        os.kill(self.pid, number)

    def wait_for(self, text, timeout=10.0):
        """Waits until `text` stands behind what the last call waited for; returns what is between."""
        limit = time.monotonic() + timeout * SLACK
        while (at := self.screen.find(text, self._seen)) < 0:
            if not self._read(limit):
                raise AssertionError(f"{text!r} never came; on the screen behind the last find:\n{self.screen[self._seen:]}")
        passed = self.screen[self._seen:at]
        self._seen = at + len(text)
        return passed

    def wait_for_more(self, timeout=10.0):
        """Waits until anything at all is drawn behind what the last call waited for."""
        limit = time.monotonic() + timeout * SLACK
        while not self.screen[self._seen:].strip():
            if not self._read(limit):
                raise AssertionError(f"nothing came behind:\n{self.screen}")

    def finish(self, timeout=10.0):
        """Waits for the end; the exit code as a shell would tell it."""
        limit = time.monotonic() + timeout * SLACK
        while self._read(limit):
            pass
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > limit:
                raise AssertionError(f"still running; on the screen:\n{self.screen}")
            time.sleep(0.002)
        code = os.waitstatus_to_exitcode(status)
        self._code = 128 - code if code < 0 else code
        return self._code

    def _read(self, limit):
        """False at the end of the output, and when the time is over."""
        ready, _, _ = select.select([self.fd], [], [], max(0.0, limit - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the last descriptor on the other side was closed
            return False
        self.raw += data
        return bool(data)
