#!/usr/bin/env python3
"""Steps per second with a rendered frame through the Python package, against the published package's rates.

    pip install ./python
    python benches/python_steps.py            # every world, a few minutes
    python benches/python_steps.py --quick    # the same, rougher
    python benches/python_steps.py --compare  # also installs and measures packages from the Python package index

One core: `env.step` of the hard preset, frames of the size the published package draws, in steps per CPU second. Calls
are the solver's and random ones; resets are not counted. Two cores: a vector environment with two threads against the
same with one, in steps per second of the clock; if the machine had fewer than two cores to give, the last column says
so, and the ratio means little. Each figure is the best of five spans; from run to run they are good to about 30 %.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable

import agon

# The published package, per CPU second, measured once on this kind of machine (two cores of a Xeon); and what is asked:
# ten times that, five times where it exceeds 3,000/s, a hundred times where it is under 30/s, ten times for the robot.
PUBLISHED = {
    "maze-2d": (1280, 10),
    "sliding-block": (220, 10),
    "matchstick-equation": (410, 10),
    "matchstick-rotation": (26, 100),
    "patch-reassembly": (235, 10),
    "mental-rotation-cube": (5.4, 100),
    "mental-rotation-2d": (4450, 5),
    "jigsaw": (1594, 10),
    "colorization": (355, 10),
    "zoom-in": (154, 10),
    "mental-rotation-object": (20, 100),
    "maze-3d": (1.6, 100),
    "fetch-reach": (7.7, 10),
    "fetch-pick-and-place": (6.1, 10),
}

# Frames of the published package where ours are of another size by default.
FRAMES = {
    "matchstick-equation": {"frame_px": 300},
    "maze-2d": {"frame_px": 275},
    "mental-rotation-2d": {"frame_px": 128},
    "mental-rotation-object": {"frame_px": 128},
}

# No episode ends by itself while it is measured.
ENDLESS = 1_000_000_000

# Spans for each figure, of which the best counts.
TURNS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a fifth of the time for every figure")
    parser.add_argument("--compare", action="store_true", help="install and measure comparable packages")
    parser.add_argument("--members", type=int, default=64, help="members of the vector environments")
    parser.add_argument("worlds", nargs="*", help="only these worlds")
    options = parser.parse_args()
    seconds = 0.4 if options.quick else 2.0

    print("| world | frame | published | here | ratio | asked | | two threads | over one | cores had |")
    print("|---|---|---:|---:|---:|---:|---|---:|---:|---:|")
    for world in agon.WORLDS:
        name = world["name"]
        if options.worlds and name not in options.worlds:
            continue
        if world["lacks"]:
            print(f"| {name} | left out: {world['lacks']} |")
            continue
        print(row(name, seconds, options.members), flush=True)
    if options.compare:
        print("\n| compared | steps per CPU second |\n|---|---:|")
        for title, package, measure in COMPARED:
            print(f"| {title} | {compared(package, measure, seconds)} |", flush=True)


def row(world: str, seconds: float, members: int) -> str:
    env = agon.Env(world, "hard", max_steps=ENDLESS, **FRAMES.get(world, {}))
    height, width, _ = env.observation_space.shape
    calls = some_calls(env)
    rate = per_second(lambda number: env.step(calls[number % len(calls)]), seconds, time.process_time)
    one, two, cores = vector_rates(world, calls, members, seconds)
    published, factor = PUBLISHED.get(world, (None, None))
    cells = [world, f"{width}×{height}"]
    if published is None:
        cells += ["–", f"{rate:,.0f}", "–", "–", ""]
    else:
        reached = "reached" if rate >= published * factor else "**missed**"
        cells += [f"{published:,}", f"{rate:,.0f}", f"{rate / published:,.1f}×", f"{factor}×", reached]
    cells += [f"{two:,.0f}/s", f"{two / one:.2f}×", f"{cores:.1f}"]
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
    envs = agon.VectorEnv(world, members, "hard", max_steps=ENDLESS, threads=threads, **FRAMES.get(world, {}))
    envs.reset(seed=0)

    def step(number: int) -> None:
        envs.step([calls[(number + member) % len(calls)] for member in range(members)])

    step(0)
    return step


def per_second(step: Callable[[int], object], seconds: float, clock: Callable[[], float]) -> float:
    """The best of some spans: what else the machine did can only have slowed the others."""
    step(0)
    return max(_per_second(step, seconds / TURNS, clock) for _ in range(TURNS))


def _per_second(step: Callable[[int], object], seconds: float, clock: Callable[[], float]) -> float:
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

    return per_second(step, seconds, time.process_time)


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

    return per_second(step, seconds, time.process_time)


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
