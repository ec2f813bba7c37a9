"""What every case needs: a project and a home of its own, the program with a time limit, and checks
that say what was there instead."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("THOTH_PROGRAM") or ROOT / "build/dev/src/app/thoth")
# A program under a sanitizer is slower, and CI machines are busy.
SLACK = 5.0 if os.environ.get("CI") or os.environ.get("ASAN_OPTIONS") else 1.0
# It also starts slowly and needs more memory: counts and limits of such things are for the real program.
SANITIZED = "ASAN_OPTIONS" in os.environ
_KEPT = ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS")


class Skip(Exception):
    """Raised by a case that cannot run here, with the reason."""


def alone(case):
    """Marks a case that measures time: nothing else runs beside it."""
    case.alone = True
    return case


class Run:
    """How a program ended."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds
        for what, text in (("stdout", out), ("stderr", err)):
            for sign in ("Traceback", "terminate called", "AddressSanitizer", "runtime error:", "Assertion"):
                assert sign not in text, f"{what} has {sign!r}:\n{text}"

    def __str__(self):
        return f"exit code {self.code} after {self.seconds:.2f} s\n--- stdout\n{self.out}\n--- stderr\n{self.err}"

    def expect(self, code, *in_err, out=None):
        assert self.code == code, f"not exit code {code}: {self}"
        for text in in_err:
            assert text in self.err, f"stderr lacks {text!r}: {self}"
        if out is not None:
            assert self.out == out, f"stdout is not {out!r}: {self}"
        return self


class Project:
    """A project directory, and beside it a home and a state directory that nobody else has."""

    def __init__(self, files=None, server=None):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="thoth-case-")).resolve()
        self.path, self.home, self.state = self.base / "project", self.base / "home", self.base / "home/.thoth"
        self.path.mkdir()
        self.home.mkdir()
        self.env = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self.env |= {"HOME": str(self.home), "THOTH_HOME": str(self.state), "LANG": "C.UTF-8", "TERM": "xterm-256color",
                     "TMPDIR": str(self.base)}
        if server:
            self.use(server)
        for name, text in (files or {}).items():
            self.write(name, text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.base, ignore_errors=True)

    def use(self, server):
        self.env |= {"THOTH_BASE_URL": server.url, "THOTH_MODEL": "scripted"}

    def write(self, name, text):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        return (self.path / name).read_bytes().decode()

    def configure(self, text):
        self.state.mkdir(mode=0o700, exist_ok=True)
        (self.state / "config.toml").write_text(text)

    def tree(self):
        """Every file of the project with its bytes and mode."""
        return {str(file.relative_to(self.path)): (file.stat().st_mode, file.read_bytes())
                for file in sorted(self.path.rglob("*")) if file.is_file() and ".git" not in file.parts}

    def git(self, *arguments):
        command = ["git", "-c", "user.name=u", "-c", "user.email=u@localhost", "-c", "core.autocrlf=false", *arguments]
        return subprocess.run(command, cwd=self.path, env={**self.env, "GIT_CONFIG_NOSYSTEM": "1"}, check=True,
                              capture_output=True, text=True).stdout

    def commit(self):
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "as it was")

    @property
    def state_of_project(self):
        (directory,) = (self.state / "projects").iterdir()
        return directory

    def sessions(self):
        return sorted((self.state_of_project / "sessions").glob("*.jsonl"))

    def records(self, kind=None):
        """The records of the last session, all or those of one kind."""
        records = [json.loads(line) for line in self.sessions()[-1].read_text().splitlines()]
        return [record for record in records if kind in (None, record["t"])]

    def start(self, *arguments, env=None, stdin=subprocess.DEVNULL, cwd=None, **more):
        """The program in a session of its own: it has no terminal to ask on."""
        return subprocess.Popen([PROGRAM, *arguments], cwd=cwd or self.path, env={**self.env, **(env or {})}, stdin=stdin,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **more)

    def run(self, *arguments, stdin=None, timeout=20, **more):
        start = time.monotonic()
        process = self.start(*arguments, stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE, **more)
        return finish(process, stdin, timeout, start)


def finish(process, stdin=None, timeout=20, start=None):
    start = start or time.monotonic()
    data = stdin.encode() if isinstance(stdin, str) else stdin
    try:
        out, err = process.communicate(data, timeout * SLACK)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise AssertionError(f"still running after {timeout * SLACK:g} s:\n{out.decode()}\n{err.decode()}") from None
    return Run(process.returncode, out.decode(), err.decode(), time.monotonic() - start)


def wait_until(condition, what, timeout=10.0):
    end = time.monotonic() + timeout * SLACK
    while not (value := condition()):
        assert time.monotonic() < end, f"never happened: {what}"
        time.sleep(0.005)
    return value


def processes_with(marker):
    """Ids of the processes that have the marker in their command line."""
    found = []
    for directory in pathlib.Path("/proc").iterdir():
        if directory.name.isdigit() and int(directory.name) != os.getpid():
            with contextlib.suppress(OSError):
                if marker.encode() in (directory / "cmdline").read_bytes():
                    found.append(int(directory.name))
    return found


def end(process):
    """Ends a process that this case started."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()


def free_port():
    import socket
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def mode_of(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


def hunks(diff):
    """The hunks of a unified diff: each its header without what git adds behind it, and its lines."""
    lines = []
    for line in diff.splitlines():
        if line.startswith("@@"):
            lines.append("@@" + line.split("@@")[1] + "@@")
        elif lines and line[:1] in ("+", "-", " ", "\\"):
            lines.append(line)
        elif lines:
            break
    return lines


def hunks_on_screen(text):
    """The same, from what thoth drew: each line indented by two."""
    indented = [line[2:] for line in text.splitlines() if line.startswith("  ")]
    start = next((i for i, line in enumerate(indented) if line.startswith("@@")), len(indented))
    return hunks("\n".join(indented[start:]))
