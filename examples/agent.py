#!/usr/bin/env python3
"""A whole agent in thirty lines: it walks a maze from its text form.

    agon run gym/maze-2d -a "process:python3 examples/agent.py" --set observation=text

Agon starts this program for every trial. It reads one JSON line per turn and writes one per action.
"""
import json
import sys
from collections import deque

MOVES = {0: (0, 1), 1: (-1, 0), 2: (0, -1), 3: (1, 0)}  # right, up, left, down


def way(rows):
    """The shortest list of moves from A to T, by breadth-first search."""
    cells = {(r, c): ch for r, row in enumerate(rows) for c, ch in enumerate(row)}
    start = next(cell for cell, ch in cells.items() if ch == "A")
    queue, seen = deque([(start, [])]), {start}
    while queue:
        (r, c), moves = queue.popleft()
        if cells[r, c] == "T":
            return moves
        for move, (down, right) in MOVES.items():
            cell = (r + down, c + right)
            if cells.get(cell, "#") != "#" and cell not in seen:
                seen.add(cell)
                queue.append((cell, moves + [move]))
    return []


hello = json.loads(sys.stdin.readline())  # protocol, brief and the first turn
plan = [("move", move) for move in way(hello["turn"]["text"].splitlines())] + [("stop", None)]
print(json.dumps({"type": "note", "kind": "plan", "content": f"{len(plan) - 1} moves"}), flush=True)
for name, args in plan:
    print(json.dumps({"type": "act", "action": {"kind": "call", "name": name, "args": args}}), flush=True)
    turn = json.loads(sys.stdin.readline())
    if turn.get("ending"):
        break
