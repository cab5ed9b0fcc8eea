"""The verifiers adapter under a name without dots, which is all that verifiers takes: ``vf-eval agon-verifiers``."""

from agon.adapters.verifiers import AgonEnv, AgonTaskset

__all__ = ["AgonEnv", "AgonTaskset"]
