"""The sandbox through `thoth sandbox -- COMMAND`: each way out fails and each honest thing works, as
the table of the level says; nothing that a command leaves outlives thoth."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

import harness
from harness import PROGRAM, Skip, end, processes_with, wait_until

PROBE = pathlib.Path(__file__).with_name("sandbox_probe.py")
# How each level is had on a machine that has them all.
LEVELS = {"A": (), "B": ("namespaces",), "C": ("namespaces", "landlock-network"), "D": ("landlock",),
          "E": ("system-calls",)}
# What can be done at which level. Everything else that the probe tries must fail at every level but E.
POSSIBLE = {
    "write outside": "DE",
    "append outside": "DE",
    "write through a link": "DE",
    "write through a hard link": "DE",
    "write through /proc/self/root": "DE",
    "rename out": "DE",
    "truncate outside": "DE",
    "chmod outside": "BCDE",
    "change the repository's settings": "BCDE",  # and put back afterwards, as all of these
    "create a hook": "BCDE",
    "rename the repository": "BCDE",
    "change the project's instructions": "BCDE",
    "replace the project's instructions": "BCDE",
    "read a secret of the home": "BCDE",
    "read a secret of the project": "BCDE",
    "read thoth's state": "BCDE",
    "write inside": "ABCDE",
    "write in the temporary directory": "ABCDE",
    "write in /tmp": "ADE",
    "share memory": "ADE",
    "serve on the loopback interface": "AE",
    "trace an own process": "AE",
    "make a directory setgid": "ABCDE",
    "make": "ABCDE",
    "git add and commit": "ABCDE",
}
# Depends on the kernel and on who runs this, not on the sandbox.
NOT_JUDGED = {
    "B": {"signal a process outside"},  # Landlock knows signals from ABI 6 on
    "C": {"signal a process outside"},
    "D": {"change a setting of the kernel", "signal a process outside", "read the environment of a process outside",
          "read the environment of the supervisor"},
}


class Bench(harness.Project):
    """A project outside of /tmp, which is another one inside of a sandbox."""

    def __init__(self):
        before, tempfile.tempdir = tempfile.tempdir, "/var/tmp"
        try:
            super().__init__({"AGENTS.md": "be kind\n", ".env": "KEY=1\n", "a.txt": "one\n"})
        finally:
            tempfile.tempdir = before
        self.commit()
        self.state.mkdir()
        self.outside = self.base / "outside"
        self.outside.mkdir()

    def level(self, *flags):
        return self.run("sandbox", *flags).expect(0).out.split()[1].rstrip(":")

    def needs(self, level):
        have = self.level()
        if have > level:
            raise Skip(f"this machine has level {have}, not {level}")

    def bash(self, line, *flags, **more):
        return self.run("sandbox", *flags, "--", "bash", "-c", line, **more)


@contextlib.contextmanager
def outside_world(bench):
    """What a command would like to reach: files, servers, a process. Yields its description and the
    datagram socket."""
    (bench.outside / "file").write_text("mine\n")
    (bench.home / ".npmrc").write_text("token\n")
    (bench.state / "secret").write_text("transcript\n")
    unix, abstract = str(bench.outside / "socket"), f"thoth-case-{os.getpid()}"
    victim = subprocess.Popen(["sleep", "60"])
    with contextlib.ExitStack() as stack:
        stack.callback(end, victim)
        servers = []
        for family, address in ((socket.AF_INET, ("127.0.0.1", 0)), (socket.AF_UNIX, unix), (socket.AF_UNIX, "\0" + abstract)):
            server = stack.enter_context(socket.socket(family))
            server.bind(address)
            server.listen(8)
            servers.append(server)
        datagrams = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        datagrams.bind(("127.0.0.1", 0))
        datagrams.setblocking(False)
        inherited = stack.enter_context(open(bench.outside / "file", "a"))
        yield {"directory": str(bench.outside), "file": str(bench.outside / "file"), "secret": str(bench.home / ".npmrc"),
               "state": str(bench.state / "secret"), "tcp": servers[0].getsockname()[1],
               "udp": datagrams.getsockname()[1], "unix": unix, "abstract": abstract, "process": victim.pid,
               "descriptor": inherited.fileno()}, datagrams


def probe(level):
    """What the probe could do at a level, and whether a datagram arrived."""
    flags = [flag for what in LEVELS[level] for flag in ("--without", what)]
    with Bench() as bench:
        bench.needs(level)
        have = bench.level(*flags)
        if have != level:
            raise Skip(f"this machine has level {have} instead of {level}")
        with outside_world(bench) as (world, datagrams):
            done = bench.run("sandbox", *flags, "--", sys.executable, str(PROBE), json.dumps(world),
                             pass_fds=[world["descriptor"]]).expect(0)
            arrived = True
            try:
                datagrams.recv(10)
            except BlockingIOError:
                arrived = False
        kept = {"config": bench.read(".git/config"), "AGENTS.md": bench.read("AGENTS.md")}
        assert "evil" not in str(kept), f"settings stayed changed at level {level}: {kept}"
        assert not os.path.exists(bench.path / ".git/hooks/pre-commit")
        return json.loads(done.out), arrived, done.err


def compare(level):
    result, datagram_arrived, words = probe(level)
    wrong = {name: outcome for name, outcome in result.items()
             if (outcome is True) != (level in POSSIBLE.get(name, "")) and name not in NOT_JUDGED.get(level, ())}
    assert not wrong, f"level {level}: otherwise than the table says: {json.dumps(wrong, indent=1)}\n{words}"
    assert not datagram_arrived
    missing = set(POSSIBLE) - set(result)
    assert not missing, f"the probe does not try {missing}"
    return f"{len(result)} attempts"


def test_no_way_out_at_level_a():
    return compare("A")


def test_the_table_of_level_b():
    return compare("B")


def test_the_table_of_level_c():
    return compare("C")


def test_the_table_of_level_d():
    return compare("D")


def test_an_unprivileged_user_has_the_same_level():
    """As somebody who is not root, where we can become one."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        raise Skip("needs root, to become somebody else")
    with Bench() as bench:
        bench.needs("A")
        subprocess.run(["chown", "-R", "65534:65534", str(bench.base)], check=True)
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", PROGRAM, "sandbox", "--", "bash", "-c",
                   "id -u; touch new; touch ../outside/new"]
        done = subprocess.run(command, cwd=bench.path, env=bench.env, capture_output=True, text=True)
        assert done.stdout == "65534\n" and "Read-only file system" in done.stderr, done
        assert (bench.path / "new").exists() and not (bench.outside / "new").exists()


def test_settings_that_appear_are_quarantined():
    with Bench() as bench:
        bench.needs("A")
        done = bench.bash("mkdir .thoth; echo evil > .thoth/rules; echo /elsewhere > .git/commondir").expect(0, "protected")
        assert not (bench.path / ".thoth").exists() and not (bench.path / ".git/commondir").exists(), done
        kept = sorted(file.name for file in (bench.state_of_project / "quarantine").iterdir())
        assert kept == [".thoth-1", "commondir-1"], kept


def test_a_repository_that_would_run_something_is_quarantined():
    """git outside, afterwards, runs nothing of it; a repository as such stays one."""
    with Bench() as bench:
        mark = bench.outside / "ran"
        (bench.path / "evil").write_text(f"#!/bin/sh\ntouch {mark}\n")
        (bench.path / "evil").chmod(0o755)
        done = bench.bash("git init -q good; git init -q sub; git -C sub config core.fsmonitor ../evil; cp evil sub/.git/hooks/post-checkout;"
                          "git init -q --bare flat; git -C flat config core.worktree ..; git -C flat config core.fsmonitor ./evil;"
                          "mkdir .git/rebase-merge; echo 'exec ./evil' > .git/rebase-merge/git-rebase-todo").expect(0)
        for name in ("sub/.git/config", "sub/.git/hooks/post-checkout", "flat/config"):
            assert name in done.err and not (bench.path / name).exists(), done
        assert "exec ./evil" in done.err and (bench.path / "good/.git/config").exists(), done
        for directory in ("sub", "flat", "good"):
            subprocess.run(["git", "status"], cwd=bench.path / directory, env=bench.env, capture_output=True, check=False)
        assert not mark.exists()


def test_the_network_is_there_when_it_is_allowed():
    with Bench() as bench, socket.create_server(("127.0.0.1", 0)) as server:
        bench.needs("A")
        connect = f"exec 3<>/dev/tcp/127.0.0.1/{server.getsockname()[1]}"
        bench.bash(connect, "--network").expect(0)
        denied = bench.bash(connect)
        assert denied.code != 0, denied


def test_commands_of_a_session_reach_each_other():
    """A server that one command started is reached by another one, and by nobody outside."""
    with Bench() as bench:
        bench.needs("A")
        port = harness.free_port()
        with Helper(bench) as helper:
            server = helper.start(f"exec {sys.executable} -u -m http.server {port} --bind 127.0.0.1 2>&1")
            try:
                assert b"Serving" in server.stdout.readline()
                client = helper.start(f"exec 3<>/dev/tcp/127.0.0.1/{port}; printf 'GET /a.txt HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3")
                out, _ = client.communicate(timeout=10)
                assert out.endswith(b"one\n"), out
                with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                    raise AssertionError("the server was reached from outside")
            finally:
                end(server)


class Helper:
    """The helper as thoth starts it, so that several commands have one session."""

    def __init__(self, bench):
        self.bench = bench
        self.temporary = bench.base / "session"
        self.temporary.mkdir(exist_ok=True)

    def __enter__(self):
        self.holder = subprocess.Popen([PROGRAM, "--sandbox-network"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.holder.stdout.readline() == b"ready\n"
        return self

    def __exit__(self, *_):
        self.holder.stdin.close()
        self.holder.wait(10)
        self.holder.stdout.close()

    def start(self, line, level="A", status=None):
        """The command; `status` is the end of the pipe that the helper writes its status line to."""
        project, temporary = str(self.bench.path), str(self.temporary)
        fields = [str("ABCDE".index(level)), "0", str(self.holder.pid), project, temporary, "2", project, temporary, "0", "0", "0", "0"]
        policy = "thoth-sandbox-policy 1\n" + "".join(f"{len(field)}:{field}\n" for field in fields)
        read_end, write_end = os.pipe()
        os.write(write_end, policy.encode())
        os.close(write_end)
        try:
            return subprocess.Popen([PROGRAM, "--sandbox-exec", "/bin/bash", "-c", line], stdin=read_end,
                                    stdout=subprocess.PIPE, cwd=project, start_new_session=True,
                                    preexec_fn=status and (lambda: os.dup2(status, 3)), close_fds=status is None)
        finally:
            os.close(read_end)


# Ways for a process to stay behind. MARK is in the command line of each.
SHAPES = {
    "in front": "exec sleep MARK",
    "in the background": "sleep MARK & exec sleep MARK",
    "with a session of its own": "setsid sleep MARK > /dev/null 2>&1 < /dev/null & exec sleep MARK",
    "forked twice": "(setsid bash -c 'sleep MARK & exit' &); exec sleep MARK",
    "deaf to TERM": "trap '' TERM HUP INT; sleep MARK & while :; do sleep MARK; done",
    "with nohup": "nohup sleep MARK > /dev/null 2>&1 & exec sleep MARK",
    "a pipeline": "sleep MARK | sleep MARK | cat",
    "stopped": "sleep MARK & kill -STOP $!; exec sleep MARK",
    "a server": f"exec {sys.executable} -c 'import socket,sys; s=socket.create_server((\"\", 0)); s.accept()' MARK",
    "without outputs": "exec > /dev/null 2>&1; (setsid bash -c 'trap \"\" TERM; exec 0<&-; sleep MARK; sleep MARK' &); exec sleep MARK",
}


def killed_leaves_nothing(flags):
    for number, (shape, line) in enumerate(SHAPES.items()):
        with Bench() as bench:
            mark = f"98{os.getpid()}{number}"
            # Below level A a command without network cannot open a socket at all.
            network = ["--network"] if shape == "a server" else []
            process = bench.start("sandbox", *flags, *network, "--", "bash", "-c", line.replace("MARK", mark))
            try:
                supervised = lambda: [pid for pid in processes_with(mark) if pid != process.pid]  # noqa: E731
                wait_until(lambda: len(supervised()) > 1, f"{shape} runs")
                process.send_signal(signal.SIGKILL)
                process.wait()
                wait_until(lambda: not supervised(), f"everything ends: {shape}", 2.0)
            finally:
                end(process)


def test_nothing_outlives_a_killed_thoth():
    with Bench() as bench:
        bench.needs("A")
    killed_leaves_nothing(())


def test_nothing_outlives_a_killed_thoth_without_namespaces():
    killed_leaves_nothing(("--without", "namespaces"))


def test_nothing_outlives_a_killed_thoth_without_a_sandbox():
    killed_leaves_nothing(("--off",))


def test_what_is_kept_goes_on_without_thoth():
    """The status line comes with the end of the command; what it leaves ends with the reader of that
    pipe, unless it was to be kept."""
    with Bench() as bench:
        bench.needs("A")
        for level in ("A", "B", "E"):
            for keep in (True, False):
                with Helper(bench) as helper:
                    status, other_end = os.pipe()
                    supervisor = helper.start("(setsid sleep 600 > /dev/null 2>&1 &); exit 3", level, other_end)
                    os.close(other_end)
                    assert os.read(status, 100) == b"exit 3\n"
                    if keep:
                        supervisor.send_signal(signal.SIGUSR1)
                    os.close(status)
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        supervisor.wait(0.5)
                    assert (supervisor.poll() is None) == keep, f"level {level}, keep {keep}: {supervisor.poll()}"
                    supervisor.terminate()
                    supervisor.wait(5)
                    supervisor.stdout.close()


def test_nothing_outlives_a_killed_supervisor():
    """At level A the kernel sees to it; the command cannot find its supervisor there, others can."""
    with Bench() as bench:
        bench.needs("A")
        mark = f"97{os.getpid()}"
        process = bench.start("sandbox", "--", "bash", "-c", f"(setsid sleep {mark} &); exec sleep {mark}")
        try:
            # Three of them have it in their arguments, too: thoth and the two halves of the supervisor.
            pids = wait_until(lambda: (found := processes_with(mark)) and len(found) == 5 and sorted(found), "the command runs")
            os.kill(next(pid for pid in pids if pid != process.pid), signal.SIGKILL)
            wait_until(lambda: not processes_with(mark), "everything ends", 2.0)
        finally:
            end(process)


def test_the_sandbox_tells_its_rules():
    with Bench() as bench:
        bench.needs("A")
        (bench.home / ".ssh").mkdir()
        out = bench.run("sandbox").expect(0).out
        for text in ("level A", str(bench.path), str(bench.home / ".ssh"), ".git/config", "network: none"):
            assert text in out, out
        bench.run("sandbox", "--without", "namespaces", "--strict", "--", "true").expect(126, "strict")
        bench.run("sandbox", "--nonsense").expect(2, "thoth sandbox")
        bench.run("sandbox", "--", "no-such-program-anywhere").expect(126, "no program")
