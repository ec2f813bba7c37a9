"""Ollama is spoken to in its own protocol, since only that takes the size of the window."""

from harness import Project
from model_server import ModelServer, call, calls, says, whole


def test_a_v1_address_of_ollama_is_spoken_to_natively():
    with ModelServer(says("Hello."), kind="ollama") as server, Project() as project:
        run = project.run("-p", "hello", "--base-url", server.url + "/v1", "-m", "scripted").expect(0, out="Hello.\n")
        assert [request.path for request in server.chats] == ["/api/chat"], run


def test_its_address_without_v1_is_spoken_to_natively():
    with ModelServer(says("Hello."), kind="ollama") as server, Project() as project:
        project.run("-p", "hello", "--base-url", f"http://127.0.0.1:{server.port}", "-m", "scripted").expect(0, out="Hello.\n")
        assert [(one.path, one.json["options"]["num_ctx"]) for one in server.chats] == [("/api/chat", 32768)]


def test_every_request_has_the_same_window():
    look = calls(call("read_file", path="a.txt"))
    with ModelServer(look, says("It says one."), says("More."), kind="ollama") as server, Project({"a.txt": "one\n"}, server) as project:
        given = ("--base-url", server.url + "/v1", "--context-window", "16384")
        project.run("-p", "look", *given).expect(0, out="It says one.\n")
        project.run("-c", "-p", "more", *given).expect(0, out="More.\n")
        assert [request.json["options"]["num_ctx"] for request in server.chats] == [16384] * 3
    with ModelServer(look, says("It says one."), kind="ollama") as server, Project({"a.txt": "one\n"}, server) as project:
        project.run("-p", "look", "--base-url", server.url + "/v1").expect(0)
        windows = {request.json["options"]["num_ctx"] for request in server.chats}
        assert len(windows) == 1 and windows.pop() >= 8192


def test_tools_go_round():
    two = calls(call("read_file", path="a.txt"), call("read_file", path="b.txt"), text="I look.")
    with ModelServer(two, says("One and two."), kind="ollama") as server, Project({"a.txt": "one\n", "b.txt": "two\n"}, server) as project:
        project.run("-p", "look", "--base-url", server.url + "/v1").expect(0, "I look.", out="One and two.\n")
        assistant, first, second = server.chats[1].messages[-3:]
        assert [one["function"]["arguments"] for one in assistant["tool_calls"]] == [{"path": "a.txt"}, {"path": "b.txt"}]
        assert (first["tool_name"], "one" in first["content"], "two" in second["content"]) == ("read_file", True, True)


def test_ollama_host_is_found_and_named():
    for form in ("127.0.0.1:{}", "http://127.0.0.1:{}"):
        with ModelServer(says("Hello."), kind="ollama", models=("only-one",)) as server, Project() as project:
            run = project.run("-p", "hello", env={"OLLAMA_HOST": form.format(server.port)})
            run.expect(0, f"http://127.0.0.1:{server.port}", out="Hello.\n")
            assert server.chats[0].json["model"] == "only-one"


def test_a_model_that_is_not_there_is_told_how_to_fetch():
    with ModelServer(whole({"error": "model 'gone' not found"}, 404), kind="ollama") as server, Project() as project:
        project.run("-p", "hello", "--base-url", server.url, "--api", "ollama", "-m", "gone").expect(1, "ollama pull gone", out="")


def test_an_llama_server_is_spoken_to_as_openai():
    with ModelServer(says("Hello.")) as server, Project(server=server) as project:
        project.run("-p", "hello").expect(0, out="Hello.\n")
        assert [request.path for request in server.chats] == ["/v1/chat/completions"]
