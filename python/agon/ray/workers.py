"""``agon worker`` on the nodes of a Ray cluster."""

from __future__ import annotations

import ctypes
import json
import math
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import ray
from ray.exceptions import RayError

from agon import _native

__all__ = ["Done", "run"]

# Workers that fail one after another, without a trial committed in between, are not started for ever.
_MAX_FAILURES = 5
# How often the driver looks how many trials are left; stores tell nobody of changes.
_LOOK_SECS = 2.0
# From <linux/prctl.h>.
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Done:
    """What came of a run."""

    trials: int
    committed: int
    workers: int
    """Workers that were started."""
    failed_workers: int
    """Workers that broke, or went with their node."""


def run(
    url: str,
    *,
    slots: int = 1,
    max_workers: int | None = None,
    num_cpus: float | None = None,
    memory: int | None = None,
    resources: Mapping[str, float] | None = None,
    program: str | None = None,
    env: Mapping[str, str] | None = None,
    told: Callable[[dict[str, Any]], None] | None = None,
) -> Done:
    """Works a run off that ``agon run --store URL --detach`` has planned; returns when every trial is committed.

    No more workers are asked for than there are trials left for, so that an autoscaler follows the length of the queue.
    A worker that breaks or goes with its node is replaced; what it had not committed is run again.

    Args:
        url: The run's address.
        slots: Trials at a time in each worker.
        max_workers: The most workers at a time; by default what the cluster has room for when this is called.
        num_cpus: Cores of a worker; by default one for each slot.
        memory: Bytes of memory of a worker, for the scheduler.
        resources: Labels that a node must have, such as ``{"browser": 1}``: nodes are started with
            ``ray start --resources='{"browser": 4}'``.
        program: The program ``agon`` on the nodes; by default ``AGON_PROGRAM``, the command line in this package, or
            ``agon`` on the path.
        env: Variables for the workers, such as the store's keys.
        told: Called with what ``agon status --json`` says, whenever it was asked.

    Raises:
        RuntimeError: Workers broke one after another; the message has what the last of them said.
    """
    cpus = float(slots) if num_cpus is None else num_cpus
    options = {"num_cpus": cpus, "memory": memory, "resources": dict(resources or {}), "max_concurrency": 2}
    most = _room(cpus, resources) if max_workers is None else max_workers
    actor = ray.remote(_Worker).options(**{key: value for key, value in options.items() if value is not None})
    pool: dict[Any, Any] = {}
    started = failed = failures = seen = 0
    try:
        while True:
            status = _status(program, url, env)
            if told is not None:
                told(status)
            if status["finished"]:
                return Done(status["trials"], status["committed"], started, failed)
            if status["committed"] > seen:
                seen, failures = status["committed"], 0
            wanted = min(most, math.ceil((status["trials"] - status["committed"]) / slots))
            while len(pool) < wanted:
                worker = actor.remote()
                pool[worker.work.remote(url, slots, f"ray-{started}", program, dict(env or {}))] = worker
                started += 1
            ended, _ = ray.wait(list(pool), timeout=_LOOK_SECS)
            for reference in ended:
                pool.pop(reference)
                try:
                    problem = ray.get(reference)
                except RayError as error:
                    problem = f"it was lost: {error}"
                if problem is not None:
                    failed, failures = failed + 1, failures + 1
                    print(f"a worker of {url} ended: {problem}", file=sys.stderr)
                if failures >= _MAX_FAILURES:
                    raise RuntimeError(f"{failures} workers of {url} ended one after another; the last one: {problem}")
    finally:
        # Those that wait for room, or are told to end: what they have not committed is free for others.
        for worker in pool.values():
            ray.kill(worker)


class _Worker:
    """One ``agon worker`` process. What it says is in Ray's logs."""

    def work(self, url: str, slots: int, name: str, program: str | None, env: dict[str, str]) -> str | None:
        """Takes trials until none is left; returns what went wrong, if something did."""
        node = ray.get_runtime_context().get_node_id()[:8]
        arguments = ["worker", url, "--parallel", str(slots), "--name", f"{name}-{node}"]
        process = subprocess.Popen(
            [*_command(program), *arguments],
            env={**os.environ, **env},
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_end_with_parent,
        )
        last = ""
        for line in process.stderr:
            print(line, end="", file=sys.stderr)
            last = line.strip() or last
        code = process.wait()
        return None if code == 0 else f"exit code {code}: {last}"


def _end_with_parent() -> None:
    """A worker whose actor is gone drains: Ray kills the actor and not what it has started."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _room(cpus: float, resources: Mapping[str, float] | None) -> int:
    """How many workers the cluster has room for now, one at least."""
    there = ray.cluster_resources()
    wanted = {"CPU": cpus, **(resources or {})}
    return max(1, min(int(there.get(name, 0) / amount) for name, amount in wanted.items() if amount > 0))


def _command(program: str | None) -> list[str]:
    program = program or os.environ.get("AGON_PROGRAM")
    if program is not None:
        return [program]
    if hasattr(_native, "main"):
        return [sys.executable, "-m", "agon"]
    found = shutil.which("agon")
    if found is None:
        raise RuntimeError("there is no program agon here: install it, or name it with program= or AGON_PROGRAM")
    return [found]


def _status(program: str | None, url: str, env: Mapping[str, str] | None) -> dict[str, Any]:
    asked = subprocess.run(
        [*_command(program), "status", url, "--json"], env={**os.environ, **(env or {})}, capture_output=True, text=True
    )
    if asked.returncode != 0:
        raise RuntimeError(asked.stderr.strip().removeprefix("error: "))
    return json.loads(asked.stdout)
