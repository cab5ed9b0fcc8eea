"""verl: the functions of a world as tools of its tool agent loop, and an interaction for versions that have them.

Tools are named in verl's tool configuration, one entry a function, with a world to take its description from:

    tools:
      - class_name: agon.adapters.verl.AgonTool
        config: {type: native, world: maze-2d, function: move}
      - class_name: agon.adapters.verl.AgonTool
        config: {type: native, world: maze-2d, function: stop}

Rows hold the fields of ``agon.adapters.tasks`` as ``create_kwargs`` of each tool (:func:`tools_kwargs` writes them) and
a prompt (:func:`prompt`). Written for verl 0.9, whose tool agent loop makes and releases a tool for every call: the
episode is kept with the trajectory. Interactions (:class:`AgonInteraction`) are of verl 0.5 to 0.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from verl.tools.base_tool import BaseTool
from verl.tools.schemas import OpenAIFunctionToolSchema, ToolResponse

from agon.adapters.session import Session
from agon.env import Env

try:
    from verl.interactions.base import BaseInteraction
except ImportError:
    BaseInteraction = object

__all__ = ["AgonInteraction", "AgonTool", "prompt", "tool_schema", "tools_kwargs"]

_SESSION = "agon_session"


def tool_schema(world: str, function: str, **arguments: Any) -> OpenAIFunctionToolSchema:
    """A function's schema, with the arguments of :class:`agon.Env`."""
    env = Env(world, **arguments)
    env.reset(seed=0)
    schemas = {tool["function"]["name"]: tool for tool in env.tools()}
    env.close()
    if function not in schemas:
        raise ValueError(f"{world} has no function {function!r}; it has: {', '.join(schemas)}")
    return OpenAIFunctionToolSchema.model_validate(schemas[function])


def prompt(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The messages that open a row's episode, with PIL images."""
    session = Session(row)
    messages = session.env.messages("pil", dialect="tools")
    session.close()
    return messages


def tools_kwargs(row: Mapping[str, Any], functions: list[str]) -> dict[str, Any]:
    """A row's ``extra_info["tools_kwargs"]``: the same episode for all functions."""
    return {function: {"create_kwargs": dict(row)} for function in functions}


class AgonTool(BaseTool):
    """One function of a world. All functions of a trajectory act in the same episode."""

    def __init__(self, config: dict[str, Any], tool_schema: OpenAIFunctionToolSchema | None = None) -> None:
        self._rows: dict[str, dict[str, Any]] = {}
        self._description = {key: value for key, value in config.items() if key in ("world", "function", "preset")}
        super().__init__(config, tool_schema)

    def get_openai_tool_schema(self) -> OpenAIFunctionToolSchema:
        """The schema, made from the world if the configuration has none."""
        return getattr(self, "tool_schema", None) or tool_schema(**self._description)

    async def create(self, instance_id: str | None = None, **kwargs: Any) -> tuple[str, ToolResponse]:
        """Takes note of the row that the next call is for."""
        instance_id = instance_id or str(uuid4())
        self._rows[instance_id] = kwargs.get("create_kwargs") or {}
        return instance_id, ToolResponse()

    async def execute(
        self, instance_id: str, parameters: dict[str, Any], **kwargs: Any
    ) -> tuple[ToolResponse, float, dict[str, Any]]:
        """One step; the reward is the world's."""
        session = self._session(instance_id, kwargs.get("agent_data"))
        if session.is_over:
            return ToolResponse(text="The episode is over."), 0.0, {"status": "over"}
        reward = session.call(self.name, parameters)
        metrics = {key: session.info[key] for key in ("status", "steps_left", "success") if key in session.info}
        image = session.picture()
        # verl refuses an image that is None.
        pictures = {} if image is None else {"image": [image]}
        return ToolResponse(text=session.told(), **pictures), reward, metrics

    async def calc_reward(self, instance_id: str, **kwargs: Any) -> float:
        """The episode's reward so far."""
        return self._session(instance_id, kwargs.get("agent_data")).reward

    async def release(self, instance_id: str, **kwargs: Any) -> None:
        """Forgets the row; the episode lives with its trajectory."""
        self._rows.pop(instance_id, None)

    def _session(self, instance_id: str, agent_data: Any) -> Session:
        if agent_data is None:
            raise ValueError(
                "AgonTool keeps its episode with the trajectory: execute needs agent_data, as verl 0.9 gives it"
            )
        kept = agent_data.extra_fields
        if _SESSION not in kept:
            kept[_SESSION] = Session(self._rows.get(instance_id), self.config)
        return kept[_SESSION]


class AgonInteraction(BaseInteraction):
    """An episode as the user of a conversation: it answers each reply with what came of it. Text only.

    The fields of ``agon.adapters.tasks`` are in ``interaction_kwargs``, which also hold the interaction's ``name``.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        self.config = config
        self.name = config.get("name", "agon")
        self._sessions: dict[str, Session] = {}

    async def start_interaction(self, instance_id: str | None = None, **kwargs: Any) -> str:
        """Starts the episode of a row."""
        instance_id = instance_id or str(uuid4())
        session = Session(kwargs, self.config, observation="text")
        if session.has_pictures:
            raise ValueError(
                "verl's interactions are text: give the row the setting observation='text', or use AgonTool"
            )
        self._sessions[instance_id] = session
        return instance_id

    async def generate_response(
        self, instance_id: str, messages: list[dict[str, Any]], **kwargs: Any
    ) -> tuple[bool, str, float, dict[str, Any]]:
        """One step with the last of the assistant's messages."""
        session = self._sessions[instance_id]
        reply = next((message for message in reversed(messages) if message.get("role") == "assistant"), {"content": ""})
        reward = session.reply(reply)
        return session.is_over, session.told(), reward, dict(session.info)

    async def calculate_score(self, instance_id: str | None = None, **kwargs: Any) -> float:
        """The episode's reward."""
        session = self._sessions.get(instance_id or "")
        return 0.0 if session is None else session.reward

    async def finalize_interaction(self, instance_id: str | None = None, **kwargs: Any) -> None:
        """Frees the episode."""
        session = self._sessions.pop(instance_id or "", None)
        if session is not None:
            session.close()
