"""What the adapters share: episodes named by the fields of a row, played by replies."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from agon.env import Env

__all__ = ["Session", "tasks"]

_FIELDS = ("world", "preset", "seed", "suite", "max_steps", "settings")


def tasks(
    world: str,
    seeds: Iterable[int],
    preset: str = "easy",
    *,
    suite: str | os.PathLike[str] | None = None,
    max_steps: int | None = None,
    **settings: Any,
) -> list[dict[str, Any]]:
    """One row for each episode: the world, the preset, the seed, and the settings as JSON text.

    Settings are text because a column of a dataset has one type.
    """
    row = {
        "world": world,
        "preset": preset,
        "suite": None if suite is None else os.fsdecode(suite),
        "max_steps": max_steps,
        "settings": json.dumps(settings),
    }
    return [{**row, "seed": int(seed)} for seed in seeds]


class Session:
    """One episode for a trainer.

    Args:
        fields: Where the fields of :func:`tasks` are looked for, the first mapping that has one first. Other fields are
            not looked at, so whole rows and configurations may be given.
        defaults: Settings where the row has none.
    """

    def __init__(self, *fields: Mapping[str, Any] | None, **defaults: Any) -> None:
        found: dict[str, Any] = {}
        for key in _FIELDS:
            values = (mapping.get(key) for mapping in fields if mapping)
            found[key] = next((value for value in values if value is not None), None)
        if found["world"] is None:
            raise ValueError("the row has no field 'world'; agon.adapters.tasks writes rows that have all they need")
        settings = found["settings"] or {}
        if isinstance(settings, str):
            settings = json.loads(settings)
        self.env = Env(
            found["world"],
            found["preset"] or "easy",
            suite=found["suite"],
            max_steps=found["max_steps"],
            **{**defaults, **{str(key): value for key, value in settings.items()}},
        )
        seed = found["seed"]
        self.env.reset(seed=None if seed is None else int(seed))
        # From here on the conversation is recorded.
        self.env.conversation()
        self.reward = 0.0
        self.terminated = False
        self.truncated = False
        self.info: dict[str, Any] = {}

    @property
    def is_over(self) -> bool:
        """Whether the episode has ended."""
        return self.terminated or self.truncated

    @property
    def has_pictures(self) -> bool:
        """Whether turns hold pictures; if not, they are plain text."""
        return self.env.settings["observation"] != "text"

    def reply(self, reply: Any, dialect: str | None = None) -> float:
        """One step with a model's reply; gives its reward. After the end nothing happens any more."""
        if self.is_over:
            return 0.0
        _, reward, self.terminated, self.truncated, self.info = self.env.step_text(reply, dialect)
        self.reward += reward
        return reward

    def call(self, name: str, arguments: Any) -> float:
        """One step with a tool call, as :meth:`reply` does it with a reply."""
        return self.reply({"content": "", "tool_calls": [{"name": name, "arguments": arguments}]})

    def told(self) -> str:
        """What the last step came to, in words, with the state where it is shown as text."""
        turn = self.env.conversation().turns[-1]
        return "\n".join(text for text in (turn.told, turn.text) if text)

    def picture(self) -> Any | None:
        """The present frame as a PIL image, or None where the state is shown as text."""
        frame = self.env.conversation().turns[-1].frame
        return None if frame is None else frame.part("pil")["image"]

    def close(self) -> None:
        """Frees the episode."""
        self.env.close()
