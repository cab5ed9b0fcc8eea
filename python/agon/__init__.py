"""Agon's visual gym as Gymnasium environments, at the speed of the Rust worlds underneath.

>>> import gymnasium, agon
>>> env = gymnasium.make("agon/Maze2D-v0", preset="easy")
>>> frame, info = env.reset(seed=7)
>>> frame, reward, terminated, truncated, info = env.step(("move", 0))

Importing this package registers every world; ``agon.WORLDS`` lists them. ``gymnasium.make("agon:agon/Maze2D-v0")``
imports it by itself.
"""

from agon import spaces, wrappers
from agon._native import __version__
from agon.env import Env
from agon.registration import IDS, WORLDS, register, register_suite
from agon.vector import VectorEnv

__all__ = ["IDS", "WORLDS", "Env", "VectorEnv", "__version__", "register", "register_suite", "spaces", "wrappers"]

register()
