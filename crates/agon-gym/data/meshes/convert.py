"""Makes the meshes of this folder from their packages: `python convert.py PACKAGES OUT`.

PACKAGES holds the unpacked packages named in README.md, one folder each. Every model is cut down to a few thousand
triangles, its textures become colors of the vertices, and the result is written as described in README.md.
Needs trimesh, fast-simplification, scipy, numpy and pillow.
"""
import struct
import sys
from pathlib import Path

import fast_simplification
import numpy as np
import trimesh
from scipy.spatial import cKDTree

CREASE = np.cos(np.radians(38))
GENESIS = "genesis-world/genesis/assets/"
BULLET = "pybullet/examples/pybullet/gym/pybullet_data/"
UPRIGHT, LYING = np.eye(3), np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]])
# Name, file, triangles to keep, color where the file has none worth keeping, how it is turned to stand upright.
MODELS = [
    ("airplane", GENESIS + "meshes/Airplane/airplane.obj", 1500, (196, 203, 214), UPRIGHT),
    ("boat", GENESIS + "meshes/boat/boat.obj", 1500, (186, 120, 72), UPRIGHT),
    ("camera", GENESIS + "meshes/camera/camera.glb", 1500, (112, 118, 130), UPRIGHT),
    ("chair", None, 1500, None, UPRIGHT),
    ("desk", "iwsdk/assets/environment-desk/environmentDesk.gltf", 1600, None, UPRIGHT),
    ("dispenser", GENESIS + "meshes/icecream_dispenser.obj", 1800, (150, 190, 196), UPRIGHT),
    ("hammer", None, 1500, None, UPRIGHT),
    ("lamp", None, 1500, None, UPRIGHT),
    ("mug", BULLET + "objects/mug.obj", 1500, (88, 140, 196), LYING),
    ("plant", "iwsdk/assets/plant-sansevieria/plantSansevieria.gltf", 1600, None, UPRIGHT),
    ("robot", "iwsdk/assets/robot/robot.gltf", 1900, None, UPRIGHT),
    ("shank", GENESIS + "urdf/anymal_c/meshes/shank_l.dae", 1500, (206, 84, 72), LYING),
]


def box(size, at, color):
    mesh = trimesh.creation.box(size)
    mesh.apply_translation(at)
    return mesh, color


def rod(start, end, radius, color, radius_at_end=None):
    """A round bar, or with another radius at its end a cone without its tip."""
    start, end = np.array(start, float), np.array(end, float)
    length = np.linalg.norm(end - start)
    last = radius if radius_at_end is None else radius_at_end
    mesh = trimesh.creation.revolve([[0, 0], [radius, 0], [last, length], [0, length]], sections=24)
    mesh.apply_transform(trimesh.geometry.align_vectors([0, 0, 1], (end - start) / length))
    mesh.apply_translation(start)
    return mesh, color


def modelled(name):
    """Our own models, from boxes and round bars."""
    wood, dark, steel, red = (198, 140, 84), (140, 92, 52), (176, 184, 194), (204, 72, 60)
    if name == "chair":
        parts = [box([1, 0.1, 1], [0, 0, 0], wood), box([1, 0.25, 0.08], [0, 0.95, -0.46], wood), box([1, 0.16, 0.08], [0, 0.5, -0.46], wood)]
        parts += [rod([x, -0.95, z], [x, 0, z], 0.06, dark) for x in (-0.42, 0.42) for z in (-0.42, 0.42)]
        parts += [rod([x, 0, -0.46], [x, 1.1, -0.46], 0.06, dark) for x in (-0.42, 0.42)]
        # One arm only: from behind and from the front it is on different sides.
        parts += [rod([0.46, 0, 0.4], [0.46, 0.45, 0.4], 0.05, dark), box([0.12, 0.07, 0.95], [0.46, 0.48, 0], dark)]
    elif name == "hammer":
        parts = [rod([0, -1.2, 0], [0, 0.6, 0], 0.1, wood), rod([0, -1.25, 0], [0, -0.5, 0], 0.13, red), box([0.3, 0.26, 0.24], [0, 0.6, 0], steel)]
        parts += [rod([0.1, 0.6, 0], [0.55, 0.6, 0], 0.13, steel), rod([0.55, 0.6, 0], [0.68, 0.6, 0], 0.18, steel)]
        parts += [rod([-0.1, 0.6, z / 2], [-0.72, 0.42, z], 0.1, steel, 0.03) for z in (-0.1, 0.1)]
    else:
        parts = [rod([0, -1, 0], [0, -0.9, 0], 0.5, steel), rod([0.2, -0.9, 0], [-0.45, 0.1, 0.1], 0.05, dark)]
        parts += [rod([-0.45, 0.1, 0.1], [0.25, 0.8, 0], 0.05, dark), rod([-0.45, 0.02, 0.1], [-0.45, 0.18, 0.1], 0.09, steel)]
        parts += [rod([0.2, 0.85, 0], [0.62, 0.45, -0.02], 0.12, red, 0.42), rod([-0.25, -0.92, 0.3], [-0.25, -0.84, 0.3], 0.07, red)]
    points, faces, colors, count = [], [], [], 0
    for mesh, color in parts:
        points.append(mesh.vertices), faces.append(mesh.faces + count)
        colors.append(np.tile(np.array(color, np.uint8), (len(mesh.vertices), 1)))
        count += len(mesh.vertices)
    return np.concatenate(points), np.concatenate(faces), np.concatenate(colors)


def load(path, color):
    scene = trimesh.load(path, force="scene", process=False)
    points, faces, colors, count = [], [], [], 0
    for mesh in scene.dump():
        if not isinstance(mesh, trimesh.Trimesh) or not len(mesh.faces):
            continue
        if color is None:
            # Lightened: dark textures would swallow the shading.
            part = (np.asarray(mesh.visual.to_color().vertex_colors)[:, :3] / 255) ** 0.7 * 215 + 40
            part = part.astype(np.uint8)
        else:
            part = np.tile(np.array(color, np.uint8), (len(mesh.vertices), 1))
        points.append(mesh.vertices), faces.append(mesh.faces + count), colors.append(part)
        count += len(mesh.vertices)
    return np.concatenate(points), np.concatenate(faces), np.concatenate(colors)


def shrink(points, faces, colors, keep):
    """Fewer triangles, with the colors of the nearest old vertices."""
    low, high = points.min(0), points.max(0)
    points = (points - (low + high) / 2) / np.linalg.norm(high - low) * 2
    # Joined by place, so that seams of texture or shading do not stay as cuts.
    _, first, inverse = np.unique(np.round(points, 5), axis=0, return_index=True, return_inverse=True)
    tree, old_colors = cKDTree(points), colors
    points, faces = points[first], inverse.reshape(-1)[faces]
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])]
    # Finely cut files stop short of the goal when torn seams hold them back; those are closed step by step.
    for digits in (5, 3, 2):
        if len(faces) <= keep * 1.2:
            break
        _, first, inverse = np.unique(np.round(points, digits), axis=0, return_index=True, return_inverse=True)
        points, faces = points[first], inverse.reshape(-1)[faces]
        faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])]
        points, faces = fast_simplification.simplify(points.astype(np.float32), faces.astype(np.int32), target_count=keep, agg=4)
    _, nearest = tree.query(points)
    return np.asarray(points, np.float64), np.asarray(faces), old_colors[nearest]


def corners(points, faces):
    """A normal for every corner: the mean over the faces around the vertex that lie in nearly the same direction."""
    a, b, c = (points[faces[:, i]] for i in range(3))
    areas = np.cross(b - a, c - a)
    length = np.linalg.norm(areas, axis=1, keepdims=True)
    faces, areas, length = faces[length[:, 0] > 1e-12], areas[length[:, 0] > 1e-12], length[length[:, 0] > 1e-12]
    units = areas / length
    around = [[] for _ in points]
    for index, face in enumerate(faces):
        for vertex in face:
            around[vertex].append(index)
    normals = np.empty((len(faces), 3, 3))
    for index, face in enumerate(faces):
        for corner, vertex in enumerate(face):
            near = [other for other in around[vertex] if units[other] @ units[index] > CREASE]
            total = areas[near].sum(0)
            normals[index, corner] = total / np.linalg.norm(total)
    return faces, normals


def write(path, points, faces, normals, colors):
    low, high = points.min(0), points.max(0)
    points = points - (low + high) / 2
    points = points / np.linalg.norm(points, axis=1).max()
    vertices, triangles = {}, []
    for face, normal in zip(faces, normals):
        row = []
        for vertex, direction in zip(face, normal):
            place = np.round(points[vertex] * 32767).astype(int)
            key = (*place, *np.round(direction * 127).astype(int), *colors[vertex])
            row.append(vertices.setdefault(tuple(int(part) for part in key), len(vertices)))
        if len(set(row)) == 3:
            triangles.append(row)
    with open(path, "wb") as out:
        out.write(struct.pack("<4sII", b"AGM1", len(vertices), len(triangles)))
        for key in vertices:
            out.write(struct.pack("<3h3b3B", *key))
        for row in triangles:
            out.write(struct.pack("<3H", *row))
    print(path.name, len(vertices), "vertices", len(triangles), "triangles", path.stat().st_size, "bytes")


if __name__ == "__main__":
    packages, out = Path(sys.argv[1]), Path(sys.argv[2])
    for name, file, keep, color, upright in MODELS:
        points, faces, colors = load(packages / file, color) if file else modelled(name)
        if file:
            points, faces, colors = shrink(points, faces, colors, keep)
        points = points @ upright.T
        faces, normals = corners(points, faces)
        write(out / f"{name}.agm", points, faces, normals, colors)
