"""What files, commands and models write must not make a request that servers refuse."""

from harness import Project
from model_server import ModelServer, call, calls, says

ODD = "nul \0 here, half a pair \ud83d there\n".encode("utf-8", "surrogatepass")


def test_odd_bytes_of_files_and_commands_make_no_request_that_servers_refuse():
    with ModelServer(calls(call("read_file", path="odd.txt"), call("shell", command="printf 'a\\0b\\355\\240\\275c'")),
                     calls(call("grep", arguments='{"pattern": "half \\ud83d \\u0000"}')), says("Done.")) as server, \
            Project({"odd.txt": ODD}, server) as project:
        project.run("-p", "look at it", "--mode", "auto", "--sandbox", "off").expect(0)
        assert len(server.chats) == 3


def test_a_prompt_with_odd_bytes_is_sent_as_text():
    with ModelServer(says("Done.")) as server, Project(server=server) as project:
        project.run("-p", "-", stdin="nul \0 here").expect(0)
        assert "nul" in server.chats[0].messages[-1]["content"]
