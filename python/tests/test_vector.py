"""Vector environments: the same as Gymnasium's own over the same environments."""

from __future__ import annotations

import itertools
import math
import multiprocessing

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import agon

SMALL = {"width": 5, "height": 5, "min_solution": 2, "frame_px": 64}


def equal(one, other):
    """Whether two observations or infos are the same, arrays and dicts included."""
    if isinstance(one, dict):
        return (
            isinstance(other, dict) and one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
        )
    if isinstance(one, np.ndarray) and one.dtype == object:
        return other.dtype == object and all(equal(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(equal(a, b) for a, b in zip(one, other, strict=True))
    return type(one) is type(other) and one == other


@pytest.mark.parametrize("observation", ["image", "text", "both"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("threads", [1, 3])
def test_it_is_what_gymnasium_would_make(mode, observation, threads):
    settings = {**SMALL, "observation": observation, "goal": True, "max_steps": 6}
    ours = agon.VectorEnv("maze-2d", 5, autoreset_mode=mode, threads=threads, **settings)
    theirs = SyncVectorEnv([lambda: agon.Env("maze-2d", **settings)] * 5, autoreset_mode=mode)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    one, other = ours.reset(seed=9), theirs.reset(seed=9)
    assert all(equal(a, b) for a, b in zip(one, other, strict=True))
    ours.action_space.seed(1)
    for _ in range(40):
        actions = ours.action_space.sample()
        one, other = ours.step(actions), theirs.step(actions)
        for a, b in zip(one, other, strict=True):
            assert equal(a, b)
    assert [rng.bit_generator.state for rng in ours.np_random] == [rng.bit_generator.state for rng in theirs.np_random]


def test_make_vec():
    envs = gymnasium.make_vec("agon/Maze2D-v0", num_envs=3, preset="hard", **SMALL)
    assert isinstance(envs, agon.VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    frames, infos = envs.reset(seed=1)
    assert frames.shape == (3, 60, 60, 3) and frames in envs.observation_space
    assert len(set(infos["prompt"])) == 1
    envs.close()
    sync = gymnasium.make_vec("agon/Maze2D-v0", num_envs=2, vectorization_mode="sync", **SMALL)
    assert sync.reset(seed=1)[0].shape == (2, 60, 60, 3)


def test_every_world(world):
    envs = agon.VectorEnv(world, 3)
    frames, _ = envs.reset(seed=[5, 6, 5])
    assert np.array_equal(frames[0], frames[2])
    envs.action_space.seed(0)
    frames, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    assert frames in envs.observation_space and rewards.dtype == np.float64
    assert terminated.dtype == truncated.dtype == np.bool_
    assert infos["steps_left"].tolist() == [envs.max_steps - 1] * 3


def test_disabled_autoreset():
    envs = agon.VectorEnv("maze-2d", 3, autoreset_mode=AutoresetMode.DISABLED, **SMALL)
    first, _ = envs.reset(seed=1)
    after, _, terminated, _, infos = envs.step([("move", 0), ("stop", "stop"), ("move", 1)])
    assert terminated.tolist() == [False, True, False]
    assert infos["success"].tolist() == [False] * 3 and infos["_success"].tolist() == [False, True, False]
    with pytest.raises(gymnasium.error.ResetNeeded, match="members 1"):
        envs.step([("move", 0)] * 3)
    frames, infos = envs.reset(seed=[None, 2, None], options={"reset_mask": terminated})
    assert np.array_equal(frames[1], first[1])
    assert np.array_equal(frames[0], after[0]) and np.array_equal(frames[2], after[2])
    assert infos["_prompt"].tolist() == [False, True, False]
    envs.step([("move", 0)] * 3)


def test_same_step_keeps_the_final_observation():
    envs = agon.VectorEnv("maze-2d", 2, autoreset_mode="SameStep", **SMALL)
    first, _ = envs.reset(seed=1)
    frames, _, terminated, _, infos = envs.step([("stop", "stop"), ("move", 0)])
    assert terminated.tolist() == [True, False]
    assert np.array_equal(infos["final_obs"][0], first[0]) and infos["final_obs"][1] is None
    assert not np.array_equal(frames[0], first[0])
    assert infos["final_info"]["success"].tolist() == [False, False]
    assert infos["_final_info"].tolist() == [True, False]


def test_frames_that_somebody_holds_are_left_alone():
    envs = agon.VectorEnv("maze-2d", 2, **SMALL)
    held = [envs.reset(seed=1)[0]]
    held += [envs.step([("move", number % 4)] * 2)[0] for number in range(8)]
    assert not any(np.shares_memory(one, other) for one, other in itertools.combinations(held, 2))
    part, copies = held[0][1, 2:9], [frames.copy() for frames in held]
    for number in range(8):
        envs.step([("move", number % 4)] * 2)
    assert all(map(np.array_equal, held, copies))
    # A view of an array holds it as well; arrays that nobody holds are drawn over.
    del held
    places = {envs.step([("move", 0)] * 2)[0].ctypes.data for _ in range(8)}
    assert len(places) < 8 and np.array_equal(part, copies[0][1, 2:9])


def test_one_array_for_all_frames_if_asked():
    envs = agon.VectorEnv("maze-2d", 2, copy=False, **SMALL)
    first, _ = envs.reset(seed=1)
    second, *_ = envs.step([("move", 0)] * 2)
    assert first is second


def test_numbered_actions():
    envs = agon.wrappers.DiscreteVectorActions(agon.VectorEnv("maze-2d", 2, **SMALL))
    assert envs.single_action_space.n == 5
    envs.reset(seed=1)
    assert envs.action_space.sample() in envs.action_space
    assert envs.step(np.array([4, 0]))[2].tolist() == [True, False]
    with pytest.raises(ValueError, match="expected 2 actions"):
        envs.step([0])
    for wrong in [5, -1, "a", None, 0.5, float("nan"), float("inf"), 10**400]:
        envs.reset(seed=1)
        *_, infos = envs.step([0, wrong])
        assert infos["status"][0] in ("executed", "blocked") and infos["status"][1] == "unknown_function"
        assert "Unknown function 'action " in infos["feedback"][1]
    # One NaN makes floats of the other members' numbers.
    envs.reset(seed=1)
    assert envs.step(np.array([4, np.nan]))[2].tolist() == [True, False]


def test_rendering():
    envs = agon.VectorEnv("maze-2d", 2, render_mode="rgb_array", observation="text", frame_px=64)
    envs.reset(seed=1)
    assert len(envs.render()) == 2 and envs.render()[0].dtype == np.uint8


class Thrower:
    def tolist(self):
        raise KeyError("thrown")


class Interrupter:
    def tolist(self):
        raise KeyboardInterrupt


NO_ACTIONS = [
    None,
    3,
    1.5,
    math.nan,
    object(),
    b"('move', 0)",
    np.zeros(3),
    (),
    ("move",),
    ("move", 0, 0),
    (0, "move"),
    {"args": 0},
    ("move", math.nan),
    ("move", -math.inf),
    ("move", 10**400),
    ("move", 10**18),
    ("move", "\ud800"),
    ("move", [0] * 100_000),
    ("move", np.zeros((200, 200))),
    ("move", object()),
    ("move", Thrower()),
    "(" * 100_000,
]


@pytest.mark.parametrize("wrong", NO_ACTIONS, ids=range(len(NO_ACTIONS)))
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_bad_action_costs_its_member_a_step_and_no_other_anything(mode, wrong):
    calls = [("move", 0), ("move", 1), ("move", 2)]
    good = agon.VectorEnv("maze-2d", 3, autoreset_mode=mode, **SMALL)
    good.reset(seed=4)
    expected, _, _, _, told = good.step(calls)
    envs = agon.VectorEnv("maze-2d", 3, autoreset_mode=mode, **SMALL)
    first, _ = envs.reset(seed=4)
    frames, rewards, terminated, truncated, infos = envs.step([calls[0], wrong, calls[2]])
    for member in (0, 2):
        assert np.array_equal(frames[member], expected[member])
        assert all(infos[key][member] == told[key][member] for key in told)
    assert np.array_equal(frames[1], first[1]), "nothing was done"
    assert infos["status"][1] in ("malformed", "out_of_range") and infos["feedback"][1]
    assert infos["steps_left"].tolist() == [envs.max_steps - 1] * 3
    assert not rewards.any() and not terminated.any() and not truncated.any()
    envs.step(calls)


def test_bad_actions_truncate_like_others():
    envs = agon.VectorEnv("maze-2d", 2, max_steps=2, **SMALL)
    envs.reset(seed=4)
    envs.step([None, ("move", 0)])
    assert envs.step([None, ("move", 0)])[3].tolist() == [True, True]


def test_an_interrupt_among_the_actions_is_no_action():
    envs = agon.VectorEnv("maze-2d", 2, **SMALL)
    envs.reset(seed=4)
    with pytest.raises(KeyboardInterrupt):
        envs.step([("move", 0), ("move", Interrupter())])
    assert envs.step([("move", 0)] * 2)[4]["steps_left"].tolist() == [envs.max_steps - 1] * 2


def test_errors():
    envs = agon.VectorEnv("maze-2d", 2, **SMALL)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([("move", 0)] * 2)
    for seed in [[1], [1, 2, 3]]:
        with pytest.raises(ValueError, match="one for each"):
            envs.reset(seed=seed)
    with pytest.raises(TypeError, match="reset_mask"):
        envs.reset(options={"reset_mask": [True, False]})
    with pytest.raises(ValueError, match="at least one"):
        envs.reset(options={"reset_mask": np.zeros(2, np.bool_)})
    with pytest.raises(ValueError, match="unknown reset options"):
        envs.reset(options={"colour": 1})
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="expected 2 actions"):
        envs.step([("move", 0)])
    with pytest.raises(ValueError):
        agon.VectorEnv("maze-2d", 0)
    with pytest.raises(ValueError):
        agon.VectorEnv("maze-2d", 2, autoreset_mode="sometimes")
    envs.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step([("move", 0)] * 2)
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.reset()


def _step_in_child(envs, pipe):
    frames, *_ = envs.step([("move", 0)] * 4)
    pipe.send(frames.sum())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_has_threads_of_its_own():
    envs = agon.VectorEnv("maze-2d", 4, threads=2, **SMALL)
    envs.reset(seed=1)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=_step_in_child, args=(envs, there))
    child.start()
    assert here.poll(60), "the child waits for threads that it does not have"
    total = here.recv()
    child.join()
    assert total == envs.step([("move", 0)] * 4)[0].sum()
