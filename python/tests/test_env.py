"""Environments as Gymnasium specifies them."""

from __future__ import annotations

import json
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import agon


def test_every_world_is_registered():
    assert set(agon.IDS) == {world["name"] for world in agon.WORLDS} and len(agon.IDS) >= 17
    assert agon.IDS["maze-2d"] == "agon/Maze2D-v0"
    assert agon.IDS["mental-rotation-cube"] == "agon/MentalRotationCube-v0"
    assert agon.IDS["fetch-pick-and-place"] == "agon/FetchPickAndPlace-v0"
    assert set(agon.IDS.values()) <= set(gymnasium.registry)


@pytest.mark.parametrize("preset", ["easy", "hard"])
def test_check_env(world, preset):
    env = gymnasium.make(agon.IDS[world], preset=preset)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    env.close()


def test_the_solver_succeeds(world):
    env = agon.Env(world, "hard")
    for seed in range(3):
        env.reset(seed=seed)
        calls = env.solve()
        for number, call in enumerate(calls):
            assert call in env.action_space
            observation, reward, terminated, truncated, info = env.step(call)
            assert observation in env.observation_space
            assert not truncated
            if number < len(calls) - 1:
                assert (reward, terminated) == (0.0, False)
                assert "success" not in info
        assert (reward, terminated, info["success"]) == (1.0, True, True)


def test_every_strategy_succeeds(world):
    for strategy in agon.Env(world).strategies:
        env = agon.Env(world)
        env.reset(seed=1)
        calls = env.solve(strategy, seed=5)
        assert len(calls) <= env.max_steps
        for call in calls:
            _, reward, *_ = env.step(call)
        assert reward == 1.0, strategy


def test_samples_are_understood(world):
    """Calls of the action space are never malformed, and never ill-typed."""
    env = agon.Env(world, max_steps=1000)
    env.reset(seed=0)
    env.action_space.seed(0)
    for _ in range(60):
        call = env.action_space.sample()
        assert env.action_space.contains(call)
        _, _, terminated, _, info = env.step(call)
        # Equations of one length do not have all the symbols of another.
        allowed = ("executed", "blocked", "out_of_range") if world == "matchstick-equation" else ("executed", "blocked")
        assert info["status"] in allowed, (call, info)
        if terminated:
            env.reset()


def test_one_seed_one_episode(world):
    first, second = agon.Env(world), agon.Env(world)
    one, info = first.reset(seed=11)
    other, other_info = second.reset(seed=11)
    assert np.array_equal(one, other) and info == other_info
    assert second.reset(options={"instance": 11})[1] == info
    assert first.reset(seed=12)[1]["steps_left"] == info["steps_left"]


def test_unseeded_resets_follow_from_the_seed(maze):
    def episodes():
        maze.reset(seed=3)
        return [maze.reset()[0].tobytes() for _ in range(3)]

    assert episodes() == episodes()
    assert len(set(episodes())) == 3


def test_the_forms_of_an_action_are_one(maze):
    results = []
    for action in [
        ("move", 0),
        ["move", [0]],
        "('move', 0)",
        '{"name": "move", "args": 0}',
        '{"name": "move", "args": {"direction": 0}}',
        {"name": "move", "args": 0},
        ("move", np.int64(0)),
        ("move", np.array([0])),
        ("move", {"direction": 0.0}),
    ]:
        maze.reset(seed=4)
        observation, reward, terminated, truncated, info = maze.step(action)
        results.append((observation.tobytes(), reward, terminated, truncated, json.dumps(info)))
    assert len(set(results)) == 1
    maze.reset(seed=4)
    assert maze.step("stop")[4]["status"] == "malformed"
    assert maze.step(("stop", None))[2]


def test_wrong_calls_cost_a_step_and_are_answered(maze):
    _, info = maze.reset(seed=0)
    left = info["steps_left"]
    for action, status in [
        ("move right", "malformed"),
        (("fly", 1), "unknown_function"),
        (("move", "up"), "bad_arguments"),
        (("move", 9), "out_of_range"),
        (("move", 10**30), "bad_arguments"),
        ({"name": "move"}, "bad_arguments"),
    ]:
        _, reward, terminated, truncated, info = maze.step(action)
        left -= 1
        assert (info["status"], info["steps_left"]) == (status, left), action
        assert info["feedback"] and (reward, terminated, truncated) == (0.0, False, False)


def test_the_feedback_switch():
    env = agon.Env("maze-2d", feedback=False)
    env.reset(seed=0)
    assert env.step(("move", 0))[4]["feedback"] == ""
    # Without being told of misspellings nobody could learn to spell.
    assert env.step("nonsense")[4]["feedback"]


def test_the_step_limit_truncates():
    env = agon.Env("maze-2d", max_steps=2)
    assert env.reset(seed=0)[1]["steps_left"] == 2
    assert env.step(("move", 0))[2:4] == (False, False)
    _, reward, terminated, truncated, info = env.step(("move", 0))
    assert (reward, terminated, truncated, info["success"], info["steps_left"]) == (0.0, False, True, False, 0)


def test_stopping_elsewhere_is_no_success(maze):
    maze.reset(seed=0)
    _, reward, terminated, _, info = maze.step(("stop", "stop"))
    assert (reward, terminated, info["success"]) == (0.0, True, False)


def test_observation_forms():
    env = agon.Env("maze-2d", observation="text")
    text, _ = env.reset(seed=5)
    assert isinstance(text, str) and text.count("A") == 1 and text in env.observation_space
    env = agon.Env("maze-2d", observation="both")
    both, _ = env.reset(seed=5)
    assert both["text"] == text and both["image"].shape == env.observation_space["image"].shape
    assert both in env.observation_space
    check_env(gymnasium.make("agon/Maze2D-v0", observation="both").unwrapped)


@pytest.mark.parametrize("name", ["maze-2d", "sliding-block", "matchstick-equation", "patch-reassembly"])
def test_text_forms_are_in_their_space(name):
    env = agon.Env(name, "hard", observation="text")
    for seed in range(10):
        assert env.reset(seed=seed)[0] in env.observation_space


def test_the_goal_is_shown_when_asked_for():
    env = agon.Env("maze-2d", goal=True, observation="both")
    _, info = env.reset(seed=0)
    assert np.array_equal(info["goal"], env.goal_image()) and "@" in info["goal_text"]
    for call in env.solve()[:-1]:
        observation, *_ = env.step(call)
    assert np.array_equal(observation["image"], info["goal"])


def test_frames_are_new_and_writable(maze):
    first, _ = maze.reset(seed=0)
    before = first.copy()
    second, *_ = maze.step(("move", 0))
    assert not np.shares_memory(first, second) and second.flags.writeable and second.flags.c_contiguous
    second[:] = 0
    maze.step(("move", 1))
    assert np.array_equal(first, before)


def test_equations_of_all_lengths_fit_their_spaces():
    env = agon.Env("matchstick-equation", "hard")
    for seed in range(60):
        observation, _ = env.reset(seed=seed)
        assert observation in env.observation_space
        assert all(call in env.action_space for call in env.solve())


def test_rendering():
    env = gymnasium.make("agon/Maze2D-v0", render_mode="rgb_array", observation="text")
    env.reset(seed=0)
    frame = env.render()
    assert frame.dtype == np.uint8 and frame.shape[2] == 3
    assert agon.Env("maze-2d").render() is None


def test_the_laboratory(maze):
    maze.reset(seed=0)
    assert "stop" in maze.prompt and maze.strategies == ["shortest", "padded"]
    assert [function["name"] for function in maze.functions] == ["move", "stop"]
    assert maze.settings["frame_px"] == 300 and maze.settings["observation"] == "image"
    assert len(maze.solve("padded", length=18)) in (18, 19)
    assert maze.state()["stopped"] is False
    assert "A" in maze.text()


def test_settings_reach_the_world():
    env = gymnasium.make("agon/Maze2D-v0", width=5, height=7, frame_px=70, max_steps=9)
    assert env.observation_space.shape == (70, 50, 3)
    assert env.unwrapped.max_steps == 9
    one, other = agon.Env("maze-2d", counterfactual=4), agon.Env("maze-2d")
    assert np.array_equal(one.reset(seed=1)[0], other.reset(seed=4)[0])


def test_numbered_actions(maze):
    env = agon.wrappers.DiscreteActions(maze)
    assert env.action_space == gymnasium.spaces.Discrete(5)
    env.reset(seed=0)
    assert env.step(np.int64(4))[2]
    with pytest.raises(ValueError, match="from 0 to 4"):
        env.step(5)
    with pytest.raises(ValueError, match="too many calls"):
        agon.wrappers.DiscreteActions(agon.Env("matchstick-rotation"))
    rotate = agon.wrappers.DiscreteActions(agon.Env("mental-rotation-2d"), [("rotate", 5), ("stop", "stop")])
    assert rotate.action_space.n == 2


def test_the_action_space():
    space = agon.Env("jigsaw").action_space
    space.seed(3)
    samples = [space.sample() for _ in range(200)]
    space.seed(3)
    assert samples == [space.sample() for _ in range(200)]
    assert {name for name, _ in samples} == {function["name"] for function in space.functions}
    assert space.from_jsonable(json.loads(json.dumps(space.to_jsonable(samples)))) == samples
    assert pickle.loads(pickle.dumps(space)) == space
    wrong_pairs = [("nothing", 0), ("stop", 7), (["stop"], "stop"), ("reorder", (0, 0, 1, 2))]
    for other in [None, 3, "move", ("move",), *wrong_pairs]:
        assert other not in space


def test_calls_are_enumerated_in_order(maze):
    moves = [("move", direction) for direction in range(4)]
    assert maze.action_space.enumerate() == [*moves, ("stop", "stop")]
    assert maze.action_space.enumerate(limit=4) is None


def test_a_frame_that_somebody_holds_is_not_drawn_over(maze):
    maze.reset(seed=1)
    held, copies = [], []
    for number in range(8):
        frame = maze.step(("move", number % 4))[0]
        # A part of a frame holds all of it.
        held.append(frame if number % 2 else frame[:100])
        copies.append(held[-1].copy())
        del frame
    assert all(np.array_equal(frame, copy) for frame, copy in zip(held, copies, strict=True))
    assert len({frame.ctypes.data for frame in held}) == len(held)
    held.clear()
    assert len({maze.step(("move", number % 4))[0].ctypes.data for number in range(8)}) < 8


def test_a_frame_of_another_shape_is_refused(maze):
    maze.reset(seed=1)
    with pytest.raises(TypeError, match="shape"):
        maze._episode.step(("move", 0), np.empty((3, 3, 3), np.uint8))
