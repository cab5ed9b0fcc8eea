"""Tasks that `agon serve` serves, and the records that are left of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

AGON = os.environ.get("AGON_PROGRAM", "").split() or [sys.executable, "-m", "agon"]


def events(run: Path) -> list[dict]:
    """The log of a run's only trial."""
    return [json.loads(line) for line in (run / "trials/0000/000000-1.jsonl").read_text().splitlines()]


def closed(run: Path) -> dict:
    """How the only trial of a run came out."""
    last = events(run)[-1]
    assert last["event"] == "closed", f"the trial was not marked: its last event is {last['event']}"
    return last


@contextmanager
def served(task: str, *args):
    """A task over HTTP; gives its addresses."""
    command = [*AGON, "serve", task, "--http", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            lines = [server.stdout.readline().split() for _ in range(2)]
            if not all(lines):
                raise AssertionError(f"agon serve did not start: {server.stderr.read()}")
            yield dict(lines)
            said = server.stderr.read()
            assert server.wait(timeout=60) == 0, said
        finally:
            server.kill()
