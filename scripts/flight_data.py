"""Writes airports.json and countries.json of the Flight Analyser: flight_data.py COUNTRIES_TOPOJSON OUT_FOLDER (called by make-flight-data)."""

import json
import pathlib
import sys

import airportsdata
import pycountry

# How busy an airport is in our days: the number of movements is in proportion to these weights.
WEIGHTS = {
    100: "FRA LHR CDG AMS IST MAD BCN MUC ATL ORD DFW DEN LAX JFK DXB",
    70: "LGW FCO ZRH VIE CPH ORY DUB MAN OSL ARN LIS PMI CLT MIA EWR SFO SEA LAS MCO PHX IAH BOS MSP DTW PHL YYZ DOH SIN HKG ICN HND BKK DEL",
    45: "BRU DUS HAM BER STN ATH WAW PRG BUD HEL MXP NCE GVA AYT SAW LTN AGP CGN STR LGA IAD DCA BWI FLL MDW SLC SAN TPA YVR YUL YYC MEX GRU BOG"
    " AUH JED RUH TLV CAI BOM KUL CGK MNL PVG PEK CAN NRT KIX TPE SYD MEL JNB",
    25: "LYS MRS TLS BOD NTE BSL EDI GLA BHX BRS LCY NCL BGO TRD SVG GOT BLL LIN BGY NAP VCE BLQ CTA PSA OTP SOF BEG ZAG LJU KRK GDN WRO KTW RIX VNO TLL"
    " OPO FAO ALC VLC BIO SVQ IBZ LPA TFS ACE HER RHO SKG LCA ESB ADB KEF LUX HAJ NUE LEJ SZG INN GRZ BTS CLJ SPU DBV TIA SKP"
    " BNA AUS RDU STL MCI CLE PIT CVG IND CMH MKE SAT HOU DAL OAK SJC SMF PDX SNA ONT BUR MSY JAX RSW PBI BDL ABQ ANC HNL YOW YEG YWG YHZ"
    " CUN GDL MTY PTY LIM SCL EZE GIG BSB CNF REC SSA UIO HAV SDQ SJU CMN ALG TUN ADD NBO LOS ACC CPT DAR AMM BEY BGW KWI BAH MCT IKA DMM"
    " BLR MAA HYD CCU COK TRV CMB DAC KTM ISB KHI LHE TAS ALA GYD TBS EVN SGN HAN DPS SUB PEN RGN CTU SZX XIY KMG HGH XMN FUK CTS OKA GMP CJU PUS"
    " BNE PER ADL AKL CHC WLG",
    10: "ABZ BFS BHD LPL EMA LBA EXT SOU CWL INV KIR SNN ORK JER GCI RNS LIL SXB MLH LDE PUF BIQ MPL AJA BIA CFE LRH XCR BVA TLN ETZ OST CRL LGG ANR EIN RTM GRQ MST"
    " FMM FDH FMO PAD DTM NRN SCN BRE ERF DRS HHN FKB KSF LBC RLG GWT LNZ KLU BRN LUG KLV OSR BRQ POZ LUZ SZZ RZE BZG LCJ BRI BDS SUF PMO CAG OLB AHO TRN GOA VRN TRS PEG FLR RMI AOI"
    " REU GRO RJL LEI GRX XRY SDR OVD LCG SCQ VGO VLL ZAZ PNA MAH FUE SPC FNC PDL TER AAL AAR BMA MMX KRN LLA UME OSD VBY TOS BOO EVE AES KRS HAU TRF TKU TMP OUL RVN VAA KUO KUN PLQ"
    " IAS TSR SBZ VAR BOJ INI PRN SJJ TGD TIV OHD ZAD PUY RJK CFU CHQ ZTH KGS JMK JTR PFO BJV DLM GZT TZX ASR"
    " ALB SWF RUT BUF ROC SYR PVD MHT PWM BTV ORF RIC GSO GSP CHS SAV MYR CAE AVL TYS MEM LIT TUL OKC ICT OMA DSM MSN GRR DAY SDF LEX BHM HSV MOB PNS TLH ELP TUS BOI GEG RNO FAT PSP SBA MSO BZN BIL FCA GTF HLN IDA JAC"
    " COS FSD FAR BIS RAP CID MLI PIA SPI SGF XNA HRO SHV BTR LFT JAN GPT HRL MFE CRP LBB AMA MAF EYW SRQ DAB MLB GNV OGG KOA LIH FAI JNU"
    " YQB YQR YXE YYJ YLW YQM YYT YXU YKF YTZ YQT YXY BJX QRO PVR SJD TIJ HMO CUL MZT MID VER OAX GUA SAL MGA SJO KIN MBJ NAS PUJ POS CUR AUA CCS MAR MDE CLO CTG GYE CUZ LPB VVI ASU MVD COR ROS"
    " POA CWB FLN FOR BEL MAO CGH VCP RAK AGA FEZ TNG ORN DJE MIR HRG SSH LXR KRT EBB KGL MBA ZNZ LUN HRE WDH GBE MRU RUN TNR DKR ABJ OUA BKO LAD DUR"
    " SHJ DWC MED TIF ABV BSR EBL NJF SYZ MHD THR IFN AMD PNQ GOI JAI LKO VNS GAU IXE CCJ CJB VTZ MLE CGP PEW MUX URC LHW CSX WUH NKG TAO DLC SHE HRB TNA CGO KWE NNG HAK SYX FOC KHH RMQ TSA"
    " ITM NGO KMI KOJ SDJ HIJ CNX HKT USM KBV VTE LGK BKI KCH JHB CEB DVO KLO UPG BPN KNO PLM DAD CXR PQC OOL CNS CBR HBA DRW TSV ZQN DUD NAN PPT",
}
FULL_NAMES = {
    "Marshall Is.": "Marshall Islands",
    "N. Mariana Is.": "Northern Mariana Islands",
    "U.S. Virgin Is.": "United States Virgin Islands",
    "S. Geo. and the Is.": "South Georgia",
    "Br. Indian Ocean Ter.": "British Indian Ocean Territory",
    "Pitcairn Is.": "Pitcairn Islands",
    "Falkland Is.": "Falkland Islands",
    "Cayman Is.": "Cayman Islands",
    "British Virgin Is.": "British Virgin Islands",
    "Turks and Caicos Is.": "Turks and Caicos Islands",
    "S. Sudan": "South Sudan",
    "Solomon Is.": "Solomon Islands",
    "St. Vin. and Gren.": "Saint Vincent and the Grenadines",
    "St. Kitts and Nevis": "Saint Kitts and Nevis",
    "Cook Is.": "Cook Islands",
    "W. Sahara": "Western Sahara",
    "St. Pierre and Miquelon": "Saint Pierre and Miquelon",
    "Wallis and Futuna Is.": "Wallis and Futuna",
    "Fr. Polynesia": "French Polynesia",
    "Fr. S. Antarctic Lands": "French Southern Lands",
    "Eq. Guinea": "Equatorial Guinea",
    "Dominican Rep.": "Dominican Republic",
    "Faeroe Is.": "Faroe Islands",
    "Dem. Rep. Congo": "Democratic Republic of the Congo",
    "Central African Rep.": "Central African Republic",
    "Bosnia and Herz.": "Bosnia and Herzegovina",
    "N. Cyprus": "Northern Cyprus",
    "Indian Ocean Ter.": "Australian Indian Ocean Territories",
    "Heard I. and McDonald Is.": "Heard Island and McDonald Islands",
    "Ashmore and Cartier Is.": "Ashmore and Cartier Islands",
    "Antigua and Barb.": "Antigua and Barbuda",
    "Macedonia": "North Macedonia",
    "eSwatini": "Eswatini",
    "United States of America": "United States",
}
# Codes of airports in places that have no number in the source.
CODES = {"Kosovo": "XK"}
# Ordinary spellings of what the package writes in another way.
NAMES = {"KLV": "Karlovy Vary Airport", "XCR": "Chalons-Vatry Airport"}


def ascii_only(text):
    """The bundled fonts have all Latin letters, but people type plain ones."""
    import unicodedata

    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().strip()


def airports():
    table = airportsdata.load("IATA")
    weights = {}
    for weight, codes in WEIGHTS.items():
        for code in codes.split():
            if code not in table:
                sys.exit(f"there is no airport {code} in airportsdata")
            weights.setdefault(code, weight)
    for code, row in table.items():
        is_large = "International" in row["name"] or "Intl" in row["name"]
        if is_large and row["icao"] and code not in weights:
            weights[code] = 0
    rows = []
    for code in sorted(weights):
        row = table[code]
        weight = weights[code]
        rank = 1 if weight >= 70 else 2 if weight >= 25 else 3 if weight else 4
        name = ascii_only(NAMES.get(code, row["name"]))
        rows.append([code, row["icao"], name, ascii_only(row["city"]), row["country"], round(row["lat"] * 10000), round(row["lon"] * 10000),
                     round(row["elevation"] * 0.3048), rank, weight])
    return rows


def decoded_arcs(topology):
    """The arcs as points in 1/1000 degree; points that fall together are left out."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            point = (round((x * sx + tx) * 1000), round((y * sy + ty) * 1000))
            if not points or points[-1] != point:
                points.append(point)
        arcs.append(points if len(points) > 1 else points * 2)
    return arcs


def cut_at_date_line(points):
    """An arc in pieces that each stay on one side of 180 degrees: the source joins them, so that a step may lead round the whole world."""
    pieces = [[points[0]]]
    for a, b in zip(points, points[1:]):
        if abs(b[0] - a[0]) > 180_000:
            side = 180_000 if a[0] > 0 else -180_000
            to_line, from_line = abs(side - a[0]), abs(-side - b[0])
            lat = a[1] if to_line + from_line == 0 else round(a[1] + (b[1] - a[1]) * to_line / (to_line + from_line))
            if a != (side, lat):
                pieces[-1].append((side, lat))
            pieces.append([(-side, lat)])
            if b == (-side, lat):
                continue
        pieces[-1].append(b)
    return pieces


def rings_of(ring, pieces, arcs):
    """A ring as one or several lists of pieces; one that was cut is closed along 180 degrees."""
    parts = []
    for index in ring:
        names = pieces[index] if index >= 0 else [-1 - name for name in reversed(pieces[-1 - index])]
        parts.extend(names)

    def ends(name):
        points = arcs[name] if name >= 0 else arcs[-1 - name][::-1]
        return points[0], points[-1]

    chains = []
    for name in parts:
        if chains and ends(chains[-1][-1])[1] == ends(name)[0]:
            chains[-1].append(name)
        else:
            chains.append([name])
    if len(chains) > 1 and ends(chains[-1][-1])[1] == ends(chains[0][0])[0]:
        chains[0] = chains.pop() + chains[0]
    return chains


def countries(source):
    """The topology of countries, as integers of 1/1000 degree."""
    topology = json.loads(pathlib.Path(source).read_text())
    points_of, pieces = [], []
    for points in decoded_arcs(topology):
        cut = [piece for piece in cut_at_date_line(points) if len(piece) > 1]
        pieces.append(list(range(len(points_of), len(points_of) + len(cut))))
        points_of += cut
    arcs = []
    for points in points_of:
        flat = list(points[0])
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            flat += [bx - ax, by - ay]
        arcs.append(flat)
    entries = []
    for shape in topology["objects"]["countries"]["geometries"]:
        name = shape["properties"]["name"]
        number = shape.get("id")
        found = pycountry.countries.get(numeric=number) if number else None
        polygons = []
        for polygon in [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]:
            outer, *holes = [rings_of(ring, pieces, points_of) for ring in polygon]
            if any(len(hole) != 1 for hole in holes) or (holes and len(outer) != 1):
                sys.exit(f"a hole of {name} lies on the date line")
            # A ring of one latitude is the south pole, which no map shows.
            whole = [chain for chain in outer if len({lat for i in chain for _, lat in points_of[i if i >= 0 else -1 - i]}) > 1]
            polygons += [[chain] + [hole[0] for hole in holes] for chain in whole]
        entries.append({"name": ascii_only(FULL_NAMES.get(name, name)), "iso": found.alpha_2 if found else CODES.get(name), "polygons": polygons})
    # Two entries of one code (islands that the source lists for themselves) stay apart; only the first is found by code.
    seen = set()
    entries.sort(key=lambda entry: -sum(len(ring) for polygon in entry["polygons"] for ring in polygon))
    for entry in entries:
        if entry["iso"] in seen:
            entry["iso"] = None
        seen.add(entry["iso"])
    entries.sort(key=lambda entry: entry["name"])
    return arcs, entries


def main():
    source, out = sys.argv[1], pathlib.Path(sys.argv[2])
    rows = airports()
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    (out / "airports.json").write_text('{"columns":["iata","icao","name","city","country","lat","lon","elevationM","rank","weight"],\n"airports":[\n' + lines + "\n]}\n")
    arcs, entries = countries(source)
    arc_lines = ",\n".join(json.dumps(arc, separators=(",", ":")) for arc in arcs)
    entry_lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
    (out / "countries.json").write_text('{"arcs":[\n' + arc_lines + '\n],\n"countries":[\n' + entry_lines + "\n]}\n")
    print(f"{len(rows)} airports, {len(entries)} countries, {len(arcs)} arcs")


main()
