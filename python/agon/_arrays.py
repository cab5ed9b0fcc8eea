"""Arrays that frames are drawn into."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

# A trainer holds the present frame and perhaps the one before; who holds more gets new arrays.
_KEPT = 3
# What the interpreter counts for something that only a list holds.
_LIST = [object()]
_ONLY_LISTED = sys.getrefcount(_LIST[0])


class FrameArrays:
    """Arrays of one shape, used again once nobody else holds them or a part of them.

    Memory that was used before is at hand, while every page of new memory costs more than drawing on it.

    Args:
        shape: Of every array.
        copy: Whether an array that somebody still holds is left alone. If not, there is only one.
    """

    def __init__(self, shape: tuple[int, ...], copy: bool = True) -> None:
        self._shape = shape
        self._copy = copy
        self._kept: list[np.ndarray] = []

    def free(self) -> np.ndarray:
        """An array that nobody holds, whatever is in it."""
        kept = self._kept
        for index in range(len(kept)):
            if not self._copy or sys.getrefcount(kept[index]) == _ONLY_LISTED:
                return kept[index]
        array = np.empty(self._shape, np.uint8)
        if len(kept) < _KEPT:
            kept.append(array)
        return array

    def __reduce__(self) -> tuple[Any, ...]:
        # Copies and pickles need the arrays' shape and nothing that is in them.
        return FrameArrays, (self._shape, self._copy)
