"""Standard input, output and error as a shell may leave them: closed, full, stalled."""

import signal
import socket
import subprocess
import time

from harness import PROGRAM, SLACK, Project, end
from model_server import ModelServer, call, calls, says


def test_an_answer_that_cannot_be_written_is_a_failure():
    for arguments in (("-p", "hi"), ("--version",), ("--help",)):
        with ModelServer(says("Hello.")) as server, Project(server=server) as project, open("/dev/full", "w") as full:
            process = subprocess.Popen([PROGRAM, *arguments], cwd=project.path, env=project.env, stdin=subprocess.DEVNULL,
                                       stdout=full, stderr=subprocess.PIPE)
            _, err = process.communicate(timeout=20 * SLACK)
            assert process.returncode == 1, (process.returncode, err)
            assert b"standard output" in err and b"No space left" in err, err


def test_closed_descriptors_are_not_given_to_files():
    write = calls(call("write_file", path="a.txt", content="new\n"))
    for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
        with ModelServer(write, says("Hello.")) as server, Project(server=server) as project:
            line = f'exec "$0" -p hi --mode auto {closed}'
            run = subprocess.run(["sh", "-c", line, PROGRAM], cwd=project.path, env=project.env, capture_output=True,
                                 stdin=subprocess.DEVNULL, timeout=20 * SLACK)
            lost = "1>&-" in closed
            assert run.returncode == (1 if lost else 0), (closed, run)
            if closed == "1>&-":
                assert b"standard output" in run.stderr, run.stderr
            assert project.read("a.txt") == "new\n"
            for record in project.sessions()[-1].read_text().splitlines():
                assert record.startswith("{"), record


def test_a_signal_before_the_request_ends_with_its_number():
    with Project() as project:  # waiting for standard input
        process = project.start("-p", "hi", stdin=subprocess.PIPE)
        time.sleep(0.3 * SLACK)
        process.send_signal(signal.SIGTERM)
        assert process.wait(5 * SLACK) == 143
        end(process)
    with ModelServer() as server, Project(server=server) as project:  # looking at the server
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
            process = project.start("-p", "hi", env={"THOTH_BASE_URL": url, "THOTH_MODEL": ""})
            connection, _ = silent.accept()
            process.send_signal(signal.SIGTERM)
            assert process.wait(5 * SLACK) == 143
            connection.close()
            end(process)


def test_a_signal_is_obeyed_while_nobody_reads():
    long = says("x" * (1 << 20))
    for number, mode in ((signal.SIGTERM, "-p"), (signal.SIGINT, "-p"), (signal.SIGTERM, "--plain")):
        with ModelServer(long) as server, Project(server=server) as project:
            process = project.start(mode, "go")
            server.wait_for_chats(1)
            time.sleep(0.3 * SLACK)  # until the pipe is full
            process.send_signal(number)
            assert process.wait(5 * SLACK) == 128 + number, (number, mode)
            end(process)
