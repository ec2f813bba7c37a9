"""What every request costs before the user has said a word: system prompt and tools."""

import json
import re

from harness import Project
from model_server import ModelServer, says

BYTES_A_TOKEN = 4  # an estimate, on the safe side for English and JSON


def fixed_cost(model, *options):
    """Estimated tokens of the system prompt, less instructions, memory and the list of files, and of all tools."""
    files = {"Cargo.toml": "", "package.json": "", ".git/HEAD": "ref: refs/heads/main\n"}
    with ModelServer(says("Fine.")) as server, Project(files, server=server) as project:
        project.run("-p", "hello", "-m", model, *options).expect(0)
        (chat,) = server.chats
        system = re.sub(r"(?s)(top level of the project:\n).*(?=git branch when)", r"\1", chat.messages[0]["content"])
        assert "Examples of good work" in system or "examples" not in model, system
        tools = [tool for tool in chat.json["tools"] if tool["function"]["name"] != "problems"]
        return len(system.encode()) // BYTES_A_TOKEN, len(json.dumps(tools, separators=(",", ":"))) // BYTES_A_TOKEN


def test_the_fixed_cost_of_a_request_is_bounded():
    notes = []
    for name, model, options, most in (("with examples", "some-examples", (), 3500),
                                       ("without", "claude-x", (), 2500),
                                       ("in a window of 8192", "small", ("--context-window", "8192"), 2500)):
        system, tools = fixed_cost(model, *options)
        notes.append(f"{name} {system} + {tools} = {system + tools} of {most}")
        assert system + tools <= most, notes
    return "tokens, estimated as bytes / 4: system prompt + tools: " + "; ".join(notes)
