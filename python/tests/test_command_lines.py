"""Real coding agents at the seat: their own packages, pointed at a model of ours on this machine.

The model calls what solves the task, as the services of Codex and Gemini CLI write it; the command lines do the rest:
they start, connect to the seat over MCP, offer its tools to the model, carry out its calls and tell what they used. One
that is not installed is skipped; `npm install -g @openai/codex @google/gemini-cli` installs both. `pip install
mini-swe-agent mcp` installs the one that has a shell and nothing else: its commands are steps at the seat.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from serving import AGON, closed, events

TASK = "gym/maze-2d/easy@3"
EXAM = "exam/computing_math/tariff-port@0"
SUBMIT = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"


def by_codex(body: dict, call: tuple[str, dict] | None, number: int) -> list[dict]:
    """The events of a response in OpenAI's Responses API."""
    usage = {"input_tokens": 100, "output_tokens": 10, "total_tokens": 110}
    if call is None:
        content = [{"type": "output_text", "text": "It is done.", "annotations": []}]
        item = {"id": f"m{number}", "type": "message", "role": "assistant", "content": content, "status": "completed"}
    else:
        item = {"id": f"f{number}", "type": "function_call", "call_id": f"c{number}", "status": "completed"}
        item |= offered_to_codex(body, call[0]) | {"arguments": json.dumps(call[1])}
    response = {"id": f"r{number}", "object": "response", "status": "completed", "output": [item], "usage": usage}
    return [
        {"type": "response.created", "response": response | {"status": "in_progress", "output": []}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": response},
    ]


def offered_to_codex(body: dict, name: str) -> dict:
    """How a call names one of the seat's tools, which may stand in a namespace."""
    for tool in body["tools"]:
        for inner in tool.get("tools", []):
            if inner["name"] == name:
                return {"name": name, "namespace": tool["name"]}
        if tool.get("name", "").endswith(f"__{name}"):
            return {"name": tool["name"]}
    raise AssertionError(f"{name} is not among the tools: {json.dumps(body['tools'])[:2000]}")


def by_gemini(body: dict, call: tuple[str, dict] | None, number: int) -> list[dict]:
    """The events of a stream of Gemini's API."""
    part = {"text": "It is done."}
    if call is not None:
        names = [declared["name"] for tool in body["tools"] for declared in tool.get("functionDeclarations", [])]
        found = [name for name in names if name == call[0] or name.endswith(f"_{call[0]}")]
        assert found, f"{call[0]} is not among the tools: {names}"
        [name] = found
        part = {"functionCall": {"id": f"c{number}", "name": name, "args": call[1]}, "thoughtSignature": "c2lnbmVk"}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 10, "totalTokenCount": 110}
    return [{"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m", "responseId": f"r{number}"}]


def by_mini(body: dict, call: tuple[str, dict] | None, number: int) -> dict:
    """An answer in OpenAI's Chat Completions API."""
    assert [tool["function"]["name"] for tool in body["tools"]] == ["bash"], body["tools"]
    name, arguments = call or ("bash", {"command": SUBMIT})
    function = {"name": name, "arguments": json.dumps(arguments)}
    message = {
        "role": "assistant",
        "content": "I go on.",
        "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}],
    }
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return {
        "id": f"r{number}",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }


class Model:
    """A service that makes one call after the other, and then says that it is done."""

    def __init__(self, calls: list[tuple[str, dict]], write) -> None:
        self.calls, self.write, self.paths, self.problem = list(calls), write, [], None
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or "{}")
                model.paths.append(self.path)
                try:
                    # Questions beside the work, such as for a title, come without tools.
                    call = model.calls.pop(0) if body.get("tools") and model.calls else None
                    stream = model.write(body, call, len(model.paths))
                except (AssertionError, KeyError, ValueError) as problem:
                    model.problem = f"{self.path}: {problem!r}"
                    self.send_error(400)
                    return
                self.send_response(200)
                if isinstance(stream, dict):
                    answer = json.dumps(stream).encode()
                    self.send_header("content-type", "application/json")
                    self.send_header("content-length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
                    return
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
                for event in stream:
                    named = f"event: {event['type']}\n" if "type" in event else ""
                    self.wfile.write(f"{named}data: {json.dumps(event)}\n\n".encode())

            def do_GET(self):
                self.send_error(404)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def solution(folder: Path) -> list[tuple[str, dict]]:
    """The calls with which the solver does the task."""
    command = [*AGON, "run", TASK, "-a", "oracle", "--out", str(folder / "oracle")]
    subprocess.run(command, check=True, capture_output=True)
    calls = [event["action"] for event in events(folder / "oracle") if event["event"] == "step"]
    return [(call["name"], {"direction": call["args"]} if call["name"] == "move" else {}) for call in calls]


@pytest.mark.parametrize(
    ("name", "model", "path", "write"),
    [
        ("codex", "gpt-5.1", "/v1", by_codex),
        ("gemini", "gemini-2.5-flash", "", by_gemini),
    ],
)
def test_a_command_line_solves_a_task(tmp_path, name, model, path, write):
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    calls = solution(tmp_path)
    service = Model(calls, write)
    job = tmp_path / "job.toml"
    job.write_text(
        f'tasks = ["{TASK}"]\nretries = 0\n[[agents]]\nkind = "cli"\nharness = "{name}"\nmodel = "{model}"\n'
        f'base_url = "{service.address}{path}"\n'
    )
    keys = {"OPENAI_API_KEY": "none-of-yours", "GEMINI_API_KEY": "none-of-yours"}
    command = [*AGON, "run", "--job", str(job), "--out", str(tmp_path / "run")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ | keys, timeout=300)
    finally:
        service.close()
    notes = {event["kind"]: event["content"] for event in events(tmp_path / "run") if event["event"] == "note"}
    said = json.dumps(notes.get("harness"))
    assert service.problem is None, service.problem
    assert done.returncode == 0, done.stderr + said
    last = closed(tmp_path / "run")
    assert last["passed"] and last["ending"]["kind"] == "stopped", said
    assert notes["mcp"]["client"], notes["mcp"]
    # The call that ends the trial may end the command line before it has told of it.
    assert sum(notes["harness"]["tool_calls"].values()) >= len(calls) - 1, said
    assert "none-of-yours" not in (tmp_path / "run").joinpath("trials/0000/000000-1.jsonl").read_text()


def test_an_agent_with_a_shell_alone_does_an_exam_at_the_seat(tmp_path):
    if not shutil.which("mini"):
        pytest.skip("mini-swe-agent is not installed")
    oracle = [*AGON, "run", EXAM, "-a", "oracle", "--out", str(tmp_path / "oracle")]
    done = subprocess.run(oracle, capture_output=True, text=True)
    if "left out" in done.stderr or "is missing" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    solving = [
        event["action"]["command"]
        for event in events(tmp_path / "oracle")
        if event["event"] == "step" and "command" in event["action"]
    ]
    # Where commands run is seen by what they find: the exam's files and nothing of the host's.
    looking = "ls input && test ! -e trajectory.json && test ! -e agon_seat.py && echo at the seat"
    calls = [("bash", {"command": command}) for command in [looking, "exit 3", *solving]]
    service = Model(calls, by_mini)
    job = tmp_path / "job.toml"
    job.write_text(
        f'tasks = ["{EXAM}"]\nretries = 0\n[[agents]]\nkind = "cli"\nharness = "mini-swe-agent"\nmodel = "m"\n'
        f'base_url = "{service.address}/v1"\n'
    )
    command = [*AGON, "run", "--job", str(job), "--out", str(tmp_path / "run")]
    try:
        keys = {"OPENAI_API_KEY": "none-of-yours"}
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ | keys, timeout=300)
    finally:
        service.close()
    notes = {event["kind"]: event["content"] for event in events(tmp_path / "run") if event["event"] == "note"}
    said = json.dumps(notes.get("harness"))
    assert service.problem is None, service.problem
    assert done.returncode == 0, done.stderr + said
    last = closed(tmp_path / "run")
    assert last["passed"] and last["ending"]["kind"] == "done", said
    steps = [event for event in events(tmp_path / "run") if event["event"] == "step"]
    assert "at the seat" in steps[0]["output"]["stdout"] and steps[1]["output"]["exit_code"] == 3
    assert [step["action"]["kind"] for step in steps] == ["shell"] * len(calls) + ["done"]
    assert last["totals"]["usage"]["tokens_in"] == 100 * (len(calls) + 1) and last["totals"]["usage_claimed"]
    # The call that ends the trial may end the command line before it has told of it.
    assert notes["harness"]["tool_calls"]["bash"] >= len(calls), said
    # A task without a shell is refused before anything is started.
    job.write_text(f'tasks = ["{TASK}"]\n[[agents]]\nkind = "cli"\nharness = "mini-swe-agent"\nmodel = "m"\n')
    refused = subprocess.run(
        [*AGON, "run", "--job", str(job), "--out", str(tmp_path / "no")], capture_output=True, text=True
    )
    assert refused.returncode == 2 and "it works by the shell alone" in refused.stderr, refused.stderr
