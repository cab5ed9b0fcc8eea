"""Members of one world in Ray actors, stepped in batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from ray.exceptions import RayActorError

from agon.vector import VectorEnv

__all__ = ["RemoteVectorEnv"]


class RemoteVectorEnv(gymnasium.vector.VectorEnv):
    """What :class:`agon.VectorEnv` is, with the members spread over actors: for rollouts on more than one machine.

    A step is one call of every actor. If a node is lost, ``step`` raises; ``reset`` without a mask starts the lost
    members anew.

    Args:
        world, preset: As for :class:`agon.VectorEnv`.
        num_envs: How many members, over all actors.
        num_actors: How many actors; the members are divided among them evenly.
        num_cpus, resources: What an actor takes of its node.
        autoreset_mode: As for :class:`agon.VectorEnv`.
        settings: What else :class:`agon.VectorEnv` takes.
    """

    def __init__(
        self,
        world: str,
        num_envs: int,
        preset: str = "easy",
        *,
        num_actors: int = 2,
        num_cpus: float = 1,
        resources: dict[str, float] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **settings: Any,
    ) -> None:
        if not 1 <= num_actors <= num_envs:
            raise ValueError(f"num_actors must be between 1 and num_envs ({num_envs}), got {num_actors}")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self._arguments = (world, preset, {"autoreset_mode": self.autoreset_mode, **settings})
        self._actor = ray.remote(_Members).options(num_cpus=num_cpus, resources=resources or {})
        edges = [index * num_envs // num_actors for index in range(num_actors + 1)]
        self._parts = [slice(start, end) for start, end in zip(edges, edges[1:], strict=False)]
        self._actors = [self._start(part) for part in self._parts]
        self.single_observation_space, self.single_action_space = ray.get(self._actors[0].spaces.remote())
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """As :meth:`agon.VectorEnv.reset`. Without a mask, members that were lost with their node are made again."""
        if isinstance(seed, (int, np.integer)):
            seed = [int(seed) + index for index in range(self.num_envs)]
        if seed is not None and len(seed) != self.num_envs:
            raise ValueError(f"a list of seeds must have one for each of the {self.num_envs} members, got {len(seed)}")
        mask = (options or {}).get("reset_mask")
        if mask is None:
            self._replace_lost()
        calls = []
        for actor, part in zip(self._actors, self._parts, strict=True):
            own = None if mask is None else {"reset_mask": mask[part]}
            if own is not None and not own["reset_mask"].any():
                calls.append(actor.observe.remote())
            else:
                calls.append(actor.reset.remote(None if seed is None else list(seed[part]), own))
        answers = self._get(calls)
        return _joined([answer[0] for answer in answers]), self._infos([answer[1] for answer in answers])

    def step(self, actions: Sequence[Any]) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """As :meth:`agon.VectorEnv.step`.

        Raises:
            RuntimeError: Members were lost with their node.
        """
        actions = list(actions)
        calls = [actor.step.remote(actions[part]) for actor, part in zip(self._actors, self._parts, strict=True)]
        observations, rewards, terminated, truncated, infos = zip(*self._get(calls), strict=True)
        arrays = (np.concatenate(values) for values in (rewards, terminated, truncated))
        return _joined(observations), *arrays, self._infos(infos)

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the actors."""
        for actor in self._actors:
            ray.kill(actor)
        self._actors = []

    def _start(self, part: slice) -> Any:
        return self._actor.remote(self._arguments, part.stop - part.start)

    def _get(self, calls: list[Any]) -> list[Any]:
        if not calls:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")
        try:
            return ray.get(calls)
        except RayActorError as error:
            raise RuntimeError("members were lost with their node: reset() starts them anew") from error

    def _replace_lost(self) -> None:
        for index, actor in enumerate(self._actors):
            try:
                ray.get(actor.spaces.remote())
            except RayActorError:
                self._actors[index] = self._start(self._parts[index])

    def _infos(self, parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The actors' infos as one: an array for every key, with a mask under ``_key``, as Gymnasium has it."""
        merged: dict[str, Any] = {}
        for key in dict.fromkeys(key for part in parts for key in part if not key.startswith("_")):
            example = next(part[key] for part in parts if key in part)
            mask = np.zeros(self.num_envs, np.bool_)
            for part, place in zip(parts, self._parts, strict=True):
                if key in part:
                    mask[place] = part[f"_{key}"]
            # The infos of episodes that ended are infos themselves.
            if isinstance(example, dict):
                values: Any = self._infos([part.get(key, {}) for part in parts])
            else:
                values = np.zeros((self.num_envs, *example.shape[1:]), example.dtype)
                if example.dtype == object:
                    values[:] = None
                for part, place in zip(parts, self._parts, strict=True):
                    if key in part:
                        values[place] = part[key]
            merged[key], merged[f"_{key}"] = values, mask
        return merged


class _Members:
    """The members of one actor."""

    def __init__(self, arguments: tuple[str, str, dict[str, Any]], num_envs: int) -> None:
        world, preset, settings = arguments
        self._envs = VectorEnv(world, num_envs, preset, **settings)
        self._seen: Any = None

    def spaces(self) -> tuple[Any, Any]:
        return self._envs.single_observation_space, self._envs.single_action_space

    def reset(self, seed: list[int | None] | None, options: dict[str, Any] | None) -> tuple[Any, dict[str, Any]]:
        self._seen, infos = self._envs.reset(seed=seed, options=options)
        return self._seen, infos

    def observe(self) -> tuple[Any, dict[str, Any]]:
        """What was seen last: for members of other actors that are reset."""
        return self._seen, {}

    def step(self, actions: list[Any]) -> tuple[Any, ...]:
        answer = self._envs.step(actions)
        self._seen = answer[0]
        return answer


def _joined(parts: Sequence[Any]) -> Any:
    """Observations of several actors as one batch."""
    if isinstance(parts[0], dict):
        return {key: _joined([part[key] for part in parts]) for key in parts[0]}
    if isinstance(parts[0], tuple):
        return tuple(member for part in parts for member in part)
    return np.concatenate(parts)
