"""Writes countries.csv, cities.csv and elements.csv of the small internet: internet_data.py GEONAMES_FOLDER ELEMENTS_JSON OUT_FOLDER (called by make-internet-data)."""

import json
import pathlib
import sys
import unicodedata

CONTINENTS = {"AF": "Africa", "AS": "Asia", "EU": "Europe", "NA": "North America", "OC": "Oceania", "SA": "South America"}
SPECIAL = {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L", "ı": "i", "ə": "a", "Ə": "A", "đ": "d", "Đ": "D", "’": "'", "‘": "'", "ʻ": "'", "`": "'", "–": "-"}
SHORT_NAMES = {"The Netherlands": "Netherlands", "Kingdom of Eswatini": "Eswatini", "Cabo Verde": "Cape Verde", "Timor Leste": "East Timor"}


def plain(text):
    text = "".join(SPECIAL.get(letter, letter) for letter in text)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return text.replace("&", "and").replace(",", "").replace('"', "").strip()


def main(geonames, elements_json, out):
    geonames, out = pathlib.Path(geonames), pathlib.Path(out)
    countries = json.loads((geonames / "countries.json").read_text())
    # Dependent territories are left out: their own sites say little, and lists of countries do not agree on them.
    dependent = set("AI AS AW AX BL BM BQ BV CC CK CW CX EH FK FO GF GG GI GL GP GS GU HK HM IM IO JE KY MF MO MP MQ MS NC NF NU PF PM PN PR RE SH SJ SX TC TF TK UM VA VG VI WF YT AN CS AQ".split())
    countries["PW"]["capital"] = "Ngerulmud"
    kept = {iso: c for iso, c in countries.items() if iso not in dependent and c["continentcode"] in CONTINENTS and c["population"] > 0 and c["capital"]}
    rows = ["iso,iso3,name,continent,capital,area_km2,population,currency_code,currency,neighbours"]
    for iso in sorted(kept):
        c = kept[iso]
        neighbours = " ".join(sorted(n for n in c["neighbours"].split(",") if n in kept))
        name = SHORT_NAMES.get(c["name"], c["name"])
        rows.append(",".join([iso, c["iso3"], plain(name), CONTINENTS[c["continentcode"]], plain(c["capital"]), str(int(c["areakm2"])), str(c["population"]), c["currencycode"], plain(c["currencyname"]), neighbours]))
    (out / "countries.csv").write_text("\n".join(rows) + "\n")

    cities = json.loads((geonames / "cities15000.json").read_text()).values()
    smaller = json.loads((geonames / "cities500.json").read_text()).values()
    capitals = {iso: plain(c["capital"]) for iso, c in kept.items()}
    every = sorted((c for c in cities if c["countrycode"] in kept), key=lambda c: -c["population"])
    chosen, seen, per_country = [], set(), {}

    def take(city):
        name = plain(city["name"])
        key = name.lower()
        if not name or key in seen or not all(letter.isalpha() or letter in " -'." for letter in name):
            return False
        seen.add(key)
        per_country[city["countrycode"]] = per_country.get(city["countrycode"], 0) + 1
        chosen.append((name, city))
        return True

    for iso, capital in sorted(capitals.items()):
        found = [c for c in smaller if c["countrycode"] == iso and (plain(c["name"]) == capital or capital in [plain(a) for a in c["alternatenames"]])]
        found.sort(key=lambda c: (plain(c["name"]) != capital, -c["population"]))
        if found:
            take({**found[0], "name": capital})
        else:
            print("no capital for", iso, capital)
    for city in every:
        if len(chosen) >= 1200:
            break
        # Not more than thirty of a country, so that there are cities everywhere.
        if per_country.get(city["countrycode"], 0) < 30:
            take(city)
    rows = ["name,iso,lat,lon,population"]
    for name, c in sorted(chosen, key=lambda pair: (pair[1]["countrycode"], pair[0])):
        rows.append(",".join([name, c["countrycode"], f"{c['latitude']:.4f}", f"{c['longitude']:.4f}", str(c["population"])]))
    (out / "cities.csv").write_text("\n".join(rows) + "\n")

    rows = ["number,symbol,name,mass,period,group,block,phase,density,melting_k,boiling_k,discovered_by,year"]
    for e in sorted(json.loads(pathlib.Path(elements_json).read_text()), key=lambda e: e["atomic_number"]):
        if e["atomic_number"] > 118:
            continue
        discovered = e.get("discovered") or {}
        density = e.get("density") or {}
        value = lambda v: "" if v in (None, "N/A") else str(v)
        rows.append(
            ",".join(
                [str(e["atomic_number"]), e["symbol"], plain(e["name"]), value(e.get("atomic_mass")), value(e.get("period")), value(e.get("group")), plain(str(e.get("block", ""))), plain(str(e.get("phase", ""))), value(density.get("stp") if isinstance(density, dict) else density), value(e.get("melting_point")), value(e.get("boiling_point")), plain(str(discovered.get("by", ""))) if isinstance(discovered, dict) else "", value(discovered.get("year")) if isinstance(discovered, dict) else ""]
            )
        )
    (out / "elements.csv").write_text("\n".join(rows) + "\n")


main(*sys.argv[1:])
