# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the cite-check exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {"carriers": dict(seed=3701, reporter="Hal.", court="High Court of Halden", brief=2024, topic="carriers"), "tenants": dict(seed=3702, reporter="Mer.", court="Court of Appeal of Meria", brief=2025, topic="tenants")}
NAMES = ("Abbott Barlow Carver Dalton Ellery Farrow Garrick Harlan Ingram Jessop Kendall Lathrop Merton Norwood Orton Prescott Quincy Radford Selwyn Thorpe Upton Varley Wexler Yardley Ashby Bramley Colby Denham Easton "
         "Fairfax Gresham Hollis Ivory Jarvis Kirby Langley Marlow Nesbit Oakes Palmer Quill Rowan Stanton Tilden Underhill Vance Whitby Yates Alden Briggs Corwin Draper Emery Foster Granger Hobart Irwin Joyner Keating Lyman "
         "Mercer Newell Olney Pruitt Rawlins Sewall Talbot Usher Vickers Warren Yeager Atwood Bishop Chase Dwyer Eames Fenn Goddard Hale Innis Jordan Keane Lowell Mayhew Nixon Osgood Pierce Reeve Shaw Tracy").split()
WORDS = {
    "carriers": (["A carrier", "The consignee", "A warehouse keeper", "The shipper", "An insurer of cargo", "A forwarding agent"], ["who accepts goods without inspection", "who is told of a defect in time", "who signs a clean receipt", "who delays the delivery", "who stores goods in the open"],
                 ["must bear the loss of", "may not recover for", "is presumed to know of", "shall give prompt notice of", "cannot be held liable for"], ["hidden damage", "spoiled produce", "short weight", "broken seals", "missing crates"],
                 ["unless the contract says otherwise", "even where the price was reduced", "only if the loss was foreseeable", "until the goods are delivered", "whatever the bill of lading states"]),
    "tenants": (["A landlord", "The tenant", "A subtenant", "The owner of a dwelling", "A managing agent", "The guarantor"], ["who withholds the deposit", "who is warned of mould in writing", "who keeps a spare key", "who lets rooms by the week", "who refuses an inspection"],
                ["must repay the cost of", "may not demand payment for", "is presumed to accept", "shall give prompt notice of", "cannot be held liable for"], ["a broken boiler", "ordinary wear", "late rent", "damp walls", "unpaid heating"],
                ["unless the lease says otherwise", "even where the rent was reduced", "only if the damage was foreseeable", "until the keys are returned", "whatever the inventory states"]),
}
SWAP = {"must": "may", "may": "must", "shall": "may", "only": "even", "is": "was", "cannot": "can", "until": "when", "unless": "if", "even": "only", "whatever": "as"}
FILLER = ("The facts are not in dispute.", "The court below found for the plaintiff.", "We have considered the record with care.", "Counsel relied on the older cases.", "The statute does not settle the question.", "Costs follow the event.",
          "The appeal was heard in open court.", "No witness was called on this point.", "The argument proves too much.", "We see no reason to depart from that view.")


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def build(name, v):
    rnd = random.Random(v["seed"])
    rep = v["reporter"]
    names = list(NAMES)
    rnd.shuffle(names)
    lists = WORDS[v["topic"]]
    every = [f"{a} {b} {c} {d} {e}." for a in lists[0] for b in lists[1] for c in lists[2] for d in lists[3] for e in lists[4]]
    rnd.shuffle(every)
    cases, volume, page, year = [], 3, 12, 1961
    for k in range(44):
        if rnd.random() < 0.25:
            volume, page = volume + 1, rnd.randint(1, 40)
        year += rnd.choice([0, 1, 1, 2])
        length = rnd.randint(3, 8)
        cases.append(dict(first=names[2 * k], name=f"{names[2 * k]} v. {names[2 * k + 1]}", vol=volume, page=page, pages=length, year=year, holdings=[], parts={}, over=[]))
        page += length + rnd.randint(0, 9)
    cite = lambda c: f"{c['vol']} {rep} {c['page']}"
    # Who overrules whom: (later, earlier, kind, where).
    graph = []
    order = list(range(len(cases)))
    victims = rnd.sample(order[2:26], 12)
    for n, e in enumerate(victims):
        later = rnd.choice(order[30:43])
        kind = ("whole", "whole", "part", "part", "dissent", "whole")[n % 6]
        graph.append([later, e, kind])
    # An overruling case that is itself overruled in the end: what it overruled stands again.
    undone = graph[5]
    graph.append([len(cases) - 1, undone[0], "whole"])
    graph = [g for g in graph if not (g[0] == undone[0] and g is not undone and g[1] != undone[0] and g[2] != "dissent")]

    def status(i):
        best = ("good", "")
        for later, e, kind in graph:
            if e != i or kind == "dissent" or status(later)[0] == "overruled":
                continue
            if kind == "whole":
                return ("overruled", cite(cases[later]))
            best = ("overruled_in_part", cite(cases[later]))
        return best

    for k, c in enumerate(cases):
        last = c["page"] + c["pages"] - 1
        split = last if c["pages"] < 5 or rnd.random() < 0.4 else last - rnd.randint(1, 2)
        text = []
        for p in range(c["page"], last + 1):
            if p == split + 1:
                text.append("DISSENT")
            body = []
            for _ in range(rnd.randint(2, 3)):
                if rnd.random() < 0.5:
                    s = every.pop()
                    c["holdings"].append((s, p, "majority" if p <= split else "dissent"))
                    body.append(s)
                else:
                    body.append(rnd.choice(FILLER))
            for later, e, kind in graph:
                if later == k and (p == (c["page"] + 1 if kind != "dissent" else last)):
                    o = cases[e]
                    if kind == "dissent":
                        body.append(f"I would hold that {o['name']}, {cite(o)}, is overruled.")
                    elif kind == "part":
                        body.append(f"To the extent that {o['name']}, {cite(o)}, speaks of notice, it is overruled; in all else it stands.")
                    else:
                        body.append(f"{o['name']}, {cite(o)}, is overruled.")
                elif rnd.random() < 0.02 and e != k and e < k:
                    body.append(f"We follow {cases[e]['name']}, {cite(cases[e])}.")
            text.append(f"[*{p}] " + " ".join(body))
        if split == last and any(g[0] == k and g[2] == "dissent" for g in graph):
            text.insert(len(text) - 1, "DISSENT")
            c["holdings"] = [(s, p, "dissent" if p == last else part) for s, p, part in c["holdings"]]
        c["text"] = text
    with open(os.path.join(HERE, f"{name}-reporter.txt"), "w") as file:
        for c in cases:
            file.write(f"=== {cite(c)} ===\n{c['name']}\n{v['court']}, {c['year']}\nMAJORITY\n" + "\n".join(c["text"]) + "\n\n")

    # The brief: one citation for each line of argument.
    lines, fixed, rows, previous = ["BRIEF FOR THE APPELLANT", ""], ["BRIEF FOR THE APPELLANT", ""], [], None
    cited = []
    wanted = rnd.sample([i for i in order if cases[i]["holdings"]], 28)
    for i in victims[:10]:
        if i not in wanted and cases[i]["holdings"]:
            wanted.append(i)
    rnd.shuffle(wanted)
    queue = []
    for i in wanted:
        queue.append(("full", i))
        if rnd.random() < 0.35:
            queue.append(("id", i))
        if cited and rnd.random() < 0.4:
            queue.append(("short", rnd.choice(cited)))
        cited.append(i)
    queue.insert(9, ("ghost", None))
    queue.insert(10, ("id", None))
    queue.insert(24, ("ghost", None))
    lead = ("It is settled that", "The rule is old:", "As the court said,", "Here too,", "The better view is that", "Nothing in the record shakes the rule that")
    for n, (form, i) in enumerate(queue, 1):
        if form == "ghost":
            while True:
                vol, page = rnd.randint(3, volume), rnd.randint(1, 300)
                if not any((c["vol"], c["page"]) == (vol, page) for c in cases):
                    break
            a, b = names[-1 - n % 3], names[-4 - n % 2]
            text = f"The point is beyond doubt. {a} v. {b}, {vol} {rep} {page}, {page + 2} ({rnd.randint(1965, 2000)})."
            lines.append(text)
            fixed.append(text)
            rows.append([n, "full", "", "not_found", "", "", "", "", ""])
            previous = None
            continue
        if form == "id" and i is None or form == "id" and previous is None:
            lines.append(f"The same court said so again. Id. at {rnd.randint(30, 200)}.")
            fixed.append(lines[-1])
            rows.append([n, "id", "", "not_found", "", "", "", "", ""])
            continue
        if form == "id":
            i = previous
        c = cases[i]
        state, by = status(i)
        last = c["page"] + c["pages"] - 1
        quoted = rnd.random() < 0.62
        vol, page, year = c["vol"], c["page"], c["year"]
        if quoted:
            s, pin, part = rnd.choice(c["holdings"])
            shown, right = s, pin
            quote = "ok"
            if rnd.random() < 0.38:
                tokens = s.split()
                at = rnd.choice([k for k, t in enumerate(tokens) if t in SWAP])
                tokens[at] = SWAP[tokens[at]]
                if rnd.random() < 0.3:
                    tokens.pop(rnd.randrange(1, len(tokens) - 1))
                shown, quote = " ".join(tokens), "wrong"
            given, pin_ok = pin, "yes"
            if rnd.random() < 0.25:
                given, pin_ok = rnd.choice([p for p in range(c["page"], last + 2) if p != pin]), "no"
            opener = rnd.choice(lead) + ' "' + shown + '" '
            better = opener.replace(shown, s)
        else:
            part, quote = "", "none"
            given, pin_ok = rnd.randint(c["page"], last), "yes"
            if rnd.random() < 0.2:
                given, pin_ok = last + rnd.randint(1, 4), "no"
            right = given
            opener = better = rnd.choice(["The trial judge overlooked this line of authority. ", "The cases point one way. ", "No court has held otherwise. "])
        ok = "yes"
        wrong_page, wrong_year = page, year
        if form == "full":
            u = rnd.random()
            if u < 0.12:
                # Digits of the page turned round; the name still tells the case.
                while (vol, wrong_page) == (c["vol"], page) or any((x["vol"], x["page"]) == (vol, wrong_page) for x in cases):
                    wrong_page += 10
                ok = "no"
            elif u < 0.26:
                wrong_year += rnd.choice([-2, -1, 1, 3])
                ok = "no"
            tail = f"{c['name']}, {vol} {rep} {wrong_page}, {given} ({wrong_year})."
            good = f"{c['name']}, {vol} {rep} {page}, {right} ({year})."
        elif form == "short":
            tail, good = f"{c['first']}, {vol} {rep} at {given}.", f"{c['first']}, {vol} {rep} at {right}."
        else:
            tail, good = f"Id. at {given}.", f"Id. at {right}."
        lines.append(opener + tail)
        fixed.append(better + good)
        rows.append([n, form, cite(c), state, by, ok if form == "full" else "yes", pin_ok, quote, part])
        previous = i
    with open(os.path.join(HERE, f"{name}-brief.txt"), "w") as file:
        file.write("\n".join(lines) + "\n")
    with open(os.path.join(HERE, f"{name}-ref-brief.txt"), "w") as file:
        file.write("\n".join(fixed) + "\n")
    write(f"{name}-ref-citations.csv", ["n", "form", "case", "status", "overruled_by", "citation_ok", "pin_ok", "quote", "part"], rows)
    tally = lambda k: {x: [r[k] for r in rows].count(x) for x in sorted({r[k] for r in rows})}
    print(name, len(rows), [tally(k) for k in (1, 3, 5, 6, 7, 8)], "lines changed", sum(a != b for a, b in zip(lines, fixed)), graph, [status(g[1])[0] for g in graph])


for name, v in VARIANTS.items():
    build(name, v)
