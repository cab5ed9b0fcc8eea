"""What the tests share."""

from __future__ import annotations

import pytest

import agon

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
