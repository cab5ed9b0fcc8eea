"""``python -m agon.ray RUN-URL``: a run in a store, on the nodes of a Ray cluster."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

import ray

from agon.ray.workers import run


def main() -> int:
    """Runs to the end and returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m agon.ray",
        description="Work a run off that `agon run --store RUN-URL --detach` has planned.",
        epilog="Submit it to a cluster with: ray job submit -- python -m agon.ray RUN-URL",
    )
    parser.add_argument("url", metavar="RUN-URL", help="the run's address: s3://BUCKET/PREFIX, file:///PATH …")
    parser.add_argument("--slots", type=int, default=1, help="trials at a time in each worker (default: 1)")
    parser.add_argument(
        "--max-workers", type=int, help="the most workers at a time (default: what the cluster has room for)"
    )
    parser.add_argument("--cpus", type=float, help="cores of a worker (default: one for each slot)")
    parser.add_argument("--memory-mib", type=int, help="memory of a worker, for the scheduler")
    parser.add_argument(
        "--resource",
        action="append",
        default=[],
        metavar="NAME=AMOUNT",
        type=_resource,
        help="a label that nodes must have, such as browser=1; may be given several times",
    )
    parser.add_argument("--program", help="the program agon on the nodes")
    parser.add_argument("--address", help="the cluster (default: the one this is submitted to, else this machine)")
    parser.add_argument("--json", action="store_true", help="print as JSON: what came of the run")
    arguments = parser.parse_args()
    if arguments.slots < 1:
        parser.error("--slots must be 1 at least")
    ray.init(address=arguments.address, logging_level="WARNING", log_to_driver=True)
    memory = None if arguments.memory_mib is None else arguments.memory_mib * 1024 * 1024
    try:
        done = run(
            arguments.url,
            slots=arguments.slots,
            max_workers=arguments.max_workers,
            num_cpus=arguments.cpus,
            memory=memory,
            resources=dict(arguments.resource),
            program=arguments.program,
            told=_Told(),
        )
    except RuntimeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    if arguments.json:
        print(json.dumps(asdict(done)))
    return 0


class _Told:
    """Says how far the run is, whenever it has changed."""

    def __init__(self) -> None:
        self._committed = -1

    def __call__(self, status: dict[str, Any]) -> None:
        if status["committed"] != self._committed:
            self._committed = status["committed"]
            at_work = sum(worker["state"] == "at work" for worker in status["workers"])
            print(f"{self._committed} of {status['trials']} trials, {at_work} workers", file=sys.stderr)


def _resource(text: str) -> tuple[str, float]:
    name, _, amount = text.partition("=")
    try:
        return name, float(amount)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=AMOUNT, such as browser=1") from None


if __name__ == "__main__":
    sys.exit(main())
