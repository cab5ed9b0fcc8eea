"""The action space: calls of functions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import permutations, product
from typing import Any

import numpy as np
from gymnasium import Space

__all__ = ["Calls"]


class Calls(Space):
    """Pairs of a function's name and its arguments, such as ``("move", 0)``.

    Arguments are a bare value for a function of one parameter, a tuple for several, and the function's own name for
    none, as in ``("stop", "stop")``. ``functions`` describes them, as :attr:`agon.Env.functions` does. Environments
    also take actions as text and as dicts, and answer those outside the space with feedback; the space holds the calls
    that are certain to be understood.
    """

    def __init__(self, functions: Sequence[dict[str, Any]], seed: int | np.random.Generator | None = None) -> None:
        self.functions: tuple[dict[str, Any], ...] = tuple(functions)
        self._by_name = {function["name"]: function for function in self.functions}
        super().__init__(shape=None, dtype=None, seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Calls differ in shape, so they do not flatten; :class:`agon.wrappers.DiscreteActions` numbers them."""
        return False

    def sample(self, mask: Any = None, probability: Any = None) -> tuple[str, Any]:
        """A random call: first any of the functions, then any of its arguments."""
        if mask is not None or probability is not None:
            raise ValueError("Calls cannot be sampled with a mask or probabilities; use agon.wrappers.DiscreteActions")
        function = self.functions[self.np_random.integers(len(self.functions))]
        return _pack(function, [_sample(param["space"], self.np_random) for param in _params(function)])

    def contains(self, x: Any) -> bool:
        """Whether this is a pair of a known name and arguments in their spaces."""
        if not isinstance(x, (tuple, list)) or len(x) != 2 or not isinstance(x[0], str) or x[0] not in self._by_name:
            return False
        name, args = x
        params = _params(self._by_name[name])
        if not params:
            return args is None or args == () or (isinstance(args, str) and args in ("", name))
        values = [args] if len(params) == 1 else args
        if not isinstance(values, (tuple, list)) or len(values) != len(params):
            return False
        return all(_contains(param["space"], value) for param, value in zip(params, values, strict=True))

    def enumerate(self, limit: int = 1000) -> list[tuple[str, Any]] | None:
        """Every call of the space, in order, or None if they are more than ``limit`` or not countable."""
        calls: list[tuple[str, Any]] = []
        for function in self.functions:
            values = [_values(param["space"], limit) for param in _params(function)]
            size = 1
            for options in values:
                if options is None:
                    return None
                size *= len(options)
            if len(calls) + size > limit:
                return None
            calls.extend(_pack(function, combination) for combination in product(*values))
        return calls

    def to_jsonable(self, sample_n: Sequence[tuple[str, Any]]) -> list[Any]:
        """Calls as lists that JSON can write."""
        return json.loads(json.dumps(list(sample_n)))

    def from_jsonable(self, sample_n: list[Any]) -> list[tuple[str, Any]]:
        """Calls as :meth:`to_jsonable` gave them."""
        return [(name, _tuples(args)) for name, args in sample_n]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Calls) and self.functions == other.functions

    def __hash__(self) -> int:
        return hash(tuple(self._by_name))

    def __repr__(self) -> str:
        return f"Calls({', '.join(self._by_name)})"


def _params(function: dict[str, Any]) -> Sequence[dict[str, Any]]:
    return function.get("params", ())


def _pack(function: dict[str, Any], values: Iterable[Any]) -> tuple[str, Any]:
    values = tuple(values)
    if not values:
        return function["name"], function["name"]
    return function["name"], values[0] if len(values) == 1 else values


def _sample(space: dict[str, Any], rng: np.random.Generator) -> Any:
    match space["kind"]:
        case "integer":
            return int(rng.integers(space["min"], space["max"], endpoint=True))
        case "real":
            low, high = _bounds(space)
            # Rounded to what people write, but not out of the bounds.
            return min(max(round(float(rng.uniform(low, high)), 2), low), high)
        case "choice":
            return space["values"][rng.integers(len(space["values"]))]
        case "text":
            letters = rng.integers(26, size=rng.integers(min(space["max_chars"], 8) + 1))
            return "".join(chr(ord("a") + letter) for letter in letters)
        case "tuple":
            return tuple(_sample(item, rng) for item in space["items"])
        case "permutation":
            return tuple(int(number) for number in rng.permutation(_numbers(space)))
    raise ValueError(f"an argument space of unknown kind: {space['kind']}")


def _contains(space: dict[str, Any], value: Any) -> bool:
    match space["kind"]:
        case "integer":
            return _is_number(value, np.integer) and space["min"] <= value <= space["max"]
        case "real":
            low, high = space["min"], space["max"]
            if not _is_number(value, np.integer, np.floating) or not np.isfinite(value):
                return False
            return (low is None or low <= value) and (high is None or value <= high)
        case "choice":
            return isinstance(value, str) and value in space["values"]
        case "text":
            return isinstance(value, str) and len(value) <= space["max_chars"]
        case "tuple":
            if not isinstance(value, (tuple, list)) or len(value) != len(space["items"]):
                return False
            return all(_contains(item, part) for item, part in zip(space["items"], value, strict=True))
        case "permutation":
            if not isinstance(value, (tuple, list)) or not all(_is_number(number, np.integer) for number in value):
                return False
            return sorted(value) == list(_numbers(space))
    raise ValueError(f"an argument space of unknown kind: {space['kind']}")


def _is_number(value: Any, *kinds: type) -> bool:
    plain = (int,) if kinds == (np.integer,) else (int, float)
    return isinstance(value, (*plain, *kinds)) and not isinstance(value, bool)


def _bounds(space: dict[str, Any]) -> tuple[float, float]:
    low = -space["typical"] if space["min"] is None else space["min"]
    high = space["typical"] if space["max"] is None else space["max"]
    return low, high


def _values(space: dict[str, Any], limit: int) -> list[Any] | None:
    """Every value of a space, or None if there are more than the limit."""
    match space["kind"]:
        case "integer" if space["max"] - space["min"] < limit:
            return list(range(space["min"], space["max"] + 1))
        case "choice":
            return list(space["values"])
        case "tuple":
            parts = [_values(item, limit) for item in space["items"]]
            if any(part is None for part in parts) or np.prod([float(len(part)) for part in parts]) > limit:
                return None
            return list(product(*parts))
        case "permutation" if space["len"] <= 6:
            return list(permutations(_numbers(space)))
    return None


def _numbers(space: dict[str, Any]) -> range:
    """What a permutation orders; some worlds count from 1."""
    first = space.get("first", 0)
    return range(first, first + space["len"])


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
