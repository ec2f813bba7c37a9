"""A model server that fails and recovers, or does not: what is asked again, after which wait, what the
user sees, and that every run ends in time and in bounded memory. docs/server-faults.md has the table."""

import contextlib
import email.utils
import functools
import json
import os
import signal
import socket
import ssl
import subprocess
import time

from harness import SANITIZED, SLACK, Project, Skip, alone, end, free_port
from model_server import ModelServer, call, calls, chunk, cut, failure, raw, says, stream, then_waits, whole
from terminal import Terminal

LIMIT = 0.2 if SLACK == 1 else 1.0  # seconds
PROFILE = '[profiles.p]\nbase_url = "{}"\nmodel = "scripted"\n'


def refuses(status, message="too much", **headers):
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return whole({"error": {"message": message}}, status, more=more)


def recovers(*replies, least=0.0, most=3.0, in_err=()):
    """Fails with each reply and then answers: the seconds between the first and the last request."""
    with ModelServer(*replies, says("Here I am.")) as server, Project(server=server) as project:
        run = project.run("-p", "hello").expect(0, "asking again in", f"({len(replies) + 1} of", *in_err, out="Here I am.\n")
        assert len(server.chats) == len(replies) + 1, run
        waited = server.chats[-1].at - server.chats[0].at
        assert least <= waited <= most * SLACK, f"{waited:.2f} s between the requests: {run}"
        bodies = {chat.body for chat in server.chats}
        assert len(bodies) == 1, "the request changed"
        assert "Half" not in json.dumps(project.records("assistant")), "a discarded text is in the session"
        return run


# --- What is asked again ------------------------------------------------------------------------


def test_a_limit_with_seconds_to_wait():
    recovers(refuses(429, Retry_After="1.2"), least=1.1, in_err=["is asked too often (429)", "asking again in 1 s (2 of 5)"])


def test_a_limit_with_a_date_to_wait_for():
    recovers(lambda exchange: refuses(429, Retry_After=email.utils.formatdate(time.time() + 2, usegmt=True))(exchange),
             least=0.9, most=4)


def test_a_limit_with_milliseconds_to_wait():
    recovers(refuses(429, retry_after_ms="300", Retry_After="50"), least=0.3)


def test_a_limit_with_the_wait_in_its_words():
    recovers(refuses(429, "Rate limit reached, please try again in 0.4s."), least=0.4)


def test_a_limit_with_reset_headers():
    recovers(refuses(429, x_ratelimit_remaining_requests="0", x_ratelimit_reset_requests="350ms"), least=0.35)


def test_an_overloaded_server_is_given_seconds():
    recovers(refuses(529), least=1.0, most=4, in_err=["the server is overloaded (529); asking again in"])


def test_a_gateway_and_its_page():
    recovers(whole(b"<html><title>502 Bad Gateway</title></html>", 502, "text/html"), least=0.25, in_err=["(502)"])


def test_several_failures_in_a_row():
    recovers(failure(500, "oops"), failure(502, "gone"), least=0.75, most=5)


def test_a_server_that_loads_its_model():
    with ModelServer(refuses(503, "Loading model"), says("Here I am.")) as server, Project(server=server) as project:
        run = project.run("-p", "hello").expect(0, "waiting: the server is loading the model", out="Here I am.\n")
        assert run.seconds < 6 * SLACK, run


def test_a_server_that_drops_the_connection():
    # The connection is that of the questions about the server and may be an old one, so that two more are tried at
    # once: one by libcurl and one by thoth.
    with ModelServer(raw(b""), raw(b""), raw(b""), says("Here I am.")) as server, Project(server=server) as project:
        project.run("-p", "hello").expect(0, "closed the connection without an answer; asking again in", "(2 of 2)",
                                          out="Here I am.\n")
        *first, later = [chat.at for chat in server.chats]
        assert first[-1] - first[0] < 0.2 * SLACK and later - first[-1] > 0.2


def test_broken_streams_start_anew():
    half = chunk({"content": "Half"})
    write = chunk({"tool_calls": [{"index": 0, "id": "c1", "type": "function",
                                   "function": {"name": "write_file", "arguments": '{"path":"a.txt"'}}]})
    for reply in (stream(half), stream(half, "data: {\"choi"), cut(half), cut(half, write), stream(write)):
        recovers(reply)


def test_broken_streams_of_ollama_start_anew():
    line = json.dumps({"message": {"role": "assistant", "content": "Half"}, "done": False}) + "\n"

    def breaks(exchange):
        exchange.head(content_type="application/x-ndjson")
        exchange.send(line)
        exchange.send(line[:20])

    error = whole({"error": "llama model runner has unexpectedly stopped"}, 500)
    for reply in (breaks, error):
        with ModelServer(reply, says("Here I am."), kind="ollama") as server, Project(server=server) as project:
            project.run("-p", "hello").expect(0, "asking again in", "(2 of 2)", out="Here I am.\n")


def test_a_reset_inside_a_stream():
    def resets(exchange):
        exchange.head()
        exchange.send(chunk({"content": "Half"}))
        exchange._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        exchange._connection.close()
    recovers(resets)


def test_what_the_failed_attempt_said_is_told_as_discarded():
    recovers(stream(chunk({"content": "Half"})), in_err=["what was shown of its reply does not count"])


def test_a_stream_without_end_mark_runs_no_call_even_when_it_stays_broken():
    write = chunk({"tool_calls": [{"index": 0, "id": "c1", "type": "function",
                                   "function": {"name": "write_file", "arguments": '{"path":"a.txt","content":"x"}'}}]})
    with ModelServer(*[stream(write)] * 5) as server, Project(server=server) as project:
        project.run("-p", "hello", "--mode", "auto", timeout=30).expect(1, "asked 5 times")
        assert project.tree() == {}


def test_a_recording_of_a_retry_replays_without_the_wait():
    with ModelServer(refuses(429, Retry_After="2"), says("Here I am.")) as server, Project(server=server) as project:
        recording = str(project.base / "recording.jsonl")
        project.run("-p", "hello", "--record", recording).expect(0, out="Here I am.\n")
        run = project.run("-p", "hello", "--replay", recording).expect(0, "asking again in 2 s", out="Here I am.\n")
        assert run.seconds < 1.5 * SLACK, run


# --- What is not --------------------------------------------------------------------------------


def test_what_will_not_pass_is_not_asked_again():
    quota = whole({"error": {"message": "You exceeded your current quota", "type": "insufficient_quota"}}, 429)
    for reply in (failure(400, "bad"), failure(401, "no key"), failure(402, "no credit"), failure(403, "no"),
                  failure(404, "no model"), quota, refuses(500, x_should_retry="false")):
        with ModelServer(reply) as server, Project(server=server) as project:
            run = project.run("-p", "hello").expect(1, "error:", out="")
            assert len(server.chats) == 1 and "asking again" not in run.err, run


def test_a_wait_of_an_hour_is_told_and_not_waited_for():
    with ModelServer(refuses(429, Retry_After="3600")) as server, Project(server=server) as project:
        run = project.run("-p", "hello").expect(1, "asks to wait 60 min: ask again after", "UTC", out="")
        assert run.seconds < 2 * SLACK, run


def test_the_profile_can_do_without_retries():
    with ModelServer(failure(500, "oops")) as server, Project() as project:
        project.configure(PROFILE.format(server.url) + "retries = 0\n")
        project.run("-p", "hello").expect(1, "oops", out="")
        assert len(server.chats) == 1


def test_what_the_server_cannot_read_is_told_to_the_model_and_then_given_up():
    fault = failure(500, "Failed to parse input at pos 12")
    with ModelServer(fault, fault, fault) as server, Project(server=server) as project:
        project.run("-p", "hello").expect(1, "3 calls in a row that cannot be read", out="")
        assert "Failed to parse input" in server.chats[2].messages[-1]["content"]


def test_a_redirect_is_named_and_not_followed():
    with ModelServer() as other:
        target = f"http://localhost:{other.port}/v1/chat/completions?key=x"
        for status in (301, 302, 307, 308):
            with ModelServer(whole("", status, more=f"Location: {target}\r\n")) as server, Project(server=server) as project:
                project.run("-p", "hello", env={"THOTH_API_KEY": "sk-secret-123456"}).expect(
                    1, f"redirects to {target.split('?')[0]}", "use that address", out="")
        assert other.requests == [], "the key went to another server"


# --- Bounds --------------------------------------------------------------------------------------


def peak_memory(project, *arguments):
    """The run, and the most memory that it held, in MiB."""
    process = project.start(*arguments)
    out, err = process.stdout.read().decode(), process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    end(process)
    return process.returncode, out, err, usage.ru_maxrss / 1024


def bounded(reply, *in_err, most_mib=300):
    with ModelServer(reply) as server, Project() as project:
        project.configure(PROFILE.format(server.url) + "retries = 0\n")
        start = time.monotonic()
        code, out, err, mib = peak_memory(project, "-p", "hello")
        assert code == 1, (code, err)
        for text in in_err:
            assert text in err, f"stderr lacks {text!r}: {err}"
        assert time.monotonic() - start < 30 * SLACK
        assert SANITIZED or mib < most_mib, f"{mib:.0f} MiB"
        return f"{mib:.0f} MiB"


def endless(piece):
    def reply(exchange):
        exchange.head()
        while True:
            exchange.send(piece)
    return reply


@alone
def test_a_stream_that_never_ends():
    return bounded(endless(chunk({"content": " ".join(f"w{i}" for i in range(900))})), "more than is accepted")


@alone
def test_a_line_of_24_megabytes():
    return bounded(stream("data: " + "x" * (24 << 20)), "too long")


@alone
def test_comments_without_end():
    with ModelServer(endless(": ping\n\n")) as server, Project() as project:
        project.configure(PROFILE.format(server.url) + "retries = 0\nquiet_timeout_s = 1\n")
        run = project.run("-p", "hello").expect(1, "kept the connection alive", out="")
        assert run.seconds < 5 * SLACK, run


def test_a_limit_whose_body_never_ends():
    def trickles(exchange):
        exchange.head(429, "text/plain", more="Retry-After: 1\r\n")
        exchange.send("Slow down.")
        exchange.wait_until_left()

    with ModelServer(trickles, says("Here I am.")) as server, Project(server=server) as project:
        run = project.run("-p", "hello", timeout=30).expect(0, "asking again in 1 s", out="Here I am.\n")
        assert run.seconds < 10 * SLACK, run


# --- Stopping ------------------------------------------------------------------------------------


@alone
def test_a_countdown_that_ctrl_c_ends():
    with ModelServer(refuses(529, Retry_After="50"), says("Still here.")) as server, Project(server=server) as project:
        with Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            terminal.enter("hello")
            terminal.wait_for("the server is overloaded (529); asking again in 50 s (2 of 5)")
            terminal.wait_for("  50 s")
            terminal.wait_for("  49 s")
            start = time.monotonic()
            terminal.interrupt()
            terminal.wait_for("(stopped)")
            assert time.monotonic() - start < LIMIT
            terminal.wait_for("> ")
            terminal.enter("and now?")
            terminal.wait_for("Still here.")


def left_after(server, leave):
    """Seconds from leave() until the server saw the connection close."""
    start = time.monotonic()
    leave()
    assert server.left.wait(5), "the connection stayed open"
    took = time.monotonic() - start
    assert took < LIMIT, f"the server saw it after {1000 * took:.0f} ms"
    return f"{1000 * took:.0f} ms"


def half_a_head(exchange):
    exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/ev")
    exchange.wait_until_left()


def headers_and_pings(exchange):
    exchange.head()
    exchange.send(": ping\n\n")
    exchange.wait_until_left()


PHASES = {"before the head": then_waits(), "inside the head": half_a_head, "before the first token": headers_and_pings,
          "inside the text": then_waits(chunk({"content": "Once upon"}))}


def reaches(server):
    server.wait_for_chats(1)
    time.sleep(0.1)  # whatever was sent has arrived


@alone
def test_the_server_is_left_at_once_on_ctrl_c():
    took = []
    for phase in PHASES.values():
        with ModelServer(phase) as server, Project(server=server) as project, Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            terminal.enter("hello")
            reaches(server)
            took.append(left_after(server, terminal.interrupt))
    return ", ".join(took)


@alone
def test_the_server_is_left_at_once_on_signals():
    took = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        for phase in PHASES.values():
            with ModelServer(phase) as server, Project(server=server) as project:
                process = project.start("-p", "hello")
                reaches(server)
                took.append(left_after(server, lambda: os.kill(process.pid, number)))
                end(process)
    for phase in PHASES.values():
        with ModelServer(phase) as server, Project(server=server) as project, Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            terminal.enter("hello")
            reaches(server)
            took.append(left_after(server, lambda: terminal.send_signal(signal.SIGTERM)))
    return ", ".join(took)


# --- Waiting is not working ------------------------------------------------------------------------


def test_waiting_for_a_server_is_said():
    def slow(exchange):
        time.sleep(11)
        says("At last.")(exchange)
    with ModelServer(slow) as server, Project(server=server) as project:
        project.run("-p", "hello", timeout=30).expect(0, "waiting: the server has not answered for 10 s", out="At last.\n")


# --- TLS ------------------------------------------------------------------------------------------


@functools.cache
def openssl():
    with contextlib.suppress(OSError):
        return subprocess.run(["openssl", "version"], capture_output=True).returncode == 0
    return False


class TlsServer(ModelServer):
    """The same behind TLS, with a certificate that an authority of its own signed."""

    def __init__(self, directory, *script, name="IP:127.0.0.1,DNS:localhost"):
        super().__init__(*script)
        self.authority = directory / "ca.pem"
        key, request, certificate = directory / "key.pem", directory / "request.pem", directory / "cert.pem"
        extension = directory / "names"
        extension.write_text(f"subjectAltName={name}\n")

        def run(*arguments):
            subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        run("req", "-x509", *curve, "-keyout", directory / "ca.key", "-out", self.authority, "-subj", "/CN=Case authority",
            "-days", 2)
        run("req", *curve, "-keyout", key, "-out", request, "-subj", "/CN=server")
        run("x509", "-req", "-in", request, "-CA", self.authority, "-CAkey", directory / "ca.key", "-CAcreateserial",
            "-out", certificate, "-days", 2, "-extfile", extension)
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)

    @property
    def url(self):
        return f"https://127.0.0.1:{self.port}/v1"

    def _serve(self, connection):
        with contextlib.suppress(OSError):
            super()._serve(self._context.wrap_socket(connection, server_side=True))


def certificates(*script, **more):
    """A TLS server and a project that names it."""
    if not openssl():
        raise Skip("there is no openssl program to make certificates with")
    project = Project()
    return TlsServer(project.base, *script, **more), project


NEVER_ADVISED = ("insecure", "verify=false", "--no-check", "disable")


def test_an_unknown_authority_is_named_with_the_remedy():
    server, project = certificates()
    with server, project:
        project.use(server)
        run = project.run("-p", "hello").expect(1, f"127.0.0.1:{server.port}", "certificate", "ca_file", "SSL_CERT_FILE",
                                                "SSL_CERT_DIR", out="")
        assert not any(word in run.err.lower() for word in NEVER_ADVISED), run
        assert server.chats == [] and "asking again" not in run.err, run


def test_each_way_to_name_an_authority_works():
    server, project = certificates(says("Trusted."), says("Trusted."), says("Trusted."))
    with server, project:
        project.use(server)
        project.run("-p", "hello", env={"SSL_CERT_FILE": str(server.authority)}).expect(0, out="Trusted.\n")
        directory = project.base / "authorities"
        directory.mkdir()
        name = subprocess.run(["openssl", "x509", "-hash", "-noout", "-in", str(server.authority)], check=True,
                              capture_output=True, text=True).stdout.strip()
        (directory / f"{name}.0").write_bytes(server.authority.read_bytes())
        project.run("-p", "hello", env={"SSL_CERT_DIR": str(directory)}).expect(0, out="Trusted.\n")
        project.configure(PROFILE.format(server.url) + f'ca_file = "{server.authority}"\n')
        project.run("-p", "hello").expect(0, out="Trusted.\n")


def test_a_certificate_file_that_is_not_there_is_an_error_at_the_start():
    server, project = certificates()
    with server, project:
        project.use(server)
        project.run("-p", "hello", env={"SSL_CERT_FILE": "/nowhere.pem"}).expect(1, "SSL_CERT_FILE", "/nowhere.pem", out="")
        project.run("-p", "hello", env={"SSL_CERT_DIR": "/nowhere"}).expect(1, "SSL_CERT_DIR", "/nowhere", out="")
        project.configure('[profiles.p]\nca_file = "~/nowhere.pem"\n')
        project.run("-p", "hello").expect(1, "ca_file", "/nowhere.pem", out="")
        assert server.requests == []


def test_a_certificate_for_another_name():
    server, project = certificates(name="DNS:other.example")
    with server, project:
        project.use(server)
        run = project.run("-p", "hello", env={"SSL_CERT_FILE": str(server.authority)})
        run.expect(1, f"127.0.0.1:{server.port}", "another name", out="")


# --- Proxies ---------------------------------------------------------------------------------------


def test_a_server_on_this_machine_is_spoken_to_directly():
    dead = f"http://me:pass@127.0.0.1:{free_port()}"
    proxies = {name: dead for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy")}
    with ModelServer(says("Direct."), says("Direct.")) as server, Project(server=server) as project:
        for host in ("127.0.0.1", "localhost"):
            url = f"http://{host}:{server.port}/v1"
            project.run("-p", "hello", env={**proxies, "THOTH_BASE_URL": url}).expect(0, out="Direct.\n")


def test_a_proxy_is_used_for_others_and_its_password_is_never_shown():
    with ModelServer() as proxy, Project() as project:
        project.configure(PROFILE.format("http://model.invalid/v1") + "retries = 0\n")
        named = {"HTTP_PROXY": f"http://me:pass-word-1@127.0.0.1:{proxy.port}", "THOTH_API_KEY": "sk-secret-123456"}
        run = project.run("-p", "hello", env=named).expect(1, "unencrypted", out="")
        assert proxy.requests[0].path.startswith("http://model.invalid/"), proxy.requests[0].path
        assert proxy.requests[0].headers["proxy-authorization"].startswith("Basic "), proxy.requests[0].headers
        dead = {**named, "HTTP_PROXY": f"http://me:pass-word-1@127.0.0.1:{free_port()}"}
        refused = project.run("-p", "hello", env=dead).expect(1, "through the proxy 127.0.0.1:", out="")
        direct = project.run("-p", "hello", env={**dead, "NO_PROXY": ".invalid,10.0.0.0/8"}).expect(1, "model.invalid:80", out="")
        assert "proxy 127" not in direct.err, direct
        for one in (run, refused, direct):
            assert "pass-word-1" not in one.err and "sk-secret" not in one.err, one


def test_keys_and_proxy_passwords_reach_no_command_and_no_file():
    secrets = {"THOTH_API_KEY": "sk-secret-123456", "https_proxy": "http://me:pass-word-1@box.invalid:3128"}
    with ModelServer(calls(call("shell", command="env")), says("Done.")) as server, Project(server=server) as project:
        recording = project.base / "recording.jsonl"
        project.run("-p", "hello", "--mode", "auto", "--record", str(recording), env=secrets).expect(0, out="Done.\n")
        (result,) = server.chats[1].results
        assert "http://box.invalid:3128" in result, result
        files = [recording.read_text(), result, *(f.read_text() for f in project.state.rglob("*") if f.is_file())]
        for secret in ("sk-secret", "pass-word-1"):
            assert not any(secret in text for text in files), secret
