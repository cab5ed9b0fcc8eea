# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Oracle of the fire narrative: puts the logs on one clock and writes the report, in one of three manners.

Words as arguments: a manner (`plain`, `words`, `terse`), or the mistakes of the near-misses.
"""
import csv
import re
import sys
from datetime import datetime, timedelta

WRONG = set(sys.argv[2:])
INCIDENT, HOURS = sys.argv[1].split("/")
ZONE = timedelta(hours=0 if "utc" in WRONG else int(HOURS))


def rows(name):
    with open(f"input/{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def shown(text):
    return datetime.strptime(text, "%d.%m.%Y %H:%M:%S") - timedelta(hours=int(HOURS))


def utc(text):
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")


off = {r["system"]: utc(r["true_utc"]) - shown(r["shown"]) for r in rows("clocks") if r["system"] != "CAD"}
if "clocks" in WRONG:
    off = dict.fromkeys(off, timedelta(0))
if "backwards" in WRONG:
    off = {k: -t for k, t in off.items()}
device = {r["device"]: r for r in rows("devices")}
cad = [dict(r, t=utc(r["utc"])) for r in rows("cad") if r["incident"] == INCIDENT]
call = next(r["t"] for r in cad if r["event"] == "CALL RECEIVED")
night = [dict(r, t=shown(r["shown"]) + off[r["panel"]]) for r in rows("panels") if r["mode"] != "TEST MODE"]
night = sorted((r for r in night if abs((r["t"] - call).total_seconds()) < 6 * 3600), key=lambda r: r["t"])
alarms, order = [r for r in night if r["event"] == "ALARM"], []
for r in alarms:
    if device[r["device"]]["room"] not in [room for _, room, _ in order]:
        order.append((r["device"], device[r["device"]]["room"], r["t"]))
signal = next(r["t"] for r in night if r["device"] == "SOUNDERS" and r["event"] == "ON")
flow = next(r for r in night if r["event"] == "FLOW")
arrived = {r["unit"]: r["t"] for r in cad if r["event"] == "ARRIVED"}
for r in cad:
    if r["event"] == "CORRECTION" and "correction" not in WRONG:
        arrived[r["unit"]] = utc(re.search(r"\d{4}-\S+Z", r["remark"]).group())
sent = sorted((r["t"], r["unit"]) for r in cad if r["event"] == "DISPATCHED")
first_at, first_unit = min((t, u) for u, t in arrived.items())
gone = sorted((r["t"], r["unit"]) for r in cad if r["event"] == "AVAILABLE" and r["unit"] in arrived)
lines = open("input/radio.txt").read().splitlines()
zero = utc(re.search(r"\d{4}-\S+Z", lines[0]).group())
radio = []
for line in lines[1:]:
    h, m, s, text = re.match(r"\+(\d+):(\d+):(\d+)\s+(.*)", line).groups()
    radio.append((zero + timedelta(hours=int(h), minutes=int(m), seconds=int(s)), text))
when = lambda words: next(t for t, text in radio if words in text)  # noqa: E731
water, power, control, out = when("water on the fire now"), when("is isolated"), when("fire is under control"), when("fire is out")
brought = {}
for t, text in radio:
    found = re.search(r"(\w+) (?:persons )?brought out from (.+?)(?:, not.*)?\.?$", text)
    if found:
        n = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}.get(found.group(1), found.group(1))
        if "correction" not in WRONG or found.group(2) not in brought:
            # A correction changes the number, not the time.
            brought[found.group(2)] = (brought.get(found.group(2), (t,))[0], int(n))
rescued, last_rescue = sum(n for _, n in brought.values()), max(t for t, _ in brought.values())
hospital = int(next(re.search(r"(\d+) of the rescued", text).group(1) for _, text in radio if "of the rescued" in text))
badge = {}
for r in rows("badges"):
    badge.setdefault(r["person"], []).append((shown(r["shown"]) + off["BADGE"], r["direction"]))
start = order[0][2]
inside, left = 0, 0
for reads in badge.values():
    before = [x for x in sorted(reads) if x[0] <= start and (start - x[0] <= timedelta(hours=16) or "forgot" in WRONG)]
    if before and before[-1][1] == "in":
        inside += 1
        left += any(start < t < control and way == "out" for t, way in reads)
events = [(order[0][2], "first"), (order[1][2], "second_room"), (order[2][2], "third_room"), (signal, "signal"), (call, "call"), (flow["t"], "flow"), (sent[0][0], "dispatch"), (first_at, "arrival"), (water, "water"),
          (next(r["t"] for r in cad if r["event"] == "SECOND ALARM"), "second"), (power, "power"), (last_rescue, "last_rescue"), (control, "control"), (out, "out"), (gone[-1][0], "last_unit")]
verdicts = []
for line in open("input/statements.txt").read().split("\n"):
    found = re.match(r"(.+?) \((.+?)\): (.+)", line)
    if found:
        who, _, text = found.groups()
        if "rang the emergency" in text:
            fine = re.search(r"\d\d:\d\d", text).group() == (call + timedelta(hours=int(HOURS))).strftime("%H:%M")
        elif "bells only" in text:
            fine = flow["t"] < signal
        elif "less than five minutes" in text:
            fine = first_at - call < timedelta(minutes=5)
        elif "went off before those" in text:
            a, b = re.search(r"in the (.+?) went off before those in the (.+?);", text).groups()
            times = {room: t for _, room, t in order}
            fine = times[a] < times[b]
        elif "badged out before" in text:
            fine = max(t for t, way in badge[who] if way == "out") < start
        elif "isolated the mains" in text:
            fine = water < power
        elif "not under control yet" in text:
            fine = last_rescue < control
        else:
            fine = gone[-1][0] - call < timedelta(hours=2)
        verdicts.append((who, True if "believed" in WRONG else fine))

unit_of_dispatch = first_unit if first_unit in [u for t, u in sent if t == sent[0][0]] else sent[0][1]
site = next(r["remark"] for r in cad if r["event"] == "CALL RECEIVED")
clock = lambda t: (t + ZONE).strftime("%H:%M:%S")  # noqa: E731
span = lambda a, b: int((b - a).total_seconds())  # noqa: E731
SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def word(n):
    return SMALL[n] if n < 20 else TENS[n // 10] + ("-" + SMALL[n % 10] if n % 10 else "")


T = dict((k, t) for t, k in events)
d1, d2, d3 = order[0], order[1], order[2]
if "otherorigin" in WRONG:
    d1, d2 = d2, d1
handling, travel, to_water, to_control = span(call, sent[0][0]), span(sent[0][0], first_at), span(first_at, water), span(water, control)
date = (start + ZONE).date()
n_units, n_rooms = len(arrived), len(order)

MANNERS = {
    "plain": dict(
        span=lambda s: f"{s // 60} min {s % 60} s", count=str, date=date.isoformat(), bullet="- {} ", head="## {}",
        first="detector {d} in the {r} goes into alarm, the first of the night", second_room="first alarm in the {r}, from detector {d}", third_room="first alarm in the {r}, from detector {d}", signal="the evacuation signal starts",
        call="the emergency call is received", flow="the sprinkler flow switch {d} in the {r} operates", dispatch="{u} is dispatched, the first unit", arrival="{u} arrives, first unit on scene", water="water on the fire, by {u}", second="second alarm by incident command",
        power="mains power isolated by the utility", last_rescue="last rescue: the last person is brought out", control="fire under control", out="fire out, stop message", last_unit="{u}, the last unit, leaves",
        summary="On {date} a fire broke out at {site}. It started in the {r1}, where detector {d1} alarmed at {t1}. Crews rescued {rescued} people; the fire was under control at {tc} and out at {to}.",
        origin="The room of origin is the {r1}: its detector {d1} was the first in alarm. Once the clocks of both panels are put right, the order is {r1}, {r2}, {r3}. The first alarm in another room, the {r2}, came {spread} later. Detectors alarmed in {rooms} rooms that night.",
        response="Call handling, from the call to the first dispatch, took {handling}. Travel of the first unit, from dispatch to arrival, took {travel}. From the first arrival to water on the fire {to_water} went by. The fire was under control {to_control} after water was first put on it. {units} units arrived on scene; one more was cancelled on its way.",
        evacuation="By the badge readings {inside} people were inside when the first detector alarmed. {left} of them left on their own before the fire was under control. Crews rescued {rescued}. {hospital} of the rescued were taken to hospital.",
        yes="The statement of {w} is consistent with the logs.", no="The statement of {w} is contradicted by the logs."),
    "words": dict(
        span=lambda s: (f"{word(s // 60)} minute{'s' if s >= 120 else ''} and " if s >= 60 else "") + f"{word(s % 60)} seconds", count=word, date=f"{date.day} {date:%B} {date.year}", bullet="* **{}** – ", head="### {}:",
        first="Smoke reaches {d} ({r}); this is the earliest alarm anywhere on the site.", second_room="{d}: the {r} is now in alarm as well.", third_room="The {r} follows with device {d}.", signal="Sounders on throughout the site, people begin to leave.",
        call="Control centre answers the emergency call.", flow="A sprinkler opens ({d}, {r}).", dispatch="{u} and others are mobilised.", arrival="{u} reaches the scene ahead of everyone else.", water="The crew of {u} gets the first water onto the flames.", second="Command asks for a second alarm.",
        power="The utility has cut the electricity to the whole site.", last_rescue="The final rescue is reported, nobody is missing after it.", control="Command reports the fire under control.", out="The fire is declared out.", last_unit="The last crew, {u}, goes home.",
        summary="In the first hours of {date} fire crews were called to {site}, where {rescued} persons had to be rescued. What burned first was the {r1}, so the fire began there and nowhere else.",
        origin="The fire began in the {r1}. Device {d1} there was the earliest to report; although the uncorrected printouts suggest another sequence, their clocks were off by minutes. It took {spread} until the {r2} was affected too. Altogether {rooms} rooms had at least one device in alarm.",
        response="The control centre needed {handling} to process the call and alert the first crew. The drive took the first crew {travel}. It then needed {to_water} to get water onto the flames. Another {to_control} later the blaze was under control. In all, {units} units attended the scene.",
        evacuation="When the first device reported, {inside} persons were in the building. Of these, {left} walked out unaided and {rescued} were brought out by crews. An ambulance took {hospital} to hospital with smoke in their lungs.",
        yes="What {w} says holds: it is consistent with the record.", no="{w} is mistaken, and clearly contradicted by the record."),
    "terse": dict(
        span=lambda s: f"{s} seconds", count=str, date=f"{date.day:02d}/{date.month:02d}/{date.year}", bullet="{} | ", head="{}",
        first="ALARM {d}, {r} (first)", second_room="ALARM {d}, {r}", third_room="ALARM {d}, {r}", signal="Bells / evacuation", call="Emergency call taken", flow="Sprinkler {d} flowing, {r}", dispatch="{u} sent", arrival="{u} at the scene",
        water="First jet: water applied", second="2nd alarm requested", power="Electric power shut off", last_rescue="Last casualty carried out", control="Under control", out="Fire extinguished", last_unit="Last appliance ({u}) back in service",
        summary="Site: {site}. Date: {date}. Origin: {r1}. Persons rescued by crews: {rescued}.",
        origin="Origin: {r1} ({d1}). Spread to next room ({r2}): after {spread}. Rooms in alarm: {rooms}.",
        response="Call to dispatch: {handling}. Dispatch to arrival: {travel}. Arrival to water: {to_water}. Water to control: {to_control}. Units at the scene: {units}.",
        evacuation="Occupants present at first alarm: {inside}. Left unaided: {left}. Rescued: {rescued}. Hospital: {hospital}.",
        yes="{w}: consistent.", no="{w}: contradicted."),
}
m = MANNERS[next((w for w in WRONG if w in MANNERS), "plain")]
fill = dict(date=m["date"], site=site, r1=d1[1], r2=d2[1], r3=d3[1], d1=d1[0], t1=clock(start), tc=clock(control), to=clock(out), rescued=m["count"](rescued), rooms=m["count"](n_rooms), units=m["count"](n_units),
            inside=m["count"](inside), left=m["count"](left), hospital=m["count"](hospital), spread=m["span"](span(order[0][2], order[1][2])), handling=m["span"](handling), travel=m["span"](travel), to_water=m["span"](to_water), to_control=m["span"](to_control))
detail = {"first": (d1[0], d1[1], ""), "second_room": (d2[0], d2[1], ""), "third_room": (d3[0], d3[1], ""), "flow": (flow["device"], device[flow["device"]]["room"], ""), "dispatch": ("", "", unit_of_dispatch), "arrival": ("", "", first_unit),
          "water": ("", "", first_unit), "last_unit": ("", "", gone[-1][1])}
text = [m["head"].format("Summary"), m["summary"].format(**fill), "", m["head"].format("Chronology")]
chronology = []
for t, k in sorted(events):
    d, r, u = detail.get(k, ("", "", ""))
    chronology.append(m["bullet"].format(clock(t)) + m[k].format(d=d, r=r, u=u))
if "shuffled" in WRONG:
    chronology = chronology[::2] + chronology[1::2]
if "hedged" in WRONG:
    # Every event at two times, to be right whatever the clocks were.
    again = [(t + x, k) for t, k in events for x in (timedelta(seconds=-341), timedelta(0))]
    chronology = [m["bullet"].format(clock(t)) + m[k].format(d=detail.get(k, ("",) * 3)[0], r=detail.get(k, ("",) * 3)[1], u=detail.get(k, ("",) * 3)[2]) for t, k in sorted(again)]
text += chronology
parts = {k: m[k].format(**fill) for k in ("origin", "response", "evacuation")}
if "stuffed" in WRONG:
    rooms = sorted({r["room"] for r in device.values() if r["room"]})
    parts["origin"] = "The room of origin is " + " or ".join(f"the {r}" for r in rooms) + f". Detector {d1[0]}. " + " ".join(f"{n} rooms." for n in range(2, 9)) + " " + " ".join(f"Spread took {s} s." for s in range(100, 260, 5))
    parts["evacuation"] = "People inside: " + ", ".join(str(n) for n in range(35, 65)) + ". Left: " + ", ".join(str(n) for n in range(30, 60)) + ". Rescued: 1, 2, 3, 4, 5, 6, 7. Hospital: 1, 2, 3, 4."
    parts["response"] += " " + " ".join(f"Travel took {s} s." for s in range(300, 700, 20))
text += ["", m["head"].format("Origin and spread"), parts["origin"], "", m["head"].format("Response"), parts["response"], "", m["head"].format("Evacuation"), parts["evacuation"], "", m["head"].format("Statements")]
for who, fine in verdicts:
    line = m["yes" if fine else "no"].format(w=who)
    text.append(line + (f" {m['no' if fine else 'yes'].format(w=who)}" if "both" in WRONG else ""))
with open("output/report.md", "w") as file:
    file.write("\n".join(text) + "\n")
