"""Whatever is handed over, Python gets an ordinary exception or an answer, and goes on."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading

import gymnasium
import numpy as np
import pytest

import agon
from agon import _native


def nested(depth):
    value = 0
    for _ in range(depth):
        value = [value]
    return value


def endless():
    value = []
    value.append(value)
    value.append(value)
    return value


def endless_dict():
    value = {}
    value["self"] = value
    return value


class Liar:
    """Says it can be a list, and gives itself."""

    def tolist(self):
        return self


class Thrower:
    def tolist(self):
        raise KeyError("thrown")


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (None, TypeError),
        (0, TypeError),
        (1.5, TypeError),
        (b"('move', 0)", TypeError),
        (object(), TypeError),
        (np.zeros(3), TypeError),
        (lambda: 0, TypeError),
        ({1, 2}, TypeError),
        ((), ValueError),
        (("move",), ValueError),
        (("move", 0, 0), ValueError),
        ((0, "move"), TypeError),
        ((None, None), TypeError),
        ({}, ValueError),
        ({"args": 0}, ValueError),
        ({"name": 3}, TypeError),
        ({"name": "move", "args": 0, "more": 1}, ValueError),
        (("move", object()), TypeError),
        (("move", {1: 2}), TypeError),
        (("move", {"direction": b"0"}), TypeError),
        (("move", math.nan), ValueError),
        (("move", -math.inf), ValueError),
        (("move", np.float32("nan")), ValueError),
        (("move", 10**400), ValueError),
        (("move", "\ud800"), ValueError),
        (("\udfff", 0), ValueError),
        ("\ud800", ValueError),
        (("move", nested(100_000)), ValueError),
        (("move", endless()), ValueError),
        (("move", endless_dict()), ValueError),
        (("move", [0] * 100_000), ValueError),
        (("move", np.zeros((200, 200))), ValueError),
        (("move", Liar()), ValueError),
        (("move", Thrower()), KeyError),
        (("move", 1 + 2j), TypeError),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, type) else value.__name__,
)
def test_things_that_are_no_actions(maze, action, error):
    maze.reset(seed=0)
    with pytest.raises(error):
        maze.step(action)
    # It did not cost a step, and the episode goes on.
    assert maze.step(("move", 0))[4]["steps_left"] == maze.max_steps - 1


@pytest.mark.parametrize(
    "action",
    [
        "",
        "(" * 70_000,
        "\0",
        "('move', " + "9" * 4000 + ")",
        "{" * 4000,
        '{"name": "move", "args": ' + "[" * 500,
        "('move', 1e999)",
        "('move')",
    ],
    ids=range(8),
)
def test_texts_that_are_no_calls(maze, action):
    maze.reset(seed=0)
    info = maze.step(action)[4]
    assert info["status"] in ("malformed", "bad_arguments")
    # Unlike things that are no actions, it cost a step.
    assert info["steps_left"] == maze.max_steps - 1


@pytest.mark.parametrize(("world", "first"), [("video-unshuffle", 1), ("zoom-in", 1), ("jigsaw", 0)])
def test_positions_are_counted_as_the_paper_counts(world, first):
    env = agon.Env(world)
    _, info = env.reset(seed=0)
    reorder = next(function for function in env.functions if function["name"] == "reorder")
    length = reorder["params"][0]["space"]["len"]
    before = env.state()
    wrong = list(range(1 - first, 1 - first + length))
    info = env.step(("reorder", wrong[::-1]))[4]
    assert info["status"] == "out_of_range"
    assert f"from {first} to {first + length - 1}" in info["feedback"]
    assert env.state() == before


def test_random_calls_with_random_arguments(world):
    """A hundred ill-fitting values for every function, and the world still stands."""
    env = agon.Env(world, max_steps=1_000_000)
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    numbers = [0, -1, 10**18, -(10**18), 2**63, 0.5, -1e300, 1e-320]
    values = [*numbers, "", "stop", "é" * 500, True, None, [], {}, [[]], (1, 2), [0] * 50]
    names = [function["name"] for function in env.functions if function["name"] != "stop"]
    for _ in range(100):
        args = [values[rng.integers(len(values))] for _ in range(rng.integers(4))]
        _, _, terminated, truncated, info = env.step((names[rng.integers(len(names))], args))
        assert not terminated and not truncated and info["status"]


def test_settings_of_any_value_are_refused_or_used(world):
    values = [-1, 0, 1, 3, 10**6, 2**32, 10**18, -0.5, 1e300, "", "x", True, None, [], {}, [1, 2]]
    defaults = agon.Env(world).settings
    used = 0
    for key in defaults:
        for value in values:
            try:
                env = agon.Env(world, **{key: value})
                env.reset(seed=1)
                used += 1
            except (ValueError, FileNotFoundError) as error:
                assert key in str(error) or "cannot be set" in str(error) or world in str(error)
    assert used


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"world": "maze-4d"}, ValueError, "there is no world"),
        ({"world": "maze-2d", "preset": "medium"}, ValueError, "it knows: easy, hard"),
        ({"world": "maze-2d", "preset": ""}, ValueError, "no preset"),
        ({"world": "maze-2d", "colour": 1}, ValueError, 'no setting "colour"'),
        ({"world": "maze-2d", "width": 8}, ValueError, "must be odd"),
        ({"world": "maze-2d", "frame_px": 10**9}, ValueError, "frame_px"),
        ({"world": "maze-2d", "observation": "sound"}, ValueError, "observation"),
        ({"world": "maze-3d", "observation": "text"}, ValueError, "has no text form"),
        ({"world": "maze-2d", "max_steps": 0}, ValueError, "at least 1"),
        ({"world": "maze-2d", "max_steps": -1}, (ValueError, OverflowError), ""),
        ({"world": "maze-2d", "max_steps": "ten"}, TypeError, ""),
        ({"world": "maze-2d", "width": object()}, TypeError, ""),
        ({"world": "maze-2d", "width": math.nan}, ValueError, "finite"),
        ({"world": "maze-2d", "render_mode": "human"}, ValueError, "rgb_array"),
        ({"world": "jigsaw", "pictures": "/no/such/folder"}, FileNotFoundError, "pictures"),
        ({"world": "jigsaw", "pictures": os.curdir + "/nowhere"}, FileNotFoundError, "pictures"),
        ({"world": "counting", "data": "/no/such/file.json"}, FileNotFoundError, "data"),
        ({"world": "video-unshuffle", "clips": "/no/such/folder"}, FileNotFoundError, "clips"),
        ({"world": 3}, TypeError, ""),
    ],
    ids=str,
)
def test_environments_that_cannot_be(arguments, error, words):
    with pytest.raises(error) as raised:
        agon.Env(**arguments)
    assert words in str(raised.value)


def test_a_folder_without_pictures_is_told(tmp_path):
    with pytest.raises(ValueError, match="pictures"):
        agon.Env("jigsaw", pictures=tmp_path)


def test_missing_physics_is_told():
    """In a process of its own, since the library is looked for once."""
    script = "import agon\ntry: agon.Env('fetch-reach')\nexcept RuntimeError as error: print(error)"
    environment = {**os.environ, "AGON_MUJOCO": "/no/such/folder"}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert "fetch-reach needs" in run.stdout and "install-fetch" in run.stdout


def test_a_panic_is_an_ordinary_exception(capfd):
    with pytest.raises(RuntimeError, match="a bug in Agon: on purpose"):
        _native.break_on_purpose()
    assert "on purpose" in capfd.readouterr().err


def test_bad_seeds_and_options(maze):
    for seed in [-1, 2**64, 1.5, "seven"]:
        with pytest.raises((ValueError, TypeError, gymnasium.error.Error)):
            maze.reset(seed=seed)
    with pytest.raises(ValueError, match="unknown reset options: colour"):
        maze.reset(options={"colour": 3})
    with pytest.raises(TypeError):
        maze.reset(options={"instance": "first"})
    maze.reset(seed=2**64 - 1)


def test_bad_solves(maze):
    maze.reset(seed=0)
    with pytest.raises(ValueError, match="it knows: shortest, padded"):
        maze.solve("teleport")
    with pytest.raises(ValueError, match="length"):
        maze.solve("padded", length=10**12)
    with pytest.raises((TypeError, OverflowError)):
        maze.solve("padded", length=-1)


def test_the_order_of_things():
    env = agon.Env("maze-2d")
    for use in [lambda: env.step(("move", 0)), lambda: env.prompt, env.solve, env.goal_image, env.text, env.state]:
        with pytest.raises(gymnasium.error.ResetNeeded):
            use()
    env.reset(seed=0)
    env.step(("stop", "stop"))
    with pytest.raises(gymnasium.error.ResetNeeded, match="over"):
        env.step(("move", 0))
    env.close()
    env.close()
    for use in [lambda: env.step(("move", 0)), env.reset, lambda: env.prompt, env.solve, env.goal_image]:
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="closed"):
            use()


def test_several_threads_may_use_one_environment(maze):
    """Steps from several threads are one after the other; nobody waits for ever."""
    maze.reset(seed=0)
    answers = []

    def play():
        for _ in range(200):
            try:
                answers.append(maze.step(("move", 0)))
            except gymnasium.error.ResetNeeded:
                maze.reset()

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    assert answers


def test_native_classes_refuse_nonsense():
    setup = _native.Setup("maze-2d", "easy", {})
    for members, threads in [(0, 1), (10**9, 1), (2, 0), (2, 10**6)]:
        with pytest.raises(ValueError):
            _native.Batch(setup, members, threads)
    with pytest.raises(OverflowError):
        _native.Batch(setup, -1, 1)
    batch = _native.Batch(setup, 2, 1)
    with pytest.raises(ValueError, match="expected 2 actions"):
        batch.step([("move", 0)], [1, 2], None, False)
    wrong = np.zeros((2, 3, 3, 3), np.uint8)
    with pytest.raises(TypeError, match="another shape"):
        batch.step(None, [1, 2], wrong, False)
    fixed = np.zeros((2, *setup.frame_shape), np.uint8)
    fixed.flags.writeable = False
    with pytest.raises(Exception, match="writ|read"):
        batch.step(None, [1, 2], fixed, False)
    with pytest.raises(ValueError, match="no member"):
        batch.render(7)
    with pytest.raises(TypeError):
        _native.Episode("setup")
    if hasattr(_native, "main"):
        with pytest.raises(TypeError):
            _native.main("--help", 3)
