"""SkyRL-Gym: a text environment.

>>> import agon.adapters.skyrl
>>> agon.adapters.skyrl.register()  # as "agon"; then in the dataset: env_class = "agon" and the fields of tasks()

Written for skyrl-gym 0.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import skyrl_gym
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput

from agon.adapters.session import Session

__all__ = ["AgonEnv", "register"]


def register(id: str = "agon") -> None:
    """Makes the environment known to SkyRL-Gym."""
    skyrl_gym.register(id=id, entry_point="agon.adapters.skyrl:AgonEnv")


class AgonEnv(BaseTextEnv):
    """One episode. Its fields (``agon.adapters.tasks``) come from the row, else from the configuration.

    Turns are the user's messages; with pictures, their content is a list with ``data:`` URLs.
    """

    def __init__(self, env_config: Mapping[str, Any] | None = None, extras: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        extras = extras or {}
        self.session = Session(extras, extras.get("extra_info"), env_config)
        self.max_turns = self.session.env.max_steps

    def init(self, prompt: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """The opening turn, behind the system prompt of the row if it has one."""
        system = [message for message in prompt or [] if message.get("role") == "system"]
        return system + self.session.env.messages(), {"tools": self.session.env.tools()}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """One step with the model's reply."""
        self.turns += 1
        reward = self.session.reply(action)
        over = self.session.is_over
        observations = [] if over else self.session.env.turn()
        metadata = {key: value for key, value in self.session.info.items() if value is not None}
        return BaseTextEnvStepOutput(observations=observations, reward=reward, done=over, metadata=metadata)

    def get_metrics(self) -> dict[str, Any]:
        """Success and length of the episode."""
        return {"success": float(self.session.info.get("success", False)), "turns": self.turns}

    def close(self) -> None:
        """Frees the episode."""
        self.session.close()
