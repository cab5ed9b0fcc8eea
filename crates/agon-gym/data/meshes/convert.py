"""Makes the meshes of this folder from their packages: `python convert.py PACKAGES OUT [NAME ...]`.

PACKAGES holds the unpacked packages named in README.md, one folder each. Every model is cut down to about two thousand
triangles and unwrapped anew onto one square, onto which the colors of the original surface are baked: those of its own textures,
or of a material of robosuite laid on from three sides. The result is written as described in README.md.
Needs trimesh, pycollada, fast-simplification, xatlas, scipy, shapely, mapbox_earcut, numpy and pillow.
"""

import functools
import io
import struct
import sys
from pathlib import Path

import fast_simplification
import numpy as np
import trimesh
import xatlas
from PIL import Image
from scipy.ndimage import distance_transform_edt
from scipy.spatial import cKDTree

from models import M, felt, modelled

CREASE = np.cos(np.radians(38))
SIDE = 256
# How often a material repeats over the longest side of the surrounding box, roughly halved.
REPEATS = 1.1
# Points of the original surface whose colors are known, and how many of the nearest are looked at for a texel.
SAMPLES, NEAREST = 400_000, 12
PACKAGES = sys.argv[1].rstrip("/") + "/" if len(sys.argv) > 1 else ""
GENESIS = PACKAGES + "genesis-world/genesis/assets/"
BULLET = PACKAGES + "pybullet/examples/pybullet/gym/pybullet_data/"
MINIWORLD = PACKAGES + "miniworld/miniworld/meshes/"
IWSDK = PACKAGES + "iwsdk/assets/"
MATERIALS = PACKAGES + "robosuite/robosuite/models/assets/textures/"
UPRIGHT, LYING = np.eye(3), np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]])


def model(name, file=None, keep=1700, upright=UPRIGHT, paint=None, both_sides=False):
    """A file or, without one, our own model; triangles to keep; how it is turned to stand upright; what it is painted with where
    its own colors are not used; whether it is seen from both sides."""
    return name, file, keep, upright, paint, both_sides


MODELS = [
    model("airplane", GENESIS + "meshes/Airplane/airplane.obj", 1500, UPRIGHT, M("steel-brushed", (190, 200, 214))),
    model("boat", GENESIS + "meshes/boat/boat.obj", 1700),
    model("camera", GENESIS + "meshes/camera/camera.glb", 1500, UPRIGHT, M("gray-felt", (120, 124, 136))),
    model("chair"),
    model("desk", IWSDK + "environment-desk/environmentDesk.gltf", 1700, UPRIGHT, M("steel-scratched", (124, 134, 156))),
    model("dispenser", GENESIS + "meshes/icecream_dispenser.obj", 1800, UPRIGHT, M("steel-brushed", (150, 190, 196))),
    model("hammer"),
    model("lamp"),
    model("mug", BULLET + "objects/mug.obj", 1500, LYING, M("ceramic", (88, 140, 196))),
    model("plant", IWSDK + "plant-sansevieria/plantSansevieria.gltf"),
    model("robot", IWSDK + "robot/robot.gltf", 1900),
    model("shank", GENESIS + "urdf/anymal_c/meshes/shank_l.dae", 1500, LYING, M("red-wood", (206, 84, 72))),
    model("fox", PACKAGES + "gradio/gradio/media_assets/models3d/Fox.gltf"),
    model("duck", GENESIS + "meshes/duck/duck.obj"),
    model("dragon", GENESIS + "meshes/dragon/dragon.obj", 2200),
    model("duckie", MINIWORLD + "duckie.obj", 1700, UPRIGHT, ("file", MINIWORLD + "duckie.png")),
    model("office-chair", MINIWORLD + "office_chair.obj", 1900, UPRIGHT, ("file", MINIWORLD + "office_chair.png"), True),
    model("office-desk", MINIWORLD + "office_desk.obj", 1700, UPRIGHT, ("file", MINIWORLD + "office_desk.png")),
    model("building", MINIWORLD + "building.obj", 1700, UPRIGHT, ("file", MINIWORLD + "building.png")),
    model("tree", MINIWORLD + "tree.obj"),
    model("teddy", BULLET + "teddy2_VHACD_CHs.obj", 1800, LYING, felt(178, 120, 74)),
    model("bunny", BULLET + "bunny.obj", 1800, UPRIGHT, M("ceramic", (206, 190, 176))),
] + [
    model(name)
    for name in [
        "house",
        "truck",
        "locomotive",
        "sofa",
        "kettle",
        "watering-can",
        "excavator",
        "sailing-ship",
        "piano",
        "windmill",
        "tap",
        "backpack",
        "bench",
        "photo-camera",
        "microscope",
        "forklift",
        "rocking-horse",
        "gramophone",
        "sewing-machine",
        "tractor",
        "well",
    ]
]


def picture(path):
    return np.asarray(Image.open(path).convert("RGB"), float)


@functools.cache
def material(name, tint=None):
    levels = picture(MATERIALS + name + ".png")
    if tint is None:
        return levels
    grey = levels.mean(2, keepdims=True)
    return np.clip(grey / grey.mean() * np.array(tint, float), 0, 255)


def fetch(levels, places):
    """The colors at places from 0 to 1, to the right and up, repeated beyond."""
    height, width = levels.shape[:2]
    columns = np.mod(places[:, 0], 1) * width
    rows = np.mod(1 - places[:, 1], 1) * height
    return levels[np.clip(rows.astype(int), 0, height - 1), np.clip(columns.astype(int), 0, width - 1)]


def from_three_sides(points, normals):
    """Places on a material for points, seen along the axis that they face most."""
    axes = np.array([[1, 2], [0, 2], [0, 1]])[np.abs(normals).argmax(1)]
    every = np.arange(len(points))
    return np.stack([points[every, axes[:, 0]], points[every, axes[:, 1]]], 1) * REPEATS


def colors_of(mesh, paint, points, faces):
    """The colors at points of a mesh's faces."""
    shares = np.nan_to_num(trimesh.triangles.points_to_barycentric(mesh.triangles[faces], points))[:, :, None]
    between = lambda values: (values[mesh.faces[faces]] * shares).sum(1)
    visual = mesh.visual
    if paint is not None and paint[0] == "box":
        return fetch(material(*paint[1:]), from_three_sides(points, mesh.face_normals[faces]))
    if paint is not None:
        return fetch(picture(paint[1]), between(visual.uv))
    if isinstance(visual, trimesh.visual.TextureVisuals):
        look = visual.material
        texture = getattr(look, "baseColorTexture", None) or getattr(look, "image", None)
        factor = getattr(look, "baseColorFactor", None)
        if factor is None and texture is None and not isinstance(look, trimesh.visual.material.PBRMaterial):
            factor = look.diffuse
        factor = np.ones(3) * 255 if factor is None else np.asarray(factor, float)[:3]
        factor = factor * 255 if factor.max() <= 1 else factor
        if texture is not None and visual.uv is not None:
            return fetch(np.asarray(texture.convert("RGB"), float), between(visual.uv)) * factor / 255
        return np.tile(factor, (len(points), 1))
    if visual.kind == "vertex":
        return between(visual.vertex_colors[:, :3])
    if visual.kind == "face":
        return visual.face_colors[faces][:, :3].astype(float)
    return np.full((len(points), 3), 190.0)


def load(name, file, paint):
    """The parts of a model with their paint, centred and scaled."""
    if file is None:
        parts = modelled(name)
    else:
        scene = trimesh.load(file, force="scene", process=False)
        parts = [(part, paint) for part in scene.dump() if isinstance(part, trimesh.Trimesh) and len(part.faces)]
    low = np.min([part.vertices.min(0) for part, _ in parts], 0)
    high = np.max([part.vertices.max(0) for part, _ in parts], 0)
    for part, _ in parts:
        part.apply_translation(-(low + high) / 2)
        part.apply_scale(2 / np.linalg.norm(high - low))
    return parts


def sampled(parts):
    """Points all over the parts, with their directions and colors."""
    whole = sum(part.area for part, _ in parts)
    points, normals, colors = [], [], []
    for part, paint in parts:
        count = max(1500, int(SAMPLES * part.area / whole))
        places, faces = trimesh.sample.sample_surface(part, count, seed=1)
        points.append(places)
        normals.append(part.face_normals[faces])
        colors.append(np.clip(colors_of(part, paint, places, faces), 0, 255))
    return np.concatenate(points), np.concatenate(normals), np.concatenate(colors)


def joined(points, faces, digits):
    """Vertices at the same place become one, and faces without an area go."""
    _, first, inverse = np.unique(np.round(points, digits), axis=0, return_index=True, return_inverse=True)
    faces = inverse.reshape(-1)[faces]
    return points[first], faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])]


def shrink(points, faces, keep):
    points, faces = joined(points, faces, 5)
    # Finely cut files stop short of the goal when torn seams hold them back; those are closed step by step.
    for digits in (5, 3, 2):
        if len(faces) <= keep * 1.2:
            break
        points, faces = joined(points, faces, digits)
        if len(faces) <= keep:
            break
        points, faces = fast_simplification.simplify(
            points.astype(np.float32), faces.astype(np.int32), target_count=keep, agg=4
        )
    return np.asarray(points, float), np.asarray(faces)


def corners(points, faces):
    """A normal for every corner: the mean over the faces around the vertex that lie in nearly the same direction."""
    a, b, c = (points[faces[:, i]] for i in range(3))
    areas = np.cross(b - a, c - a)
    length = np.linalg.norm(areas, axis=1)
    faces, areas, length = faces[length > 1e-12], areas[length > 1e-12], length[length > 1e-12]
    units = areas / length[:, None]
    around = [[] for _ in points]
    for index, face in enumerate(faces):
        for vertex in face:
            around[vertex].append(index)
    normals = np.empty((len(faces), 3, 3))
    for index, face in enumerate(faces):
        for corner, vertex in enumerate(face):
            near = np.array(around[vertex])
            total = areas[near[units[near] @ units[index] > CREASE]].sum(0)
            normals[index, corner] = total / max(np.linalg.norm(total), 1e-12)
    return faces, normals


def bake(points, triangles, places, original):
    """The texture: each texel has the color of the original surface nearest to it that faces the same way, for the far side of a
    thin wall has other colors."""
    where, facing, texels = [], [], []
    for triangle in triangles:
        a, b, c = places[triangle] * SIDE
        sides = np.array([b - a, c - a]).T
        if abs(np.linalg.det(sides)) < 1e-9:
            continue
        low = np.floor(np.min([a, b, c], 0) - 1).astype(int).clip(0, SIDE - 1)
        high = np.ceil(np.max([a, b, c], 0) + 1).astype(int).clip(0, SIDE)
        columns, rows = (grid.ravel() for grid in np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1])))
        along = np.linalg.solve(sides, (np.stack([columns + 0.5, rows + 0.5], 1) - a).T).T
        shares = np.stack([1 - along.sum(1), along[:, 0], along[:, 1]], 1)
        inside = (shares > -0.02).all(1)
        p, q, r = points[triangle]
        normal = np.cross(q - p, r - p)
        where.append(shares[inside] @ points[triangle])
        facing.append(np.tile(normal / max(np.linalg.norm(normal), 1e-12), (int(inside.sum()), 1)))
        texels.append(np.stack([rows[inside], columns[inside]], 1))
    where, facing, texels = np.concatenate(where), np.concatenate(facing), np.concatenate(texels)
    known, normals, colors = original
    distance, nearest = cKDTree(known).query(where, k=NEAREST)
    fits = (np.einsum("ijk,ik->ij", normals[nearest], facing) > 0.5) & (distance <= np.maximum(distance[:, :1] * 2.5, 0.012))
    # The three nearest that fit; where none does, the nearest.
    weights = (fits & (np.cumsum(fits, 1) <= 3)) + 1e-9 * (np.arange(NEAREST) == 0)
    mixed = (colors[nearest] * weights[:, :, None]).sum(1) / weights.sum(1)[:, None]
    levels, known = np.zeros((SIDE, SIDE, 3)), np.zeros((SIDE, SIDE), bool)
    # Lightened: dark textures would swallow the shading.
    levels[texels[:, 0], texels[:, 1]] = (mixed / 255) ** 0.8 * 225 + 22
    known[texels[:, 0], texels[:, 1]] = True
    rows, columns = distance_transform_edt(~known, return_distances=False, return_indices=True)
    webp = io.BytesIO()
    Image.fromarray(levels[rows, columns].clip(0, 255).astype(np.uint8)).save(webp, "WEBP", quality=78, method=6)
    return webp.getvalue()


def write(path, points, triangles, normals, places, webp, both_sides):
    low, high = points.min(0), points.max(0)
    points = points - (low + high) / 2
    points = points / np.linalg.norm(points, axis=1).max()
    texture = np.asarray(Image.open(io.BytesIO(webp)).convert("RGB"))
    vertices, faces = {}, []
    for flipped in (False, True) if both_sides else (False,):
        for triangle, directions in zip(triangles, -normals if flipped else normals):
            row = []
            for vertex, direction in zip(triangle, directions):
                place = np.clip(places[vertex], 0, 1)
                column, line = np.minimum((place * SIDE).astype(int), SIDE - 1)
                numbers = [points[vertex] * 32767, direction * 127, texture[line, column], place * 65535]
                key = tuple(int(number) for part in numbers for number in np.round(part))
                row.append(vertices.setdefault(key, len(vertices)))
            if len(set(row)) == 3:
                faces.append([row[0], row[2], row[1]] if flipped else row)
    with open(path, "wb") as out:
        out.write(struct.pack("<4sIII", b"AGM2", len(vertices), len(faces), len(webp)))
        for key in vertices:
            out.write(struct.pack("<3h3b3B2H", *key))
        for row in faces:
            out.write(struct.pack("<3H", *row))
        out.write(webp)
    print(path.name, len(vertices), "vertices", len(faces), "triangles", path.stat().st_size, "bytes", flush=True)


if __name__ == "__main__":
    out, only = Path(sys.argv[2]), sys.argv[3:]
    for name, file, keep, upright, paint, both_sides in MODELS:
        if only and name not in only:
            continue
        parts = load(name, file, paint)
        original = sampled(parts)
        counts = np.cumsum([0] + [len(part.vertices) for part, _ in parts])
        points = np.concatenate([part.vertices for part, _ in parts])
        faces = np.concatenate([part.faces + count for (part, _), count in zip(parts, counts)])
        if file is not None:
            points, faces = shrink(points, faces, keep)
        faces, normals = corners(np.asarray(points, float), faces)
        places_of, triangles, places = xatlas.parametrize(points.astype(np.float32), faces.astype(np.uint32))
        points = points[places_of]
        webp = bake(points, triangles, places, original)
        write(out / f"{name}.agm", points @ upright.T, triangles, normals @ upright.T, places, webp, both_sides)
