"""thoth -p for scripts: its outputs, limits, schema and tools."""

import json
import re
import signal
import subprocess

from harness import PROGRAM, Project, end, finish, processes_with, wait_until
from model_server import ModelServer, call, calls, chunk, failure, says, then_waits, usage_chunk
from terminal import Terminal

PRICED = """active = "p"
[profiles.p]
price_in = 3
price_out = 15
max_tokens = {max_tokens}
"""


def objects(run):
    return [json.loads(line) for line in run.out.splitlines()]


def result(run):
    (one,) = objects(run)
    assert one["type"] == "result", one
    return one


def expect(one, **members):
    for name, value in members.items():
        assert one.get(name) == value, f"{name} is {one.get(name)!r}, not {value!r}: {one}"


def user(text):
    return json.dumps({"type": "user", "message": {"role": "user", "content": text}}) + "\n"


# --- Outputs ----------------------------------------------------------------------------------------


def test_json_is_one_object():
    write = calls(call("write_file", path="new.txt", content="new\n"), text="I write.")
    with ModelServer(write, says("It was not written.")) as server, Project(server=server) as project:
        run = project.run("-p", "write it", "--output-format", "json")
        run.expect(3, "I write.", "no terminal to ask on")
        one = result(run)
        expect(one, subtype="success", is_error=False, num_turns=2, result="It was not written.")
        assert one["session_id"] == project.sessions()[-1].stem, one
        assert set(one["usage"]) == {"input", "cache_read", "cache_write", "output", "reasoning"}, one
        assert one["usage"]["output"] == 14 and one["usage"]["input"] > 0, one
        denied = [{"tool": "write_file", "what": "write_file new.txt", "why": "skipped"}]
        assert one["permission_denials"] == one["evidence"]["denied"] == denied, one
        assert "total_cost_usd" not in one, one


def test_evidence_tells_what_was_done():
    edit = calls(call("read_file", path="a.txt"), call("edit_file", path="a.txt", old_string="one", new_string="two"))
    with ModelServer(edit, says("Done.")) as server, Project({"a.txt": "one\n"}, server) as project:
        one = result(project.run("-p", "edit", "--mode", "accept-edits", "--output-format", "json").expect(0))
        assert one["evidence"]["files"] == [{"path": "a.txt", "how": "changed"}], one


def test_stream_json_tells_each_step():
    look = calls(call("read_file", identity="c1", path="a.txt"), text="I look.")
    with ModelServer(look, says("One.")) as server, Project({"a.txt": "one\n"}, server) as project:
        run = project.run("-p", "look", "--output-format", "stream-json").expect(0)
        init, first, results, second, last = objects(run)
        expect(init, type="system", subtype="init", model="scripted", cwd=str(project.path), mode="manual")
        assert "read_file" in init["tools"] and init["session_id"] == last["session_id"], init
        assert first["message"]["content"] == [{"type": "text", "text": "I look."},
                                               {"type": "tool_use", "id": "c1", "name": "read_file", "input": {"path": "a.txt"}}], first
        (part,) = results["message"]["content"]
        assert part["tool_use_id"] == "c1" and "one" in part["content"] and not part["is_error"], results
        assert second["message"]["content"] == [{"type": "text", "text": "One."}], second
        expect(last, type="result", result="One.")


def test_partial_messages():
    with ModelServer(says("Hello.")) as server, Project(server=server) as project:
        run = project.run("-p", "hi", "--output-format", "stream-json", "--include-partial-messages").expect(0)
        pieces = [o["event"]["delta"]["text"] for o in objects(run) if o["type"] == "stream_event"]
        assert "".join(pieces) == "Hello.", pieces


def test_hostile_text_is_valid_json():
    text = "\x1b[31m\u202e \"\\ \u2028 \U0001f600 \x00"
    with ModelServer(says(text)) as server, Project(server=server) as project:
        run = project.run("-p", "hi", "--output-format", "json").expect(0)
        assert "\x1b" not in run.out and "\U0001f600" in result(run)["result"], run


def test_failures_give_a_result_too():
    with ModelServer(failure(400, "no such thing")) as server, Project(server=server) as project:
        run = project.run("-p", "hi", "--output-format", "json").expect(1, "no such thing")
        expect(result(run), subtype="error_during_execution", is_error=True)
        assert "no such thing" in result(run)["error"], run
        server.stop()
        project.configure("active = \"p\"\n[profiles.p]\nretries = 0\n")
        run = project.run("-p", "hi", "--output-format", "json").expect(1)
        expect(result(run), subtype="error_during_execution", is_error=True)


def test_a_signal_gives_a_result():
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        with ModelServer(then_waits(chunk({"content": "Half"}))) as server, Project(server=server) as project:
            process = project.start("-p", "talk", "--output-format", "json")
            server.wait_for_chats(1)
            process.send_signal(number)
            run = finish(process).expect(code)
            expect(result(run), subtype="interrupted", is_error=True)
            assert project.records("user"), "the session was not saved"


def test_term_ends_the_children():
    command = calls(call("shell", command="sleep 61.1735"))
    with ModelServer(command) as server, Project(server=server) as project:
        process = project.start("-p", "wait", "--mode", "auto", "--output-format", "json")
        wait_until(lambda: processes_with("61.1735"), "the command runs")
        process.send_signal(signal.SIGTERM)
        run = finish(process).expect(143)
        expect(result(run), subtype="interrupted")
        wait_until(lambda: not processes_with("61.1735"), "the command is gone")
        assert project.records("result"), "its result was not saved"


def test_a_reader_that_leaves_is_no_noise():
    with ModelServer(says(" ".join(map(str, range(20_000))))) as server, Project(server=server) as project:
        pipe = '"$0" -p talk --output-format stream-json --include-partial-messages | head -c 1'
        process = subprocess.run(["sh", "-c", pipe, PROGRAM], cwd=project.path, env=project.env,
                                 stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
        assert process.stdout == b"{" and process.returncode == 0, process
        assert b"rror" not in process.stderr and b"roken" not in process.stderr, process.stderr


def test_timeout_holds_for_a_reader_that_stalls():
    long_text = " ".join(map(str, range(60_000)))
    for form in ("text", "json", "stream-json"):
        with ModelServer(says(long_text)) as server, Project(server=server) as project:
            process = project.start("-p", "talk", "--output-format", form, "--timeout", "1")
            wait_until(lambda: process.poll() is not None, "the run ends though nobody reads", 8)
            run = finish(process)
            assert run.code == 53, run
            assert len(run.out) < len(long_text), run


def test_a_conversation_without_a_prompt_is_wrong_usage():
    flags = ("--input-format", "stream-json", "--output-format", "json")
    with ModelServer() as server, Project(server=server) as project:
        for text in ("", "\n \r\n"):
            run = project.run(*flags, stdin=text).expect(2, "there was no prompt on standard input")
            expect(result(run), subtype="error_usage", is_error=True)
        with open("/dev/null", "wb") as not_readable:
            run = finish(project.start(*flags, stdin=not_readable)).expect(2, "cannot read standard input")
            expect(result(run), subtype="error_usage")


def test_prompts_as_json_come_from_no_terminal():
    with ModelServer() as server, Project(server=server) as project:
        with Terminal(project, "--input-format", "stream-json", "--output-format", "json") as terminal:
            assert terminal.finish() == 2, terminal.screen
            assert "reads no terminal" in terminal.screen, terminal.screen


def test_a_schema_without_end_is_wrong_usage():
    with ModelServer() as server, Project(server=server) as project:
        project.run("-p", "hi", "--json-schema", '{"anyOf":[{"$ref":"#"}]}').expect(2, "refers to itself", out="")


def test_wrong_usage():
    cases = {("--output-format", "yaml"): "yaml", ("--input-format", "xml"): "xml", ("--include-partial-messages",): "stream-json",
             ("--timeout", "0"): "--timeout", ("--timeout", "soon"): "--timeout", ("--max-budget-usd", "x"): "--max-budget-usd",
             ("--json-schema", "gone.json"): "gone.json", ("--json-schema", '{"contains":{}}'): "#/contains",
             ("--allowed-tools", "reed_file"): "read_file", ("--disallowed-tools", "grep(x)"): "grep",
             ("--input-format", "stream-json"): "standard input only"}
    with ModelServer() as server, Project(server=server) as project:
        for arguments, named in cases.items():
            run = project.run("-p", "x", *arguments).expect(2, named, out="")
            assert len(run.err.splitlines()) <= 3, run
        project.run("hi", "--output-format", "json").expect(2, "needs -p", out="")
        assert not server.requests


# --- Prompts from a pipe ------------------------------------------------------------------------------

PIPE = ("--input-format", "stream-json", "--output-format", "stream-json")


def test_a_conversation_over_pipes():
    with ModelServer(says("One."), says("Two.")) as server, Project(server=server) as project:
        process = project.start("-p", *PIPE, stdin=subprocess.PIPE)
        process.stdin.write(user("first").encode())
        process.stdin.flush()
        lines = []
        while not lines or lines[-1]["type"] != "result":
            lines.append(json.loads(process.stdout.readline()))
        expect(lines[-1], result="One.", num_turns=1)
        parts = {"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": "second"}]}}
        run = finish(process, json.dumps(parts) + "\n").expect(0)
        expect(objects(run)[-1], result="Two.", num_turns=1, session_id=lines[-1]["session_id"])
        assert [m["content"] for m in server.chats[1].messages[1:]] == ["first", "One.", "second"]


def test_a_bad_line_is_usage_and_nothing_is_half_done():
    for bad in ("{}", "no json", '{"type":"user","message":{"role":"user","content":""}}', user("x")[:-3]):
        with ModelServer(says("One.")) as server, Project(server=server) as project:
            run = project.run("-p", *PIPE, stdin=user("first") + bad + "\n" + user("third"))
            run.expect(2, "line 2 of standard input")
            first, second = (o for o in objects(run) if o["type"] == "result")
            expect(first, subtype="success", result="One.")
            expect(second, subtype="error_usage", is_error=True, num_turns=0)
            assert len(server.chats) == 1


# --- A schema -------------------------------------------------------------------------------------------

SCHEMA = '{"type":"object","properties":{"line":{"type":"integer"}},"required":["line"],"additionalProperties":false}'


def test_schema_output_is_the_value():
    for arguments in ((), ("--output-format", "json")):
        with ModelServer(says('```json\n{"line": 3}\n```')) as server, Project(server=server) as project:
            run = project.run("-p", "where?", "--json-schema", SCHEMA, *arguments).expect(0)
            if arguments:
                expect(result(run), subtype="success", structured_output={"line": 3})
            else:
                assert run.out == '{"line":3}\n', run
            assert SCHEMA in server.chats[0].messages[0]["content"]


def test_schema_repair_tells_path_and_reason():
    with ModelServer(says("It is 3."), says('{"line":"3"}'), says('{"line":3}')) as server, Project({"s.json": SCHEMA}, server) as project:
        run = project.run("-p", "where?", "--json-schema", "s.json", "--output-format", "json").expect(0, "(2 of 2)")
        expect(result(run), structured_output={"line": 3}, num_turns=3)
        assert "$: is no JSON" in server.chats[1].messages[-1]["content"]
        assert "$.line: is a string, not an integer" in server.chats[2].messages[-1]["content"]


def test_schema_that_is_never_met():
    for arguments in ((), ("--output-format", "json")):
        with ModelServer(*[says('{"line":"3"}')] * 3) as server, Project(server=server) as project:
            run = project.run("-p", "where?", "--json-schema", SCHEMA, *arguments).expect(1, "$.line: is a string, not an integer")
            if arguments:
                expect(result(run), subtype="error_schema", is_error=True, result='{"line":"3"}', structured_output=None)
            else:
                assert run.out == "", run
            assert len(server.chats) == 3


# --- Limits ---------------------------------------------------------------------------------------------


def test_max_turns_is_a_result():
    look = calls(call("read_file", path="a.txt"))
    with ModelServer(look) as server, Project({"a.txt": "one\n"}, server) as project:
        run = project.run("-p", "look", "--max-turns", "1", "--output-format", "json").expect(53)
        expect(result(run), subtype="error_max_turns", is_error=True, num_turns=1)


def test_timeout_ends_a_server_that_stalls():
    with ModelServer(then_waits(chunk({"content": "Half"}))) as server, Project(server=server) as project:
        run = project.run("-p", "talk", "--timeout", "0.5", "--output-format", "json").expect(53, "--timeout")
        expect(result(run), subtype="error_timeout", is_error=True)
        assert run.seconds < 5 and result(run)["duration_ms"] >= 500, run
        assert server.left.wait(5)


def test_timeout_ends_children():
    command = calls(call("shell", command="sleep 61.2846"))
    with ModelServer(command) as server, Project(server=server) as project:
        run = project.run("-p", "wait", "--mode", "auto", "--timeout", "1.5", "--output-format", "json").expect(53)
        expect(result(run), subtype="error_timeout")
        wait_until(lambda: not processes_with("61.2846"), "the command is gone")


def test_timeout_while_a_line_is_waited_for():
    with ModelServer() as server, Project(server=server) as project:
        process = project.start("-p", *PIPE, "--timeout", "0.5", stdin=subprocess.PIPE)
        process.wait(10)
        assert process.returncode == 53, process.returncode
        end(process)


def test_budget_is_kept_before_the_request_leaves():
    with ModelServer() as server, Project(server=server) as project:
        project.configure(PRICED.format(max_tokens=1000))
        run = project.run("-p", "hi", "--max-budget-usd", "0.01", "--output-format", "json").expect(53, "the next call may cost up to")
        expect(result(run), subtype="error_budget", is_error=True, num_turns=0)
        assert not server.chats


def test_budget_lets_through_what_fits():
    look = calls(call("read_file", path="a.txt"))
    with ModelServer(look, says("One.")) as server, Project({"a.txt": "one\n"}, server) as project:
        project.configure(PRICED.format(max_tokens=100))
        run = project.run("-p", "hi", "--max-budget-usd", "5", "--output-format", "json").expect(0)
        assert 0 < result(run)["total_cost_usd"] < 0.2, run


def test_budget_counts_what_was_spent():
    def dear(exchange):
        exchange.head()
        arguments = {"arguments": '{"path":"a.txt"}', "name": "read_file"}
        exchange.send(chunk({"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": arguments}]}))
        exchange.send(chunk({}, "tool_calls") + usage_chunk(300_000) + "data: [DONE]\n\n")
    with ModelServer(dear) as server, Project({"a.txt": "one\n"}, server) as project:
        project.configure(PRICED.format(max_tokens=100) + "context_window = 1000000\n")
        run = project.run("-p", "hi", "--max-budget-usd", "1", "--output-format", "json").expect(53)
        one = result(run)
        expect(one, subtype="error_budget", num_turns=1)
        assert 0.9 < one["total_cost_usd"] < 1, one


def test_budget_without_prices_is_usage():
    with ModelServer() as server, Project(server=server) as project:
        project.run("-p", "hi", "--max-budget-usd", "1").expect(2, "price_in and price_out", out="")
        project.configure("active = \"p\"\n[profiles.p]\nprice_in = 3\nprice_out = 15\n")
        project.run("-p", "hi", "--max-budget-usd", "1").expect(2, "max_tokens or context_window", out="")
        assert not server.chats


# --- Tools ----------------------------------------------------------------------------------------------


def offered(server):
    return [tool["function"]["name"] for tool in server.chats[0].json.get("tools", [])]


def test_only_allowed_tools_are_offered():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        project.run("-p", "hi", "--allowed-tools", "read_file, grep glob", "--disallowedTools", "glob").expect(0)
        assert offered(server) == ["read_file", "grep"]


def test_an_unknown_tool_lists_those_there_are():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        run = project.run("-p", "hi", "--allowedTools", "frobnicate").expect(2, "frobnicate")
        project.run("-p", "hi").expect(0)
        assert set(re.findall(r"\w+", run.err.split("the tools are")[1])) == set(offered(server)), run


def test_allowed_tools_need_no_question_inside_the_project():
    def writes(*paths):
        return calls(*[call("write_file", path=path, content="x\n") for path in paths])
    with ModelServer(writes("a.txt", ".env", "../out.txt", ".git/hooks/pre-commit"), says("Done.")) as server, Project(server=server) as project:
        run = project.run("-p", "write", "--allowed-tools", "write_file", "--output-format", "json").expect(3)
        assert sorted(project.tree()) == ["a.txt"], project.tree()
        assert not (project.base / "out.txt").exists()
        assert len(result(run)["permission_denials"]) == 3, run


def test_allowed_commands():
    def run_all(*commands):
        return calls(*[call("shell", command=command) for command in commands])
    with ModelServer(run_all("touch a.txt", "touch b.txt; touch c.txt", "rm a.txt"), says("Done.")) as server, Project(server=server) as project:
        run = project.run("-p", "go", "--allowed-tools", "shell(touch [ab].txt),shell(touch ?.txt)", "--output-format", "json")
        assert run.code == 3, run
        denials = result(run)["permission_denials"]
        assert any(d["what"] == "rm a.txt" for d in denials), denials


def test_disallowed_commands():
    with ModelServer(calls(call("shell", command="touch a.txt")), says("No.")) as server, Project(server=server) as project:
        run = project.run("-p", "go", "--mode", "auto", "--disallowed-tools", "shell(touch *)", "--output-format", "json").expect(3)
        assert not project.tree() and result(run)["permission_denials"][0]["why"] == "refused", run


# --- Everything else ------------------------------------------------------------------------------------


def test_append_system_prompt_and_no_session():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        run = project.run("-p", "hi", "--append-system-prompt", "Speak Latin.", "--no-session", "--output-format", "json").expect(0)
        assert server.chats[0].messages[0]["content"].rstrip().endswith("Speak Latin.")
        expect(result(run), session_id=None)
        assert not list(project.state.rglob("*.jsonl"))


def test_require_check():
    files = {"Makefile": "test:\n\t@grep -q two a.c\n", "a.c": "one\n"}

    def edit(new):
        return calls(call("read_file", path="a.c"), call("edit_file", path="a.c", old_string="one", new_string=new))
    check = calls(call("shell", command="make test"))
    flags = ("--mode", "auto", "--require-check", "--output-format", "json")
    with ModelServer(edit("two"), check, says("Done.")) as server, Project(files, server) as project:
        expect(result(project.run("-p", "edit", *flags).expect(0)), subtype="success")
    with ModelServer(edit("three"), check, says("Done.")) as server, Project(files, server) as project:
        expect(result(project.run("-p", "edit", *flags).expect(4)), subtype="error_check", is_error=True)
    with ModelServer(edit("two"), says("Done."), says("I trust it.")) as server, Project(files, server) as project:
        expect(result(project.run("-p", "edit", *flags).expect(4)), subtype="error_check")
    with ModelServer(says("Nothing to do.")) as server, Project(files, server) as project:
        project.run("-p", "edit", *flags).expect(0)


def test_a_question_of_the_model_and_a_plan_are_no_questions():
    ask = calls(call("ask_user", question="Which?", options=["this", "that"]))
    with ModelServer(ask, says("I take this.")) as server, Project(server=server) as project:
        project.run("-p", "choose").expect(0, "Which?", "not answered", out="I take this.\n")
    with ModelServer(says("The plan.")) as server, Project(server=server) as project:
        run = project.run("-p", "plan it", "--mode", "plan").expect(0, out="The plan.\n")
        assert "Carry this plan out" not in run.err, run
