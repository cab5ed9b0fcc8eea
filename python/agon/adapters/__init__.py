"""Agon's worlds for trainers of language models, one module a trainer.

Each is imported by itself and needs the trainer's own package:

- :mod:`agon.adapters.skyrl`: SkyRL-Gym's text environments
- :mod:`agon.adapters.verifiers`: a taskset and an environment of verifiers (v1), which prime-rl trains with
- :mod:`agon.adapters.verl`: verl's tools, and the interactions of its versions that have them
- :mod:`agon.adapters.nemo_gym`: a resources server of NeMo Gym for its gymnasium agent
- :mod:`agon.adapters.trl`: environments for the ``environment_factory`` of TRL's GRPOTrainer

All of them name an episode by the same fields, which :func:`tasks` writes as rows for a dataset.
"""

from agon.adapters.session import Session, tasks

__all__ = ["Session", "tasks"]
