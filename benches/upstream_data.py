"""Writes small data sets for the worlds of the published VisGym code that need some, in the layouts it reads.

The pictures, clips and cut-outs are those of this repository; the annotations and the mesh are made here. Both sides of
the comparison read the same files. Run by the Python that has the published code's packages.
"""

from __future__ import annotations

import json
import pathlib
import pickle

import cv2
import numpy as np
import trimesh
from PIL import Image

OWN = pathlib.Path(__file__).parent.parent / "crates" / "agon-gym" / "data"

# With one pixel of border around each of three by three pieces this is a frame of 342 by 342.
PICTURE_PX = 336
SCENE = (640, 480)
OBJECTS = 6


def write(folder: pathlib.Path) -> None:
    photos = [Image.open(path).convert("RGB") for path in sorted((OWN / "photos").glob("*.webp"))[:12]]
    pictures = folder / "pictures"
    pictures.mkdir(parents=True)
    for number, photo in enumerate(photos):
        photo.resize((PICTURE_PX, PICTURE_PX)).save(pictures / f"{number:03}.png")
    _clips(folder / "ssv2")
    _mesh(folder / "objaverse" / "000-000")
    _annotated(folder, photos)


def _clips(folder: pathlib.Path) -> None:
    """Something-Something V2: numbered films, and what happens in them."""
    films, labels = folder / "20bn-something-something-v2", []
    films.mkdir(parents=True)
    (folder / "labels").mkdir()
    for number, path in enumerate(sorted((OWN / "clips").glob("*.webp"))):
        film = Image.open(path)
        writer = cv2.VideoWriter(str(films / f"{number}.webm"), cv2.VideoWriter_fourcc(*"VP80"), 8, film.size)
        for frame in range(film.n_frames):
            film.seek(frame)
            writer.write(cv2.cvtColor(np.asarray(film.convert("RGB")), cv2.COLOR_RGB2BGR))
        writer.release()
        labels.append({"id": str(number), "label": path.stem})
    (folder / "labels" / "train.json").write_text(json.dumps(labels))


def _mesh(folder: pathlib.Path) -> None:
    """Objaverse: one glTF file, of about as many triangles as the published code keeps of a mesh."""
    parts = [
        (trimesh.creation.icosphere(subdivisions=2, radius=0.5), [0.0, 0.0, 0.6], [200, 80, 60, 255]),
        (trimesh.creation.cylinder(radius=0.2, height=1.6, sections=64), [0.3, 0.0, 0.0], [70, 110, 190, 255]),
        (trimesh.creation.torus(0.6, 0.15, 20, 12), [0.0, 0.4, -0.5], [230, 190, 60, 255]),
    ]
    for mesh, place, color in parts:
        mesh.apply_translation(place)
        mesh.visual.vertex_colors = np.tile(np.array(color, dtype=np.uint8), (len(mesh.vertices), 1))
    folder.mkdir(parents=True)
    trimesh.util.concatenate([mesh for mesh, _, _ in parts]).export(folder / "parts.glb")


def _annotated(folder: pathlib.Path, photos: list[Image.Image]) -> None:
    """LVIS and RefCOCO+: pictures with cut-outs whose bounding boxes are their outlines."""
    lvis, refcoco = folder / "lvis", folder / "refcoco+"
    places = [lvis / "train2017", refcoco / "images" / "mscoco" / "images" / "train2014"]
    for place in places:
        place.mkdir(parents=True)
    cutouts = sorted((OWN / "objects").glob("*.webp"))
    images, annotations, references = [], [], []
    for number, photo in enumerate(photos):
        scene = photo.resize(SCENE)
        cutout = Image.open(cutouts[number]).convert("RGBA").resize((90, 90))
        name = f"{number:012}.jpg"
        images.append({"id": number, "file_name": name, "width": SCENE[0], "height": SCENE[1]})
        images[-1] |= {"not_exhaustive_category_ids": [], "neg_category_ids": []}
        for place in range(OBJECTS):
            left, top, side = 20 + 100 * place, 40 + 60 * (place % 5), 90
            scene.paste(cutout, (left, top), cutout)
            box = [left, top, left + side, top, left + side, top + side, left, top + side]
            identity = number * OBJECTS + place
            own = {"id": identity, "image_id": number, "category_id": 1}
            outline = {"segmentation": [box], "bbox": [left, top, side, side], "area": side * side, "iscrowd": 0}
            annotations.append(own | outline)
            sentence = {"sent": f"number {place + 1} from the left", "sent_id": identity, "tokens": ["number"]}
            named = {"ref_id": identity, "ann_id": identity, "image_id": number, "category_id": 1, "split": "train"}
            references.append(named | {"sentences": [sentence], "sent_ids": [identity], "file_name": name})
        for place in places:
            scene.save(place / name, quality=92)
    category = {"id": 1, "name": "thing", "image_count": len(images), "frequency": "f", "synset": "thing.n.01"}
    instances = json.dumps({"images": images, "annotations": annotations, "categories": [category]})
    (lvis / "lvis_v1_train.json").write_text(instances)
    (refcoco / "instances.json").write_text(instances)
    (refcoco / "refs(unc).p").write_bytes(pickle.dumps(references))
