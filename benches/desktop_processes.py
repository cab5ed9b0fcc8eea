"""What `agon bench desktop` is measured against: a process for every screenshot, a process for every click, and the
accessibility tree asked one question at a time.

Reads {"what", "secs", "clicks", "bus"} from standard input. For "screenshots" (scrot) and "steps" (xdotool, then
scrot), on the display that DISPLAY names, it writes {"latencies_ms", "steps", "secs"}; for "tree" (pyatspi, on the
accessibility bus at "bus") {"latencies_ms", "nodes"}.
"""

import json
import os
import subprocess
import sys
import tempfile
import time


def main() -> None:
    ask = json.load(sys.stdin)
    if ask["what"] == "tree":
        answer = trees(ask["bus"], ask["secs"])
    else:
        answer = processes(ask)
    json.dump(answer, sys.stdout)


def processes(ask: dict) -> dict:
    latencies: list[float] = []
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "screen.png")
        while not latencies or time.perf_counter() - begun < ask["secs"]:
            started = time.perf_counter()
            if ask["what"] == "steps":
                x, y = ask["clicks"][len(latencies) % len(ask["clicks"])]
                subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)
            subprocess.run(["scrot", "--overwrite", picture], check=True)
            with open(picture, "rb") as file:
                file.read()
            latencies.append((time.perf_counter() - started) * 1000)
    return {"latencies_ms": latencies, "steps": len(latencies), "secs": time.perf_counter() - begun}


def trees(bus: str, secs: float) -> dict:
    os.environ["AT_SPI_BUS_ADDRESS"] = bus
    import pyatspi

    def place_of(node):
        return node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)

    def text_of(node) -> str:
        text = node.queryText()
        return text.getText(0, text.characterCount)

    def read(node) -> int:
        try:
            known = [node.getRoleName(), node.name, node.getState().getStates()]
            for ask in (place_of, text_of):
                try:
                    known.append(ask(node))
                except NotImplementedError:
                    pass
            children = [node.getChildAtIndex(index) for index in range(min(node.childCount, 500))]
        except Exception:  # An object that has gone meanwhile.
            return 1
        return 1 + sum(read(child) for child in children if child)

    latencies, nodes = [], 0
    begun = time.perf_counter()
    while not latencies or time.perf_counter() - begun < secs:
        started = time.perf_counter()
        nodes = read(pyatspi.Registry.getDesktop(0))
        latencies.append((time.perf_counter() - started) * 1000)
    return {"latencies_ms": latencies, "nodes": nodes}


main()
