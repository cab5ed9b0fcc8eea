"""Wrappers for trainers that know only numbered actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from agon.spaces import Calls

__all__ = ["DiscreteActions", "DiscreteVectorActions"]


class DiscreteActions(gymnasium.ActionWrapper):
    """Numbers a list of calls, so that the action space is ``Discrete``.

    Without ``calls`` every call of the action space is taken, which works where the arguments are few whole numbers
    (four moves and ``stop`` in Maze 2D). Elsewhere a list has to be given: ``[("rotate", 5), ("rotate", -5),
    ("stop", "stop")]``. ``stop`` is an action like the others, and the agent has to learn when to call it.
    """

    def __init__(self, env: gymnasium.Env, calls: Sequence[Any] | None = None) -> None:
        super().__init__(env)
        self.calls: tuple[Any, ...] = _numbered(env.action_space, calls)
        self.action_space = spaces.Discrete(len(self.calls))

    def action(self, action: Any) -> Any:
        """The call of this number."""
        if not self.action_space.contains(action):
            raise ValueError(f"an action must be a whole number from 0 to {len(self.calls) - 1}, got {action!r}")
        return self.calls[int(action)]


class DiscreteVectorActions(gymnasium.vector.VectorActionWrapper):
    """As :class:`DiscreteActions`, for the members of an :class:`agon.VectorEnv`."""

    def __init__(self, env: gymnasium.vector.VectorEnv, calls: Sequence[Any] | None = None) -> None:
        super().__init__(env)
        self.calls: tuple[Any, ...] = _numbered(env.single_action_space, calls)
        self.single_action_space = spaces.Discrete(len(self.calls))
        self.action_space = spaces.MultiDiscrete([len(self.calls)] * env.num_envs)

    def actions(self, actions: Any) -> list[Any]:
        """The calls of these numbers."""
        if not self.action_space.contains(np.asarray(actions)):
            last = len(self.calls) - 1
            raise ValueError(f"actions must be {self.num_envs} whole numbers from 0 to {last}, got {actions!r}")
        return [self.calls[int(action)] for action in actions]


def _numbered(space: spaces.Space, calls: Sequence[Any] | None) -> tuple[Any, ...]:
    if calls is None:
        if not isinstance(space, Calls):
            raise TypeError(f"only the calls of an Agon environment can be numbered; the actions here are {space}")
        calls = space.enumerate()
        if calls is None:
            raise ValueError("the action space has too many calls to number them: give a list of calls")
    if len(calls) == 0:
        raise ValueError("the list of calls is empty")
    return tuple(calls)
