"""Many episodes of one world, stepped in parallel without the interpreter."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from agon import _native
from agon._arrays import FrameArrays
from agon.env import checked_instance, next_instance, observation_space, suite_folder
from agon.spaces import Calls

__all__ = ["VectorEnv"]


class VectorEnv(gymnasium.vector.VectorEnv):
    """Members of one world with the same settings, acting and drawing on several threads.

    Made by ``gymnasium.make_vec("agon/Maze2D-v0", num_envs=16)`` or as ``agon.VectorEnv("maze-2d", 16)``. It gives what
    ``gymnasium.vector.SyncVectorEnv`` over the same environments gives, faster. Frames of all members are one array.

    Args:
        world: The world's name; ``gymnasium.make_vec`` fills it in.
        num_envs: How many members.
        preset, max_steps, render_mode, suite, settings: As for :class:`agon.Env`.
        autoreset_mode: What happens to a member whose episode ended, as Gymnasium defines it. ``NEXT_STEP`` (the
            default): its next step starts a new episode and ignores the action. ``SAME_STEP``: it starts at once; the
            last observation and info are in ``infos["final_obs"]`` and ``infos["final_info"]``. ``DISABLED``: it must
            be reset with ``options={"reset_mask": ...}``.
        threads: How many threads; by default as many as this process may use cores.
        copy: Whether frames that somebody still holds are left alone. If not, the same array is drawn over every time.
    """

    def __init__(
        self,
        world: str,
        num_envs: int = 1,
        preset: str = "easy",
        *,
        max_steps: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        suite: str | os.PathLike[str] | None = None,
        **settings: Any,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode must be None or 'rgb_array', got {render_mode!r}")
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": ["rgb_array"], "render_fps": 4, "autoreset_mode": self.autoreset_mode}
        self._setup = _native.Setup(world, preset, settings, max_steps, suite_folder(suite))
        self._batch = _native.Batch(self._setup, num_envs, _cores() if threads is None else threads)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self._setup)
        self.single_action_space = Calls(self._setup.functions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._generators = [_Generator() for _ in range(num_envs)]
        self._ended = np.zeros(num_envs, np.bool_)
        self._arrays = FrameArrays((num_envs, *self._setup.frame_shape), copy)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode in every member, or in those of ``options["reset_mask"]``.

        A whole number as ``seed`` gives member ``i`` the seed ``seed + i``; a list gives each its own; a member without
        one draws the next from its own generator.
        """
        mask = self._mask(options)
        instances: list[int | None] = [None] * self.num_envs
        for index, member_seed in enumerate(self._seeds(seed)):
            if mask[index]:
                instances[index] = self._generators[index].instance(member_seed)
        frames = self._frames()
        _, _, _, infos, texts = self._batch.step(None, instances, frames, True)
        self._ended[mask] = False
        return self._observation(frames, texts), self._merge(infos, {})

    def step(self, actions: Sequence[Any]) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Performs one call in every member, and starts episodes anew as the autoreset mode says.

        A value that is no action at all (None, a number, NaN among the arguments) costs its member a step, with the
        status ``malformed`` and a feedback that says why; the other members' steps are as they would have been. So what
        one of many policies gets wrong does not stop the rest. :class:`agon.Env` raises instead.
        """
        actions = list(actions)
        instances: list[int | None] = [None] * self.num_envs
        if self._ended.any():
            if self.autoreset_mode is AutoresetMode.DISABLED:
                members = ", ".join(map(str, np.flatnonzero(self._ended)))
                raise gymnasium.error.ResetNeeded(
                    f"the episodes of members {members} are over; reset them with options={{'reset_mask': ...}}"
                )
            for index in np.flatnonzero(self._ended):
                instances[index] = self._generators[index].instance()
        frames = self._frames()
        rewards, terminated, truncated, infos, texts = self._batch.step(actions, instances, frames, False)
        ended = terminated | truncated
        merged: dict[str, Any] = {}
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._ended = ended
        elif ended.any():
            instances = [None] * self.num_envs
            for index in np.flatnonzero(ended):
                final = self._single(frames, texts, index)
                merged = self._add_info(merged, {"final_obs": final, "final_info": infos[index]}, index)
                instances[index] = self._generators[index].instance()
            _, _, _, openings, first_texts = self._batch.step(None, instances, frames, False)
            for index in np.flatnonzero(ended):
                infos[index], texts[index] = openings[index], first_texts[index]
        return self._observation(frames, texts), rewards, terminated, truncated, self._merge(infos, merged)

    def render(self) -> tuple[np.ndarray, ...] | None:
        """The present frames of all members."""
        return None if self.render_mode is None else tuple(map(self._batch.render, range(self.num_envs)))

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the episodes. Whatever is asked of the environment after this raises ClosedEnvironmentError."""
        self._batch.close()

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The members' generators."""
        return tuple(generator.rng for generator in self._generators)

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """The members' seeds."""
        return tuple(generator.seed for generator in self._generators)

    @property
    def strategies(self) -> list[str]:
        """The ways the world's solver knows."""
        return self._setup.strategies

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting with its value."""
        return self._setup.settings

    @property
    def max_steps(self) -> int:
        """Steps until truncation."""
        return self._setup.max_steps

    def _frames(self) -> np.ndarray | None:
        """Where the next frames go."""
        return None if self._setup.observation == "text" else self._arrays.free()

    def _observation(self, frames: np.ndarray | None, texts: list[str | None]) -> Any:
        match self._setup.observation:
            case "image":
                return frames
            case "text":
                return tuple(texts)
        return {"image": frames, "text": tuple(texts)}

    def _single(self, frames: np.ndarray | None, texts: list[str | None], index: int) -> Any:
        match self._setup.observation:
            case "image":
                return frames[index].copy()
            case "text":
                return texts[index]
        return {"image": frames[index].copy(), "text": texts[index]}

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + index for index in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"a list of seeds must have one for each of the {self.num_envs} members, got {len(seed)}")
        return seed

    def _mask(self, options: dict[str, Any] | None) -> np.ndarray:
        if not options:
            return np.ones(self.num_envs, np.bool_)
        if unknown := set(options) - {"reset_mask"}:
            raise ValueError(f"unknown reset options: {', '.join(sorted(map(str, unknown)))}; there is: reset_mask")
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("options['reset_mask'] must be a numpy array of bools")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"options['reset_mask'] must have {self.num_envs} entries, at least one of them True")
        return mask

    def _merge(self, infos: list[dict[str, Any] | None], merged: dict[str, Any]) -> dict[str, Any]:
        """The members' infos in Gymnasium's form: an array for every key, with a mask under ``_key``."""
        for key in dict.fromkeys(chain.from_iterable(filter(None, infos))):
            try:
                # Most steps: every member has every key. This runs while all threads wait for it.
                values = list(map(itemgetter(key), infos))
                mask = np.ones(len(infos), np.bool_)
            except (KeyError, TypeError):
                values = [info and info.get(key) for info in infos]
                mask = np.array([value is not None for value in values])
            example = values[mask.argmax()]
            if isinstance(example, (bool, int)):
                column = np.array([value or 0 for value in values], dtype=type(example))
            elif isinstance(example, np.ndarray):
                column = np.stack([np.zeros_like(example) if value is None else value for value in values])
            else:
                column = np.array(values, dtype=object)
            merged[key], merged[f"_{key}"] = column, mask
        return merged


class _Generator:
    """Where a member's instances come from: its seed, then what is drawn from it, as in :class:`agon.Env`."""

    def __init__(self) -> None:
        self.rng, self.seed = seeding.np_random()

    def instance(self, seed: int | None = None) -> int:
        if seed is None:
            return next_instance(self.rng)
        self.rng, self.seed = seeding.np_random(seed)
        return checked_instance(seed)


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
