# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks segmented nuclei: masks by F1 at an overlap of one half, intensities of matched nuclei, and the dose response."""
import io
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402
from marking import Checks, Wrong, keyed, near, number, read_bytes, read_json, OUT, REF  # noqa: E402

facts = read_json("facts.json", REF)
WELLS = sorted(facts["wells"])
truth = keyed("cells.csv", ["well", "label"], ["area", "mean_intensity"], REF)
checks = Checks()


def image(path, folder=OUT):
    picture = Image.open(io.BytesIO(read_bytes(path, 2 << 20, folder)), formats=["PNG"])
    if picture.size != (144, 144):
        raise Wrong(f"{path} is not 144 x 144 pixels")
    if picture.mode not in ("L", "I", "I;16", "I;16B", "P"):
        raise Wrong(f"{path} is not a grey picture of labels")
    return np.asarray(picture).astype(np.int64)


def matches(well):
    """Pairs of (seen label, true label) that overlap by more than half, and the counts."""
    seen, right = image(f"masks/{well}.png"), image(f"{well}.png", REF)
    labels = [k for k in np.unique(seen) if k > 0]
    if len(labels) > 500:
        raise Wrong(f"masks/{well}.png has more than 500 labels")
    pairs = []
    for k in labels:
        mine = seen == k
        other, count = np.unique(right[mine], return_counts=True)
        for t, c in zip(other, count):
            if t and c / (mine.sum() + (right == t).sum() - c) > 0.5:
                pairs.append((int(k), int(t)))
    return pairs, len(labels), int(right.max()), seen


def per_well(work):
    scores, first = [], None
    for well in WELLS:
        try:
            scores.append(work(well))
        except (Wrong, OSError, ValueError, SyntaxError) as problem:
            scores.append(0.0)
            first = first or f"{well}: {problem}"
    return scores, first


def masks():
    def one(well):
        pairs, seen, right, _ = matches(well)
        f1 = 2 * len(pairs) / (seen + right)
        return min(1.0, max(0.0, (f1 - 0.7) / (0.9 - 0.7)))
    scores, first = per_well(one)
    mean = sum(scores) / len(scores)
    return mean, "F1 of 0.9 or more in every well", f"worst well {WELLS[int(np.argmin(scores))]}: {min(scores):.2f}" + (f"; {first}" if first else "")


def intensities():
    table = {(w, number(k)): r for (w, k), r in keyed("cells.csv", ["well", "label"], ["area", "mean_intensity"]).items()}

    def one(well):
        pairs, seen, right, picture = matches(well)
        good = 0
        for k, t in pairs:
            row = table.get((well, float(k)))
            good += row is not None and near(row["area"], int((picture == k).sum()), 0) and near(row["mean_intensity"], truth[well, str(t)]["mean_intensity"], 0.8, 0.07)
        surplus = sum(w == well for w, _ in table) - seen
        return min(1.0, max(0.0, (good / (right + max(0, surplus)) - 0.4) / (0.85 - 0.4)))
    scores, first = per_well(one)
    return sum(scores) / len(scores), "85 % of nuclei or more within 7 % in every well", f"mean of wells {sum(scores) / len(scores):.3f}" + (f"; {first}" if first else "")


def wells():
    given = read_json("response.json").get("wells", {})
    right = 0
    for well, f in facts["wells"].items():
        row = given.get(well, {})
        right += near(row.get("count"), f["count"], 2) and near(row.get("median"), f["median"], 1.0, 0.06)
    return right / len(WELLS), f"{len(WELLS)} wells", f"{right} are right"


def curve():
    given = read_json("response.json")
    rules = {"ec50_nm": 0.2, "hill": 0.25, "bottom": 0.1, "top": 0.1}
    bad = [k for k, r in rules.items() if not near(given.get(k), facts[k], 0, r)]
    return (1 - len(bad) / len(rules)) if "ec50_nm" not in bad else 0.0, f"ec50 {facts['ec50_nm']:.1f} nM", f"wrong: {', '.join(bad)}" if bad else "all are right"


for name, work in (("masks", masks), ("intensities", intensities), ("wells", wells), ("dose_response", curve)):
    checks.add(name, work)
checks.print()
