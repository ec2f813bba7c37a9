"""Anthropic's messages API, with a server as strict as the real one."""

from anthropic_wire import marks_in, stream, thinking
from harness import Project
from model_server import ModelServer, call, calls, says, whole

OPUS = ("-m", "claude-opus-4-6")


def thinks(thoughts, *wanted, text="", stop=None):
    """A reply with thinking before it, which the server wants back."""
    def reply(exchange):
        body, ids = stream(text, wanted, len(exchange.server.chats), thoughts, stop)
        exchange.server.thoughts_of |= {one: thoughts for one in ids}
        exchange.head()
        exchange.send(body)
    return reply


def project_for(server, files=None):
    project = Project(files)
    project.env |= {"THOTH_API_KEY": "the-key"}
    project.configure(f'[profiles.a]\napi = "anthropic"\nbase_url = "{server.url}"\nmodel = "claude-opus-4-6"\n')
    return project


def test_tools_go_round_with_thinking_and_cache_marks():  # X07 F15
    thoughts = (thinking("I should read both.", "c2lnbmF0dXJl"), {"type": "redacted_thinking", "data": "ZGF0YQ=="})
    look = thinks(thoughts, call("read_file", path="a.txt"), call("read_file", path="é.txt"), text="I look.")
    with ModelServer(look, says("One and two."), says("More."), kind="anthropic") as server, \
            project_for(server, {"a.txt": "one\n", "é.txt": "two\n"}) as project:
        run = project.run("-p", "look", "--think", "on").expect(0, "I look.", out="One and two.\n")
        project.run("-c", "-p", "more", "--think", "on").expect(0, out="More.\n")
        first, second, third = (request.json for request in server.chats)
        assert [request.path for request in server.chats] == ["/v1/messages"] * 3, run
        assert all(request.headers["x-api-key"] == "the-key" for request in server.chats)
        assert not any("authorization" in request.headers for request in server.chats)
        assert (first["max_tokens"], first["thinking"]) == (8192, {"type": "adaptive"})
        assistant, results = second["messages"][1:]
        assert [one["type"] for one in assistant["content"]] == ["thinking", "redacted_thinking", "text", "tool_use", "tool_use"]
        assert ["one" in results["content"][0]["content"], "two" in results["content"][1]["content"]] == [True, True]
        assert marks_in(first) == ["system", (0, 0)]
        assert marks_in(second) == ["system", (0, 0), (2, 1)]  # the mark of the request before is kept
        assert marks_in(third) == ["system", (2, 1), (4, 0)]
        assert third["messages"][1] == assistant  # also from the session file
        (record, _, _) = project.records("assistant")
        assert record["usage"] == {"input": 10_000, "cache_read": 3, "cache_write": 20, "output": 7, "reasoning": 0}


def test_a_request_begins_with_the_one_before():  # B115
    def without_marks(request):
        return request.body.replace(b',"cache_control":{"type":"ephemeral"}', b"")[:-len(b"]}")]
    look = [calls(call("read_file", path="a.txt", offset=at)) for at in range(1, 4)]
    with ModelServer(*look, says("Done."), kind="anthropic") as server, project_for(server, {"a.txt": "1\n2\n3\n"}) as project:
        project.run("-p", "look").expect(0, out="Done.\n")
        bodies = [without_marks(request) for request in server.chats]
        for before, after in zip(bodies, bodies[1:]):
            assert after.startswith(before)


def test_many_calls_at_once_stay_within_four_marks():
    many = calls(*(call("read_file", path=f"{n}.txt") for n in range(15)))
    with ModelServer(many, says("Done."), kind="anthropic") as server, \
            project_for(server, {f"{n}.txt": f"{n}\n" for n in range(15)}) as project:
        project.run("-p", "look").expect(0, out="Done.\n")
        assert len(marks_in(server.chats[1].json)) == 4


def test_another_model_gets_no_foreign_thinking():  # F15
    look = thinks((thinking("Hm.", "c2ln"),), call("read_file", path="a.txt"))
    with ModelServer(look, says("One."), says("More."), kind="anthropic") as server, \
            project_for(server, {"a.txt": "one\n"}) as project:
        project.run("-p", "look", "--effort", "high").expect(0, out="One.\n")
        server.thoughts_of.clear()  # the other one wants nothing of it
        project.run("-c", "-p", "more", "-m", "claude-sonnet-4-5", "--effort", "high").expect(0, out="More.\n")
        first, _, third = (request.json for request in server.chats)
        assert (first["thinking"], first["output_config"]) == ({"type": "adaptive"}, {"effort": "high"})
        assert third["thinking"] == {"type": "enabled", "budget_tokens": 16384}
        assert [one["type"] for one in third["messages"][1]["content"]] == ["tool_use"]


def test_while_the_model_does_not_think_its_earlier_thinking_stays_here():  # F15
    look = thinks((thinking("Hm.", "c2ln"),), call("read_file", path="a.txt"))
    with ModelServer(look, says("One."), says("More."), says("Again."), kind="anthropic") as server, \
            project_for(server, {"a.txt": "one\n"}) as project:
        project.run("-p", "look", "--think", "on").expect(0, out="One.\n")
        project.run("-c", "-p", "more").expect(0, out="More.\n")
        project.run("-c", "-p", "again", "--think", "on").expect(0, out="Again.\n")
        first_blocks = [request.json["messages"][1]["content"][0]["type"] for request in server.chats[1:]]
        assert first_blocks == ["thinking", "tool_use", "thinking"]


def test_a_session_of_another_server_goes_on():
    with ModelServer(calls(call("read_file", identity="call|a.1", path="a.txt")), says("One.")) as openai, \
            ModelServer(says("More."), kind="anthropic") as server, Project({"a.txt": "one\n"}, openai) as project:
        project.run("-p", "look").expect(0, out="One.\n")
        project.run("-c", "-p", "more", "--base-url", server.url, "--api", "anthropic", *OPUS).expect(0, out="More.\n")
        blocks = [one["type"] for message in server.chats[0].json["messages"] for one in message["content"]]
        assert blocks == ["text", "tool_use", "tool_result", "text", "text"]


def test_a_cut_call_is_not_run_and_the_session_goes_on():
    cut = thinks((thinking("Hm.", "c2ln"),), call("write_file", arguments='{"path":"x","content":"a'), text="I write.",
                 stop="max_tokens")
    with ModelServer(cut, cut, cut, says("Well."), kind="anthropic") as server, project_for(server) as project:
        project.run("-p", "write", "--mode", "auto").expect(1, "3 replies in a row were cut off at the token limit")
        assert not (project.path / "x").exists()
        project.run("-c", "-p", "go on").expect(0, out="Well.\n")


def test_a_refusal_of_the_key_does_not_repeat_it():
    refusal = {"type": "error", "error": {"type": "authentication_error", "message": "invalid x-api-key the-key"}}
    with ModelServer(whole(refusal, 401), kind="anthropic") as server, project_for(server) as project:
        run = project.run("-p", "hello").expect(1, "invalid x-api-key ***", "THOTH_API_KEY", out="")
        assert "the-key" not in run.err


def test_the_only_model_is_taken_and_a_recording_plays():
    with ModelServer(says("Hello."), kind="anthropic", models=("only",)) as server, Project() as project:
        project.run("-p", "hello", "--base-url", server.url, "--api", "anthropic", "--record", "r").expect(0, out="Hello.\n")
        assert server.chats[0].json["model"] == "only"
        server.stop()
        project.run("-p", "hello", "--replay", "r").expect(0, out="Hello.\n")
