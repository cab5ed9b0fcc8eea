# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the data poster exam; run it in its folder."""
import csv
import json
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "nitrogen": dict(seed=4001, ppb=1.9125, size=(297, 420), plot=(88, 92, 180, 270), tick=10, year=2024, title="The air we share", sub="Mean nitrogen dioxide by site in 2024, in micrograms per cubic metre", level=(12, 48),
                     colours=dict(background="#fbf7ef", text="#1f2a37", kerb="#c4513d", urban="#3c6e91", rural="#6f9463", highlight="#7a1f5c", grid="#d8d0c2")),
    "ozone": dict(seed=4002, ppb=1.9957, size=(420, 297), plot=(96, 70, 290, 178), tick=20, year=2023, title="Summer in the lungs", sub="Mean ozone by site in 2023, in micrograms per cubic metre", level=(38, 96),
                  colours=dict(background="#f4f8fa", text="#14242e", kerb="#9a5b2e", urban="#2d7f86", rural="#8a8f2a", highlight="#b3273b", grid="#cbd6da")),
}
NAMES = ["Ashgrove", "Bellmouth", "Carrow", "Dunholm", "Eastwick", "Fernhill", "Garton", "Holloway", "Ivybridge", "Jarrow", "Kelby", "Lynton", "Marsden", "Norwood", "Oakham", "Penrith", "Quarley", "Redcar", "Stowe", "Tilbury"]


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        sites, rows = [], []
        for i, place in enumerate(NAMES):
            code = place[:3].upper()
            group = rng.choice(["kerb", "urban", "urban", "rural"])
            status = "closed" if i in (4, 13) else "open"
            sites.append((code, place, group, status))
            base = rng.uniform(*v["level"])
            missing = set(rng.sample(range(1, 13), 5 if i in (8, 16) else rng.choice([0, 0, 1, 2, 3])))
            ppb = rng.random() < 0.35
            for month in range(1, 13):
                value = base * (1 + 0.2 * rng.uniform(-1, 1))
                if month in missing:
                    rows.append((code, f"{v['year']}-{month:02d}", "", "ppb" if ppb else "ug/m3", 1))
                    continue
                written = f"{value / v['ppb']:.2f}" if ppb else f"{value:.2f}"
                if rng.random() < 0.1:
                    rows.append((code, f"{v['year']}-{month:02d}", f"{float(written) * rng.choice([0.1, 2.5, 3]):.2f}", "ppb" if ppb else "ug/m3", 1))
                    rows.append((code, f"{v['year']}-{month:02d}", written, "ppb" if ppb else "ug/m3", 2))
                else:
                    rows.append((code, f"{v['year']}-{month:02d}", written, "ppb" if ppb else "ug/m3", 1))
        rng.shuffle(rows)
        for part, header, data in (("sites", ["site", "name", "group", "status"], sites), ("months", ["site", "month", "value", "unit", "version"], rows)):
            with open(f"{HERE}/{name}-{part}.csv", "w", newline="") as file:
                out = csv.writer(file, lineterminator="\n")
                out.writerow(header)
                out.writerows(data)
        x, y, w, h = v["plot"]
        brand = dict(width_mm=v["size"][0], height_mm=v["size"][1], margin_mm=15, plot=dict(x=x, y=y, width=w, height=h), tick=v["tick"], ppb_to_ug_m3=v["ppb"], colours=v["colours"],
                     font="DejaVu Sans", sizes=dict(title=18, subtitle=6, label=4.2, value=4.2, tick=3.6, legend=4.2, source=3.2),
                     texts=dict(title=v["title"], subtitle=v["sub"], source=f"Source: site network, ratified data {v['year']}", legend=dict(kerb="Kerbside", urban="Urban background", rural="Rural")))
        with open(f"{HERE}/{name}-brand.json", "w") as file:
            json.dump(brand, file, indent=1)
            file.write("\n")


main()
