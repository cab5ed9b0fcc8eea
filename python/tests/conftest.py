"""What the tests share."""

from __future__ import annotations

import os
import sys

import pytest

import agon

# The command line that is tested with the package: a program of its own, or the one in the package.
AGON = os.environ.get("AGON_PROGRAM", "").split() or [sys.executable, "-m", "agon"]
LACKS = {world["name"]: world["lacks"] for world in agon.WORLDS}
ALL_WORLDS = sorted(LACKS)


@pytest.fixture(params=ALL_WORLDS)
def world(request):
    """Every world; one that this machine cannot set is skipped with the reason."""
    if LACKS[request.param]:
        pytest.skip(LACKS[request.param])
    return request.param


@pytest.fixture
def maze():
    env = agon.Env("maze-2d")
    yield env
    env.close()
