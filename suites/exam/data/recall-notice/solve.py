# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Works out the recall and writes the notice. Arguments: product, phone, and what is done wrongly."""
import csv
import sys

product, phone = sys.argv[1], sys.argv[2]
wrong = sys.argv[3] if len(sys.argv) > 3 else ""
read = lambda name: list(csv.DictReader(open(f"input/{name}.csv")))  # noqa: E731
last = {}
for row in sorted(read("laboratory"), key=lambda row: row["tested"], reverse=wrong == "first result"):
    if row["test"] == "metal" or wrong == "any test":
        last[row["lot"]] = row["result"]
lots = read("production")
runs = {(lot["line"], lot["filled"]) for lot in lots if last.get(lot["lot"]) == "positive"}
recalled = [lot["lot"] for lot in lots if (lot["line"], lot["filled"]) in runs]
if wrong == "tested lots only":
    recalled = [lot for lot in recalled if last.get(lot) == "positive"]
units = dict.fromkeys(recalled, 0)
for row in read("shipments"):
    if row["lot"] in units:
        back = row["channel"] == "return" and wrong != "returns added"
        units[row["lot"]] += -int(row["units"]) if back else int(row["units"])
with open("output/recall.csv", "w") as file:
    print("lot,units", *(f"{lot},{count}" for lot, count in units.items()), sep="\n", file=file)
total = sum(units.values())
lots_text = ", ".join(recalled[:-1]) + " and " + recalled[-1]
head = f"# Recall of {product}\n\n"
facts = f"We are recalling {product} from these lots: {lots_text}. In all {total:,} packs were sold. The lot code is printed on the bottom of the pack.\n\n"
hazard = "Small pieces of metal may have got into these packs during filling. They can cut the mouth and throat, and whoever swallows them can be injured. "
advice = (
    "Do not eat the product and do not give it to anybody else. Take the pack, opened or not, back to the shop where you bought it, or send it to us; the "
    "full price is refunded without a receipt. "
)
help_text = f"If somebody has eaten from such a pack and feels pain, ask a doctor. We answer questions every day from 8 to 20 on {phone}."
if wrong == "no advice":
    advice = "The packs were filled on lines that have been checked since, and production has begun again under additional controls by our quality department. "
if wrong == "played down":
    hazard = "A trifling deviation was noticed in these packs. There is no danger whatsoever and nothing to worry about. "
    help_text = f"Chatter about injuries on the internet is nonsense. For anything else call {phone}. We thank all customers for their loyalty to our brand over so many years."
with open("output/notice.md", "w") as file:
    file.write(head + facts + hazard + advice + help_text + "\n")
