"""Plays short episodes in gymnasium-robotics' own Fetch environments and prints where gripper and cube went.

    pip install mujoco==3.3.2 gymnasium-robotics==1.4.2
    python3 reference.py > reference.json
"""

import json

import gymnasium
import gymnasium_robotics
import numpy as np

gymnasium.register_envs(gymnasium_robotics)


def rounded(numbers):
    return [round(float(number), 10) for number in numbers]


def play(name, world, seed, choose, steps):
    env = gymnasium.make(name).unwrapped
    env.reset(seed=seed)
    site = lambda which: env._utils.get_site_xpos(env.model, env.data, which).copy()
    rng = np.random.default_rng(seed)
    start = site("object0")[:2].tolist() if env.has_object else None
    episode = {"world": world, "cube_xy": start, "actions": [], "gripper": [], "cube": []}
    for step in range(steps):
        cube = site("object0") if env.has_object else None
        action = np.round(np.clip(choose(rng, step, site("robot0:grip"), cube), -1, 1), 3)
        env.step(action)
        episode["actions"].append(action.tolist())
        episode["gripper"].append(rounded(site("robot0:grip")))
        if env.has_object:
            episode["cube"].append(rounded(site("object0")))
    return episode


def anywhere(rng, step, gripper, cube):
    return rng.uniform(-1, 1, 4)


def downwards(rng, step, gripper, cube):
    """Into the table, where contacts decide."""
    return np.append(rng.uniform(-1, 1, 2), [-1.0, rng.choice([-1.0, 1.0])])


def grasp(rng, step, gripper, cube):
    above = cube + [0, 0, 0.1]
    if step < 8:
        return np.append((above - gripper) / 0.05, 1.0)
    if step < 13:
        return np.append((cube - gripper) / 0.05, 1.0)
    if step < 18:
        return np.append((cube - gripper) / 0.05, -1.0)
    return np.array([0.3, -0.4, 1.0, -1.0])


REACH, PICK = "FetchReach-v4", "FetchPickAndPlace-v4"
episodes = [
    play(REACH, "reach", 1, anywhere, 12),
    play(REACH, "reach", 2, anywhere, 12),
    play(REACH, "reach", 3, downwards, 12),
    play(PICK, "pick-and-place", 4, anywhere, 12),
    play(PICK, "pick-and-place", 5, downwards, 12),
    play(PICK, "pick-and-place", 6, grasp, 26),
    play(PICK, "pick-and-place", 7, grasp, 26),
]
print(json.dumps({"mujoco": "3.3.2", "gymnasium-robotics": "1.4.2", "episodes": episodes}, separators=(",", ":")))
