"""Wrappers for trainers that know only numbered actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
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
        """The calls of these numbers. What is none of them is passed on and costs its member a step, and no other."""
        if len(actions) != self.num_envs:
            raise ValueError(f"expected {self.num_envs} actions, got {len(actions)}")
        return [self._call(action) for action in actions]

    def _call(self, action: Any) -> Any:
        try:
            # A float is one of these numbers too: one NaN makes floats of a whole array.
            number = int(action)
            is_one_of_these = number == action and 0 <= number < len(self.calls)
        except (TypeError, ValueError, OverflowError):
            is_one_of_these = False
        # No function has such a name, and the feedback tells it.
        return self.calls[number] if is_one_of_these else (f"action {str(action)[:40]}", None)


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
