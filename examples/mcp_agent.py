#!/usr/bin/env python3
"""A whole agent over MCP: it reads the task, looks around, runs a script of its own in the workspace, and hands in.

    pip install "mcp>=2.3,<3"
    python3 examples/mcp_agent.py exam/legal/cite-check work.py            # starts `agon serve` itself
    python3 examples/mcp_agent.py http://127.0.0.1:PORT/TOKEN/mcp work.py  # the address of `agon serve TASK --http`

All that it learns and does goes through the server's tools. A model in its place reads what they tell, and chooses the
next call.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shlex
from pathlib import Path

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

# The name of a tool, and its arguments.
Call = tuple[str, dict]
INTERPRETERS = {".py": "python3", ".sh": "bash", ".R": "Rscript", ".m": "octave-cli --quiet"}


async def ask(client: Client, name: str, **arguments) -> str:
    """Calls a tool and gives the text of its result, which also says what was wrong with the call."""
    result = await client.call_tool(name, arguments)
    return "\n".join(part.text for part in result.content if part.type == "text")


def script_calls(name: str, text: str, args: list[str]) -> list[Call]:
    """The calls that put a script into the workspace and run it there."""
    # Without `timeout_secs` it would have 30 seconds; 120 is the most.
    command = f"{INTERPRETERS[Path(name).suffix]} {shlex.join([name, *args])}"
    return [
        ("write_file", {"path": name, "content": text}),
        ("bash", {"command": command, "timeout_secs": 120}),
    ]


async def sit(server, calls: list[Call]) -> list[str]:
    """Sits at a server, given its address or a transport to it. Gives what was told: the task first, the end last."""
    async with Client(server) as client:
        told = [await ask(client, "brief"), await ask(client, "observe")]
        told += [await ask(client, name, **arguments) for name, arguments in calls]
        told.append(await ask(client, "list_files", path="output"))
        # What lies in output/ now is handed in.
        told.append(await ask(client, "done"))
        return told


def started(command: list[str]):
    """A transport to a server of one's own, which ends with it."""
    program, *args = command
    return stdio_client(StdioServerParameters(command=program, args=args, env=dict(os.environ)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", help="a task, or the address of a server")
    parser.add_argument("script", type=Path, help="what is run in the workspace: .py, .sh, .R or .m")
    parser.add_argument("args", nargs=argparse.REMAINDER, help="arguments of the script")
    asked = parser.parse_args()
    is_address = asked.target.startswith("http://")
    agon = os.environ.get("AGON_PROGRAM", "agon").split()
    server = asked.target if is_address else started([*agon, "serve", asked.target])
    calls = script_calls(asked.script.name, asked.script.read_text(), asked.args)
    for text in asyncio.run(sit(server, calls)):
        print(text, end="\n\n")


if __name__ == "__main__":
    main()
