"""Demonstrations as Hugging Face's library reads them."""

from __future__ import annotations

import base64
import json
import subprocess

import pytest
from serving import AGON

datasets = pytest.importorskip(
    "datasets", reason="datasets is not installed: AGON_TRAINERS=datasets scripts/test-python installs it"
)


@pytest.mark.parametrize("strategy", ["shortest", "shortest~0.3"])
def test_the_exported_tar_is_a_webdataset(tmp_path, strategy):
    """Demonstrations of several lengths and worlds, none of which has a column of its own."""
    command = [*AGON, "demos", "gym/maze-2d", "gym/jigsaw/easy", "--count", "8"]
    command += ["--per-shard", "5", "--format", "webdataset", "-o", "demos"]
    command += ["--strategy", strategy.replace("shortest", "*")]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    data_files = str(tmp_path / "demos" / "webdataset" / "*.tar")
    rows = datasets.load_dataset("webdataset", data_files=data_files, split="train", cache_dir=str(tmp_path / "cache"))
    assert len(rows) == 16
    lengths = set()
    for row in rows:
        sample = row["json"]
        assert sample["id"] == row["__key__"] and sample["passed"]
        marks = sum(message["content"].count("<image>") for message in sample["messages"])
        assert marks == len(sample["images"]) == sample["n_steps"] == len(sample["is_noise"])
        for url in sample["images"]:
            head, data = url.split(",", 1)
            assert head == "data:image/png;base64" and base64.b64decode(data).startswith(b"\x89PNG\r\n")
        json.loads(sample["settings"])
        lengths.add(sample["n_steps"])
    assert len(lengths) > 1
    streamed = datasets.load_dataset("webdataset", data_files=data_files, split="train", streaming=True)
    assert next(iter(streamed)) == rows[0]
