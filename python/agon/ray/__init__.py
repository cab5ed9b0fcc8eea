"""Agon on Ray: workers of a run in a store, rollouts of Python functions, and environments as actors.

``python -m agon.ray RUN-URL`` (or :func:`run`) starts ``agon worker`` on the nodes of a cluster until every trial of a
run is committed. :func:`map_trials` calls a function for many instances of gym worlds. :class:`RemoteVectorEnv` steps
members that live in actors. All three run on a laptop after ``ray.init()`` and on a cluster unchanged.

>>> import ray, agon.ray
>>> ray.init()
>>> agon.ray.run("s3://bucket/mine", slots=2)
"""

try:
    import ray  # noqa: F401
except ImportError as error:
    raise ImportError('agon.ray needs Ray: pip install "agon[ray]"') from error

from agon.ray.trials import map_trials
from agon.ray.vector import RemoteVectorEnv
from agon.ray.workers import Done, run

__all__ = ["Done", "RemoteVectorEnv", "map_trials", "run"]
