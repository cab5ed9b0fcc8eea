#!/usr/bin/env python3
"""Trains a small network with PPO on a small Maze 2D and compares it with random calls on mazes it has never seen.

    pip install './python[train]'
    python examples/train_maze.py           # some minutes on two cores
    python examples/train_maze.py --smoke   # seconds: only that everything fits together

The maze has 7 by 7 cells, walls included: some fifty thousand different ones. The agent sees the frame, reduced to
one pixel for each cell, and nothing else. Only a `stop` on the target gives the world's reward, so it has to learn
`stop` too. While it trains, a wrapper of this file adds a small cost for every step and a price for stopping elsewhere,
so that it does not learn to give up at once; success is always what the world says. One run on one core of a Xeon took
two CPU minutes and ended with 71 % on 500 unseen mazes, against 2 % of random calls.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import DummyVecEnv

import agon

MAZE = {"width": 7, "height": 7, "min_solution": 1, "max_solution": 8, "frame_px": 64, "max_steps": 20}
# Training draws instances from seeds far from these.
UNSEEN = 10_000_000


class Cells(gymnasium.ObservationWrapper):
    """The middle pixel of each cell: a small frame for a small network."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        rows, columns = MAZE["height"], MAZE["width"]
        self.cell_px = env.observation_space.shape[0] // rows
        self.observation_space = spaces.Box(0, 255, (3, rows, columns), np.uint8)

    def observation(self, observation: np.ndarray) -> np.ndarray:
        middle = self.cell_px // 2
        return np.ascontiguousarray(observation[middle :: self.cell_px, middle :: self.cell_px].transpose(2, 0, 1))


class Priced(gymnasium.Wrapper):
    """For training only: a step costs a little, and stopping elsewhere more."""

    def step(self, action):
        observation, reward, terminated, truncated, info = self.env.step(action)
        reward -= 0.02
        if terminated and not info["success"]:
            reward -= 0.5
        return observation, reward, terminated, truncated, info


def make(training: bool) -> gymnasium.Env:
    env = Cells(agon.wrappers.DiscreteActions(agon.Env("maze-2d", **MAZE)))
    return Priced(env) if training else env


def success_rate(choose, episodes: int) -> float:
    """How often an agent succeeds on mazes it has not seen."""
    env, successes = make(training=False), 0
    for episode in range(episodes):
        observation, _ = env.reset(seed=UNSEEN + episode)
        ended = False
        while not ended:
            observation, _, terminated, truncated, info = env.step(choose(observation))
            ended = terminated or truncated
        successes += info["success"]
    return successes / episodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="a few hundred steps, no claim about the result")
    parser.add_argument("--steps", type=int, default=500_000, help="training steps")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    steps, episodes = (2048, 20) if options.smoke else (options.steps, 500)
    # The network is small: a second thread would mostly wait.
    torch.set_num_threads(1)

    envs = DummyVecEnv([lambda: make(training=True)] * 32)
    envs.seed(options.seed)
    model = PPO(
        "MlpPolicy",
        envs,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=lambda left: 1e-3 * left + 5e-5,
        ent_coef=0.01,
        gamma=0.95,
        policy_kwargs={"net_arch": [256, 256]},
        seed=options.seed,
        device="cpu",
    )
    started = time.perf_counter()
    model.learn(steps)
    taken = time.perf_counter() - started

    rng = np.random.default_rng(0)
    random_rate = success_rate(lambda _: int(rng.integers(5)), episodes)
    # It acts as it trained, by chance: always taking the likeliest call, it can run in circles.
    trained_rate = success_rate(lambda seen: int(model.predict(seen, deterministic=False)[0]), episodes)
    print(f"{model.num_timesteps:,} steps in {taken:.0f} s")
    print(f"success on {episodes} unseen mazes: random {random_rate:.1%}, trained {trained_rate:.1%}")


if __name__ == "__main__":
    main()
