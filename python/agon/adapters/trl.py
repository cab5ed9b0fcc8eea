"""TRL: environments for the ``environment_factory`` of GRPOTrainer.

>>> from agon.adapters import tasks, trl
>>> trainer = GRPOTrainer(
...     model=..., environment_factory=trl.environment("maze-2d", observation="text"),
...     train_dataset=Dataset.from_list(trl.rows(tasks("maze-2d", range(1000)))),
... )

The functions of the world are the environment's tools, and the world's reward is the environment's. With pictures,
tools answer with content blocks that hold PIL images, for models that see. Nothing here needs TRL itself. Written for
TRL 1.16.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from agon.adapters.session import Session
from agon.env import Env

__all__ = ["environment", "rows"]

_OVER = "The episode is over: no further call counts."


def rows(tasks: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows with the prompt that TRL wants; what is to be done is told by the environment's ``reset``."""
    return [{**row, "prompt": [{"role": "user", "content": ""}]} for row in tasks]


def environment(world: str, preset: str = "easy", **arguments: Any) -> type:
    """A class whose instances are episodes of a world, with the arguments of :class:`agon.Env`.

    It has a method for each function of the world, ``reset``, which starts the episode of a row's ``seed``, and
    ``get_reward``. A row's other fields are not looked at: tools are described before any row is seen.
    """
    env = Env(world, preset, **arguments)
    env.reset(seed=0)
    described = {tool["function"]["name"]: tool["function"] for tool in env.tools()}
    env.close()
    fixed = {key: arguments.pop(key) for key in ("suite", "max_steps") if key in arguments}
    fields = {"world": world, "preset": preset, "settings": arguments, **fixed}

    class AgonEnvironment:
        """Episodes of one world, one after the other."""

        def __init__(self) -> None:
            self._session: Session | None = None

        def reset(self, seed: int | None = None, **row: Any) -> str | list[dict[str, Any]]:
            if self._session is not None:
                self._session.close()
            self._session = Session({"seed": seed}, fields)
            [opening] = self._session.env.messages("pil", dialect="tools")
            return opening["content"]

        def get_reward(self) -> float:
            return 0.0 if self._session is None else self._session.reward

    for name, function in described.items():
        setattr(AgonEnvironment, name, _tool(name, function))
    AgonEnvironment.__name__ = AgonEnvironment.__qualname__ = "".join(word.capitalize() for word in world.split("-"))
    return AgonEnvironment


def _tool(name: str, function: Mapping[str, Any]) -> Callable[..., Any]:
    """A method that looks as the function does, and takes whatever a model gives it: wrong arguments cost a step."""
    properties = function["parameters"]["properties"]

    def method(self: Any, *args: Any, **arguments: Any) -> str | list[dict[str, Any]]:
        session: Session = self._session
        if session.is_over:
            return _OVER
        session.call(name, {**arguments, **{f"argument {index}": value for index, value in enumerate(args)}})
        image = session.picture()
        if image is None:
            return session.told()
        return [{"type": "text", "text": session.told()}, {"type": "image", "image": image}]

    annotations = {key: _annotation(schema) for key, schema in properties.items()}
    empty, named = inspect.Parameter.empty, inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("self", named)]
    parameters += [inspect.Parameter(key, named, default=empty, annotation=kind) for key, kind in annotations.items()]
    method.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    method.__annotations__ = annotations
    method.__name__ = method.__qualname__ = name
    lines = [function["description"], ""]
    if properties:
        lines += ["Args:", *(f"    {key}: {_one_line(schema['description'])}" for key, schema in properties.items())]
    method.__doc__ = "\n".join(lines)
    return method


def _annotation(schema: Mapping[str, Any]) -> Any:
    """The Python type of a parameter; lists of lists and of mixed things are told by the description."""
    return {"integer": int, "number": float, "string": str, "array": list}[schema["type"]]


def _one_line(text: str) -> str:
    return " ".join(text.split())
