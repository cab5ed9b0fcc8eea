"""Reads a dataset of demonstrations back with the libraries that trainers use.

    load.py DATASET

LLaMA-Factory's own parser, converter and check of image marks are run; torch and transformers, which these do not use
but their modules import, are replaced by stand-ins, so that a small environment suffices:
pip install datasets webdataset pillow && pip install --no-deps llamafactory
"""

import base64
import glob
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import os
import sys
import types
from unittest import mock

import datasets
import webdataset
from PIL import Image

datasets.disable_progress_bars()


def main(folder):
    with open(os.path.join(folder, "demos.json")) as file:
        description = json.load(file)
    exported, formats = description["exported"], description["arguments"]["formats"]
    readers = {"sharegpt": read_sharegpt, "parquet": read_parquet, "webdataset": read_webdataset}
    seen = {}
    for name in formats:
        samples = readers[name](os.path.join(folder, name))
        assert len(samples) == exported["samples"], (name, len(samples), exported["samples"])
        images = sum(len(sample["images"]) for sample in samples.values())
        assert images == exported["images"], (name, images, exported["images"])
        seen[name] = samples
        print(f"{name}: {len(samples)} samples, {images} images")
    # Every format tells the same.
    first, *others = seen.values()
    for other in others:
        assert other == first, "the formats differ"
    keys = list(first)
    assert keys == sorted(keys), "samples are not in order"


def pixels(image):
    """Enough of a picture to tell it from others, which also decodes it."""
    image.load()
    return image.size, hash(image.convert("RGB").tobytes())


def check(messages, images):
    roles = [message["role"] for message in messages]
    assert roles == ["user", "assistant"] * (len(roles) // 2), roles
    assert sum(message["content"].count("<image>") for message in messages) == len(images)


def read_sharegpt(folder):
    factory = llama_factory()
    [attr] = factory.parser.get_dataset_list(["agon_demos"], folder)
    assert (attr.load_from, attr.dataset_name, attr.formatting) == ("file", "train.json", "sharegpt"), attr
    rows = datasets.load_dataset("json", data_files=os.path.join(folder, attr.dataset_name), split="train")
    convert = factory.converter.get_dataset_converter(attr.formatting, attr, types.SimpleNamespace(media_dir=folder))
    samples = {}
    for row in rows:
        aligned = convert(row)
        messages = aligned["_prompt"] + aligned["_response"]
        assert messages, f"LLaMA-Factory skips {row['id']}"
        paths = aligned["_images"] or []
        factory.mm_plugin.BasePlugin(None, None, None)._validate_messages(messages, paths, [], [])
        check(messages, paths)
        images = [pixels(Image.open(path)) for path in paths]
        samples[row["id"]] = {"task": row["task"], "start": row["start"], "messages": messages, "images": images}
    return samples


def read_parquet(folder):
    files = sorted(glob.glob(os.path.join(folder, "*.parquet")))
    rows = datasets.load_dataset("parquet", data_files=files, split="train")
    samples = {}
    for row in rows:
        assert row["passed"] and row["score"] == 1.0 and row["n_steps"] == len(row["actions"]), row["id"]
        assert all(0 < step <= row["n_steps"] for step in row["noise_steps"])
        json.loads(row["settings"])
        check(row["messages"], row["images"])
        images = [pixels(image) for image in row["images"]]
        messages = [{"role": message["role"], "content": message["content"]} for message in row["messages"]]
        samples[row["id"]] = {"task": row["task"], "start": row["start"], "messages": messages, "images": images}
    return samples


def read_webdataset(folder):
    shards = sorted(glob.glob(os.path.join(folder, "*.tar")))
    samples, rows = {}, {}
    for sample in webdataset.WebDataset(shards, shardshuffle=False, empty_check=False).decode():
        rows[sample["__key__"]] = sample["json"]
    # Hugging Face's reader takes the names of files for columns and guesses types from a few samples.
    for row in datasets.load_dataset("webdataset", data_files=shards, split="train"):
        about = row["json"]
        assert about["id"] == row["__key__"] and about == rows[row["__key__"]], row["__key__"]
        assert len(about["is_noise"]) == len(about["actions"]) == about["n_steps"]
        json.loads(about["settings"])
        check(about["messages"], about["images"])
        images = [pixels(from_url(url)) for url in about["images"]]
        samples[about["id"]] = {
            "task": about["task"], "start": about["start"], "messages": about["messages"], "images": images,
        }
    assert list(samples) == list(rows)
    return samples


def from_url(url):
    """The picture of a data: URL."""
    head, data = url.split(",", 1)
    assert head in ("data:image/png;base64", "data:image/jpg;base64"), head
    return Image.open(io.BytesIO(base64.b64decode(data, validate=True)))


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for large libraries that modules import and the functions called here do not use."""

    LIBRARIES = {"accelerate", "peft", "torch", "torchaudio", "transformers", "trl"}

    def find_spec(self, name, path, target=None):
        is_ours = name.split(".")[0] in self.LIBRARIES
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if is_ours else None

    def create_module(self, spec):
        return mock.MagicMock(__path__=[], __spec__=spec)

    def exec_module(self, module):
        pass


def llama_factory():
    """The modules of LLaMA-Factory that read data."""
    stand_ins = StandIns()
    sys.meta_path.insert(0, stand_ins)
    where = importlib.util.find_spec("llamafactory").submodule_search_locations[0]
    for name in ["", ".data", ".extras"]:
        # The packages' own beginnings import the whole of it.
        package = types.ModuleType("llamafactory" + name)
        package.__path__ = [os.path.join(where, *name.split("."))]
        sys.modules[package.__name__] = package
    from llamafactory.data import converter, mm_plugin, parser

    # Others look for what is imported, and would take the stand-ins for the libraries.
    sys.meta_path.remove(stand_ins)
    for name in [name for name in sys.modules if name.split(".")[0] in StandIns.LIBRARIES]:
        del sys.modules[name]
    return types.SimpleNamespace(converter=converter, mm_plugin=mm_plugin, parser=parser)


if __name__ == "__main__":
    main(*sys.argv[1:])
