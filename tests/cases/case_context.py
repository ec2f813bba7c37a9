"""A conversation that fills the window of the model: what is sent then, and what the user sees of it."""

from harness import Project
from model_server import ModelServer, call, calls, failure, says

LONG = "".join(f"line {number} of a file that is long\n" for number in range(1, 400))
OVERFLOW = "request (9105 tokens) exceeds the available context size (8192 tokens), try increasing it"


def read(name, **more):
    return calls(call("read_file", path=name, **more))


def test_a_full_conversation_is_shortened_and_the_work_goes_on():
    """L02, L03, B52"""
    script = [read("a.txt"), read("b.txt"), read("a.txt", offset=300), read("b.txt", offset=300), says("Goal: x. Found: both files are long."), says("Done.")]
    with ModelServer(*script, says("Again.")) as server, Project({"a.txt": LONG, "b.txt": LONG, "AGENTS.md": "Use tabs.\n"},
                                                                server) as project:
        project.env["THOTH_CONTEXT_WINDOW"] = "10000"
        run = project.run("-p", "Compare the files. Never touch vendor/.").expect(0, "the conversation was shortened from about")
        assert run.out == "Done.\n", run
        summary, after = server.chats[4].messages, server.chats[5].messages
        assert summary[:len(server.chats[3].messages)] == server.chats[3].messages, "the prefix stays"
        assert "Write the summary now" in summary[-1]["content"]
        assert [message["role"] for message in after] == ["system", "user", "assistant", "tool"], after
        assert "1. Compare the files. Never touch vendor/." in after[1]["content"]
        assert "Found: both files are long." in after[1]["content"]
        assert "Use tabs." in after[0]["content"]
        project.run("-c", "-p", "go on").expect(0)
        assert server.chats[6].messages[1:4] == after[1:4], "a session that goes on has the same conversation"


def test_a_request_that_is_too_long_for_the_server_is_shortened_once():
    """B54"""
    too_long = failure(400, OVERFLOW, type="exceed_context_size_error", n_prompt_tokens=9105, n_ctx=8192)
    with ModelServer(read("a.txt"), too_long, says("The summary."), says("Done.")) as server, \
            Project({"a.txt": LONG}, server) as project:
        run = project.run("-p", "Read it.").expect(0)
        assert run.out == "Done.\n", run
        assert len(server.chats) == 4
        assert len(server.chats[3].body) < len(server.chats[1].body)


def test_one_that_stays_too_long_ends_with_the_reason():
    """B54"""
    too_long = failure(400, OVERFLOW, type="exceed_context_size_error", n_prompt_tokens=9105, n_ctx=8192)
    with ModelServer(read("a.txt"), too_long, says("The summary."), too_long, too_long) as server, \
            Project({"a.txt": LONG}, server) as project:
        project.run("-p", "Read it.").expect(1, "the model's window (8192 tokens) is too small for this: the system prompt takes about")
        assert len(server.chats) == 5


def test_compact_and_context_at_the_prompt():
    with ModelServer(read("a.txt"), says("It is long."), says("The summary."), says("Yes.")) as server, \
            Project({"a.txt": LONG}, server) as project:
        project.env["THOTH_CONTEXT_WINDOW"] = "32768"
        script = "/compact\nread it\n/context\n/compact the length\n/context\nis it?\n"
        run = project.run("--plain", stdin=script).expect(0)
        assert "there is nothing to shorten in this conversation" in run.out, run
        before, after = run.out.split("the conversation was shortened from about")
        assert "results of read_file" in before and "results of read_file" not in after, run
        assert "the model's window: 32768 tokens" in before
        assert "kept above all: the length" in server.chats[2].messages[-1]["content"]
        messages = server.chats[3].messages
        assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"], messages
        assert "The summary." in messages[1]["content"] and messages[2]["content"] == "It is long."
