# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Asks a report narrow questions: which clock times, durations, counts, rooms and verdicts it states, and where.

Every question wants the right value in a place that is about it, and no wrong value in such a place.
"""
import os
import re
import sys
from itertools import combinations

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, read_json, read_text, REF  # noqa: E402

facts = read_json("facts.json", REF)
SECTIONS = ["summary", "chronology", "origin and spread", "response", "evacuation", "statements"]
SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10)))
MONTHS = "january february march april may june july august september october november december".split()
CLOCK = re.compile(r"(?<![\d.:])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?!\d|:\d|\.\d)")
# Names with figures in them say nothing about counts.
NAMES = sorted(facts["units"] + facts["rooms"]["all"] + facts["devices"]["all"] + [facts["devices"]["flow"]], key=len, reverse=True)


MONTH = r"(?:" + "|".join(m[:3] for m in MONTHS) + r")[a-z]*\.?"
DATES = [r"\b\d{4}-\d\d-\d\d\b", r"\b\d{1,2}[./]\s?\d{1,2}[./]\s?\d{4}\b", rf"\b\d{{1,2}}(?:st|nd|rd|th)?(?:\s?(?:/|-|to|and)\s?\d{{1,2}}(?:st|nd|rd|th)?)?(?: of)? {MONTH},? (?:\d{{4}}\b)?",
         rf"\b{MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?\b"]


def seconds(text):
    h, m, s = (int(t) for t in text.split(":"))
    return 3600 * h + 60 * m + s


TRUE = {k: seconds(t) for k, t in facts["events"].items()}
SPANS = {abs(a - b) for a, b in combinations(TRUE.values(), 2)}


def plain(text):
    """Lower case, keyboard dashes and quotes, no marks of Markdown, numbers in figures."""
    for sign in "‐‑‒–—−":
        text = text.replace(sign, "-")
    text = re.sub(r"[*_`|]+", " ", text.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ").replace("\u2009", " ")).lower()
    text = re.sub(r"\b(" + "|".join(TENS) + r")(?:[- ](" + "|".join(SMALL[1:10]) + r"))?\b", lambda f: str(TENS[f.group(1)] + (SMALL.index(f.group(2)) if f.group(2) else 0)), text)
    text = re.sub(r"\b(" + "|".join(SMALL[2:]) + r")\b", lambda f: str(SMALL.index(f.group(1))), text)
    text = re.sub(r"(?<![\d.])(\d{1,2})[.h]([0-5]\d)[.:m]([0-5]\d)(?![\d.]\d)", r"\1:\2:\3", text)
    text = re.sub(r"(?<![\d:])(\d{1,3}):([0-5]\d) ?(?:min\b|minutes\b|m:ss\b|mm:ss\b)", r"\1 min \2 s", text)
    # `one` and `zero` are figures only before a unit of time.
    return re.sub(r"\b(zero|one|a)(?= (?:minute|second|hour)s?\b(?! alarm))", lambda f: "0" if f.group(1) == "zero" else "1", text)


def sections():
    text = read_text("report.md", 1 << 18)
    if len(text) > 30_000 or max(map(len, text.split("\n"))) > 6000:
        raise Wrong("report.md is far longer than asked for, or has a line of more than 6000 characters")
    parts, now = {}, None
    for line in text.split("\n"):
        bare = re.sub(r"^[#\s*_]+|[#\s*_:]+$", "", line)
        bare = re.sub(r"^\d+[.)]\s*", "", bare).strip().lower()
        if bare in SECTIONS:
            if bare in parts:
                raise Wrong(f"report.md has two sections {bare!r}")
            now, parts[bare] = bare, []
        elif now is not None:
            parts[now].append(line)
    return parts


def section(name):
    parts = sections()
    if name not in parts:
        raise Wrong(f"report.md has no section {name!r}")
    return parts[name]


def sentences(name):
    out = []
    for line in section(name):
        out += [s for s in re.split(r"(?<=[.!?])\s+|;\s+", plain(line)) if s.strip()]
    return out


def has(name, sentence):
    return re.search(r"(?<![\w-])" + re.escape(name.lower()) + r"(?![\w-])", sentence) is not None


def bare(sentence):
    """Without names, addresses, dates and clock times."""
    for text in (plain(facts["site"]), plain(facts["site"].split(",")[1]).strip()):
        sentence = sentence.replace(text, " ")
    for way in DATES:
        sentence = re.sub(way, " ", sentence)
    for name in NAMES:
        sentence = re.sub(r"(?<![\w-])" + re.escape(plain(name)) + r"(?![\w-])", " ", sentence)
    return CLOCK.sub(" ", sentence)


UNIT = r"(?:h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?(?! alarm))(?![a-z])"
PIECE = re.compile(r"(\d+(?:[.,]\d+)?)[\s-]*(" + UNIT + r")\.?")
SIZE = {"h": 3600, "m": 60, "s": 1}


def durations(sentence):
    """Each duration in seconds, neighbouring pieces put together, and the sentence without them."""
    found, end = [], None
    text = bare(sentence)
    for piece in PIECE.finditer(text):
        value = float(piece.group(1).replace(",", ".")) * SIZE[piece.group(2)[0]]
        if end is not None and re.fullmatch(r"[\s,]*(?:and)?[\s,]*", text[end:piece.start()]):
            found[-1] += value
        else:
            found.append(value)
        end = piece.end()
    return found, PIECE.sub(" ", text)


def numbers(sentence):
    return [int(n) for n in re.findall(r"(?<![\w.,-])\d+(?![\w-]|[.,]\d)", durations(sentence)[1])]


def is_near(value, wanted):
    return abs(value - wanted) <= 5.5


def of_night(h, m, s):
    """Seconds since midnight; the evening before is below 0."""
    t = 3600 * int(h) + 60 * int(m) + int(s or 0)
    return t - 86400 if t >= 18 * 3600 else t


def listed():
    """Time, whether with seconds, and text of each line of the chronology."""
    out = []
    for line in section("chronology"):
        text = plain(line).strip().lstrip("-+•>#. ").strip()
        text = re.sub(r"^\d+[.)]\s+", "", text)
        clock = CLOCK.match(text)
        if clock:
            out.append((of_night(*clock.groups()), clock.group(3) is not None, text[clock.end():]))
    if len(out) > 40:
        raise Wrong(f"the chronology has {len(out)} lines")
    return out


def right_time(line, wanted):
    return abs(line[0] - wanted) <= (15 if line[1] else 60)


def some(*patterns, no=None):
    return lambda text: all(re.search(p, text) for p in patterns) and not (no and re.search(no, text))


def named(*names, no=None):
    return lambda text: all(has(n, text) for n in names) and not (no and re.search(no, text))


def with_name(name, pattern, no=None):
    return lambda text: has(name, text) and some(pattern, no=no)(text)


dev, rooms = facts["devices"], facts["rooms"]
AGAIN = r"repeat|again|second time|restor|fault|no answer|not answer|stop|lost|silent|communicat"


def arrives(text):
    """The first unit is the one that arrives: no other is named before it."""
    before = re.split(r"(?<![\w-])" + re.escape(facts["first_unit"].lower()) + r"(?![\w-])", text)[0]
    return with_name(facts["first_unit"], r"arriv|on scene|at the scene|on site|reach|at scene|in attendance")(text) and not any(has(u, before) for u in facts["units"])


EVENTS = {  # what makes a line one about the event; and what a right one has to name besides
    "first_alarm": (named(dev["first"], no=AGAIN), rooms["first"]),
    "second_room": (named(dev["second"], no=AGAIN), rooms["second"]),
    "third_room": (named(dev["third"], no=AGAIN), rooms["third"]),
    "signal": (some(r"sounder|\bbells?\b|siren|evacuation (?:signal|alarm|tone)|evacuation.*(?:sound|start|activ|order)|alarm signal", no=r"\boff\b|silenc|complete|finish|ended|stopp"), None),
    "call": (some(r"\bcall", r"receiv|answer|emergency|came in|comes in|taken|logged|reported", no=r"alarm call|recall|calls? for"), None),
    "flow": (lambda t: has(dev["flow"], t) or ("sprinkler" in t and not re.search(r"shut|clos|off\b", t)), None),
    "dispatch": (with_name(facts["first_unit"], r"dispatch|mobilis|mobiliz|\bsent\b|alerted|assigned|turned out|called out"), None),
    "arrival": (arrives, None),
    "water": (some(r"\bwater\b", r"fire|flame|first|appl|jet|seat|water on\b|\bon water", no=r"no water|waiting|not yet|sprinkler|flow switch"), None),
    "second": (some(r"(?:second|2nd)[\s-]+alarm|alarm (?:two|2)|upgrad"), None),
    "power": (some(r"power|mains|electric", r"isolat|\boff\b|\bcut\b|disconnect|shut|switched", no=r"not yet|not isolated|still|\?|\bask"), None),
    "last_rescue": (some(r"\blast\b|\bfinal\b", r"rescu|brought|carried|person|casualt|occupant|led out", no=r"unit|appliance|vehicle|crew,"), None),
    "control": (some(r"under control", no=r"not (?:yet )?under|negative|not yet|still|\?|\bask"), None),
    "out": (some(r"fire (?:is |was |declared |reported |has been )*(?:out|extinguished)|declared out|extinguished|stop message", no=r"nearly|almost|not yet"), None),
    "last_unit": (with_name(facts["last_unit"], r"\blast\b|\bfinal\b", no=r"rescu|brought"), None),
}


def chronology():
    lines, bad = listed(), []
    for event, (about, must_name) in EVENTS.items():
        mine = [line for line in lines if about(line[2])]
        # One line tells one event; two or three may be mentioned in it.
        good = [line for line in mine if sum(other(line[2]) for other, _ in EVENTS.values()) <= 3 and right_time(line, TRUE[event]) and (must_name is None or has(must_name, line[2]))]
        # A line that also mentions another event is about the one that its time belongs to.
        wrong = [line for line in mine if not any(right_time(line, TRUE[e]) for e, (other, _) in EVENTS.items() if other(line[2]))]
        if not good or wrong:
            bad.append(f"{event}: " + (f"{wrong[0][0] // 3600 % 24:02d}:{wrong[0][0] // 60 % 60:02d}:{wrong[0][0] % 60:02d} is wrong" if wrong else "no right line"))
    share = 1 - len(bad) / len(EVENTS)
    return max(0.0, (share - 0.2) / 0.8), f"{len(EVENTS)} events at their times, none at another", "all are right" if not bad else f"{len(bad)} are not; {'; '.join(bad[:3])}"


def order():
    lines = listed()
    if len(lines) < 12:
        raise Wrong(f"the chronology has {len(lines)} lines that begin with a clock time")
    if chronology()[0] < 0.3:
        raise Wrong("hardly an event of the chronology is right")
    times = [t for t, _, _ in lines]
    falls = sum(b < a for a, b in zip(times, times[1:]))
    known = [t for t, _, _ in lines]
    strange = []
    for name in SECTIONS:
        if name != "chronology":
            for sentence in sentences(name):
                for h, m, s in CLOCK.findall(re.sub(r"\d{1,2}\.\d{1,2}\.\d{4}", " ", sentence)):
                    t = of_night(h, m, s)
                    if not any(abs(t - k) <= (0 if s else 60) for k in known):
                        strange.append(f"{h}:{m}")
    return (0.5 if falls == 0 else 0.0) + (0.5 if not strange else 0.0), "lines in the order of time; no other clock times elsewhere", f"{falls} lines come too late; {len(strange)} other times {', '.join(strange[:3])}"


HEDGE = r"\bor\b|\beither\b|perhaps|possibly|\bmaybe\b|any of"
DENIED = r"\bnot\b|\bno\b|never|although|despite|contrary|rather than|uncorrected|appear|suggest|wrong"
ELSEWHERE = r"outside|beyond|other than|away from|another|second room|next|spread|adjacent|sprinkler|flow|signal|evacuat"
BEGAN = r"origin|\bstart(?:s|ed|ing)?\b|\bbegan\b|\bbegins?\b|broke out|breaks out|ignit|seat of"


def origin_named(name):
    """Whether the section says where the fire began, rightly and nothing else."""
    good, bad = False, None
    for sentence in sentences(name):
        if re.search(BEGAN, sentence):
            here = [r for r in rooms["all"] if has(r, sentence)]
            if rooms["first"] in here and not (len(here) > 1 and re.search(HEDGE, sentence)):
                good = True
            elif here and not (rooms["first"] not in here and re.search(DENIED + "|" + ELSEWHERE, sentence)):
                bad = bad or sentence.strip()[:80]
    return good and not bad


def score(marks, name):
    bad = [k for k, fine in marks.items() if not fine]
    return 1 - len(bad) / len(marks), f"{name}: {', '.join(marks)}", "all are right" if not bad else f"wrong or missing: {', '.join(bad)}"


def dated(text):
    y, m, d = (int(t) for t in facts["date"].split("-"))
    month = MONTHS[m - 1]
    ways = [rf"\b{y}-{m:02d}-{d:02d}\b", rf"\b0?{d}[./]\s?0?{m}[./]\s?{y}\b", rf"\b0?{m}/0?{d}/{y}\b", rf"\b0?{d}(?:st|nd|rd|th)?(?: of)? {month[:3]}\w*\.?,? {y}\b", rf"\b{month[:3]}\w*\.? 0?{d}(?:st|nd|rd|th)?,? {y}\b"]
    return any(re.search(w, text) for w in ways)


ALTERNATIVES = r"\d,? ?(?:\bor\b|/|-|\bto\b) ?\d"


def count_stated(found, about, wanted, others=()):
    """A sentence about it has the number, with no more numbers than it has subjects to count; none of them has only others."""
    mine = [s for s in found if re.search(about, bare(s)) and numbers(s)]
    # How many of the rescued came from where may stand beside their sum.
    spare = {1, *facts["parts"]} - {wanted}
    good = [s for s in mine if wanted in numbers(s) and len(set(numbers(s)) - spare) <= 1 + sum(bool(re.search(o, s)) for o in others) and not re.search(ALTERNATIVES, s)]
    return bool(good) and all(s in good or wanted in numbers(s) or any(re.search(o, s) for o in others) for s in mine)


def summary():
    text = " ".join(plain(line) for line in section("summary"))
    raw = " ".join(section("summary")).lower()
    rescued = count_stated([s for s in sentences("summary")], PEOPLE["rescued"][0], facts["counts"]["rescued"], [p for p, _ in PEOPLE.values()])
    return score({"site": facts["site"].split(",")[0].lower() in text, "date": dated(text) or dated(raw), "room of origin": origin_named("summary"), "rescued": rescued}, "the summary")


def foreign_durations(name):
    """Durations of the section that are no time between two events."""
    known = SPANS | set(facts["durations"].values())
    return [d for s in sentences(name) for d in durations(s)[0] if not any(is_near(d, k) for k in known)]


def origin():
    found = sentences("origin and spread")
    all_ = [d for s in found for d in durations(s)[0]]
    spread = any(is_near(d, facts["durations"]["spread"]) for d in all_) and len({round(d) for d in all_}) <= 3 and not foreign_durations("origin and spread")
    n = count_stated(found, r"\brooms?\b", facts["counts"]["rooms"], [r"\bother\b|further|\bmore\b|additional"])
    where = origin_named("origin and spread")
    marks = {"room of origin": where, "its detector": where and any(has(dev["first"], s) for s in found) and sum(any(has(d, s) for s in found) for d in dev["all"]) <= 6,
             "second room": where and any(has(rooms["second"], s) for s in found), "rooms in alarm": n, "time to the second room": spread}
    return score(marks, "origin and spread")


def response():
    want, seen = facts["durations"], {"handling": [], "travel": [], "water": [], "control": []}
    for sentence in sentences("response"):
        found, rest = durations(sentence)
        rest = re.sub(r"control (?:room|cent\w+)", " ", rest)
        about = [k for k, p in (("control", r"\bcontrol"), ("water", r"\bwater\b|\bjet\b|\bhose"), ("travel", r"travel|journey|\bdrive|\bdrove|\broad\b|arriv|reach|on scene|at the scene"), ("handling", r"handl|process|\bcall|dispatch|alert")) if re.search(p, rest)]
        if not found or not about:
            continue
        if len(found) == 1:
            # The last of the events that a sentence names is what its one duration leads to.
            seen[about[0]].append(found[0])
        else:
            for k in about:
                seen[k] += [d for d in found if is_near(d, want[k])] or [d for d in found if not any(is_near(d, w) for w in want.values())]
    foreign = foreign_durations("response")
    marks = {k: any(is_near(d, want[k]) for d in v) and not any(d in foreign for d in v) and len({round(d) for d in v}) <= 3 for k, v in seen.items()}
    marks["units on scene"] = count_stated(sentences("response"), r"\b(?:units?|crews|vehicles|appliances|engines)\b|arriv|attend|on scene|at the scene", facts["counts"]["units"], [r"cancel|turned back|return", r"dispatch|sent|mobilis", r"second alarm|further|additional|another"])
    return score(marks, "durations and units")


PEOPLE = {
    "inside": (r"inside|in the building|in the premises|on the premises|on site|present|occup|in the house|badged in|on the site", "inside"),
    "left": (r"\bleft\b|walked|unaided|themselves|on their own|own way|self|unassisted|made their way", "left"),
    "rescued": (r"rescu|\b(?:brought|bring|brings|bringing)\b|carried|led out|assisted out|pulled out|saved", "rescued"),
    "hospital": (r"hospital|ambulance|injur|clinic", "hospital"),
}


def evacuation():
    found, counts = sentences("evacuation"), facts["counts"]
    known = {counts[k] for _, k in PEOPLE.values()} | {counts["rescued"] - counts["hospital"], 0, 1, *facts["parts"]}
    foreign = sorted({n for s in found for n in numbers(s)} - known)
    if foreign:
        raise Wrong(f"the section has counts that are not true: {', '.join(map(str, foreign[:5]))}")
    marks = {k: count_stated(found, about, counts[k], [p for other, (p, _) in PEOPLE.items() if other != k]) for k, (about, _) in PEOPLE.items()}
    return score(marks, "counts of people")


NEGATIVE = r"inconsistent|(?:not|isn't|hardly|never) (?:\w+ )?(?:consistent|supported|confirmed|borne out)|(?<!not )contradict(?:ed|s)?\b|(?<!not )refuted|(?<!not )disproved"
POSITIVE = r"(?<!in)(?<!not )(?<!isn't )(?<!hardly )\bconsistent|not contradicted"


def statements():
    lines = [s for line in section("statements") for s in re.split(r"(?<=[.!?])\s+(?=\S)", re.sub(r"\s+", " ", plain(line)))]
    names, verdict, now = {w.lower(): w for w in facts["statements"]}, {}, None
    for sentence in lines:
        here = [n for n in names if n in sentence]
        if len(here) == 1:
            now = here[0]
        elif len(here) > 1:
            now = None
        if now:
            verdict.setdefault(now, set()).update({False} if re.search(NEGATIVE, sentence) else set(), {True} if re.search(POSITIVE, sentence) else set())
    bad = [names[n] for n in names if verdict.get(n) != {facts["statements"][names[n]]}]
    share = 1 - len(bad) / len(names)
    return max(0.0, (share - 0.5) / 0.5), f"{len(names)} statements judged rightly", "all are" if not bad else f"{len(bad)} are not: {', '.join(bad[:3])}"


checks = Checks()
for name, work in (("chronology", chronology), ("order", order), ("summary", summary), ("origin", origin), ("response", response), ("evacuation", evacuation), ("statements", statements)):
    checks.add(name, work)
checks.print()
