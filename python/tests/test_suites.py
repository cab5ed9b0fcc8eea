"""Presets from folders of one's own."""

from __future__ import annotations

import os

import gymnasium
import pytest

import agon

SUITE = 'name = "my-suite"\nversion = "1"\nabout = "Small mazes."\nworld = "gym"\n'
TINY = 'task = "gym/maze-2d/easy"\ntitle = "Tiny"\nsteps = 9\n[settings]\nwidth = 5\nheight = 5\nmin_solution = 1\n'


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def suite(tmp_path):
    files = {"suite.toml": SUITE, "mazes/tiny.toml": TINY, "mazes/wide.toml": TINY.replace("width = 5", "width = 9")}
    files["pieces/tiny.toml"] = 'task = "gym/jigsaw/easy"\n'
    return write(tmp_path / "my-suite", files)


def test_a_preset_of_a_folder(suite):
    env = agon.Env("maze-2d", preset="tiny", suite=suite)
    assert env.max_steps == 9 and (env.settings["width"], env.settings["height"]) == (5, 5)
    frame, info = env.reset(seed=1)
    expected = agon.Env("maze-2d", width=5, height=5, min_solution=1, max_steps=9)
    assert (frame == expected.reset(seed=1)[0]).all() and info["steps_left"] == 9
    for call in env.solve():
        _, reward, *_ = env.step(call)
    assert reward == 1.0
    # The whole name, text instead of a path, and what is given here counts more than what is in the file.
    env = agon.Env("maze-2d", "mazes/wide", suite=os.fspath(suite), height=7, max_steps=3)
    assert (env.settings["width"], env.settings["height"], env.max_steps) == (9, 7, 3)
    assert agon.Env("jigsaw", preset="tiny", suite=suite).reset(seed=0)


def test_vectors_of_a_preset(suite):
    envs = agon.VectorEnv("maze-2d", 3, preset="tiny", suite=suite)
    frames, _ = envs.reset(seed=1)
    alone = agon.Env("maze-2d", preset="tiny", suite=suite).reset(seed=2)[0]
    assert envs.max_steps == 9 and (frames[1] == alone).all()


def test_registration(suite, monkeypatch):
    monkeypatch.chdir(suite.parent)
    ids = agon.register_suite("my-suite")
    assert ids["mazes/tiny"] == "my-suite/MazesTiny-v0" and len(ids) == 3
    # Where one is later does not matter.
    monkeypatch.chdir("/")
    env = gymnasium.make(ids["mazes/tiny"])
    assert env.unwrapped.max_steps == 9
    assert gymnasium.make_vec(ids["pieces/tiny"], num_envs=2).reset(seed=0)
    assert agon.register_suite(suite) == ids
    write(suite, {"mazes-a/b.toml": TINY, "mazes/a-b.toml": TINY})
    with pytest.raises(ValueError, match="would both be my-suite/MazesAB-v0"):
        agon.register_suite(suite)


def test_errors_name_the_path_as_it_was_given(suite, monkeypatch):
    monkeypatch.chdir(suite.parent)

    def problem(error, preset="tiny", world="maze-2d", folder="./my-suite", **settings):
        with pytest.raises(error) as raised:
            agon.Env(world, preset=preset, suite=folder, **settings)
        return str(raised.value)

    assert "there is no folder ./nowhere" in problem(FileNotFoundError, folder="./nowhere")
    told = "the suite in ./my-suite has no preset 'easy' of maze-2d; it knows: mazes/tiny, mazes/wide"
    assert problem(ValueError, preset="easy").replace('"', "'") == told
    assert "./my-suite has no preset of counting; it has mazes/tiny of maze-2d" in problem(ValueError, world="counting")
    assert "there is no world" in problem(ValueError, world="maze-4d")
    write(suite, {"other/tiny.toml": TINY})
    assert "any of mazes/tiny, other/tiny in ./my-suite" in problem(ValueError).replace('"', "'")
    write(suite, {"other/tiny.toml": TINY.replace("steps = 9", "steps = 0")})
    assert problem(ValueError).startswith("./my-suite/other/tiny.toml: ")
    write(suite, {"other/tiny.toml": TINY.replace("width = 5", "width = 6")})
    assert problem(ValueError).startswith("./my-suite/other/tiny.toml: ") and "odd" in problem(ValueError)
    write(suite, {"suite.toml": SUITE.replace('"gym"', '"web"')})
    assert './my-suite/suite.toml: its world is "web"' in problem(ValueError)
    (suite / "suite.toml").unlink()
    assert problem(ValueError) == "./my-suite: it holds no suite.toml"
    with pytest.raises(ValueError, match="holds no suite.toml"):
        agon.register_suite("./my-suite")
    with pytest.raises(TypeError):
        agon.Env("maze-2d", suite=3)
