"""Anthropic's messages API for the scripted server: streams as it sends them, and what it refuses."""

import json
import re

MOST_MARKS = 4
ID = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")
THINKING = ("thinking", "redacted_thinking")


def event(kind, **fields):
    return f"event: {kind}\ndata: " + json.dumps({"type": kind, **fields}) + "\n\n"


def block(index, start, *deltas):
    return (event("content_block_start", index=index, content_block=start) +
            "".join(event("content_block_delta", index=index, delta=delta) for delta in deltas) +
            event("content_block_stop", index=index))


def thinking(text, signature):
    """A thinking block as it must come back."""
    return {"type": "thinking", "thinking": text, "signature": signature}


def stream(text, wanted, number, thoughts=(), stop=None):
    """A whole reply: thoughts, text, calls. Returns its bytes and the ids of its calls."""
    usage = {"input_tokens": 10_000, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 3, "output_tokens": 1}
    out = event("message_start", message={"id": f"msg_{number}", "role": "assistant", "content": [], "usage": usage})
    out += event("ping")
    blocks = []
    for thought in thoughts:
        if thought["type"] == "thinking":
            half = len(thought["thinking"]) // 2
            blocks.append(({"type": "thinking", "thinking": "", "signature": ""},
                           {"type": "thinking_delta", "thinking": thought["thinking"][:half]},
                           {"type": "thinking_delta", "thinking": thought["thinking"][half:]},
                           {"type": "signature_delta", "signature": thought["signature"]}))
        else:
            blocks.append((thought,))
    if text:
        blocks.append(({"type": "text", "text": ""}, {"type": "text_delta", "text": text[:3]},
                       {"type": "text_delta", "text": text[3:]}))
    ids = []
    for index, one in enumerate(wanted):
        ids.append(one["id"] or f"toolu_{number}_{index}")
        half = len(one["arguments"]) // 2
        blocks.append(({"type": "tool_use", "id": ids[-1], "name": one["name"], "input": {}},
                       *({"type": "input_json_delta", "partial_json": piece}
                         for piece in ("", one["arguments"][:half], one["arguments"][half:]))))
    out += "".join(block(index, *parts) for index, parts in enumerate(blocks))
    reason = stop or ("tool_use" if wanted else "end_turn")
    out += event("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage={"output_tokens": 7})
    return out + event("message_stop"), ids


def marks_in(body):
    """Where the cache marks stand: "system", "tools", or (message, block)."""
    marks = [name for name in ("tools", "system") for one in body.get(name, []) if "cache_control" in one]
    return marks + [(at, number) for at, message in enumerate(body["messages"])
                    for number, one in enumerate(message["content"]) if "cache_control" in one]


def complaints_about(request, thoughts_of):
    """What the server would refuse. `thoughts_of`: for the id of a call the thinking that came before it."""
    body = json.loads(request.body)
    if request.headers.get("anthropic-version") != "2023-06-01":
        yield "no anthropic-version"
    if not body.get("model") or body.get("stream") is not True or not isinstance(body.get("max_tokens"), int):
        yield "no model, no stream or no max_tokens"
    if len(marks_in(body)) > MOST_MARKS:
        yield f"{len(marks_in(body))} cache marks"
    names = [tool["name"] for tool in body.get("tools", [])]
    if len(set(names)) != len(names) or any(tool["input_schema"]["type"] != "object" for tool in body.get("tools", [])):
        yield "a tool is offered twice or has no schema"
    if body.get("thinking", {}).get("type") in ("enabled", "adaptive") and "temperature" in body:
        yield "temperature beside thinking"
    budget = body.get("thinking", {}).get("budget_tokens")
    if budget is not None and not 1024 <= budget < body["max_tokens"]:
        yield f"a budget of {budget} tokens of {body['max_tokens']}"
    yield from _about_messages(body, thoughts_of)


def _about_messages(body, thoughts_of):
    messages, thinks = body["messages"], body.get("thinking", {}).get("type") in ("enabled", "adaptive")
    if messages[0]["role"] != "user" or messages[-1]["role"] != "user":
        yield "the first or the last message is not the user's"
    open_calls, before = [], ""
    for at, message in enumerate(messages):
        role, content = message["role"], message["content"]
        if role not in ("user", "assistant") or role == before:
            yield f"message {at}: role {role} after {before}"
        before = role
        if not content:
            yield f"message {at}: empty"
        yield from _about_blocks(at, content)
        results = [one["tool_use_id"] for one in content if one["type"] == "tool_result"]
        if results != open_calls:
            yield f"message {at}: results {results} for the calls {open_calls}"
        if any(one["type"] != "tool_result" for one in content[:len(results)]):
            yield f"message {at}: results stand behind something else"
        open_calls = [one["id"] for one in content if one["type"] == "tool_use"]
        if len(set(open_calls)) != len(open_calls) or not all(ID.match(one) for one in open_calls):
            yield f"message {at}: call ids {open_calls}"
        if role == "assistant":
            yield from _about_thinking(at, content, thoughts_of if thinks else {})
    if open_calls:
        yield f"the calls {open_calls} have no result"


def _about_blocks(at, content):
    for one in content:
        if one["type"] == "text" and not one["text"].strip():
            yield f"message {at}: an empty text"
        if one["type"] == "tool_use" and not isinstance(one["input"], dict):
            yield f"message {at}: input {one['input']!r}"
        if one["type"] in THINKING and "cache_control" in one:
            yield f"message {at}: a cache mark on thinking"


def _about_thinking(at, content, thoughts_of):
    """The thinking before a call comes back as it was, before the call."""
    sent = [one for one in content if one["type"] in THINKING]
    calls = [one["id"] for one in content if one["type"] == "tool_use"]
    wanted = next((thoughts_of[one] for one in calls if thoughts_of.get(one)), [])
    if calls and sent != list(wanted):
        yield f"message {at}: thinking {sent}, not {wanted}"
    if sent and content[0]["type"] not in THINKING:
        yield f"message {at}: thinking stands behind something else"
