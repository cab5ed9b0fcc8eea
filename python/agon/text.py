"""Environments for models that speak: chat turns out, replies in."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from agon import _native

__all__ = ["Images", "TextInterface", "read_reply"]

Images = Literal["pil", "url"]
"""How pictures stand in chat turns: as PIL images under ``{"type": "image", "image": ...}``, which chat templates take,
or as ``data:`` URLs under ``{"type": "image_url", "image_url": {"url": ...}}``, which chat APIs take."""


class TextInterface:
    """What :class:`agon.Env` has for models that speak.

    The conversation is recorded from the first call of :meth:`step_text`, :meth:`turn` or :meth:`messages` on, so that
    trainers that need none do not keep all frames of an episode. It begins with what was seen then; to have a whole
    episode, call one of them after ``reset``. A ``reset`` begins a new one.
    """

    _episode: _native.Episode
    _seen: tuple[Any, dict[str, Any]] | None = None
    _goal: dict[str, Any] | None = None
    _conversation: Conversation | None = None

    def step_text(
        self, reply: str | Mapping[str, Any] | Any, dialect: str | None = None
    ) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Performs the call in a model's reply, as :meth:`agon.Env.step` does.

        The call is read out of prose, code fences and tool calls by the dialects of Agon's model agents. A reply
        without a call costs a step and changes nothing; of several calls one is performed, and ``info`` says so.

        ``info`` also holds ``call``, the call that was read as text (or None), and ``violation``, what is wrong with a
        reply that is not exactly one call (or None).

        Args:
            reply: Text, or an assistant's message with ``content`` and ``tool_calls`` as chat APIs give it.
            dialect: The one way of writing that counts: ``"pair"``, ``"json"``, ``"tools"``. By default tool calls if
                there are any, else pairs, else JSON.
        """
        text, calls = read_reply(reply)
        conversation = self.conversation()
        result = _native.step_reply(self._episode, text, [(call.name, call.arguments) for call in calls], dialect)
        conversation.turns[-1].reply = Reply(text, calls)
        self._show(conversation, result)
        return result

    def messages(
        self, images: Images = "url", *, dialect: str | None = None, last: int | None = None
    ) -> list[dict[str, Any]]:
        """The conversation so far as chat messages: the prompt with the first frame, replies, feedback and frames.

        While the episode goes on, the last message is the user's: what the model answers next. When it is over, the
        last is the model's. Tool calls are followed by their results, as chat APIs want it.

        Args:
            images: ``"url"`` or ``"pil"``; the latter needs Pillow.
            dialect: How the prompt teaches to write calls: ``"pair"``, ``"json"``, ``"tools"``. By default as
                :attr:`agon.Env.prompt` does, which is how demonstrations are written.
            last: Only so many turns; the prompt (and the goal, where the task shows it) then stand before the first of
                them.
        """
        if last is not None and last < 1:
            raise ValueError(f"last must be at least 1, got {last}")
        conversation = self.conversation()
        turns = conversation.turns
        # What came after the last reply is not for anybody to answer.
        turns = turns[:-1] if conversation.is_over and len(turns) > 1 else turns
        first = 0 if last is None else max(0, len(turns) - last)
        messages: list[dict[str, Any]] = []
        for index in range(first, len(turns)):
            head = _native.prompt_in(self._episode, dialect) if index == first else None
            goal = turns[0].goal if index == first else {}
            before = turns[index - 1].reply if index > first else None
            messages += _user_messages(turns[index], before, head, goal, images)
            if turns[index].reply is not None:
                messages.append(turns[index].reply.message(images))
        return messages

    def turn(self, images: Images = "url") -> list[dict[str, Any]]:
        """The messages that came with the last step: what stands behind the model's reply in :meth:`messages`.

        After the last step of an episode they tell how it ended.
        """
        turns = self.conversation().turns
        if len(turns) == 1:
            return self.messages(images)
        return _user_messages(turns[-1], turns[-2].reply, None, {}, images)

    def tools(self, form: Literal["openai", "responses", "text"] = "openai") -> list[dict[str, Any]] | str:
        """The functions of this episode as tools.

        ``"openai"`` is the form of chat completions, which chat templates take too; ``"responses"`` that of the
        Responses API; ``"text"`` the list in words that stands in the prompt.
        """
        if form == "text":
            return _native.function_list(self._episode)
        tools = _native.tools(self._episode)
        if form == "openai":
            return [{"type": "function", "function": tool} for tool in tools]
        if form == "responses":
            return [{"type": "function", **tool, "strict": False} for tool in tools]
        raise ValueError(f"form must be 'openai', 'responses' or 'text', got {form!r}")

    def reply_for(self, call: Any, dialect: str = "pair") -> str | dict[str, Any]:
        """What a model that speaks a dialect replies to make a call: text, or a message with tool calls."""
        text, calls = _native.write_reply(self._episode, call, dialect)
        if not calls:
            return text
        return Reply(text, [ToolCall(name, arguments) for name, arguments in calls]).message("url")

    def conversation(self) -> Conversation:
        """The turns so far; a conversation begins now if there is none."""
        if self._conversation is None:
            # Without an episode this raises ResetNeeded.
            told = _native.prompt_in(self._episode) and _native.message(self._episode)
            observation, info = self._seen or (None, {})
            turn = _turn(told, observation, self._goal or {})
            self._conversation = Conversation([turn], is_over="success" in info)
        return self._conversation

    def _begin(self, opening: tuple[Any, dict[str, Any]]) -> tuple[Any, dict[str, Any]]:
        """Takes note of what a reset shows."""
        self._seen = opening
        info = opening[1]
        self._goal = {key: info[key] for key in ("goal", "goal_text") if key in info}
        if self._conversation is not None:
            self._conversation = None
            self.conversation()
        return opening

    def _went_back(self, observation: Any) -> Any:
        """Takes note of a return to a snapshot, with which a new conversation begins."""
        self._seen = (observation, {})
        if self._conversation is not None:
            self._conversation = None
            self.conversation()
        return observation

    def _went_on(self, action: Any, result: tuple[Any, float, bool, bool, dict[str, Any]]) -> Any:
        """Takes note of a step that was no reply."""
        self._seen = (result[0], result[4])
        if self._conversation is not None:
            text = action if isinstance(action, str) else _native.write_reply(self._episode, action, "pair")[0]
            self._conversation.turns[-1].reply = Reply(text, [])
            self._show(self._conversation, result)
        return result

    def _show(self, conversation: Conversation, result: tuple[Any, float, bool, bool, dict[str, Any]]) -> None:
        observation, _, terminated, truncated, info = result
        self._seen = (observation, info)
        conversation.turns.append(_turn(_native.message(self._episode, info["feedback"]), observation, {}))
        conversation.is_over = terminated or truncated


@dataclass
class ToolCall:
    """One tool call of a reply."""

    name: str
    arguments: str
    id: str | None = None


@dataclass
class Reply:
    """What a model said: its text and its tool calls."""

    text: str
    calls: list[ToolCall]

    def message(self, images: Images) -> dict[str, Any]:
        """The assistant's message; for chat templates, arguments are no text."""
        if not self.calls:
            return {"role": "assistant", "content": self.text}
        calls = []
        for number, call in enumerate(self.calls):
            arguments = call.arguments if images == "url" else _loaded(call.arguments)
            function = {"name": call.name, "arguments": arguments}
            calls.append({"id": call.id or f"call_{number}", "type": "function", "function": function})
        return {"role": "assistant", "content": self.text, "tool_calls": calls}


@dataclass
class Turn:
    """What a model was shown, and what it replied."""

    told: str
    text: str | None
    frame: Picture | None
    goal: dict[str, Any] = field(default_factory=dict)
    reply: Reply | None = None


@dataclass
class Conversation:
    """The turns of an episode; the last has no reply yet."""

    turns: list[Turn]
    is_over: bool = False


class Picture:
    """A frame, encoded when it is first asked for."""

    def __init__(self, frame: np.ndarray) -> None:
        self.frame = frame
        self._parts: dict[str, dict[str, Any]] = {}

    def part(self, images: Images) -> dict[str, Any]:
        """The content part that shows it."""
        if images not in self._parts:
            self._parts[images] = self._encoded(images)
        return self._parts[images]

    def _encoded(self, images: Images) -> dict[str, Any]:
        if images == "url":
            data = base64.b64encode(_native.png(self.frame)).decode("ascii")
            return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
        if images != "pil":
            raise ValueError(f"images must be 'url' or 'pil', got {images!r}")
        try:
            from PIL import Image
        except ImportError:
            raise ImportError("images='pil' needs Pillow: pip install pillow; images='url' does without") from None
        return {"type": "image", "image": Image.fromarray(self.frame)}


def read_reply(reply: Any) -> tuple[str, list[ToolCall]]:
    """The text and the tool calls of a reply, whatever library it comes from."""
    if isinstance(reply, str):
        return _clean(reply), []
    if not isinstance(reply, Mapping) and not hasattr(reply, "content"):
        raise TypeError(f"a reply is text, or a message with content and tool_calls; got {type(reply).__name__}")
    content, calls = _get(reply, "content"), _get(reply, "tool_calls") or ()
    if isinstance(content, Sequence) and not isinstance(content, str):
        texts = [part if isinstance(part, str) else _get(part, "text") for part in content]
        content = "".join(text for text in texts if isinstance(text, str))
    return _clean(content if isinstance(content, str) else ""), [_tool_call(call) for call in calls]


def _tool_call(call: Any) -> ToolCall:
    function = _get(call, "function") or call
    name, arguments = _get(function, "name"), _get(function, "arguments")
    if not isinstance(arguments, str):
        try:
            arguments = json.dumps({} if arguments is None else arguments)
        except (TypeError, ValueError, RecursionError):
            # The world answers that such arguments do not fit.
            arguments = repr(type(arguments))
    id = _get(call, "id") or _get(call, "call_id")
    return ToolCall(_clean(str(name)), _clean(arguments), None if id is None else str(id))


def _get(thing: Any, key: str) -> Any:
    return thing.get(key) if isinstance(thing, Mapping) else getattr(thing, key, None)


def _clean(text: str) -> str:
    """Text without halves of surrogate pairs, which some decoders leave behind."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _loaded(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments


def _turn(told: str, observation: Any, goal: dict[str, Any]) -> Turn:
    frame, text = observation, None
    if isinstance(observation, dict):
        frame, text = observation["image"], observation["text"]
    elif isinstance(observation, str):
        frame, text = None, observation
    shown = {name: Picture(thing) if isinstance(thing, np.ndarray) else thing for name, thing in goal.items()}
    return Turn(told, text, None if frame is None else Picture(frame), shown)


def _user_messages(
    turn: Turn, before: Reply | None, head: str | None, goal: dict[str, Any], images: Images
) -> list[dict[str, Any]]:
    """A turn as messages: results of the tool calls before it, then what is seen."""
    messages: list[dict[str, Any]] = []
    texts = [text for text in (turn.told, turn.text) if text]
    if before is not None and before.calls:
        # A result is text; pictures follow in a message of their own.
        told = "\n".join(texts)
        for number, call in enumerate(before.calls):
            messages.append({"role": "tool", "tool_call_id": call.id or f"call_{number}", "content": told})
            told = "Not performed: one call a turn."
        texts = []
    if "goal_text" in goal:
        texts.append(f"\nGoal:\n{goal['goal_text']}")
    text = "\n".join(texts)
    text = text if head is None else f"{head}\n\n{text}"
    if turn.frame is None and "goal" not in goal:
        return [*messages, {"role": "user", "content": text}] if text else messages
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    if turn.frame is not None:
        parts.append(turn.frame.part(images))
    if "goal" in goal:
        parts += [{"type": "text", "text": "goal:"}, goal["goal"].part(images)]
    return [*messages, {"role": "user", "content": parts}]
