"""The worlds and their Gymnasium ids."""

from __future__ import annotations

import os

import gymnasium

from agon import _native

WORLDS: list[dict] = _native.worlds()
"""Every world: name, title, about, presets with their step limits, strategies, and what this machine lacks for it."""


def id_of(world: str, namespace: str = "agon") -> str:
    """The Gymnasium id of a world: ``maze-2d`` is ``agon/Maze2D-v0``."""
    words = [word.upper() if word in ("2d", "3d") else word.capitalize() for word in world.split("-")]
    return f"{namespace}/{''.join(words)}-v0"


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


def register_suite(folder: str | os.PathLike[str]) -> dict[str, str]:
    """Registers the presets of a suite of one's own and gives the Gymnasium id of each.

    The preset ``mazes/tiny`` of a folder whose ``suite.toml`` says ``name = "my-suite"`` is ``my-suite/MazesTiny-v0``.
    A folder that is registered again takes the place of what was registered from it.
    """
    name, presets = _native.suite_presets(os.fsdecode(folder))
    # Whoever makes an environment later may be in another folder by then.
    path = os.path.abspath(os.fsdecode(folder))
    ids: dict[str, str] = {}
    for preset in presets:
        id = id_of(preset["name"].replace("/", "-"), name)
        if id in ids.values():
            other = next(other for other, taken in ids.items() if taken == id)
            raise ValueError(f"{other} and {preset['name']} of {folder} would both be {id}: rename one")
        ids[preset["name"]] = id
    for preset in presets:
        id = ids[preset["name"]]
        gymnasium.registry.pop(id, None)
        gymnasium.register(
            id=id,
            entry_point="agon.env:Env",
            vector_entry_point="agon.vector:VectorEnv",
            kwargs={"world": preset["world"], "preset": preset["name"], "suite": path},
        )
    return ids
