"""A function over many instances of gym worlds, on the nodes of a Ray cluster."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

import ray

from agon.env import Env

__all__ = ["map_trials"]

Result = TypeVar("Result")
_INSTANCE = re.compile(r"(?:gym/)?(?P<world>[^/@]+)/(?P<preset>[^/@]+)@(?P<seed>[0-9]+)")
# Environments of a process: making one costs more than an episode of a small world.
_ENVS: dict[Any, Env] = {}


def map_trials(
    rollout: Callable[[Env, Any, dict[str, Any]], Result],
    instances: Iterable[str],
    *,
    batch_size: int = 16,
    num_cpus: float = 1,
    resources: dict[str, float] | None = None,
    max_retries: int = 3,
    **settings: Any,
) -> Iterator[Result]:
    """Yields ``rollout(env, observation, info)`` for every instance, in their order.

    Args:
        rollout: Plays one episode that has just begun, and returns what the trainer wants of it.
        instances: Names as ``agon list`` and ``agon run`` have them: ``gym/maze-2d/easy@3``.
        batch_size: Instances that a task plays one after another. Small worlds are done in milliseconds: a task for
            each would cost more.
        num_cpus, resources: What a task takes of its node.
        max_retries: How often a batch is played again whose node was lost.
        settings: Settings of the worlds, such as ``observation="text"``.
    """
    named = [_parse(name) for name in instances]
    play = ray.remote(_play).options(num_cpus=num_cpus, resources=resources or {}, max_retries=max_retries)
    shared = ray.put(rollout)
    batches = (named[start : start + batch_size] for start in range(0, len(named), batch_size))
    # Enough to keep the cluster at work, and no more: results that nobody has asked for yet take memory.
    ahead = max(4, int(2 * ray.cluster_resources().get("CPU", 1) / max(num_cpus, 0.1)))
    waiting = deque(play.remote(shared, batch, settings) for batch in islice(batches, ahead))
    while waiting:
        results = ray.get(waiting.popleft())
        waiting.extend(play.remote(shared, batch, settings) for batch in islice(batches, 1))
        yield from results


def _parse(name: str) -> tuple[str, str, int]:
    match = _INSTANCE.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is not an instance of a gym world: write gym/WORLD/PRESET@SEED")
    return match["world"], match["preset"], int(match["seed"])


def _play(rollout: Callable[..., Result], batch: list[tuple[str, str, int]], settings: dict[str, Any]) -> list[Result]:
    results = []
    for world, preset, seed in batch:
        key = (world, preset, repr(sorted(settings.items())))
        if key not in _ENVS:
            _ENVS[key] = Env(world, preset, **settings)
        env = _ENVS[key]
        observation, info = env.reset(seed=seed)
        results.append(rollout(env, observation, info))
    return results
