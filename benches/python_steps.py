#!/usr/bin/env python3
"""Steps per second with a rendered frame through the Python package.

    pip install ./python
    python benches/python_steps.py            # every world, a few minutes
    python benches/python_steps.py --quick    # the same, rougher
    python benches/python_steps.py --compare  # also installs and measures packages from the Python package index

One core: `env.step` of the hard preset in steps per CPU second. Calls are the solver's and random ones; resets are not
counted. Two cores: a vector environment with two threads against the same with one, in steps per second of the clock;
if the machine had fewer than two cores to give, the last column says so, and the ratio means little. Each figure is the
best of five spans; from run to run they are good to about 30 %.

    python benches/python_steps.py --upstream FOLDER --upstream-python PYTHON

measures against the published VisGym code in FOLDER, run by PYTHON, which has its packages; scripts/install-upstream
brings both. The two take turns in one run on one machine. Ours is the preset `paper-hard`, theirs `WORLD/hard` with the
settings of their evaluation, both with the same calls and the same data, and frames of the same number of pixels or, of
ours, more. A step is `env.step`, which draws the picture; resets are not counted. Each turn gives a ratio; the table
has the median of the turns and their range.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from upstream_worlds import CALLS, DATA, FRAMES

import agon

# No episode ends by itself while it is measured.
ENDLESS = 1_000_000_000

# Spans for each figure.
TURNS = 5

# What is asked: a hundred times where the published code makes fewer steps a second than this, else ten times.
SLOW = 25


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a fifth of the time for every figure")
    parser.add_argument("--compare", action="store_true", help="install and measure comparable packages")
    parser.add_argument("--upstream", metavar="FOLDER", help="a clone of the published VisGym code")
    parser.add_argument("--upstream-python", metavar="PYTHON", help="a Python with its packages")
    parser.add_argument("--members", type=int, default=64, help="members of the vector environments")
    parser.add_argument("worlds", nargs="*", help="only these worlds")
    options = parser.parse_args()
    seconds = 0.4 if options.quick else 2.0
    if options.upstream and not options.upstream_python:
        parser.error("--upstream needs --upstream-python, a Python with the packages of the published code")

    measured = []
    for world in agon.WORLDS:
        if options.worlds and world["name"] not in options.worlds:
            continue
        if world["lacks"]:
            print(f"{world['name']} is left out: {world['lacks']}", file=sys.stderr)
        else:
            measured.append(world["name"])
    if options.upstream:
        compare_with_upstream(measured, seconds, options.upstream, options.upstream_python)
        return
    print("| world | frame | steps per CPU second | two threads | over one | cores had |")
    print("|---|---|---:|---:|---:|---:|")
    for name in measured:
        print(row(name, seconds, options.members), flush=True)
    if options.compare:
        print("\n| compared | steps per CPU second |\n|---|---:|")
        for title, package, measure in COMPARED:
            print(f"| {title} | {compared(package, measure, seconds)} |", flush=True)


def compare_with_upstream(worlds: list[str], seconds: float, folder: str, python: str) -> None:
    here = pathlib.Path(__file__).parent
    print("| world | published frame | ours | published, steps per CPU second | ours | ratio | range | goal | |")
    print("|---|---|---|---:|---:|---:|---:|---:|---|")
    with tempfile.TemporaryDirectory() as data:
        write = f"import pathlib, upstream_data; upstream_data.write(pathlib.Path({data!r}))"
        subprocess.run([python, "-c", write], cwd=here, check=True, stderr=subprocess.DEVNULL)
        for world in worlds:
            command = [python, str(here / "upstream_child.py"), str(pathlib.Path(folder).resolve()), data, world]
            with tempfile.TemporaryDirectory() as place, Upstream(command, place) as upstream:
                print(upstream_row(world, upstream, data, seconds), flush=True)


class Upstream:
    """A world of the published code in a process of its own."""

    def __init__(self, command: list[str], place: str) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        # Some worlds look through the folder that they are started in.
        self.process = subprocess.Popen(command, cwd=place, text=True, **pipes)

    def __enter__(self) -> Upstream:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def frame(self) -> list[int] | str:
        """The size of its frames, or why there are none."""
        line = self.process.stdout.readline()
        if line:
            return json.loads(line)["frame"]
        lines = self.process.stderr.read().strip().splitlines()
        return lines[-1] if lines else "it ended without a word"

    def rate(self, seconds: float) -> float:
        """Steps per CPU second over such a span."""
        print(seconds, file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        return answer["steps"] / answer["seconds"]


def upstream_row(world: str, upstream: Upstream, data: str, seconds: float) -> str:
    frame = upstream.frame()
    if isinstance(frame, str):
        return f"| {world} | not measured: {frame} |"
    settings = {setting: os.path.join(data, path) for setting, path in DATA.get(world, ({}, {}))[1].items()}
    env = agon.Env(world, "paper-hard", max_steps=ENDLESS, **FRAMES.get(world, {}), **settings)
    env.reset(seed=0)
    calls = CALLS[world]
    for number in range(len(calls)):
        picture, _, _, _, info = env.step(calls[number])
        if info["status"] not in ("executed", "blocked"):
            raise SystemExit(f"{world} does not understand {calls[number]}: {info['feedback']}")
    turns = []
    for _ in range(TURNS):
        theirs = upstream.rate(seconds / TURNS)
        turns.append((theirs, _per_second(lambda number: env.step(calls[number % len(calls)]), seconds / TURNS)))
    theirs, ours = (statistics.median(side) for side in zip(*turns, strict=True))
    ratios = sorted(mine / other for other, mine in turns)
    ratio, goal = statistics.median(ratios), 100 if theirs < SLOW else 10
    height, width, _ = picture.shape
    cells = [world, f"{frame[0]}×{frame[1]}", f"{width}×{height}", figure(theirs), figure(ours), f"{figure(ratio)}×"]
    cells += [f"{figure(ratios[0])}–{figure(ratios[-1])}", f"{goal}×", "reached" if ratio >= goal else "**missed**"]
    return "| " + " | ".join(cells) + " |"


def figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}"


def row(world: str, seconds: float, members: int) -> str:
    env = agon.Env(world, "hard", max_steps=ENDLESS)
    height, width, _ = env.observation_space.shape
    calls = some_calls(env)
    rate = per_second(lambda number: env.step(calls[number % len(calls)]), seconds)
    one, two, cores = vector_rates(world, calls, members, seconds)
    cells = [world, f"{width}×{height}", f"{rate:,.0f}", f"{two:,.0f}/s", f"{two / one:.2f}×", f"{cores:.1f}"]
    return "| " + " | ".join(cells) + " |"


def some_calls(env: agon.Env) -> list:
    """The solver's calls and random ones, without stop."""
    env.reset(seed=0)
    env.action_space.seed(0)
    calls = [*env.solve(), *(env.action_space.sample() for _ in range(40))]
    return [call for call in calls if call[0] != "stop"]


def vector_rates(world: str, calls: list, members: int, seconds: float) -> tuple[float, float, float]:
    """Steps per second of the clock with one and with two threads, and how many cores the machine gave the two.

    They take turns, so that whatever else the machine does slows both.
    """
    rates, given = {1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0}
    steps = {threads: vector_step(world, calls, members, threads) for threads in rates}
    for _ in range(TURNS):
        for threads, step in steps.items():
            clock, processor = time.perf_counter(), time.process_time()
            rate = members * _per_second(step, seconds / TURNS, time.perf_counter)
            if rate > rates[threads]:
                rates[threads] = rate
                given[threads] = (time.process_time() - processor) / (time.perf_counter() - clock)
    return rates[1], rates[2], given[2]


def vector_step(world: str, calls: list, members: int, threads: int) -> Callable[[int], None]:
    envs = agon.VectorEnv(world, members, "hard", max_steps=ENDLESS, threads=threads)
    envs.reset(seed=0)

    def step(number: int) -> None:
        envs.step([calls[(number + member) % len(calls)] for member in range(members)])

    step(0)
    return step


def per_second(step: Callable[[int], object], seconds: float) -> float:
    """The best of some spans of CPU time: what else the machine did can only have slowed the others."""
    step(0)
    return max(_per_second(step, seconds / TURNS) for _ in range(TURNS))


def _per_second(step: Callable[[int], object], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    count, start = 0, clock()
    while (taken := clock() - start) < seconds:
        for _ in range(5):
            step(count)
            count += 1
    return count / taken


def fetch_reach(seconds: float) -> float:
    """Gymnasium-Robotics' FetchReach, drawn from two cameras at 480 by 480, as the published package does."""
    os.environ.setdefault("MUJOCO_GL", "egl")
    import gymnasium
    import gymnasium_robotics

    gymnasium.register_envs(gymnasium_robotics)
    env = gymnasium.make("FetchReach-v4", render_mode="rgb_array", width=480, height=480, max_episode_steps=-1)
    env.reset(seed=0)

    def step(_: int) -> None:
        env.step(env.action_space.sample())
        env.render()
        env.render()

    return per_second(step, seconds)


def minigrid(seconds: float) -> float:
    """Minigrid's empty room with a frame of 256 by 256, the nearest thing to Maze 2D."""
    import gymnasium
    import minigrid  # noqa: F401

    env = gymnasium.make("MiniGrid-Empty-8x8-v0", render_mode="rgb_array", max_episode_steps=-1)
    env.reset(seed=0)

    def step(_: int) -> None:
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        env.render()
        if terminated or truncated:
            env.reset()

    return per_second(step, seconds)


COMPARED = [
    ("gymnasium-robotics FetchReach, two 480×480 views", "gymnasium-robotics", fetch_reach),
    ("minigrid Empty-8x8, 256×256", "minigrid", minigrid),
]


def compared(package: str, measure: Callable[[float], float], seconds: float) -> str:
    """The rate, or why there is none."""
    if importlib.util.find_spec(package.replace("-", "_")) is None:
        install = [sys.executable, "-m", "pip", "install", "--quiet", package]
        if subprocess.run(install, check=False).returncode != 0:
            return f"left out: {package} could not be installed"
    try:
        return f"{measure(seconds):,.1f}"
    except Exception as error:  # noqa: BLE001
        # Whatever a package of others does here, our table is still to be printed.
        reason = str(error).replace("\n", " ") or "it cannot draw on this machine"
        return f"left out: {reason} ({type(error).__name__})"


if __name__ == "__main__":
    main()
