# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the pocket toolpath exam; run it in its folder. The oracle's time is measured by running solve.py."""
import csv
import json
import os
import random
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "housing": dict(seed=601, stock=(90, 70, 18), features=[
        ("P1", "B", "pocket", 4, "10 10; 80 10; 80 42; 52 42; 52 60; 10 60"), ("P1", "A", "pocket", 5, "8 8; 82 8; 82 42; 52 42; 52 62; 8 62"),
        ("P2", "A", "pocket", 9, "16 16; 40 16; 40 32; 16 32"), ("I1", "B", "island", 0, "circle 62 26 6"), ("I1", "A", "island", 0, "circle 58 24 6"),
        ("I2", "A", "island", 0, "24 44; 36 44; 36 50; 24 50")]),
    "manifold": dict(seed=602, stock=(100, 60, 22), features=[
        ("P1", "A", "pocket", 3, "8 8; 92 8; 92 30; 70 52; 30 52; 8 30"), ("P2", "A", "pocket", 9, "circle 25 27 12"), ("P2", "B", "pocket", 8, "circle 28 28 12"),
        ("P3", "A", "pocket", 6, "56 18; 84 18; 84 30; 72 40; 56 40"), ("I1", "A", "island", 0, "46 12; 49 12; 49 44; 46 44"), ("I2", "B", "island", 0, "circle 66 27 3.5")]),
}
TOOLS = [("T1", "12", "mm", 3.0, 900, 250, "ok"), ("T2", "10", "mm", 2.5, 850, 240, "worn"), ("T3", "0.25", "in", 2.0, 800, 200, "ok"), ("T4", "5", "mm", 1.6, 700, 180, "ok"),
         ("T5", "3", "mm", 1.0, 500, 120, "ok"), ("T6", "2", "mm", 0.5, 300, 80, "ok")]


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        rows = list(v["features"])
        rng.shuffle(rows)
        with open(f"{HERE}/{name}-features.csv", "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["feature", "rev", "kind", "depth_mm", "outline"])
            out.writerows(rows)
        with open(f"{HERE}/{name}-tools.csv", "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["tool", "diameter", "unit", "max_stepdown_mm", "max_feed_mm_min", "max_plunge_mm_min", "status"])
            out.writerows(TOOLS)
        x, y, z = v["stock"]
        with open(f"{HERE}/{name}-stock.json", "w") as file:
            json.dump(dict(x_mm=x, y_mm=y, z_mm=z, safe_z_mm=2.0, rapid_mm_min=5000, smallest_tool="T5"), file)
            file.write("\n")
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(f"{folder}/input")
            os.makedirs(f"{folder}/output")
            for part in ("features.csv", "tools.csv", "stock.json"):
                shutil.copy(f"{HERE}/{name}-{part}", f"{folder}/input/{part}")
            subprocess.run(["/usr/bin/python3", f"{HERE}/solve.py"], cwd=folder, check=True)
            made = json.load(open(f"{folder}/output/setup.json"))
        print(name, made)
        with open(f"{HERE}/{name}-ref-facts.json", "w") as file:
            json.dump(dict(minutes=made["minutes"]), file)
            file.write("\n")


main()
