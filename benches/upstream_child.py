"""Steps of one world of the published VisGym code, in a process of its own, a span at a time.

Started by python_steps.py with the Python that has its packages: upstream_child.py FOLDER DATA WORLD. Every line on the
standard input is a number of CPU seconds; the answer is a line of JSON with the steps that were made in them.
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import sys
import time

from upstream_worlds import CALLS, DATA, published_name

# The first picture-drawing library that is imported reads these.
os.environ.setdefault("MUJOCO_GL", "egl")
os.environ.setdefault("PYOPENGL_PLATFORM", "egl")


def main(folder: str, data: str, world: str) -> None:
    answers, sys.stdout = sys.stdout, sys.stderr
    step, (height, width, _) = make(pathlib.Path(folder), pathlib.Path(data), world)
    print(json.dumps({"frame": [width, height]}), file=answers, flush=True)
    count = 0
    for line in sys.stdin:
        seconds, steps, start = float(line), 0, time.process_time()
        # Twice at least: one step alone may find something ready that the other has to make.
        while (taken := time.process_time() - start) < seconds or steps < 2:
            step(count)
            count, steps = count + 1, steps + 1
        print(json.dumps({"steps": steps, "seconds": taken}), file=answers, flush=True)


def make(folder: pathlib.Path, data: pathlib.Path, world: str):
    """What makes a step with its picture, and the picture's shape."""
    sys.path[:0] = [str(folder), str(folder / "Gymnasium-Robotics"), str(folder / "inference")]
    import gymnasium
    from utils import ENV_REGISTRY

    if world.startswith("fetch"):
        import gymnasium_robotics  # noqa: F401
    identity = f"{published_name(world)}/hard"
    settings = dict(ENV_REGISTRY[identity]["env_kwargs"])
    settings |= {setting: str(data / path) for setting, path in DATA.get(world, ({}, {}))[0].items()}
    if world == "maze-3d":
        # The evaluation sets it, and the world does not know it.
        settings.pop("render_mode", None)
    if world == "mental-rotation-object":
        # Its drawing code tells Mesa to look for drivers where NVIDIA's are; elsewhere there are none.
        import gymnasium.envs.mental_rotation_3d_objaverse.renderer  # noqa: F401

        os.environ.pop("LIBGL_DRIVERS_PATH", None)
    # Without the wrappers, which only cost time.
    env = gymnasium.make(identity, disable_env_checker=True, **settings).unwrapped
    env.reset(seed=0)
    calls = CALLS[world]

    def step(count: int):
        observed = env.step(calls[count % len(calls)])[0]
        # Every world draws within `step`.
        return observed["image"] if isinstance(observed, dict) else observed

    frame = [step(number) for number in range(len(calls))][-1]
    return step, frame.shape


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(*sys.argv[1:])
