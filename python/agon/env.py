"""One world as a Gymnasium environment."""

from __future__ import annotations

import copy
import operator
import os
import string
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from agon import _native
from agon._arrays import FrameArrays
from agon.spaces import Calls
from agon.text import TextInterface

__all__ = ["Env"]

# Longer than any world's text, the largest maze with its goal included.
_MAX_TEXT = 65_536
_CHARACTERS = frozenset(string.printable)


class Env(TextInterface, gymnasium.Env):
    """A world of the visual gym.

    Made by ``gymnasium.make("agon/Maze2D-v0", preset="easy", **settings)`` or as ``agon.Env("maze-2d")``.

    Actions are function calls: a pair such as ``("move", 0)``, the same as text (``"('move', 0)"``), as JSON text or as
    a dict with ``name`` and ``args``. A call that is misspelt, unknown or against the rules is no error: it costs a
    step, and ``info["status"]`` and ``info["feedback"]`` say what was wrong. The reward is 1.0 for a ``stop`` in the
    solved state and 0.0 for everything else. ``stop`` terminates an episode, ``max_steps`` truncates it.

    For models that speak there are ``step_text``, ``messages``, ``turn`` and ``tools``
    (:class:`agon.text.TextInterface`).

    Args:
        world: The world's name, for example ``"maze-2d"``; ``gymnasium.make`` fills it in.
        preset: ``"easy"`` or ``"hard"``: values for the settings and the step limit.
        suite: A folder with presets of one's own, as ``--suite`` of the command line takes it; ``preset`` is then the
            name of one of them.
        max_steps: Another step limit; the final ``stop`` counts.
        render_mode: ``"rgb_array"`` or None.
        settings: Single settings of the world (``env.unwrapped.settings`` lists them) and those that all worlds have:
            ``observation`` (``"image"``, ``"text"``, ``"both"``), ``feedback``, ``goal``, ``counterfactual``.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 4}

    def __init__(
        self,
        world: str,
        preset: str = "easy",
        *,
        max_steps: int | None = None,
        render_mode: str | None = None,
        suite: str | os.PathLike[str] | None = None,
        **settings: Any,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode must be None or 'rgb_array', got {render_mode!r}")
        self.render_mode = render_mode
        self._arguments = (world, preset, dict(settings), max_steps, suite_folder(suite))
        self._setup = _native.Setup(*self._arguments)
        self._episode = _native.Episode(self._setup)
        self._arrays = None if self._setup.observation == "text" else FrameArrays(self._setup.frame_shape)
        self.observation_space = observation_space(self._setup)
        self.action_space = Calls(self._setup.functions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode.

        The seed names the instance: the same seed gives the same episode, here and in ``agon run``. Without one, the
        next is drawn from ``np_random``. ``options={"instance": 17}`` starts an instance without seeding ``np_random``.
        ``options={"init_state": state}`` starts in a state: what :meth:`state` gave, the ``init_state`` of a published
        VisGym environment, or the path of a JSON file with either.

        ``info`` holds the ``prompt``, ``steps_left`` and, with the setting ``goal``, the solved state as ``goal`` (and
        ``goal_text``).
        """
        super().reset(seed=seed)
        options = _checked_options(options)
        if "init_state" in options:
            return self._begin(self._episode.reset_to(options["init_state"]))
        instance = checked_instance(options["instance"]) if "instance" in options else None
        if instance is None:
            instance = next_instance(self.np_random) if seed is None else checked_instance(seed)
        return self._begin(self._episode.reset(instance))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Performs one call.

        ``info`` holds ``status`` (``"executed"``, ``"blocked"``, ``"malformed"``, ``"unknown_function"``,
        ``"bad_arguments"``, ``"out_of_range"``), ``feedback``, ``steps_left`` and, at the end, ``success``.
        """
        frame = None if self._arrays is None else self._arrays.free()
        return self._went_on(action, self._episode.step(action, frame))

    def render(self) -> np.ndarray | None:
        """The present frame, also where observations are text."""
        return None if self.render_mode is None else self._episode.render()

    def close(self) -> None:
        """Frees the episode. Whatever is asked of the environment after this raises ClosedEnvironmentError."""
        self._episode.close()

    def solve(self, strategy: str | None = None, length: int | None = None, seed: int = 0) -> list[tuple[str, Any]]:
        """The calls that lead from the present state to success, ``stop`` included.

        Args:
            strategy: One of :attr:`strategies`; the first by default.
            length: How many calls to aim at, for strategies that pad.
            seed: For what the strategy leaves to chance.
        """
        return self._episode.solve(strategy, length, seed)

    def goal_image(self) -> np.ndarray | None:
        """The solved state as a frame, or None if the world has no such picture."""
        return self._episode.goal_image()

    def text(self) -> str | None:
        """The present state as text, or None if the world has no such form."""
        return self._episode.text()

    def state(self) -> dict[str, Any]:
        """The state as graders see it. It may give the solution away: not for agents."""
        return self._episode.state()

    def snapshot(self) -> _native.Snapshot:
        """The episode at this moment, for :meth:`restore`: for searches and rollouts that branch."""
        return self._episode.snapshot()

    def restore(self, snapshot: _native.Snapshot) -> Any:
        """Goes back to a snapshot of an environment of this world and preset, as often as one likes.

        Returns:
            The observation there.
        """
        return self._went_back(self._episode.restore(snapshot))

    def __deepcopy__(self, memo: dict[int, Any]) -> Env:
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        native = {"_setup": self._setup, "_episode": self._episode.copy()}
        plain = {name: value for name, value in self.__dict__.items() if name not in native}
        twin.__dict__.update(copy.deepcopy(plain, memo), **native)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        plain = {name: value for name, value in self.__dict__.items() if name not in ("_setup", "_episode")}
        return plain | {"_saved": self._episode.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = state.pop("_saved")
        self.__dict__.update(state)
        self._setup = _native.Setup(*self._arguments)
        self._episode = _native.Episode(self._setup)
        if saved is not None:
            self._episode.load(*saved)

    @property
    def prompt(self) -> str:
        """What an agent is told about this episode: the task, the functions, examples, the rules."""
        return self._episode.prompt()

    @property
    def functions(self) -> tuple[dict[str, Any], ...]:
        """The functions of this episode with their parameters."""
        return self._episode.functions()

    @property
    def strategies(self) -> list[str]:
        """The ways :meth:`solve` knows."""
        return self._setup.strategies

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting with its value."""
        return self._setup.settings

    @property
    def max_steps(self) -> int:
        """Steps until truncation."""
        return self._setup.max_steps


def observation_space(setup: _native.Setup) -> spaces.Space:
    """Frames, texts, or both under the keys ``image`` and ``text``."""
    image = spaces.Box(0, 255, setup.frame_shape, np.uint8)
    text = spaces.Text(_MAX_TEXT, min_length=0, charset=_CHARACTERS)
    forms = {"image": image, "text": text, "both": spaces.Dict({"image": image, "text": text})}
    return forms[setup.observation]


def suite_folder(suite: str | os.PathLike[str] | None) -> str | None:
    """The folder of a suite as text."""
    return None if suite is None else os.fsdecode(suite)


def next_instance(rng: np.random.Generator) -> int:
    """The seed of the next episode where none was given."""
    return int(rng.integers(2**63))


def checked_instance(seed: Any) -> int:
    """A seed as an instance's number."""
    number = operator.index(seed)
    if not 0 <= number < 2**64:
        raise ValueError(f"a seed must be between 0 and 2**64 - 1, got {number}")
    return number


def _checked_options(options: dict[str, Any] | None) -> dict[str, Any]:
    """The options of a reset, of which at most one says where to start."""
    options = options or {}
    if unknown := set(options) - {"instance", "init_state"}:
        names = ", ".join(sorted(map(str, unknown)))
        raise ValueError(f"unknown reset options: {names}; there are: instance, init_state")
    if len(options) > 1:
        raise ValueError("instance and init_state exclude each other")
    return options
