"""What both sides of the comparison with the published VisGym code are given: calls, settings and data."""

from __future__ import annotations

# Calls in the published form, which both sides read, and by which no episode ends. What a world does not allow is drawn
# all the same: of the puzzles with blocks and with matches, on either side, most are not allowed.
CALLS = {
    "colorization": ["('rotate', 40)", "('saturate', 30)", "('rotate', -25)", "('saturate', -20)"],
    "counting": ["('mark', (0.3, 0.4))", "('undo', 'undo')", "('mark', (0.6, 0.7))", "('undo', 'undo')"],
    "fetch-pick-and-place": [
        "('move', [1, 0, 0])",
        "('move', [-1, 0, 0])",
        "('gripper', 0)",
        "('move', [0, 1, 1])",
        "('gripper', 1)",
        "('move', [0, -1, -1])",
    ],
    "fetch-reach": ["('move', [1, 0, 0])", "('move', [-1, 0, 0])", "('move', [0, 1, 1])", "('move', [0, -1, -1])"],
    "jigsaw": ["('swap', ((0, 0), (1, 1)))", "('swap', ((2, 1), (0, 2)))", "('reorder', [8, 7, 6, 5, 4, 3, 2, 1, 0])"],
    "matchstick-equation": [
        *(f"('move', [{symbol}, {stick}, 0, {stick}])" for symbol in range(4) for stick in range(7)),
        "('undo', 'undo')",
    ],
    "matchstick-rotation": ["('move', [3.0, 2.0, 30.0])", "('move', [-3.0, -2.0, -20.0])"],
    "maze-2d": [f"('move', {direction})" for direction in range(4)],
    "maze-3d": ["('turn', 1)", "('move', 0)", "('turn', 2)", "('move', 0)", "('turn', 3)"],
    "mental-rotation-2d": ["('rotate', 37)", "('rotate', -64)", "('rotate', 90)"],
    "mental-rotation-cube": ["('rotate', [30, 20, 10])", "('rotate', [-45, 15, 60])"],
    "mental-rotation-object": ["('rotate', [30, 20, 10])", "('rotate', [-45, 15, 60])"],
    "patch-reassembly": ["('place', (0, 1, 1))", "('place', (1, 4, 4))", "('remove', 0)", "('remove', 1)"],
    "referring": ["('mark', (0.3, 0.4))", "('mark', (0.6, 0.7))"],
    "sliding-block": [f"('move', [{block}, {way}])" for block in range(1, 11) for way in range(4)],
    "video-unshuffle": ["('swap', (1, 2))", "('swap', (3, 5))", "('reorder', [5, 4, 3, 2, 1])"],
    "zoom-in": ["('swap', (1, 2))", "('swap', (3, 5))", "('reorder', [5, 4, 3, 2, 1])"],
}

# Settings with which our frames have as many pixels as the published ones, or, where no setting gives that, more.
FRAMES = {
    "colorization": {"frame_px": 302},
    "matchstick-equation": {"frame_px": 300},
    "matchstick-rotation": {"frame_px": 400},
    "maze-2d": {"frame_px": 275},
    "mental-rotation-2d": {"frame_px": 128},
    "mental-rotation-object": {"frame_px": 128},
    "patch-reassembly": {"frame_px": 890},
    "sliding-block": {"frame_px": 430},
    "video-unshuffle": {"frame_px": 220},
    "zoom-in": {"frame_px": 200},
}

PICTURES = ({"sample_dir": "pictures"}, {"pictures": "pictures"})

# Which settings of either side name which of the files that upstream_data.py writes.
DATA = {
    "colorization": PICTURES,
    "counting": ({"annotation_file": "lvis/lvis_v1_train.json", "sample_dir": "lvis/train2017"}, {"data": "lvis"}),
    "jigsaw": PICTURES,
    "mental-rotation-2d": PICTURES,
    "mental-rotation-object": ({"sample_dir": "objaverse"}, {"meshes": "objaverse"}),
    "referring": ({"sample_dir": "."}, {"data": "refcoco+"}),
    "video-unshuffle": ({"root_dir": "ssv2"}, {"clips": "ssv2"}),
    "zoom-in": PICTURES,
}

NAMES = {
    "mental-rotation-cube": "mental_rotation_3d_cube",
    "mental-rotation-object": "mental_rotation_3d_objaverse",
    "referring": "referring_dot_pointing",
    "zoom-in": "zoom_in_puzzle",
}


def published_name(world: str) -> str:
    return NAMES.get(world, world.replace("-", "_"))
