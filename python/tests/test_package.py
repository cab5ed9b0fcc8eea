"""What surrounds the environments: the command line, types, documentation."""

from __future__ import annotations

import doctest
import importlib.util
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import pytest

import agon
from agon import _native
from agon.__main__ import main

needs_command_line = pytest.mark.skipif(
    not hasattr(_native, "main"),
    reason="a build of the gym alone: AGON_WHEEL=cli scripts/test-python builds the command line too",
)


def run(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "agon", *arguments], capture_output=True, text=True, **options)


@needs_command_line
def test_the_command_line():
    done = run("list", "gym/maze-2d/*")
    assert done.returncode == 0 and "gym/maze-2d/easy" in done.stdout
    assert run("--version").stdout.strip() == f"agon {agon.__version__}"
    wrong = run("lost")
    assert wrong.returncode == 2 and "lost" in wrong.stderr and not wrong.stdout
    assert run("show", "gym/nothing/easy").returncode == 2


def test_a_build_of_the_gym_alone_says_how_to_get_the_command_line(monkeypatch, capsys):
    monkeypatch.delattr(_native, "main", raising=False)
    assert main() == 2
    said = capsys.readouterr()
    assert "--features cli" in said.err and not said.out


@needs_command_line
def test_the_console_script():
    """The wheel puts the program on the environment's PATH."""
    script = shutil.which("agon", path=pathlib.Path(sys.executable).parent)
    assert script
    listed = subprocess.run([script, "list", "gym/maze-2d/*"], capture_output=True, check=True, text=True)
    assert "gym/maze-2d/easy" in listed.stdout
    wrong = subprocess.run([script, "lisst"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "list" in wrong.stderr and not wrong.stdout


@needs_command_line
def test_ctrl_c_ends_a_command(tmp_path):
    """In order, as if it were not Python's process."""
    plan = ["gym/maze-2d/easy", "-a", "random", "-k", "20000", "--out", str(tmp_path / "run")]
    command = [sys.executable, "-m", "agon", "run", *plan]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as child:
        results = tmp_path / "run" / "results.jsonl"
        while not results.exists() or results.stat().st_size == 0:
            assert child.poll() is None, child.stderr.read()
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=60)
    assert child.returncode == 130


def test_it_imports_without_a_toolchain():
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("CARGO", "RUST"))}
    environment["PATH"] = "/nowhere"
    script = "import agon; print(agon.Env('maze-2d').reset(seed=1)[0].sum())"
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_everything_public_is_documented():
    things = [agon, agon.env, agon.vector, agon.spaces, agon.wrappers, agon.Env, agon.VectorEnv]
    for thing in things:
        assert thing.__doc__
    for owner in [agon.Env, agon.VectorEnv, agon.spaces.Calls, agon.wrappers.DiscreteActions]:
        for name, member in vars(owner).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{owner.__name__}.{name} has no docstring"


def test_the_example_in_the_package_runs():
    assert doctest.testmod(agon).failed == 0


def test_the_stubs_name_what_there_is():
    folder = pathlib.Path(agon.__file__).parent
    assert (folder / "py.typed").exists()
    stubs = (folder / "_native.pyi").read_text()
    for name in vars(_native):
        if not name.startswith("__"):
            assert f"class {name}:" in stubs or f"def {name}(" in stubs, f"{name} is not in the stubs"
    for owner in [_native.Setup, _native.Episode, _native.Batch]:
        for name in vars(owner):
            assert name.startswith("__") or re.search(rf"def {name}\(\s*self", stubs), (
                f"{owner.__name__}.{name} is not in the stubs"
            )


@pytest.mark.skipif(importlib.util.find_spec("stable_baselines3") is None, reason="stable-baselines3 is not installed")
def test_the_training_example_runs():
    example = pathlib.Path(__file__).parents[2] / "examples" / "train_maze.py"
    done = subprocess.run([sys.executable, example, "--smoke"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "unseen mazes" in done.stdout
