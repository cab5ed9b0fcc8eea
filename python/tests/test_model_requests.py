"""Requests to model services, held to the types of the official packages, so that drift of their forms is seen.

A service of our own on this machine keeps what `agon run` sends. The Rust tests hold the same requests to the rules of
the stand-in; here the published types are the measure. Without the packages (openai, anthropic, google-genai) these
tests are left out; scripts/test-python installs them.
"""

import json
import os
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from serving import AGON

pydantic = pytest.importorskip("pydantic")
openai_chat = pytest.importorskip("openai.types.chat.completion_create_params")
openai_responses = pytest.importorskip("openai.types.responses.response_create_params")
anthropic_messages = pytest.importorskip("anthropic.types.message_create_params")
genai = pytest.importorskip("google.genai.types")

SNAPSHOTS = Path(__file__).parents[2] / "crates/agon-dialect/tests/it/snapshots"
THOUGHT = "The way is free."
# Fields of services that imitate OpenAI's API, which its own types do not have.
FOREIGN = {"reasoning_content", "reasoning_details", "extra_content"}


def answer(path, body, number):
    """A thought and a call of the first tool, as each family writes them."""
    if path.endswith("/chat/completions"):
        call = {"id": f"c{number}", "type": "function", "function": {"name": "move", "arguments": '{"direction": 0}'}}
        message = {"role": "assistant", "content": None, "reasoning_content": THOUGHT, "tool_calls": [call]}
        return {"model": "m", "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    if path.endswith("/responses"):
        summary = [{"type": "summary_text", "text": THOUGHT}]
        thought = {"id": f"rs{number}", "type": "reasoning", "summary": summary, "encrypted_content": "sealed"}
        call = {"id": f"fc{number}", "type": "function_call", "call_id": f"c{number}", "name": "move"}
        return {"model": "m", "status": "completed", "output": [thought, call | {"arguments": '{"direction": 0}'}]}
    if path.endswith("/messages"):
        thought = {"type": "thinking", "thinking": THOUGHT, "signature": "signed"}
        call = {"type": "tool_use", "id": f"c{number}", "name": "move", "input": {"direction": 0}}
        return {"type": "message", "model": "m", "content": [thought, call], "stop_reason": "tool_use"}
    call = {"functionCall": {"name": "move", "args": {"direction": 0}}, "thoughtSignature": "c2lnbmVk"}
    parts = [{"text": THOUGHT, "thought": True}, call]
    return {"modelVersion": "m", "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}


@pytest.fixture()
def service():
    """Its address, and the bodies that came."""
    bodies = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            bodies.append(body)
            text = json.dumps(answer(self.path.split("?")[0], body, len(bodies))).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def do_GET(self):
            self.send_error(404)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1", bodies
    server.shutdown()
    server.server_close()


def sit(service, folder, model, *settings):
    """Lets a model make a few moves and gives what it was sent."""
    address, bodies = service
    command = [*AGON, "run", "gym/maze-2d/easy@0", "-m", model, "--steps", "4", "--out", str(folder / "run")]
    for setting in (f"base_url={address}", "dialect=tools", "key_variable=AGON_TEST_KEY", *settings):
        command += ["-M", setting]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"AGON_TEST_KEY": "none"})
    assert done.returncode == 0, done.stderr
    assert len(bodies) == 4
    return bodies


def plain(value):
    """A validated value with its iterators, which validate as they go, read to their end."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, str | bytes | int | float | bool | None):
        return value
    return [plain(inner) for inner in value]


def unknown(sent, known, place="body"):
    """The fields that were sent and that the types do not have."""
    if isinstance(sent, dict) and isinstance(known, dict):
        for key, value in sent.items():
            if key not in known:
                if key not in FOREIGN:
                    yield f"{place}.{key}"
            else:
                yield from unknown(value, known[key], f"{place}.{key}")
    elif isinstance(sent, list) and isinstance(known, list):
        for number, (one, other) in enumerate(zip(sent, known, strict=True)):
            yield from unknown(one, other, f"{place}.{number}")


def hold_to(form, sent):
    # Iterators validate lazily and need their adapter to live until they are read.
    adapter = pydantic.TypeAdapter(form)
    known = plain(adapter.validate_python(sent))
    assert list(unknown(sent, known)) == []


WINDOWS = ["history=all", "history=2"]


@pytest.mark.parametrize("window", WINDOWS)
def test_chat_completions(service, tmp_path, window):
    for body in sit(service, tmp_path, "openai/gpt-5", window, "max_tokens=900", "reasoning_effort=low"):
        hold_to(openai_chat.CompletionCreateParamsNonStreaming, body)


@pytest.mark.parametrize("window", WINDOWS)
def test_responses(service, tmp_path, window):
    for body in sit(service, tmp_path, "openai-responses/gpt-5", window, "max_tokens=900"):
        hold_to(openai_responses.ResponseCreateParamsNonStreaming, body)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(
    "model, thinking", [("claude-opus-5-5", "reasoning_effort=low"), ("claude-3-7-sonnet", "reasoning_tokens=2000")]
)
def test_messages(service, tmp_path, window, model, thinking):
    for body in sit(service, tmp_path, f"anthropic/{model}", window, thinking):
        hold_to(anthropic_messages.MessageCreateParamsNonStreaming, body)


@pytest.mark.parametrize("window", WINDOWS)
def test_generate_content(service, tmp_path, window):
    for body in sit(service, tmp_path, "gemini/gemini-3.5-flash", window, "temperature=0.5", "reasoning_effort=low"):
        # These types refuse fields that they do not have.
        for content in body.pop("contents"):
            genai.Content.model_validate(content)
        genai.Content.model_validate(body.pop("systemInstruction"))
        for tool in body.pop("tools"):
            genai.Tool.model_validate(tool)
        genai.GenerationConfig.model_validate(body.pop("generationConfig"))
        assert body == {}


def native_tools(dialect):
    text = (SNAPSHOTS / f"it__conformance__teach_{dialect}.snap").read_text()
    tools = [json.loads(line) for line in re.findall(r"^native tool \w+: (.*)$", text, re.MULTILINE)]
    assert tools, f"{dialect} has no tool of its own"
    return tools


def test_computer_tools():
    from anthropic.types import beta as anthropic_beta
    from openai.types.responses import tool_param

    for dialect in ["openai-computer", "openai-computer-preview"]:
        for tool in native_tools(dialect):
            hold_to(tool_param.ToolParam, tool)
    for dialect in ["anthropic-computer", "anthropic-computer-2025-11", "anthropic-computer-2025-01"]:
        for tool in native_tools(dialect):
            hold_to(anthropic_beta.BetaToolUnionParam, tool)
    for tool in native_tools("gemini-computer"):
        genai.Tool.model_validate(tool)
