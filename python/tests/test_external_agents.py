"""`agon serve` with clients of others: the official MCP SDK for Python, and scripts that speak HTTP."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from serving import AGON, closed, events, served

mcp = pytest.importorskip("mcp", reason="the MCP SDK is not installed")
from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402

TASK = "gym/maze-2d/easy@3"
# The SDK's handshake until 2025-11-25, and its way without one from 2026-07-28 on.
MODES = ["legacy", "auto"]


def outcome(run: Path) -> tuple[bool, str]:
    """Whether it passed, and how it ended."""
    end = closed(run)
    return end["passed"], end["ending"]["kind"]


@pytest.fixture(scope="module")
def plan(tmp_path_factory) -> list[dict]:
    """What the solver does, as calls by name."""
    run = tmp_path_factory.mktemp("oracle") / "run"
    subprocess.run([*AGON, "run", TASK, "-a", "oracle", "-o", run], check=True, capture_output=True)
    log = events(run)
    params = {
        function["name"]: [param["name"] for param in function.get("params", [])]
        for function in log[0]["instance"]["brief"]["functions"]
    }

    def call(action: dict) -> dict:
        names, args = params[action["name"]], action["args"]
        values = args if isinstance(args, list) else [args]
        return {"name": action["name"], "arguments": dict(zip(names, values, strict=False))}

    return [call(event["action"]) for event in log if event["event"] == "step"]


async def solve(target, mode: str, plan: list[dict]) -> list:
    async with Client(target, mode=mode) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["brief", "observe", "move", "stop", "done"]
        first = await client.call_tool("observe", {})
        text, picture = first.content[0], first.content[-1]
        assert (text.type, picture.type) == ("text", "image")
        assert base64.b64decode(picture.data).startswith(b"\x89PNG")
        refused = await client.call_tool("move", {"direction": "up"})
        assert refused.is_error
        assert "must be an integer" in refused.content[0].text
        results = [await client.call_tool(call["name"], call["arguments"]) for call in plan]
        after = await client.call_tool("observe", {})
        assert after.content[0].text == "The trial has ended: the agent stopped."
        return results


@pytest.mark.parametrize("mode", MODES)
def test_the_python_sdk_solves_a_task_over_stdio(tmp_path, plan, mode):
    run = tmp_path / "run"
    command, *args = [*AGON, "serve", TASK, "-o", str(run)]
    server = StdioServerParameters(command=command, args=args, env=dict(os.environ))
    results = asyncio.run(solve(stdio_client(server), mode, plan))
    assert not any(result.is_error for result in results)
    assert outcome(run) == (True, "stopped")
    note = next(event for event in events(run) if event["event"] == "note" and event["kind"] == "mcp")
    assert note["content"]["protocol"]


@pytest.mark.parametrize("mode", MODES)
def test_the_python_sdk_solves_a_task_over_http(tmp_path, plan, mode):
    run = tmp_path / "run"
    with served(TASK, "-o", run) as urls:
        asyncio.run(solve(urls["mcp"], mode, plan))
    assert outcome(run) == (True, "stopped")


def test_a_client_that_goes_away_has_left(tmp_path):
    run = tmp_path / "run"
    command, *args = [*AGON, "serve", TASK, "-o", str(run)]

    async def look_and_leave():
        server = StdioServerParameters(command=command, args=args, env=dict(os.environ))
        async with Client(stdio_client(server), mode="legacy") as client:
            await client.call_tool("move", {"direction": 0})

    asyncio.run(look_and_leave())
    assert outcome(run) == (False, "left")


def ask(url: str, body: object = None, method: str | None = None) -> tuple[int, dict | None]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers={"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request) as reply:
            return reply.status, json.loads(reply.read() or "null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def test_a_script_solves_a_task_over_rest(tmp_path, plan):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    run = tmp_path / "run"
    with served(TASK, "-o", run) as urls:
        api = urls["api"]
        _, document = ask(f"{api}/openapi.json")
        schemas = document["components"]["schemas"]

        def valid(value: dict, name: str) -> None:
            jsonschema.validate(value, {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}})

        _, brief = ask(f"{api}/brief")
        valid(brief["brief"], "Brief")
        _, first = ask(f"{api}/observation")
        valid(first, "Turn")
        assert base64.b64decode(first["frames"][-1]["base64"]).startswith(b"\x89PNG")
        assert ask(f"{api}/actions", {"kind": "teleport"})[0] == 400
        for call in plan:
            action = {"kind": "call", "name": call["name"], "args": call["arguments"]}
            valid(action, "Action")
            status, turn = ask(f"{api}/actions?frames=none", action)
            assert status == 200
            valid(turn, "Turn")
        assert turn["ending"] == {"kind": "stopped"}
        assert ask(f"{api}/done", method="POST")[0] == 409
    assert outcome(run) == (True, "stopped")
