"""Makes the meshes of this folder from their packages: `python convert.py PACKAGES OUT [NAME ...]`.

PACKAGES holds the unpacked packages named in README.md, one folder each. Every model is cut down to about two thousand
triangles and unwrapped anew onto one square, onto which the colors of the original surface are baked: those of its own textures,
or of a material of robosuite laid on from three sides. The result is written as described in README.md.
Needs trimesh, pycollada, fast-simplification, xatlas, scipy, shapely, mapbox_earcut, numpy and pillow.
"""

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
PACKAGES = sys.argv[1].rstrip("/") + "/" if len(sys.argv) > 1 else ""
GEN = PACKAGES + "genesis-world/genesis/assets/"
BUL = PACKAGES + "pybullet/examples/pybullet/gym/pybullet_data/"
MINI = PACKAGES + "miniworld/miniworld/meshes/"
IWS = PACKAGES + "iwsdk/assets/"
TEX = PACKAGES + "robosuite/robosuite/models/assets/textures/"
UP = np.eye(3)
LY = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]])


def tex(name):
    return np.asarray(Image.open(name).convert("RGB"), float)


_cache = {}


def material(name, tint=None):
    k = (name, tint)
    if k not in _cache:
        t = tex(TEX + name + ".png" if "/" not in name else name)
        if tint is not None:
            g = t.mean(2, keepdims=True)
            t = np.clip(g / g.mean() * np.array(tint, float), 0, 255)
        _cache[k] = t
    return _cache[k]


def fetch(t, uv, flip=True):
    h, w = t.shape[:2]
    u = np.mod(uv[:, 0], 1) * w
    v = np.mod((1 - uv[:, 1]) if flip else uv[:, 1], 1) * h
    return t[np.clip(v.astype(int), 0, h - 1), np.clip(u.astype(int), 0, w - 1)]


def boxuv(p, n, scale):
    a = np.abs(n).argmax(1)
    o = np.array([[1, 2], [0, 2], [0, 1]])[a]
    return np.stack([p[np.arange(len(p)), o[:, 0]], p[np.arange(len(p)), o[:, 1]]], 1) * scale


def sample(mesh, count):
    pts, fi = trimesh.sample.sample_surface(mesh, count, seed=1)
    tri = mesh.triangles[fi]
    bary = trimesh.triangles.points_to_barycentric(tri, pts)
    return pts, fi, np.nan_to_num(bary)


def colors_of(mesh, paint, pts, fi, bary, scale):
    if paint is not None and paint[0] == "box":
        return fetch(material(*paint[1:]), boxuv(pts, mesh.face_normals[fi], scale))
    if paint is not None and paint[0] == "file":
        uv = (mesh.visual.uv[mesh.faces[fi]] * bary[:, :, None]).sum(1)
        return fetch(tex(paint[1]), uv)
    v = mesh.visual
    if isinstance(v, trimesh.visual.TextureVisuals):
        m = v.material
        img = getattr(m, "baseColorTexture", None) or getattr(m, "image", None)
        base = getattr(m, "baseColorFactor", None)
        if base is None and not isinstance(m, trimesh.visual.material.PBRMaterial):
            base = m.diffuse if img is None else None
        f = np.ones(3) * 255 if base is None else np.asarray(base, float)[:3]
        if f.max() <= 1:
            f = f * 255
        if img is not None and v.uv is not None:
            uv = (v.uv[mesh.faces[fi]] * bary[:, :, None]).sum(1)
            return fetch(np.asarray(img.convert("RGB"), float), uv) * f / 255
        return np.tile(f, (len(pts), 1))
    if getattr(v, "kind", None) == "vertex":
        return (v.vertex_colors[mesh.faces[fi]][:, :, :3] * bary[:, :, None]).sum(1)
    if getattr(v, "kind", None) == "face":
        return v.face_colors[fi][:, :3].astype(float)
    return np.tile(np.array([190, 190, 190.0]), (len(pts), 1))


def load(path, skip=()):
    s = trimesh.load(path, force="scene", process=False)
    return [m for m in s.dump() if isinstance(m, trimesh.Trimesh) and len(m.faces)]


# Name, file (none for our own), triangles to keep, how it is turned to stand upright, what it is painted with where its own colors
# are not used, whether both sides are drawn.
F = lambda name, path, keep=1700, up=UP, paint=None, double=False: (name, path, keep, up, paint, double)
MODELS = [
    F("airplane", GEN + "meshes/Airplane/airplane.obj", 1500, UP, M("steel-brushed", (190, 200, 214))),
    F("boat", GEN + "meshes/boat/boat.obj", 1700),
    F("camera", GEN + "meshes/camera/camera.glb", 1500, UP, M("gray-felt", (120, 124, 136))),
    F("chair", None),
    F("desk", IWS + "environment-desk/environmentDesk.gltf", 1700, UP, M("steel-scratched", (124, 134, 156))),
    F("dispenser", GEN + "meshes/icecream_dispenser.obj", 1800, UP, M("steel-brushed", (150, 190, 196))),
    F("hammer", None),
    F("lamp", None),
    F("mug", BUL + "objects/mug.obj", 1500, LY, M("ceramic", (88, 140, 196))),
    F("plant", IWS + "plant-sansevieria/plantSansevieria.gltf"),
    F("robot", IWS + "robot/robot.gltf", 1900),
    F("shank", GEN + "urdf/anymal_c/meshes/shank_l.dae", 1500, LY, M("red-wood", (206, 84, 72))),
    F("fox", PACKAGES + "gradio/gradio/media_assets/models3d/Fox.gltf"),
    F("duck", GEN + "meshes/duck/duck.obj"),
    F("dragon", GEN + "meshes/dragon/dragon.obj", 2200),
    F("duckie", MINI + "duckie.obj", 1700, UP, ("file", MINI + "duckie.png")),
    F("office-chair", MINI + "office_chair.obj", 1900, UP, ("file", MINI + "office_chair.png"), True),
    F("office-desk", MINI + "office_desk.obj", 1700, UP, ("file", MINI + "office_desk.png")),
    F("building", MINI + "building.obj", 1700, UP, ("file", MINI + "building.png")),
    F("tree", MINI + "tree.obj"),
    F("teddy", BUL + "teddy2_VHACD_CHs.obj", 1800, LY, felt(178, 120, 74)),
    F("bunny", BUL + "bunny.obj", 1800, UP, M("ceramic", (206, 190, 176))),
] + [
    F(n, None)
    for n in [
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


def weld(p, f):
    _, first, inv = np.unique(np.round(p, 5), axis=0, return_index=True, return_inverse=True)
    p = p[first]
    f = inv.reshape(-1)[f]
    return p, f[(f[:, 0] != f[:, 1]) & (f[:, 1] != f[:, 2]) & (f[:, 0] != f[:, 2])]


def corners(points, faces):
    a, b, c = (points[faces[:, i]] for i in range(3))
    ar = np.cross(b - a, c - a)
    L = np.linalg.norm(ar, axis=1)
    ok = L > 1e-12
    faces, ar, L = faces[ok], ar[ok], L[ok]
    un = ar / L[:, None]
    around = [[] for _ in points]
    for i, fc in enumerate(faces):
        for v in fc:
            around[v].append(i)
    nor = np.empty((len(faces), 3, 3))
    for i, fc in enumerate(faces):
        for k, v in enumerate(fc):
            near = np.array(around[v])
            near = near[un[near] @ un[i] > CREASE]
            t = ar[near].sum(0)
            nor[i, k] = t / max(np.linalg.norm(t), 1e-12)
    return faces, nor


def convert(name, path, keep, up, paint, double, out):
    parts = [(m, paint) for m in load(path)] if path else modelled(name)
    low = np.min([m.vertices.min(0) for m, _ in parts], 0)
    high = np.max([m.vertices.max(0) for m, _ in parts], 0)
    mid = (low + high) / 2
    size = np.linalg.norm(high - low)
    S = []
    C = []
    P = []
    Fc = []
    NS = []
    n = 0
    total = sum(m.area for m, _ in parts)
    for m, pt in parts:
        m.apply_translation(-mid)
        m.apply_scale(2 / size)
    total = sum(m.area for m, _ in parts)
    for m, pt in parts:
        pts, fi, ba = sample(m, max(1500, int(400000 * m.area / total)))
        NS.append(m.face_normals[fi])
        S.append(pts)
        C.append(np.clip(colors_of(m, pt, pts, fi, ba, 1.1), 0, 255))
        P.append(m.vertices)
        Fc.append(m.faces + n)
        n += len(m.vertices)
    NS = np.concatenate(NS)
    S = np.concatenate(S)
    C = np.concatenate(C)
    P = np.concatenate(P)
    Fc = np.concatenate(Fc)
    if path:
        P, Fc = weld(P, Fc)
        for d in (5, 3, 2):
            if len(Fc) <= keep * 1.2:
                break
            _, first, inv = np.unique(np.round(P, d), axis=0, return_index=True, return_inverse=True)
            P = P[first]
            Fc = inv.reshape(-1)[Fc]
            Fc = Fc[(Fc[:, 0] != Fc[:, 1]) & (Fc[:, 1] != Fc[:, 2]) & (Fc[:, 0] != Fc[:, 2])]
            if len(Fc) <= keep:
                break
            P, Fc = fast_simplification.simplify(P.astype(np.float32), Fc.astype(np.int32), target_count=keep, agg=4)
    P = np.asarray(P, float)
    Fc = np.asarray(Fc)
    Fc, nor = corners(P, Fc)
    vm, idx, uv = xatlas.parametrize(P.astype(np.float32), Fc.astype(np.uint32))
    # xatlas may drop or keep faces in order
    Pn = P[vm]
    assert len(idx) == len(Fc)
    tree = cKDTree(S)
    img = np.zeros((SIDE, SIDE, 3))
    hit = np.zeros((SIDE, SIDE), bool)
    where = []
    texel = []
    facing = []
    for t in range(len(idx)):
        q = uv[idx[t]] * SIDE
        lo = np.floor(q.min(0) - 1).astype(int).clip(0, SIDE - 1)
        hi = np.ceil(q.max(0) + 1).astype(int).clip(0, SIDE)
        xs, ys = np.meshgrid(np.arange(lo[0], hi[0]), np.arange(lo[1], hi[1]))
        g = np.stack([xs.ravel() + 0.5, ys.ravel() + 0.5], 1)
        if not len(g):
            continue
        T = np.array([q[1] - q[0], q[2] - q[0]]).T
        det = np.linalg.det(T)
        if abs(det) < 1e-9:
            continue
        bc = np.linalg.solve(T, (g - q[0]).T).T
        b = np.stack([1 - bc.sum(1), bc[:, 0], bc[:, 1]], 1)
        ins = (b > -0.02).all(1)
        if ins.any():
            where.append(b[ins] @ Pn[idx[t]])
            fn = np.cross(Pn[idx[t][1]] - Pn[idx[t][0]], Pn[idx[t][2]] - Pn[idx[t][0]])
            facing.append(np.tile(fn / max(np.linalg.norm(fn), 1e-12), (int(ins.sum()), 1)))
            texel.append(np.stack([ys.ravel()[ins], xs.ravel()[ins]], 1))
    where = np.concatenate(where)
    texel = np.concatenate(texel)
    facing = np.concatenate(facing)
    d, nn = tree.query(where, k=12)
    # Of what lies nearest, only what faces the same way: the far side of a thin wall has other colors.
    wt = (np.einsum("ijk,ik->ij", NS[nn], facing) > 0.5) * 1.0
    wt[:, 0] += 1e-6
    wt = wt * (d <= np.maximum(d[:, :1] * 2.5, 0.012))
    wt = wt * (np.cumsum(wt > 0.5, 1) <= 3) + 1e-9 * (np.arange(12) == 0)
    col = (C[nn] * wt[:, :, None]).sum(1) / wt.sum(1)[:, None]
    # Lightened: dark textures would swallow the shading.
    img[texel[:, 0], texel[:, 1]] = (col / 255) ** 0.8 * 225 + 22
    hit[texel[:, 0], texel[:, 1]] = True
    ii = distance_transform_edt(~hit, return_distances=False, return_indices=True)
    img = img[ii[0], ii[1]]
    buf = io.BytesIO()
    Image.fromarray(img.clip(0, 255).astype(np.uint8)).save(buf, "WEBP", quality=78, method=6)
    pic = np.asarray(Image.open(io.BytesIO(buf.getvalue())).convert("RGB"))
    pts = Pn @ up.T
    lo, hi = pts.min(0), pts.max(0)
    pts = pts - (lo + hi) / 2
    pts = pts / np.linalg.norm(pts, axis=1).max()
    nor = nor @ up.T
    V = {}
    T = []

    def add(flip):
        for t in range(len(idx)):
            row = []
            for k in range(3):
                v = idx[t][k]
                nm = nor[t, k] * (-1 if flip else 1)
                u = np.clip(uv[v], 0, 1)
                c = pic[min(int(u[1] * SIDE), SIDE - 1), min(int(u[0] * SIDE), SIDE - 1)]
                key = (
                    *np.round(pts[v] * 32767).astype(int),
                    *np.round(nm * 127).astype(int),
                    *c,
                    *np.round(u * 65535).astype(int),
                )
                row.append(V.setdefault(tuple(int(x) for x in key), len(V)))
            if flip:
                row[1], row[2] = row[2], row[1]
            if len(set(row)) == 3:
                T.append(row)

    add(False)
    if double:
        add(True)
    assert len(V) < 65536
    w = buf.getvalue()
    with open(out / f"{name}.agm", "wb") as o:
        o.write(struct.pack("<4sIII", b"AGM2", len(V), len(T), len(w)))
        for k in V:
            o.write(struct.pack("<3h3b3B2H", *k))
        for r in T:
            o.write(struct.pack("<3H", *r))
        o.write(w)
    print(name, len(V), len(T), len(w), (out / f"{name}.agm").stat().st_size, flush=True)


if __name__ == "__main__":
    out, only = Path(sys.argv[2]), sys.argv[3:]
    for model in MODELS:
        if not only or model[0] in only:
            convert(*model, out)
