"""Servers that are wrong, rude, broken or silent: one clear message that names the thing and the
next step, the documented exit code, no hang, and never the key."""

import json
import socket

from harness import SLACK, Project, Skip, free_port
from model_server import (ModelServer, call, calls, chunk, cut, failure, raw, says, stream, then_waits, whole)

KEY = "sk-very-secret-0123456789"
HTML = b"<!doctype html><html><head><title>Router login</title></head><body><h1>Welcome</h1></body></html>"


def fails(reply, *in_err, code=1, arguments=(), most_seconds=10):
    """One request that gets `reply`; the run."""
    with ModelServer(reply, reply, reply) as server, Project(server=server) as project:
        project.configure("[profiles.once]\nretries = 0\n")
        run = project.run("-p", "hello", *arguments, env={"THOTH_API_KEY": KEY}).expect(code, *in_err)
        assert KEY not in run.out + run.err, run
        assert server.chats[0].headers["authorization"] == f"Bearer {KEY}"
        assert run.seconds < most_seconds, run
        assert "<h1>" not in run.err, run
        assert len(run.err.splitlines()) <= 6, run
        assert KEY not in "".join(path.read_text() for path in project.state.rglob("*.jsonl"))
        return run


def test_html_with_status_200():
    fails(whole(HTML, 200, "text/html"), "web page", "Router login", "base URL")


def test_html_with_status_502():
    fails(whole(HTML, 502, "text/html"), "502")


def test_status_401_names_the_key_and_does_not_show_it():
    fails(failure(401, f"Incorrect API key provided: {KEY}"), "Incorrect API key", "api_key", "THOTH_API_KEY")


def test_status_404_names_the_model():
    fails(failure(404, "model 'scripted' not found"), "scripted", "-m")


def test_garbage_in_place_of_http():
    fails(raw(b"\x00\xff\x13garbage\r\n\r\n" * 30), "127.0.0.1")


def test_garbage_in_place_of_a_stream():
    fails(whole(b"\x00\xff{]" * 100, 200, "text/event-stream"), "error")


def test_a_body_that_is_no_chat_reply():
    fails(whole({"hello": "world"}), "error")


def test_a_server_that_closes_without_a_word():
    fails(raw(b""), "127.0.0.1")


def test_nobody_listens():
    with Project() as project:
        port = free_port()
        run = project.run("-p", "hello", "--base-url", f"http://127.0.0.1:{port}/v1", "-m", "x")
        run.expect(1, f"127.0.0.1:{port}", "start the server", out="")
        assert run.seconds < 1 * SLACK, run


def test_no_server_at_all_names_what_was_tried_and_three_ways_on():
    for usual in (11434, 8080):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", usual)) == 0:
                raise Skip(f"something listens on port {usual} of this machine")
    with Project() as project:
        run = project.run("-p", "hello")
        run.expect(1, "127.0.0.1:11434", "127.0.0.1:8080", "ollama serve", "llama-server", "--base-url", "config.toml",
                   "thoth demo", out="")
        assert run.seconds < 1, run


def test_a_silent_server_is_left_after_the_time_given():
    with ModelServer(then_waits(), then_waits()) as server, Project(server=server) as project:
        run = project.run("-p", "hello", "--first-byte-timeout", "1", timeout=30)
        run.expect(1, "within 1 s", "raise the limit", out="")
        assert 1.9 < run.seconds < 10, run


def test_silence_inside_a_reply_is_left_after_the_time_given():
    with ModelServer(*[then_waits(chunk({"content": "Half"}))] * 2) as server, Project(server=server) as project:
        run = project.run("-p", "hello", "--idle-timeout", "1", timeout=30)
        run.expect(1, "error:", out="Half\n")
        assert run.seconds < 10, run


def test_an_error_that_does_not_end_is_not_waited_for():
    def refuses(exchange):
        exchange.head(503, "text/plain")
        exchange.send("The model is busy.")
        exchange.wait_until_left()

    fails(refuses, "The model is busy.")


def test_a_cut_stream_keeps_what_was_said_and_runs_nothing():
    write = {"tool_calls": [{"index": 0, "id": "c1", "type": "function",
                             "function": {"name": "write_file", "arguments": '{"path":"a.txt","content":"x"}'}}]}
    reply = cut(chunk({"content": "I begin"}), chunk(write))
    with ModelServer(reply, reply) as server, Project(server=server) as project:
        run = project.run("-p", "hello", "--mode", "auto")
        run.expect(1, "error:", out="I begin\n")
        assert project.tree() == {}
        server.script = [says("Again.")]
        project.run("-c", "-p", "go on").expect(0, out="Again.\n")
        assert {"role": "assistant", "content": "I begin"} in server.chats[-1].messages


def test_an_error_inside_the_stream():
    error = "data: " + json.dumps({"error": {"message": "out of memory on device 3", "code": 500}}) + "\n\n"
    run = fails(stream(chunk({"content": "I begin"}), error), "out of memory on device 3")
    assert run.out == "I begin\n", run


def test_endless_headers_and_bodies_are_bounded():
    fails(raw(b"HTTP/1.1 200 OK\r\n" + b"X-Padding: aaaaaaaaaaaaaaaaaaaa\r\n" * 100_000), "error")


# --- Calls that cannot be carried out ---------------------------------------------------------------


NATIVE = '[profiles.p]\ntool_calls = "native"\n'  # the second request is looked at, too


def goes_on_after(wanted, *in_result):
    with ModelServer(calls(wanted), says("I see.")) as server, Project({"a.txt": "one\n"}, server) as project:
        project.configure(NATIVE)
        before = project.tree()
        project.run("-p", "hello").expect(0, out="I see.\n")
        (result,) = server.chats[1].results
        for text in in_result:
            assert text in result, f"{text!r} is not in the result: {result}"
        assert project.tree() == before


def test_arguments_that_are_no_json():
    goes_on_after(call("read_file", '{"path": "a.tx'), "read_file", "JSON")


def test_arguments_that_are_no_object():
    goes_on_after(call("read_file", '["a.txt"]'), "read_file", "object")


def test_an_unknown_tool():
    goes_on_after(call("teleport", "{}"), "teleport", "read_file", "edit_file", "shell")


def test_a_missing_field():
    goes_on_after(call("edit_file", path="a.txt"), "edit_file", "old_string")


def test_a_field_of_the_wrong_type():
    goes_on_after(call("read_file", path={"name": "a.txt"}), "read_file", "path")


def test_several_faults_in_one_reply_get_one_result_each():
    wanted = [call("read_file", "{"), call("teleport", "{}"), call("read_file", path="a.txt"), call("read_file", path="gone.txt")]
    with ModelServer(calls(*wanted), says("I see.")) as server, Project({"a.txt": "one\n"}, server) as project:
        project.configure(NATIVE)
        project.run("-p", "hello").expect(0)
        assert len(server.chats[1].results) == 4 and "one" in server.chats[1].results[2], server.chats[1].results
