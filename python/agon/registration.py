"""The worlds and their Gymnasium ids."""

from __future__ import annotations

import gymnasium

from agon import _native

WORLDS: list[dict] = _native.worlds()
"""Every world: name, title, about, presets with their step limits, strategies, and what this machine lacks for it."""


def id_of(world: str) -> str:
    """The Gymnasium id of a world: ``maze-2d`` is ``agon/Maze2D-v0``."""
    words = [word.upper() if word in ("2d", "3d") else word.capitalize() for word in world.split("-")]
    return f"agon/{''.join(words)}-v0"


IDS: dict[str, str] = {world["name"]: id_of(world["name"]) for world in WORLDS}
"""The Gymnasium id of every world."""


def register() -> None:
    """Registers every world that is not registered yet."""
    for world, id in IDS.items():
        if id not in gymnasium.registry:
            gymnasium.register(
                id=id,
                entry_point="agon.env:Env",
                vector_entry_point="agon.vector:VectorEnv",
                kwargs={"world": world},
            )
