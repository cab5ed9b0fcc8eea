"""Environments that start in a state, go back to one, are copied and pickled."""

from __future__ import annotations

import copy
import json
import pickle

import gymnasium
import numpy as np
import pytest

import agon


def same(left, right) -> bool:
    return bool(np.array_equal(left, right)) if isinstance(left, np.ndarray) else left == right


def play(env, calls):
    """Performs calls and returns the last step."""
    for call in calls:
        last = env.step(call)
    return last


def half_solved(world):
    """An environment in the midst of an episode, and the calls that are left."""
    env = agon.Env(world, "hard", render_mode="rgb_array")
    env.reset(seed=3)
    calls = env.solve()
    play(env, calls[: len(calls) // 2] or calls[:1])
    return env, env.solve()


def test_a_state_starts_an_environment(world):
    env, calls = half_solved(world)
    again = agon.Env(world, "hard", render_mode="rgb_array")
    _, info = again.reset(options={"init_state": json.loads(json.dumps(env.state()))})
    assert info["steps_left"] == again.max_steps, "a new episode begins"
    assert same(again.render(), env.render()) and again.state() == env.state()
    assert play(again, calls)[1] == 1.0


def test_snapshots_are_gone_back_to_as_often_as_one_likes(world):
    env, calls = half_solved(world)
    snapshot, frame, left = env.snapshot(), env.render(), len(calls)
    outcomes = []
    for _ in range(3):
        observation = env.restore(snapshot)
        assert same(observation, frame) and same(env.render(), frame)
        outcomes.append(play(env, calls))
    assert all(reward == 1.0 and terminated for _, reward, terminated, *_ in outcomes) and left == len(calls)
    assert len({outcome[4]["steps_left"] for outcome in outcomes}) == 1, "steps are counted from the snapshot"


def unpickled(env):
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("twin_of", [copy.deepcopy, unpickled])
def test_a_twin_goes_its_own_way(world, twin_of):
    env, calls = half_solved(world)
    before, twin = env.state(), twin_of(env)
    assert twin.state() == before and same(twin.render(), env.render())
    _, reward, _, _, info = play(twin, calls)
    assert reward == 1.0 and env.state() == before
    assert play(env, calls)[4]["steps_left"] == info["steps_left"]
    assert twin.np_random.integers(2**40) == env.np_random.integers(2**40), "what comes next is the same too"


def test_twins_of_new_and_finished_environments():
    fresh = agon.Env("maze-2d")
    for twin in (copy.deepcopy(fresh), unpickled(fresh)):
        with pytest.raises(gymnasium.error.ResetNeeded):
            twin.step(("move", 0))
    env, calls = half_solved("maze-2d")
    play(env, calls)
    for twin in (copy.deepcopy(env), unpickled(env)):
        assert twin.state() == env.state() and twin.state()["stopped"]
        with pytest.raises(gymnasium.error.ResetNeeded):
            twin.step(("move", 0))


def test_the_published_form_of_a_state():
    wall = [1] * 9
    maze = [wall, [1, 0, 0, 0, 1, 1, 1, 1, 1], *[wall] * 7]
    start = {"maze_map": maze, "agent_location": [1, 1], "target_location": [1, 3]}
    env = agon.Env("maze-2d")
    env.reset(options={"init_state": start})
    assert play(env, [("move", 0), ("move", 0), ("stop", "stop")])[1] == 1.0


def test_what_cannot_be_started_from_is_told():
    env = agon.Env("maze-2d")
    with pytest.raises(ValueError, match="exclude each other"):
        env.reset(options={"init_state": {}, "instance": 1})
    with pytest.raises(ValueError, match="init_state"):
        env.reset(options={"init_state": {"maze_map": "?"}})
    other = agon.Env("maze-3d")
    other.reset(seed=1)
    with pytest.raises(ValueError, match="the snapshot is of gym/maze-3d/easy, and this is gym/maze-2d/easy"):
        env.restore(other.snapshot())
