"""verifiers (v1), and with it prime-rl: a taskset of episodes and the environment that plays them.

    vf-eval agon-verifiers -m MODEL --env.taskset.world maze-2d --env.player.harness.id null

The world is the user of the conversation: it shows the prompt and the first frame, answers each reply with what came of
it, and gives the reward at the end. Written for verifiers 0.4.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import verifiers.v1 as vf

from agon.adapters.session import Session, tasks

__all__ = ["AgonEnv", "AgonTaskset"]


class AgonData(vf.TaskData):
    """The fields of ``agon.adapters.tasks``."""

    world: str
    preset: str = "easy"
    seed: int = 0
    suite: str | None = None
    max_steps: int | None = None
    settings: str = "{}"


class AgonTask(vf.Task[AgonData]):
    """One episode. The environment records its reward."""


class AgonTasksetConfig(vf.TasksetConfig):
    """Which episodes."""

    world: str = "maze-2d"
    """The world's name."""
    preset: str = "easy"
    """The world's preset, or one of the suite's."""
    suite: str | None = None
    """A folder with presets of one's own."""
    first_seed: int = 0
    """The seed of the first episode."""
    episodes: int = 100
    """How many, each with the next seed."""
    max_steps: int | None = None
    """Another step limit than the preset's."""
    settings: str = "{}"
    """Settings of the world as JSON text: {"observation": "text"}."""


class AgonTaskset(vf.Taskset[AgonTask, AgonTasksetConfig]):
    """Episodes of one world, by seed."""

    def load(self) -> Iterable[AgonTask]:
        """One task for each seed."""
        config = self.config
        seeds = range(config.first_seed, config.first_seed + config.episodes)
        settings: dict[str, Any] = json.loads(config.settings)
        rows = tasks(config.world, seeds, config.preset, suite=config.suite, max_steps=config.max_steps, **settings)
        for row in rows:
            yield AgonTask(AgonData(name=f"{config.world}/{config.preset}@{row['seed']}", **row), config.task)


class AgonEnvConfig(vf.EnvConfig):
    """Who plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class AgonEnv(vf.Env[AgonEnvConfig]):
    """One model plays one episode."""

    async def run(self, task: AgonTask, agents: vf.Agents) -> None:
        """Shows and answers until the episode ends."""
        session = Session(task.data.model_dump())
        try:
            async with agents.player.interaction(task) as interaction:
                segment = await interaction.turn(session.env.messages())
                while not segment.terminated:
                    session.reply(segment.last_reply)
                    if session.is_over:
                        break
                    segment = await interaction.turn(session.env.turn())
                interaction.trace.record_reward("success", session.reward)
        finally:
            session.close()
