"""What every request costs before the user has said a word: system prompt and tools."""

import json
import re

from harness import Project
from model_server import ModelServer, says

BYTES_A_TOKEN = 4  # an estimate, on the safe side for English and JSON


def fixed_texts(model, *options):
    """The system prompt, less instructions, memory and the list of files, and all tools but `problems`."""
    files = {"Cargo.toml": "", "package.json": "", ".git/HEAD": "ref: refs/heads/main\n"}
    with ModelServer(says("Fine.")) as server, Project(files, server=server) as project:
        project.run("-p", "hello", "-m", model, *options).expect(0)
        (chat,) = server.chats
        system = re.sub(r"(?s)(top level of the project:\n).*(?=git branch when)", r"\1", chat.messages[0]["content"])
        assert "Examples of good work" in system or "examples" not in model, system
        tools = [tool for tool in chat.json["tools"] if tool["function"]["name"] != "problems"]
        for tool in tools:
            assert len(tool["function"]["description"]) > 10, f"{tool['function']['name']} says nothing of itself"
        return system, json.dumps(tools, separators=(",", ":"))


def fixed_cost(count):
    """What each kind of session costs, in tokens as count(text) has them."""
    notes = []
    for name, model, options, most in (("with examples", "some-examples", (), 3500),
                                       ("without", "claude-x", (), 2500),
                                       ("in a window of 8192", "small", ("--context-window", "8192"), 2500)):
        system, tools = map(count, fixed_texts(model, *options))
        notes.append(f"{name} {system} + {tools} = {system + tools} of {most}")
        assert system + tools <= most, notes
    return "system prompt + tools: " + "; ".join(notes)


def test_the_fixed_cost_of_a_request_is_bounded():
    return "tokens, estimated as bytes / 4: " + fixed_cost(lambda text: len(text.encode()) // BYTES_A_TOKEN)
