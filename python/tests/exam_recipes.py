"""What the exams' task files say of how they are done and marked, for agents that play a solution."""

from __future__ import annotations

import re
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10; pytest brings it there.
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
SUITE = ROOT / "suites/exam"


class Exam:
    """One variant of a task of the exam suite."""

    def __init__(self, name: str, variant: int = 0):
        task = tomllib.loads((SUITE / f"{name}.toml").read_text())
        self.task = filled_in(task, task["variant"][variant])
        self.id = f"exam/{name}@{variant}"
        self.key = self.task["key"]

    @property
    def is_core(self) -> bool:
        return "core" in self.task.get("tags", [])

    @property
    def markings(self) -> set[str]:
        """How it is marked: by modes of comparison, by a program of the task's that reads the files (`verify`), or by a
        program that was handed in, which is run (`probe`)."""
        modes = {compare["mode"] for compare in self.key.get("compare", [])}
        return modes | {kind for kind in ("verify", "probe") if kind in self.key}

    @property
    def hidden(self) -> set[str]:
        """The names of the files that no agent may see."""
        return {name for kind in ("reference", "given") for name in self.key.get(kind, {})}

    @property
    def solution(self) -> list[dict]:
        return self.key["solution"]["steps"]

    def near_miss(self, name: str) -> tuple[list[dict], str]:
        """The steps of a plausible and wrong attempt, and the check on which it fails."""
        miss = next(miss for miss in self.key["near_miss"] if miss["name"] == name)
        steps = [miss.get("with", {}).get(step.get("id"), step) for step in miss.get("steps", self.solution)]
        return [*steps, *miss.get("then", [])], miss["fails"]


def filled_in(written, values: dict):
    """As the suite does it: every {key} is replaced by the variant's value, whatever text it stands in."""
    match written:
        case str():
            return re.sub(r"\{(\w+)\}", lambda key: str(values.get(key[1], key[0])), written)
        case list():
            return [filled_in(item, values) for item in written]
        case dict():
            return {filled_in(key, values): filled_in(item, values) for key, item in written.items()}
        case _:
            return written


def script(path: str) -> str:
    """The text of a solution's script."""
    return (SUITE / path).read_text()


def all_exams() -> list[str]:
    return sorted(f"{path.parent.name}/{path.stem}" for path in SUITE.glob("*/*.toml"))
