"""A model server on loopback that says what a case tells it to, byte by byte where that matters.

A script is a list of replies, one for each request of a chat, in order. A reply is a function that
gets the Exchange and sends what it likes; says(), calls() and their neighbours make the usual ones.
Every request is kept, and checked as a strict server would: what it complains about fails the case."""

import anthropic_wire
import contextlib
import json
import socket
import threading
import time

SSE = "text/event-stream"


class Gone(Exception):
    """The client closed the connection."""


class Request:
    def __init__(self, method, path, headers, body):
        self.method, self.path, self.headers, self.body = method, path, headers, body
        self.at = time.monotonic()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def messages(self):
        return self.json["messages"]

    @property
    def results(self):
        """The tool results after the last assistant message, in order."""
        messages = self.messages
        last = max((i for i, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
        return [message["content"] for message in messages[last + 1:] if message["role"] == "tool"]


class Exchange:
    """One request and the socket to answer it on."""

    def __init__(self, server, connection, request):
        self.server, self.request, self._connection = server, request, connection
        self.closing = False

    def send(self, data):
        try:
            self._connection.sendall(data.encode() if isinstance(data, str) else data)
        except OSError as error:
            self.server.left.set()
            raise Gone from error

    def head(self, status=200, content_type=SSE, length=None, more=""):
        if length is None:  # the end of the connection is the end of the body
            self.closing = True
        size = "Connection: close\r\n" if length is None else f"Content-Length: {length}\r\n"
        self.send(f"HTTP/1.1 {status} Status\r\nContent-Type: {content_type}\r\n{size}{more}\r\n")

    def whole(self, body, status=200, content_type="application/json", more=""):
        data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        self.head(status, content_type, len(data), more)
        self.send(data)

    def wait_until_left(self, timeout=20):
        """Seconds until the client closed the connection; fails the case when it does not."""
        start = time.monotonic()
        self._connection.settimeout(timeout)
        with contextlib.suppress(TimeoutError):
            try:
                left = self._connection.recv(1) == b""
            except ConnectionError:  # it was killed
                left = True
            if left:
                self.server.left.set()
                raise Gone
        self.server.complaints.append(f"the client kept a connection open for {time.monotonic() - start:.1f} s")
        raise Gone


# --- Replies ----------------------------------------------------------------------------------


def chunk(delta, finish=None):
    return "data: " + json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}) + "\n\n"


def usage_chunk(tokens=100):
    usage = {"prompt_tokens": tokens, "completion_tokens": 7, "total_tokens": tokens + 7}
    return "data: " + json.dumps({"choices": [], "usage": usage}) + "\n\n"


def call(name, arguments=None, identity=None, **fields):
    """A call for calls(). `arguments` is the raw text where it should be no good JSON."""
    return {"name": name, "id": identity, "arguments": json.dumps(fields) if arguments is None else arguments}


def openai_stream(text, wanted, number, tokens):
    out = "".join(chunk({"content": piece}) for piece in ([text[:3], text[3:]] if text else []))
    for index, one in enumerate(wanted):
        head = {"index": index, "id": one["id"] or f"call_{number}_{index}", "type": "function"}
        half = len(one["arguments"]) // 2
        out += chunk({"tool_calls": [{**head, "function": {"name": one["name"], "arguments": one["arguments"][:half]}}]})
        out += chunk({"tool_calls": [{"index": index, "function": {"arguments": one["arguments"][half:]}}]})
    return out + chunk({}, "tool_calls" if wanted else "stop") + usage_chunk(tokens) + "data: [DONE]\n\n"


def ollama_stream(text, wanted, tokens):
    lines = [{"message": {"role": "assistant", "content": piece}, "done": False} for piece in ([text[:3], text[3:]] if text else [])]
    if wanted:
        functions = [{"function": {"name": one["name"], "arguments": json.loads(one["arguments"])}} for one in wanted]
        lines.append({"message": {"role": "assistant", "content": "", "tool_calls": functions}, "done": False})
    lines.append({"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop",
                  "prompt_eval_count": tokens, "eval_count": 7})
    return "".join(json.dumps({"model": "scripted", **line}) + "\n" for line in lines)


def calls(*wanted, text=""):
    def reply(exchange):
        server = exchange.server
        tokens = len(exchange.request.body) // 4  # about what a real one counts
        if server.kind == "ollama":
            exchange.head(content_type="application/x-ndjson")
            exchange.send(ollama_stream(text, wanted, tokens))
        elif server.kind == "anthropic":
            exchange.head()
            exchange.send(anthropic_wire.stream(text, wanted, len(server.chats))[0])
        else:
            exchange.head()
            exchange.send(openai_stream(text, wanted, len(server.chats), tokens))
    return reply


def says(text):
    return calls(text=text)


def whole(body, status=200, content_type="application/json", more=""):
    return lambda exchange: exchange.whole(body, status, content_type, more)


def failure(status, message, **more):
    return whole({"error": {"message": message, **more}}, status)


def raw(data):
    """These bytes in the place of an answer, and the end of the connection."""
    def reply(exchange):
        exchange.closing = True
        exchange.send(data)
    return reply


def stream(*pieces):
    """The pieces of a stream that ends, whole or not, where the connection does."""
    def reply(exchange):
        exchange.head()
        for piece in pieces:
            exchange.send(piece)
    return reply


def cut(*pieces):
    """A chunked body that breaks off."""
    def reply(exchange):
        exchange.closing = True
        exchange.send(f"HTTP/1.1 200 OK\r\nContent-Type: {SSE}\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in pieces:
            exchange.send(f"{len(piece.encode()):x}\r\n{piece}\r\n")
    return reply


def then_waits(*pieces):
    """Sends the pieces and then nothing, until the client leaves."""
    def reply(exchange):
        if pieces:
            exchange.head()
        for piece in pieces:
            exchange.send(piece)
        exchange.wait_until_left()
    return reply


# --- What a strict server would refuse ----------------------------------------------------------


def complaints_about(request, kind, thoughts_of):
    try:
        if kind == "anthropic":
            return list(anthropic_wire.complaints_about(request, thoughts_of))
        body = json.loads(request.body)
        return [*_complaints(body, kind), *_bad_characters(body)]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return [f"not a chat request: {error!r}"]


def _texts(value):
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(part)


def _bad_characters(body):
    """Servers refuse a request with half a surrogate pair or a NUL anywhere in it."""
    for text in _texts(body):
        if "\0" in text:
            yield f"a NUL in {text[:80]!r}"
        if any("\ud800" <= character <= "\udfff" for character in text):
            yield f"half a surrogate pair in {text[:80]!r}"


def _complaints(body, kind):
    if not body.get("model"):
        yield "no model"
    if body.get("stream") is not True:
        yield "no stream"
    names = [tool["function"]["name"] for tool in body.get("tools", [])]
    if len(set(names)) != len(names):
        yield "a tool is offered twice"
    messages = body["messages"]
    if messages[0]["role"] != "system" or any(message["role"] == "system" for message in messages[1:]):
        yield "the system message is not the first and only one"
    if messages[-1]["role"] not in ("user", "tool"):
        yield f"the last message is of role {messages[-1]['role']}"
    open_calls, before = [], ""
    for at, message in enumerate(messages):
        role = message["role"]
        if role == "tool":
            if not open_calls or open_calls.pop(0) != message["tool_call_id"]:
                yield f"message {at} answers {message['tool_call_id']}, which is not the next open call"
            if not isinstance(message["content"], str) or not message["content"]:
                yield f"message {at}: a result without text"
            before = role
            continue
        if open_calls:
            yield f"message {at}: the calls {open_calls} have no result"
            open_calls = []
        if role not in ("system", "user", "assistant"):
            yield f"message {at}: role {role}"
        if role == before:
            yield f"message {at}: two of role {role} in a row"
        before = role
        if role == "assistant":
            open_calls = list(_calls_of(message, kind))
            if not open_calls and not message["content"]:
                yield f"message {at}: an empty assistant message"
            if len(set(open_calls)) != len(open_calls) or not all(open_calls):
                yield f"message {at}: call ids {open_calls}"
        elif not isinstance(message["content"], str) or not message["content"]:
            yield f"message {at}: no content"
    if open_calls:
        yield f"the calls {open_calls} have no result"


def _calls_of(message, kind):
    for one in message.get("tool_calls", []):
        arguments = one["function"]["arguments"]
        if not isinstance(arguments if kind == "ollama" else json.loads(arguments), dict) or not one["function"]["name"]:
            raise ValueError(f"call {one}")
        if kind != "ollama" and one["type"] != "function":
            raise ValueError("a call that is no function")
        yield one["id"]


# --- The server ---------------------------------------------------------------------------------


class ModelServer:
    """Use it with `with`; at the end it fails the case if a strict server would have complained."""

    def __init__(self, *script, kind="openai", models=("scripted",), port=0):
        self.kind, self.script, self.models = kind, list(script), models
        self.requests, self.chats, self.complaints = [], [], []
        self.thoughts_of = {}  # what Anthropic's server wants back: for the id of a call the thinking before it
        self.left = threading.Event()  # a client closed a connection before its reply was over
        self._changed = threading.Condition()
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = self._listener.getsockname()[1]
        self._open = set()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}" + ("/v1" if self.kind == "openai" else "")

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind, value, trace):
        self.stop()
        if kind is None and self.complaints:
            raise AssertionError("\n".join(self.complaints))

    def stop(self):
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listener.close()
        with self._changed:
            connections = list(self._open)
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def wait_for_chats(self, count, timeout=20):
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.chats) >= count, timeout):
                raise AssertionError(f"{len(self.chats)} of {count} requests came within {timeout} s")

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with self._changed:
            self._open.add(connection)
        with contextlib.suppress(Gone, OSError), connection:
            incoming = connection.makefile("rb")
            while request := self._read(incoming):
                exchange = Exchange(self, connection, request)
                self._reply_to(request)(exchange)
                if exchange.closing:
                    with contextlib.suppress(OSError):
                        connection.shutdown(socket.SHUT_WR)
                    break
        with self._changed:
            self._open.discard(connection)

    @staticmethod
    def _read(incoming):
        first = incoming.readline().decode("latin-1").split()
        if len(first) < 2:
            return None
        headers = {}
        while (line := incoming.readline().decode("latin-1").strip()):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        return Request(first[0], first[1], headers, incoming.read(int(headers.get("content-length", 0))))

    def _reply_to(self, request):
        with self._changed:
            self.requests.append(request)
            self._changed.notify_all()
            if request.method == "POST" and request.path in ("/v1/chat/completions", "/api/chat", "/v1/messages"):
                self.chats.append(request)
                self.complaints += complaints_about(request, self.kind, self.thoughts_of)
                if self.script:
                    return self.script.pop(0)
                self.complaints.append("a request came after the end of the script")
                return failure(400, "the script is over")
        if request.path.split("?")[0] == "/v1/models":
            return whole({"object": "list", "data": [{"id": name} for name in self.models]})
        if self.kind == "ollama" and request.path == "/api/version":
            return whole({"version": "0.9.9"})
        if self.kind == "ollama" and request.path == "/api/tags":
            return whole({"models": [{"name": name, "model": name} for name in self.models]})
        return failure(404, f"nothing at {request.path}")
