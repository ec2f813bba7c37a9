#!/usr/bin/env python3
"""Writes what the scripted model of the demo says: the recording, and its answer when a step was refused. Run it
after changing the script below;
the files it writes are kept in the repository, so that a build needs no Python."""
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))

STORY = [
    ("I will run the tests first, to see what fails.", ("shell", {"command": "sh test.sh"})),
    ("All four results are too high. The conversion is in src/celsius.sh.", ("read_file", {"path": "src/celsius.sh"})),
    ("Found it: without parentheses, `32 * 5 / 9` is computed before the subtraction. The difference has to be taken "
     "first.",
     ("edit_file", {"path": "src/celsius.sh", "old_string": "$1 - 32 * 5 / 9", "new_string": "($1 - 32) * 5 / 9"})),
    ("Now the tests again.", ("shell", {"command": "sh test.sh"})),
    ("Fixed. In src/celsius.sh:3 the subtraction is now in parentheses, so `($1 - 32) * 5 / 9` is what is computed. "
     "I ran `sh test.sh` after the change: all four tests pass.", None),
]
DECLINED = ("That step did not happen, and a scripted model knows only one way. Nothing more is done here; a real model "
            "would look for another way or ask you.")


def words(text):
    pieces = text.split(" ")
    return [piece + " " for piece in pieces[:-1]] + [pieces[-1]]


def chunk(delta, finish=None):
    body = {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
    return "data: " + json.dumps(body, ensure_ascii=False) + "\n\n"


def exchange(number, text, call, answers):
    def line(**fields):
        return json.dumps({"v": 1, **fields}, ensure_ascii=False) + "\n"

    out = line(t="request", n=number, method="POST", path="/v1/chat/completions", answers=answers)
    at = 300
    out += line(t="head", ms=at, status=200, headers={"content-type": "text/event-stream"})
    for word in words(text):
        at += 35
        out += line(t="data", ms=at, text=chunk({"content": word}))
    if call:
        name, arguments = call
        function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
        at += 150
        out += line(t="data", ms=at, text=chunk({"tool_calls": [
            {"index": 0, "id": f"demo_{number}", "type": "function", "function": function}]}))
    out += line(t="data", ms=at, text=chunk({}, "tool_calls" if call else "stop") + "data: [DONE]\n\n")
    return out + line(t="end", ms=at, end="complete")


def write(name, steps, first_answers):
    answers = first_answers
    with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
        for number, (text, call) in enumerate(steps, 1):
            file.write(exchange(number, text, call, answers))
            answers = [f"demo_{number}"] if call else []


write("story.jsonl", STORY, [])
with open(os.path.join(HERE, "declined.sse"), "w", encoding="utf-8") as declined:
    declined.write(chunk({"content": DECLINED}) + chunk({}, "stop") + "data: [DONE]\n\n")
