"""Agon on a real Ray cluster of two nodes on this machine. `scripts/test-ray` runs these: Ray is 400 MB."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed")
from ray.cluster_utils import Cluster  # noqa: E402

import agon  # noqa: E402
import agon.ray  # noqa: E402

PROGRAM = os.environ.get("AGON_PROGRAM")
TRIALS = int(os.environ.get("AGON_RAY_TRIALS", "200"))
TASKS = os.environ.get("AGON_RAY_TASKS", "gym/maze-2d/easy gym/jigsaw/easy").split()
# Trials in a browser; none unless asked for.
WEB_TRIALS = int(os.environ.get("AGON_RAY_WEB_TRIALS", "0"))

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="AGON_PROGRAM names no program")


@pytest.fixture
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "node_ip_address": "127.0.0.1"})
    cluster.add_node(num_cpus=1, resources={"browser": 1}, node_ip_address="127.0.0.1")
    ray.init(address=cluster.address, logging_level="ERROR", _node_ip_address="127.0.0.1")
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def command(*arguments: str) -> str:
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def planned(folder: Path, *arguments: str) -> str:
    """Plans a run in a store and returns its address."""
    url = f"file://{folder / 'store'}"
    command("run", *arguments, "--store", url, "--detach", "--lease", "5")
    return url


def outcomes(run: str) -> list[tuple]:
    """What every trial came to, without its times."""
    lines = [line.split(",") for line in command("report", run, "--csv").splitlines()]
    head = lines[0]
    kept = [head.index(name) for name in head if not any(word in name for word in ("secs", "ms", "run"))]
    return [tuple(line[place] for place in kept) for line in lines[1:]]


def test_a_run_is_worked_off_and_equals_one_of_one_machine(cluster, tmp_path):
    compare(tmp_path, TRIALS, *TASKS, "--frames", "none", "--instances", str(TRIALS // len(TASKS)))


@pytest.mark.skipif(WEB_TRIALS == 0, reason="AGON_RAY_WEB_TRIALS is not set")
def test_trials_in_a_browser_equal_those_of_one_machine(cluster, tmp_path):
    tasks = ("web/circuit/not-from-nand", "web/workflow/value-router")
    compare(tmp_path, WEB_TRIALS, *tasks, "--instances", "1", "-k", str(WEB_TRIALS // len(tasks)))


def compare(folder: Path, trials: int, *arguments: str) -> None:
    """Runs the solver on the cluster, and with as many slots in one process: the same comes of it."""
    url = planned(folder, *arguments, "-a", "oracle")
    began = time.monotonic()
    done = agon.ray.run(url, slots=1, program=PROGRAM)
    spent = time.monotonic() - began
    assert (done.trials, done.committed, done.failed_workers) == (trials, trials, 0)
    assert done.workers == 2, "one for each core of the cluster"
    alone = folder / "alone"
    began = time.monotonic()
    command("run", *arguments, "-a", "oracle", "-n", "2", "-o", str(alone))
    print(json.dumps({"trials": trials, "ray_secs": spent, "alone_secs": time.monotonic() - began}))
    assert outcomes(url) == outcomes(str(alone))


def test_a_node_that_is_lost_costs_no_trial(cluster, tmp_path):
    lost = cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1")
    cluster.wait_for_nodes()
    url = planned(tmp_path, "gym/maze-2d/easy", "-a", "oracle", "--instances", str(TRIALS))
    killed = []

    def kill(status):
        if not killed and status["committed"] > TRIALS // 10:
            cluster.remove_node(lost, allow_graceful=False)
            killed.append(status["committed"])

    done = agon.ray.run(url, slots=1, program=PROGRAM, told=kill)
    assert killed and done.committed == TRIALS
    assert len(outcomes(url)) == TRIALS


def test_a_worker_goes_where_its_label_is(cluster, tmp_path):
    url = planned(tmp_path, "gym/jigsaw/easy", "-a", "oracle", "--instances", "10")
    done = agon.ray.run(url, slots=1, resources={"browser": 1}, program=PROGRAM)
    assert (done.committed, done.workers) == (10, 1), "one node has the label, once"


def test_workers_that_break_one_after_another_end_it(cluster, tmp_path):
    url = planned(tmp_path, "gym/jigsaw", "-a", "oracle", "--instances", "1")
    with pytest.raises(RuntimeError, match="ended one after another"):
        agon.ray.run(url, program=PROGRAM, env={"TMPDIR": "/nowhere", "AGON_STATE": "/dev/null/nowhere"})


def test_a_run_that_is_not_there_is_said(cluster, tmp_path):
    with pytest.raises(RuntimeError, match="there is no run at"):
        agon.ray.run(f"file://{tmp_path}/nothing", program=PROGRAM)


def solve(env, observation, info):
    total = 0.0
    for call in env.solve():
        observation, reward, terminated, truncated, info = env.step(call)
        total += reward
    return total, float(np.asarray(observation).mean())


def test_a_function_is_called_for_every_instance_in_order(cluster):
    instances = [f"gym/maze-2d/easy@{seed}" for seed in range(50)]
    results = list(agon.ray.map_trials(solve, instances, batch_size=7))
    env = agon.Env("maze-2d")
    expected = []
    for seed in range(50):
        observation, info = env.reset(seed=seed)
        expected.append(solve(env, observation, info))
    assert results == expected
    with pytest.raises(ValueError, match="is not an instance"):
        list(agon.ray.map_trials(solve, ["gym/maze-2d/easy"]))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_members_in_actors_do_what_they_do_here(cluster, mode):
    there = agon.ray.RemoteVectorEnv("maze-2d", 5, num_actors=2, autoreset_mode=mode, max_steps=4)
    here = agon.VectorEnv("maze-2d", 5, autoreset_mode=mode, max_steps=4)
    assert there.single_action_space == here.single_action_space
    for seen, expected in zip(there.reset(seed=3), here.reset(seed=3), strict=True):
        assert_same(seen, expected)
    for step in range(12):
        calls = [("move", (step + member) % 4) for member in range(5)]
        for seen, expected in zip(there.step(calls), here.step(calls), strict=True):
            assert_same(seen, expected)
    there.close()


def test_members_that_are_lost_with_their_node_begin_anew(cluster):
    lost = cluster.add_node(num_cpus=2, resources={"lost": 2}, node_ip_address="127.0.0.1")
    cluster.wait_for_nodes()
    envs = agon.ray.RemoteVectorEnv("maze-2d", 4, num_actors=2, resources={"lost": 1})
    envs.reset(seed=1)
    cluster.remove_node(lost, allow_graceful=False)
    with pytest.raises(RuntimeError, match="lost with their node"):
        envs.step([("move", 0)] * 4)
    cluster.add_node(num_cpus=2, resources={"lost": 2}, node_ip_address="127.0.0.1")
    frames, _ = envs.reset(seed=1)
    assert frames.shape[0] == 4
    envs.close()


def assert_same(seen, expected):
    if isinstance(expected, dict):
        assert seen.keys() == expected.keys()
        for key in expected:
            assert_same(seen[key], expected[key])
    elif isinstance(expected, np.ndarray) and expected.dtype == object:
        for one, other in zip(seen, expected, strict=True):
            assert_same(one, other)
    else:
        np.testing.assert_array_equal(seen, expected)
