"""thoth debug decode: every stream of tests/data/streams, as a person would look at it."""

import json
import pathlib

from harness import Project

STREAMS = pathlib.Path(__file__).resolve().parent.parent / "data/streams"
COMPARED_USAGE = ("input", "cache_read", "cache_write", "output", "reasoning")


def expected_of(name):
    return json.loads((STREAMS / f"{name}.expect.json").read_text())


def decode(project, name, *more):
    body = (STREAMS / f"{name}.txt").read_bytes()
    run = project.run("debug", "decode", "--tools", STREAMS / "tools.json", "--meta", STREAMS / f"{name}.expect.json",
                      *more, stdin=body)
    return json.loads(run.expect(0).out)


def differences(expected, got):
    for key in ("text", "thinking"):
        if expected[key] is not None and expected[key].strip() != got[key].strip():
            yield key
    if [(call["name"], call["arguments"]) for call in expected["tool_calls"]] != \
            [(call["name"], call["arguments"]) for call in got["tool_calls"]]:
        yield "tool_calls"
    if len({call["id"] for call in got["tool_calls"]}) != len(got["tool_calls"]):
        yield "ids"
    if expected["finish"] != got["finish"]:
        yield "finish"
    if (expected["usage"] is None) != (got["usage"] is None):
        yield "usage"
    elif expected["usage"]:
        yield from (key for key in COMPARED_USAGE if expected["usage"].get(key, got["usage"][key]) != got["usage"][key])
    yield from error_differences(expected["error"], got["error"])
    for key, value in expected.get("replay", {}).items():
        if got.get("replay", {}).get(key) != value:
            yield f"replay.{key}"


def error_differences(expected, got):
    if (expected is None) != (got is None):
        yield "error"
    elif expected:
        if expected["message_contains"].lower() not in got["message"].lower():
            yield "error.message"
        yield from (f"error.{key}" for key in expected if key != "message_contains" and expected[key] != got.get(key))


def test_every_stream_is_understood_as_expected():
    names = sorted(file.stem for file in STREAMS.glob("*.txt"))
    wrong = {}
    with Project() as project:
        for name in names:
            found = list(differences(expected_of(name), decode(project, name)))
            if found:
                wrong[name] = found
    assert len(names) > 70, names
    assert not wrong, wrong
    return f"{len(names)} streams"


def test_an_output_can_be_given_as_meta_again():
    name = "oai-10-tools-gemini-no-index"
    with Project() as project:
        first = decode(project, name)
        (project.path / "kept.json").write_text(json.dumps(first))
        body = (STREAMS / f"{name}.txt").read_bytes()
        again = project.run("debug", "decode", "--tools", STREAMS / "tools.json", "--meta", "kept.json", stdin=body)
        assert json.loads(again.expect(0).out) == first


def test_wrong_arguments_say_what_is_right():
    with Project() as project:
        project.run("debug").expect(2, "there is decode")
        project.run("debug", "decode").expect(2, "--transport is missing")
        project.run("debug", "decode", "--transport", "smoke").expect(2, 'there is no "smoke"')
        project.run("debug", "decode", "--transport").expect(2, "--transport needs a value")
        project.run("debug", "decode", "--transport", "openai", "--tools", "none.json").expect(1, "none.json")
        (project.path / "bad.json").write_text("{")
        project.run("debug", "decode", "--transport", "openai", "--meta", "bad.json").expect(2, "bad.json is not JSON")
