# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the logs and facts of the fire narrative. Deterministic: `python3 generate.py` beside this file.

The course of events stands here in true time; every system writes it with a clock of its own.
"""
import csv
import json
import os
import random
from datetime import datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST = "Ada Boris Carla Deniz Elif Farid Greta Hugo Ines Jonas Kaja Luca Mira Nils Olga Pavel Rosa Samir Tilda Umut Vera Wim Yara Zoe".split()
LAST = "Abel Brandt Costa Dahl Eriksen Fodor Grau Holm Ivers Jansen Kolar Lund Moreau Novak Orlov Petit Quist Riva Sorel Toth".split()

VARIANTS = {
    "mill": dict(
        seed=5201, site="Harbour Mill, 8 Quay Street", local=2, recorder="2026-06-19T22:41:30",
        call="2026-06-19T22:46:08", main=-252, annex=341, badge=97,
        rooms=[("M1", "M-0107", "Carding room"), ("M1", "M-0109", "Carding room"), ("M1", "M-0112", "Stair B"), ("M1", "M-0204", "Dye store"), ("M1", "M-0206", "Dye store"), ("M1", "M-0211", "Loom hall"),
               ("M1", "M-0215", "Loom hall"), ("M1", "M-0302", "Design office"), ("M1", "M-0305", "Archive"), ("A1", "A-011", "Packing room"), ("A1", "A-014", "Packing room"), ("A1", "A-021", "Loading dock"), ("A1", "A-030", "Canteen")],
        # seconds after the emergency call was received
        first=("M-0204", -131), later=[("M-0211", 64), ("A-011", 208)], more=[("M-0206", -90), ("M-0215", 118), ("A-014", 251), ("M-0302", 395)],
        signal=-71, flow=("FS-2", "Dye store", 12), dispatch=83, second=746,
        units=[("Engine 4", 83, 142, 461, 9870), ("Engine 7", 83, 171, 640, 9105), ("Ladder 2", 95, 190, 588, 8260), ("Ambulance 31", 120, 204, 702, 4380), ("Chief 1", 130, 240, 655, 9640), ("Engine 12", 760, 850, 1385, 7440), ("Tanker 5", 772, 905, None, 1130)],
        late=("Engine 4", 505), power=1015, water=689, rescues=[(840, 1, "stair B, ground floor"), (1122, 2, "the Loom hall gallery"), (1431, 1, "the Archive")], wrong_rescue=1, control=2871, out=5310,
        inside=43, hospital=2),
    "hostel": dict(
        seed=5302, site="Alpine Hostel, 21 Pass Road", local=1, recorder="2026-01-23T22:58:15",
        call="2026-01-23T23:04:41", main=188, annex=-305, badge=-143,
        rooms=[("M1", "H-003", "Boiler room"), ("M1", "H-005", "Ski room"), ("M1", "H-008", "Ski room"), ("M1", "H-012", "Laundry"), ("M1", "H-101", "Dining hall"), ("M1", "H-104", "Kitchen"), ("M1", "H-203", "Corridor 2"),
               ("M1", "H-207", "Dormitory 5"), ("A1", "W-01", "Wax cabin"), ("A1", "W-02", "Wax cabin"), ("A1", "W-05", "Garage"), ("A1", "W-07", "Wood store")],
        first=("W-01", -196), later=[("H-005", -58), ("H-203", 149)], more=[("W-02", -160), ("H-008", -21), ("H-207", 230), ("W-05", 333)],
        signal=-102, flow=("FS-7", "Ski room", 41), dispatch=66, second=918,
        units=[("Pumper 3", 66, 128, 723, 11210), ("Pumper 9", 66, 155, 880, 10340), ("Aerial 1", 74, 180, 955, 8120), ("Rescue 6", 101, 215, 911, 9930), ("Medic 14", 110, 199, 802, 5640), ("Pumper 15", 940, 1062, 1811, 8740), ("Tender 8", 951, 1090, None, 1405)],
        late=("Pumper 3", 684), power=1190, water=912, rescues=[(1037, 2, "Corridor 2"), (1288, 1, "Dormitory 5"), (1620, 3, "the north roof")], wrong_rescue=0, control=3542, out=6215,
        inside=58, hospital=3),
}


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def main():
    for name, v in VARIANTS.items():
        random.seed(v["seed"])
        call, zone = datetime.fromisoformat(v["call"]), timedelta(hours=v["local"])
        true = lambda s: call + timedelta(seconds=s)  # noqa: E731
        iso = lambda t: t.strftime("%Y-%m-%dT%H:%M:%SZ")  # noqa: E731
        shown = lambda t, off: (t + zone - timedelta(seconds=off)).strftime("%d.%m.%Y %H:%M:%S")  # noqa: E731  an `off` of +10: the clock is 10 s slow
        offsets = {"M1": v["main"], "A1": v["annex"], "BADGE": v["badge"]}
        room = {d: r for _, d, r in v["rooms"]}
        panel_of = {d: p for p, d, _ in v["rooms"]}
        # Panels: days of routine, a drill on the day before, then the night.
        panel = []
        for day in range(-30, 0):
            for p, d, r in v["rooms"]:
                if random.random() < 0.45:
                    t = true(day * 86400 + random.randint(30000, 60000))
                    panel.append((p, t, d, random.choice(["FAULT", "FAULT CLEARED", "DIRTY", "ISOLATED", "RESTORED"]), ""))
        drill = true(-8.5 * 3600)
        for k, (p, d, r) in enumerate(v["rooms"][:5]):
            panel.append((p, drill + timedelta(seconds=40 * k), d, "ALARM", "TEST MODE"))
        panel.append(("M1", drill + timedelta(seconds=30), "SOUNDERS", "ON", "TEST MODE"))
        for d, s in [v["first"], *v["later"], *v["more"]]:
            panel.append((panel_of[d], true(s), d, "ALARM", ""))
            if random.random() < 0.5:
                panel.append((panel_of[d], true(s + random.randint(30, 300)), d, "ALARM", "REPEAT"))
        for p, d, r in v["rooms"]:
            panel.append((p, true(random.randint(700, 2400)), d, random.choice(["FAULT", "NO ANSWER"]), ""))
        panel.append(("M1", true(v["signal"]), "SOUNDERS", "ON", ""))
        panel.append(("M1", true(v["flow"][2]), v["flow"][0], "FLOW", ""))
        panel.append(("M1", true(v["control"] + 300), "SOUNDERS", "OFF", ""))
        panel.sort(key=lambda r: (r[0], r[1] - timedelta(seconds=offsets[r[0]])))
        write(f"{name}-panels.csv", ["panel", "shown", "device", "event", "mode"], [(p, shown(t, offsets[p]), d, e, m) for p, t, d, e, m in panel])
        write(f"{name}-devices.csv", ["device", "panel", "kind", "room"], [(d, p, "detector", r) for p, d, r in v["rooms"]] + [(v["flow"][0], "M1", "sprinkler flow switch", v["flow"][1]), ("SOUNDERS", "M1", "evacuation signal, whole site", "")])
        check = true(31 * 3600 + 1234)
        write(f"{name}-clocks.csv", ["system", "shown", "true_utc"],
              [("M1", shown(check, v["main"]), iso(check)), ("A1", shown(check + timedelta(seconds=420), v["annex"]), iso(check + timedelta(seconds=420))), ("BADGE", shown(check + timedelta(seconds=900), v["badge"]), iso(check + timedelta(seconds=900))),
               ("CAD", iso(check + timedelta(seconds=1300)), iso(check + timedelta(seconds=1300)))])
        # Dispatch.
        mine, cad = f"F{v['seed']}", []
        cad.append((true(0), mine, "", "CALL RECEIVED", v["site"]))
        for unit, sent, out, at, done in v["units"]:
            cad += [(true(sent), mine, unit, "DISPATCHED", ""), (true(out), mine, unit, "EN ROUTE", "")]
            if at is None:
                cad.append((true(done), mine, unit, "CANCELLED", "returned on the way"))
            else:
                entered = at
                if unit == v["late"][0]:
                    entered = v["late"][1]
                cad += [(true(entered), mine, unit, "ARRIVED", ""), (true(done), mine, unit, "AVAILABLE", "")]
        at = next(u[3] for u in v["units"] if u[0] == v["late"][0])
        cad.append((true(7000), mine, v["late"][0], "CORRECTION", f"status button pressed at the wrong time; ARRIVED was {iso(true(at))}"))
        cad.append((true(v["second"]), mine, "", "SECOND ALARM", "by incident command"))
        for k in range(24):
            other, start = f"F{v['seed'] - 30 + k}" if k < 12 else f"F{v['seed'] + k}", random.randint(-20000, 20000)
            u = f"{random.choice(['Engine', 'Pumper', 'Medic', 'Ambulance'])} {random.randint(20, 60)}"
            cad += [(true(start), other, "", "CALL RECEIVED", random.choice(["bin fire", "chest pain", "lift rescue", "water leak", "false alarm"])), (true(start + random.randint(40, 120)), other, u, "DISPATCHED", ""),
                    (true(start + random.randint(300, 800)), other, u, "ARRIVED", ""), (true(start + random.randint(1500, 4000)), other, u, "AVAILABLE", "")]
        cad.sort(key=lambda r: r[0])
        write(f"{name}-cad.csv", ["utc", "incident", "unit", "event", "remark"], [(iso(t), *rest) for t, *rest in cad])
        # Radio: elapsed time of the recorder.
        zero = datetime.fromisoformat(v["recorder"])
        lead, second_unit = v["units"][0][0], v["units"][1][0]
        radio = [(v["units"][0][3] + 20, f"{lead}: smoke from several openings, going in."), (v["water"] - 95, f"{lead}: line laid, no water yet, waiting for the hydrant."),
                 (v["water"], f"{lead}: water on the fire now."), (v["water"] + 140, f"{second_unit}: second line charged."),
                 (v["second"] - 8, "Command: make it a second alarm."), (v["power"] - 160, "Command: is the power off? Utility: not yet."), (v["power"], "Utility: mains power to the site is isolated."),
                 (v["control"] - 900, "Command: is it under control? Negative, still running in the roof space."), (v["control"], "Command: fire is under control."),
                 (v["out"], "Command: fire is out, damping down finished, stop message."), (v["out"] - 1400, "Command: nearly out, some hot spots.")]
        for k, (s, n, where) in enumerate(v["rescues"]):
            if k == v["wrong_rescue"]:
                radio.append((s, f"{second_unit}: {['no', 'one', 'two', 'three', 'four', 'five'][n + 1]} persons brought out from {where}."))
                radio.append((s + 75, f"{second_unit}: correction to my last, {n} brought out from {where}, not {n + 1}."))
            else:
                radio.append((s, f"{second_unit}: {n} brought out from {where}."))
        radio.append((v["rescues"][-1][0] + 260, f"{v['units'][3][0] if 'Amb' in v['units'][3][0] else v['units'][4][0]}: {v['hospital']} of the rescued on the way to hospital, smoke; the others are fine."))
        for k in range(38):
            radio.append((random.randint(v["dispatch"] + 20, v["out"]), random.choice(["Command: radio check.", f"{second_unit}: changing cylinders.", "Command: sector two, report.", "Sector two: no change.", f"{lead}: need another length of hose.", "Control: time check, carry on.", "Sector one: searching, nobody found here.", "Command: keep the yard clear."])))
        radio.sort()
        with open(os.path.join(HERE, f"{name}-radio.txt"), "w") as file:
            file.write(f"Channel 3. The recorder was started at {v['recorder']}Z by the reference clock; lines carry the time since then.\n")
            for s, text in radio:
                t = int((true(s) - zero).total_seconds())
                file.write(f"+{t // 3600:02d}:{t % 3600 // 60:02d}:{t % 60:02d}  {text}\n")
        # Badges.
        people = [f"{f} {l}" for f in FIRST for l in LAST]
        random.shuffle(people)
        rescued = sum(n for _, n, _ in v["rescues"])
        inside, gone, forgot, days = people[:v["inside"]], people[v["inside"]:v["inside"] + 35], people[v["inside"] + 35:v["inside"] + 41], []
        left_at = {}
        for k, p in enumerate(inside):
            days.append((true(random.randint(-30000, -2500)), p, "in"))
            if k >= rescued:
                left_at[p] = random.randint(v["signal"] + 20, v["signal"] + 420)
                days.append((true(left_at[p]), p, "out"))
        # One who left between the first alarm and the signal, one just before the first alarm: the clocks decide.
        w_before, w_after = gone[0], inside[-1]
        for k, p in enumerate(gone):
            days += [(true(random.randint(-36000, -26000)), p, "in"), (true(v["first"][1] - 70 if k == 0 else random.randint(-20000, -1500)), p, "out")]
        for day in range(-5, -1):
            for p in inside + gone:
                if random.random() < 0.6:
                    days += [(true(day * 86400 + random.randint(-36000, -30000)), p, "in"), (true(day * 86400 + random.randint(-9000, -3000)), p, "out")]
        for p in forgot:
            days.append((true(random.randint(-260000, -90000)), p, "in"))
        rows = []
        for t, p, way in days:
            door = random.choice(["Main", "East", "Yard"])
            rows.append((t, f"B{1000 + people.index(p)}", p, door, way))
            if random.random() < 0.12:
                rows.append((t + timedelta(seconds=random.randint(1, 3)), f"B{1000 + people.index(p)}", p, door, way))
        rows.sort()
        write(f"{name}-badges.csv", ["shown", "badge", "person", "door", "direction"], [(shown(t, v["badge"]), *rest) for t, *rest in rows])
        # Statements.
        clock = lambda s: (true(s) + zone).strftime("%H:%M")  # noqa: E731
        first_room, second_room, third_room = room[v["first"][0]], room[v["later"][0][0]], room[v["later"][1][0]]
        away = people[-20:]
        total = v["units"][0][3]
        other_first = second_room if panel_of[v["first"][0]] == "A1" else third_room
        said = [
            (away[0], "night watch", f"I rang the emergency number. By the radio-controlled clock in the lodge it was {clock(0)} when they answered.", True),
            (inside[-2], "shift leader", f"The bells only rang after the sprinkler had opened in the {v['flow'][1]}. I am sure the water came first.", False),
            (away[1], "neighbour", f"{lead} was in front of the site less than five minutes after the call had been answered.", False),
            (inside[-3], "machinist", f"The detectors in the {other_first} went off before those in the {first_room}; I saw it on the repeater.", False),
            (w_before, "cleaner", "I had badged out before any detector went off, so I saw nothing.", True),
            (away[2], "electrician of the utility", "Water was already on the fire when I isolated the mains power.", v["water"] < v["power"]),
            (inside[-4], "clerk", f"When the crews brought out the last person the fire was not under control yet.", True),
            (away[3], "bus driver", f"All fire engines had gone again within two hours of the call.", False),
        ]
        random.shuffle(said)
        with open(os.path.join(HERE, f"{name}-statements.txt"), "w") as file:
            for who, job, text, _ in said:
                file.write(f"{who} ({job}): {text}\n\n")
        arrived = [u for u in v["units"] if u[3] is not None]
        first_unit = min(arrived, key=lambda u: u[3])
        last = max(arrived, key=lambda u: u[4])
        events = dict(first_alarm=v["first"][1], second_room=v["later"][0][1], third_room=v["later"][1][1], signal=v["signal"], call=0, flow=v["flow"][2], dispatch=v["dispatch"], arrival=first_unit[3], water=v["water"],
                      second=v["second"], power=v["power"], last_rescue=v["rescues"][-1][0], control=v["control"], out=v["out"], last_unit=last[4])
        local = call + zone
        facts = dict(
            site=v["site"], date=(true(v["first"][1]) + zone).strftime("%Y-%m-%d"), events={k: (true(s) + zone).strftime("%H:%M:%S") for k, s in events.items()},
            midnight=local.strftime("%Y-%m-%d"), rooms=dict(first=first_room, second=second_room, third=third_room, all=sorted(set(room.values()))),
            devices=dict(first=v["first"][0], second=v["later"][0][0], third=v["later"][1][0], flow=v["flow"][0], all=sorted(room)), first_unit=first_unit[0], last_unit=last[0], units=[u[0] for u in v["units"]],
            durations=dict(spread=v["later"][0][1] - v["first"][1], handling=v["dispatch"], travel=first_unit[3] - v["dispatch"], water=v["water"] - first_unit[3], control=v["control"] - v["water"]),
            counts=dict(inside=v["inside"], left=v["inside"] - rescued, rescued=rescued, hospital=v["hospital"], units=len(arrived), rooms=len({room[d] for d, _ in [v["first"], *v["later"], *v["more"]]})),
            parts=sorted({n for _, n, _ in v["rescues"]}), statements={who: fine for who, _, _, fine in said})
        with open(os.path.join(HERE, f"{name}-ref-facts.json"), "w") as file:
            json.dump(facts, file, indent=1)
        print(name, facts["events"], facts["durations"], facts["counts"], facts["statements"])


if __name__ == "__main__":
    main()
