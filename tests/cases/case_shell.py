"""The shell tool as the model meets it: questions that nobody can answer, floods, what is left running,
background commands from their start to the next run of the program."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import threading
import time
import urllib.request
import uuid

from harness import SANITIZED, Project, alone, finish, processes_with, wait_until
from model_server import ModelServer, call, calls, says
from terminal import Terminal


def shell_results(*commands, files=None, config=None, env=None, timeout=30, approved=False, **more):
    """The results of these commands, all run in one request: in auto mode, or each with a yes."""
    with ModelServer(calls(*[call("shell", **{"command": c, **more} if isinstance(c, str) else c) for c in commands]),
                     says("Done.")) as server:
        with Project(files, server=server) as project:
            if config:
                project.configure(config)
            if approved:
                project.run("--plain", stdin="go\n" + "y\n" * len(commands), timeout=timeout, env=env).expect(0)
            else:
                project.run("-p", "go", "--mode", "auto", timeout=timeout, env=env).expect(0, out="Done.\n")
            return server.chats[1].results


def test_questions_fail_at_once():  # B31
    commands = ["cat", "read x", "read x </dev/tty", "git init -q; git commit --allow-empty", "python3 -c 'input()' 2>&1 | tail -1; exit 1",
                "ssh -o BatchMode=yes nobody@localhost true"]
    start = time.monotonic()
    results = shell_results(*commands, approved=True)
    assert time.monotonic() - start < 2 * len(commands)
    for command, result in zip(commands[2:5], results[2:5]):
        assert "exit code" in result, (command, result)
    for result in (results[2], results[4]):
        assert "[it may have wanted input" in result, result


def tree_is_ended(command):
    """After a time-out no process of the command is left."""
    marker = "marker-" + uuid.uuid4().hex
    (result,) = shell_results(command.replace("MARKER", marker), timeout_secs=1)
    assert "timed out after 1 s and was ended" in result, result
    wait_until(lambda: not processes_with(marker), "the processes of the command ended", 2)


def test_a_timeout_ends_what_ignores_term():  # B33
    tree_is_ended("""bash -c 'trap "" TERM; (sleep 98765; : MARKER); sleep 98765; : MARKER'""")


def test_a_timeout_ends_a_pipeline():  # B33
    tree_is_ended("yes MARKER >/dev/null | sh -c 'sleep 98765; : MARKER'")


def test_a_timeout_ends_sessions_of_their_own():  # B33
    tree_is_ended("""setsid sh -c "trap '' TERM; sleep 98765; : MARKER" & sleep 98765; : MARKER""")


def held(reply):
    """The reply, and what lets it out: until then the client waits."""
    out = threading.Event()

    def wait(exchange):
        out.wait(60)
        reply(exchange)
    return wait, out.set


def memory(process, field):
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(field + r":\s+(\d+) kB", status.read()).group(1)) * 1024


def small_quarantine():
    """The address sanitizer keeps up to 256 MiB of freed memory back, which would hide what is measured here."""
    return {"ASAN_OPTIONS": os.environ["ASAN_OPTIONS"] + ":quarantine_size_mb=8"} if SANITIZED else {}


@alone
def test_a_flood_takes_bounded_memory():  # B35
    """Five seconds of each: the most memory that the program had at once against what it had before."""
    notes = []
    for command in ("yes", "cat /dev/urandom", "head -c 2G /dev/zero"):
        flood, begin = held(calls(call("shell", command=command, timeout_secs=5)))
        done, finish_it = held(says("Done."))
        with ModelServer(calls(call("shell", command="true")), flood, done) as server, Project(server=server) as project:
            process = project.start("-p", "go", "--mode", "auto", env=small_quarantine())
            server.wait_for_chats(2)
            before = memory(process, "VmRSS")
            begin()
            server.wait_for_chats(3)
            growth = memory(process, "VmHWM") - before
            disk = sum(log.stat().st_size for log in project.base.glob("thoth-*/*"))
            finish_it()
            finish(process).expect(0)
            (result,) = server.chats[2].results
        assert growth < (64 if SANITIZED else 16) << 20, f"{command}: {growth >> 20} MiB more"
        assert disk <= 8 << 20, f"{command}: {disk} bytes of log"
        assert len(result) < 13000, len(result)
        notes.append(f"{command}: {growth / (1 << 20):.1f} MiB")
    return "; ".join(notes)


def test_long_output_keeps_its_end_and_has_a_log():  # B36
    with ModelServer(calls(call("shell", command="seq 1 200000; echo FAIL at end; exit 3")),
                     read_the_log, says("Done.")) as server:
        with Project(server=server) as project:
            project.run("-p", "go", "--mode", "auto").expect(0)
            first, second = server.chats[1].results[0], server.chats[2].results[-1]
            assert first.startswith("1\n2\n") and first.endswith("exit code 3\n") and "FAIL at end\n[all of" in first, first
            left_out = int(re.search(r"\[\.\.\. (\d+) bytes", first).group(1))
            shown = re.sub(r"\[\.\.\. .*\n|\[all of .*\n|exit code 3\n", "", first)
            assert left_out + len(shown) == 1288907, (left_out, len(shown))
            assert "199999\t199999\n" in second and "200001\tFAIL at end\n" in second, second
            assert not list(project.base.glob("thoth-*")), "the log outlived the session"


def descriptors(process):
    """Those that are open, but for connections: the one to the server may have ended meanwhile."""
    with open(f"/proc/{process.pid}/net/tcp") as table:
        connections = {f"socket:[{line.split()[9]}]" for line in list(table)[1:]}
    folder = f"/proc/{process.pid}/fd"
    return sorted(number for number in os.listdir(folder) if os.readlink(f"{folder}/{number}") not in connections)


def read_the_log(exchange):
    log = re.search(r"\[all of the output is in (\S+): ", exchange.request.results[0]).group(1)
    calls(call("read_file", path=log, offset=199999, limit=3))(exchange)


def test_progress_lines_keep_their_last_frame():  # B37
    (result,) = shell_results(r"for i in $(seq 1000); do printf '\r%d%%' $i; done; printf '\n\033[31mred\033[0m\b\n'")
    assert result == "1000%\nred\n", result


def test_programs_do_not_page_or_ask():  # B38
    with ModelServer(calls(call("shell", command="git log --oneline"), call("shell", command="env")), says("Done.")) as server:
        with Project({"a": ""}, server=server) as project:
            project.commit()
            project.git("config", "core.pager", "less")
            project.run("-p", "go", "--mode", "auto").expect(0)
            results = server.chats[1].results
    assert results[0].endswith(" as it was\n"), results[0]
    for setting in ("GIT_PAGER=cat", "PAGER=cat", "GIT_TERMINAL_PROMPT=0", "TERM=dumb", "NO_COLOR=1"):
        assert setting + "\n" in results[1], results[1]
    (own,) = shell_results("echo $PAGER", env={"PAGER": "more"})
    assert own == "more\n", own


def test_a_minimal_environment_is_a_setting():
    env = {"SOME_TOKEN": "secret-one", "OTHER": "other-one", "TZ": "UTC"}
    (inherited,) = shell_results("env", env=env)
    assert "secret-one" not in inherited and "OTHER=other-one\n" in inherited, inherited
    (minimal,) = shell_results("env", env=env, config='shell.env = "minimal"\n')
    assert "one" not in minimal and "TZ=UTC\n" in minimal, minimal


SERVER = "exec python3 -u -m http.server 0 --bind 127.0.0.1"


def pid_in(result):
    return int(re.search(r"pid (\d+)", result).group(1))


def up(exchange):
    """Answers when the server has said in its log that it serves."""
    log = re.search(r"output: (\S+)", exchange.request.results[0]).group(1)
    wait_until(lambda: "Serving HTTP" in pathlib.Path(log).read_text(), "the server started")
    says("Up.")(exchange)


def kill_it(exchange):
    """The model ends what the first result told the pid of."""
    told = [m["content"] for m in exchange.request.messages if m["role"] == "tool"]
    calls(call("shell", command=f"kill {pid_in(told[0])}"))(exchange)


def test_a_background_command_is_told_listed_and_stopped():  # T46
    with ModelServer(calls(call("shell", command=SERVER, background=True)), up, kill_it,
                     says("Down.")) as server:
        with Project(server=server) as project:
            run = project.run("--plain", stdin="up\ny\n/tasks\ndown\n/tasks\n").expect(0)
    result = server.chats[1].results[0]
    assert re.match(r"started in the background with pid \d+\noutput: /\S+/task-1.log\n", result), result
    pid = pid_in(result)
    assert run.out.count(f"  {pid}  port ") == 2, run.out  # at the end of the request and for /tasks
    assert server.chats[3].results[-1] == f"ended pid {pid} with all it started\n", server.chats[3].results
    assert run.out.count("Run this command?") == 1, run.out  # the kill needed none
    assert "nothing runs in the background" in run.out, run.out


def test_line_mode_stops_a_task():
    with ModelServer(calls(call("shell", command="sleep 98765", background=True)), says("Up.")) as server:
        with Project(server=server) as project, Terminal(project, "--plain", "--mode", "auto") as terminal:
            terminal.wait_for("> ")
            terminal.enter("up")
            terminal.wait_for("running in the background:\n  ")
            pid = terminal.wait_for("  ")
            terminal.wait_for("> ")
            terminal.enter(f"/tasks stop {pid}")
            terminal.wait_for(f"ended {pid} with all it started")
            terminal.wait_for("> ")
            terminal.enter("/tasks stop 1")
            terminal.wait_for("no task that thoth started has the pid 1")
            terminal.enter("/quit")
            assert terminal.finish() == 0


def test_the_end_of_a_one_shot_run_ends_them():  # F11
    marker = "marker-" + uuid.uuid4().hex
    line = f"trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 98765; : {marker}' & sleep 98765; : {marker}"
    with ModelServer(calls(call("shell", command=line, background=True)), says("Up.")) as server:
        with Project(server=server) as project:
            run = project.run("-p", "up", "--mode", "auto").expect(0, "running in the background:", out="Up.\n")
            assert marker in run.err
            wait_until(lambda: not processes_with(marker), "the processes of the command ended", 2)


def test_kept_at_the_end_they_are_found_by_the_next_run():  # B40
    with ModelServer(calls(call("shell", command=SERVER, background=True)), up) as server, Project(server=server) as project:
        with Terminal(project, "--plain", "--mode", "auto", "--sandbox", "off") as terminal:
            terminal.wait_for("> ")
            terminal.enter("up")
            terminal.wait_for("  port ")
            port = terminal.wait_for("  ")
            terminal.wait_for("> ")
            terminal.enter("/quit")
            terminal.wait_for("keep them running: ")
            terminal.enter("k")
            assert terminal.finish() == 0
        assert answers(port), "it did not stay"
        (record,) = (project.state_of_project / "tasks").iterdir()
        pid = int(record.stem)
        with Terminal(project, "--plain", "-c") as terminal:
            terminal.wait_for("by an earlier thoth")
            terminal.wait_for("> ")
            terminal.enter(f"/tasks stop {pid}")
            terminal.wait_for(f"ended {pid} with all it started")
            terminal.wait_for("> ")
            terminal.enter("/quit")
            assert terminal.finish() == 0
        assert not answers(port), "it still serves"
        assert not list((project.state_of_project / "tasks").iterdir())


def answers(port):
    with contextlib.suppress(OSError):
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2).status == 200
    return False


def test_a_record_of_a_reused_pid_is_not_signalled():  # B40
    other = subprocess.Popen(["sleep", "98765"])
    try:
        with ModelServer(says("Hello.")) as server, Project(server=server) as project:
            project.run("-p", "hello").expect(0)
            tasks = project.state_of_project / "tasks"
            tasks.mkdir(exist_ok=True)
            boot = open("/proc/sys/kernel/random/boot_id").read().strip()
            (tasks / f"{other.pid}.json").write_text(json.dumps(
                {"version": 1, "process": {"pid": other.pid, "started": 1}, "owner": {"pid": 2**31 - 1, "started": 1},
                 "boot": boot, "since": "", "command": "sleep 98765", "log": ""}))
            run = project.run("--plain", stdin=f"/tasks\n/tasks stop {other.pid}\n").expect(0)
            assert "nothing runs in the background" in run.out and "no task that thoth started" in run.out, run.out
            assert not list(tasks.iterdir())
        assert other.poll() is None, "somebody else's process was ended"
    finally:
        other.kill()
        other.wait()


def test_what_a_foreground_command_leaves_is_named():
    with ModelServer(calls(call("shell", command="sleep 98765 & echo done")), kill_it, says("Done.")) as server:
        with Project(server=server) as project:
            project.run("-p", "go", "--mode", "auto").expect(0)
    (first,), (second,) = server.chats[1].results, server.chats[2].results
    assert first.startswith("done\n[it left running: sleep (pid "), first
    assert second.startswith("ended pid "), second


def many(command, replies):
    """Fifty calls a reply in one session leave no descriptor, no process and, at its end, no file."""
    per_reply, replies = (10, 6) if SANITIZED else (50, replies)
    script = [calls(*[call("shell", command=f"{command} {r} {i}") for i in range(per_reply)]) for r in range(replies)]
    script[1], go_on = held(script[1])
    waits, release = held(says("Done."))
    with ModelServer(*script, waits) as server, Project(server=server) as project:
        process = project.start("-p", "go", "--mode", "auto")
        server.wait_for_chats(2, timeout=50)
        before = descriptors(process)
        go_on()
        server.wait_for_chats(replies + 1, timeout=90)
        after = descriptors(process)
        children = open(f"/proc/{process.pid}/task/{process.pid}/children").read().split()
        logs = list(project.base.glob("thoth-*/*.log"))
        release()
        finish(process, timeout=30).expect(0, out="Done.\n")
        assert after == before, (before, after)
        assert not children, children
        assert not list(project.base.glob("thoth-*"))
        assert not (project.state_of_project / "tasks").exists()
        return len(logs)


@alone
def test_a_thousand_calls_leave_nothing_behind():
    assert many("echo", replies=20) == 0


@alone
def test_many_calls_with_long_output_leave_nothing_behind():
    assert many("seq 5000 #", replies=10) == 50
