"""Wrappers for trainers that know only numbered actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from agon.spaces import Calls

__all__ = ["DiscreteActions"]


class DiscreteActions(gymnasium.ActionWrapper):
    """Numbers a list of calls, so that the action space is ``Discrete``.

    Without ``calls`` every call of the action space is taken, which works where the arguments are few whole numbers
    (four moves and ``stop`` in Maze 2D). Elsewhere a list has to be given: ``[("rotate", 5), ("rotate", -5),
    ("stop", "stop")]``. ``stop`` is an action like the others, and the agent has to learn when to call it.
    """

    def __init__(self, env: gymnasium.Env, calls: Sequence[Any] | None = None) -> None:
        super().__init__(env)
        if calls is None:
            space = env.action_space
            if not isinstance(space, Calls):
                raise TypeError(
                    f"DiscreteActions numbers the calls of an Agon environment; the actions here are {space}"
                )
            calls = space.enumerate()
            if calls is None:
                raise ValueError(
                    "the action space has too many calls to number them; give DiscreteActions a list of calls"
                )
        if len(calls) == 0:
            raise ValueError("DiscreteActions needs at least one call")
        self.calls: tuple[Any, ...] = tuple(calls)
        self.action_space = spaces.Discrete(len(self.calls))

    def action(self, action: Any) -> Any:
        """The call of this number."""
        if not self.action_space.contains(action):
            raise ValueError(f"an action must be a whole number from 0 to {len(self.calls) - 1}, got {action!r}")
        return self.calls[int(action)]
