"""Tool calls as servers of small models send them: as text, broken, or held to a form."""

import json

from harness import Project
from model_server import ModelServer, call, calls, says

TEXT_CALL = 'I look.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>'


def status(code, body):
    return lambda exchange: exchange.whole(body, code)


def test_a_call_in_the_text_runs_and_goes_back_as_a_structured_one():
    with ModelServer(says(TEXT_CALL), says("It says one.")) as server, Project({"a.txt": "one\n"}, server) as project:
        run = project.run("-p", "go").expect(0, "own parser seems to be off")
        assert "tool_call" not in run.out and "It says one." in run.out, run
        assistant = server.chats[-1].messages[-2]
        assert assistant["tool_calls"][0]["function"]["name"] == "read_file", assistant
        assert json.loads(assistant["tool_calls"][0]["function"]["arguments"]) == {"path": "a.txt"}, assistant
        assert server.chats[-1].results == ["     1\tone\n"]
        assert [record["calls"][0]["origin"] for record in project.records("assistant") if record.get("calls")] == ["text"]


def test_an_example_is_shown_and_never_run():
    example = TEXT_CALL + "\nThat is how a call looks."
    with ModelServer(says(example)) as server, Project({"a.txt": "one\n"}, server) as project:
        run = project.run("-p", "go").expect(0, "more text follows it")
        assert "<tool_call>" in run.out, run
        assert len(server.chats) == 1


def test_a_call_that_the_server_cannot_read_is_made_again_under_a_schema():
    broken = status(500, {"error": "error parsing tool call: raw='{\"path\":]', err=invalid character"})
    guided = says('{"tool": "read_file", "arguments": {"path": "a.txt"}}')
    with ModelServer(broken, guided, says('{"say": "It says one."}')) as server, Project({"a.txt": "one\n"}, server) as project:
        run = project.run("-p", "go").expect(0, "the server is asked to hold it to the form of calls")
        assert run.out.strip() == "It says one.", run
        first, second, third = (request.json for request in server.chats)
        assert "tools" in first and "response_format" not in first
        assert "tools" not in second and second["response_format"]["type"] == "json_schema"
        assert second["messages"][0] == third["messages"][0], "the beginning of the prompt changed"
        assert "one" in third["messages"][-1]["content"], third["messages"][-1]


def test_a_reply_that_a_server_did_not_hold_to_the_form_is_no_answer():
    fenced = says('```json\n{"tool": "shell", "arguments": {"command": "touch RAN"}}\n```')
    with ModelServer(fenced, says('{"say": "Done."}')) as server, Project(server=server) as project:
        project.configure('[profiles.p]\ntool_calls = "guided"\n')
        run = project.run("--mode", "auto", "-p", "go").expect(0)
        assert run.out.strip() == "Done.", run
        assert "could not be read, and nothing was run" in server.chats[-1].messages[-1]["content"], server.chats[-1].messages
        assert not (project.path / "RAN").exists()


def test_three_calls_that_nobody_can_read_end_the_request():
    cut = calls(call("read_file", '{"path": "a.tx'))
    with ModelServer(cut, cut, cut, says("never asked")) as server, Project(server=server) as project:
        project.configure('[profiles.p]\ntool_calls = "native"\n')
        run = project.run("-p", "go")
        assert run.code != 0 and "3 calls in a row that cannot be read" in run.err, run
        assert len(server.chats) == 3
