# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Annotates input/calls.vcf by rebuilding and translating the changed transcripts. Argument: what to do wrong (none: nothing)."""
import csv
import sys
from collections import defaultdict

SLIP = sys.argv[1] if len(sys.argv) > 1 else ""
BASES = "TCAG"
TABLE1 = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
TABLE2 = "FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIMMTTTTNNKKSS**VVVVAAAADDEEGGGG"
THREE = dict(A="Ala", C="Cys", D="Asp", E="Glu", F="Phe", G="Gly", H="His", I="Ile", K="Lys", L="Leu", M="Met", N="Asn", P="Pro", Q="Gln", R="Arg",
             S="Ser", T="Thr", V="Val", W="Trp", Y="Tyr")
THREE["*"] = "Ter"


def translate(text, table):
    return "".join(table[16 * BASES.index(a) + 4 * BASES.index(b) + BASES.index(c)] for a, b, c in zip(text[::3], text[1::3], text[2::3]))


def revcomp(text):
    return "".join({"A": "T", "C": "G", "G": "C", "T": "A"}[b] for b in reversed(text))


genome, name = defaultdict(list), None
for line in open("input/genome.fa"):
    if line.startswith(">"):
        name = line[1:].split()[0]
    else:
        genome[name].append(line.strip().upper())
genome = {k: "".join(v) for k, v in genome.items()}

models, parts = {}, defaultdict(lambda: defaultdict(list))
for line in open("input/genes.gff3"):
    if line.startswith("#"):
        continue
    contig, _, kind, a, b, _, strand, _, attrs = line.rstrip("\n").split("\t")
    attrs = dict(x.split("=", 1) for x in attrs.split(";"))
    if kind in ("mRNA", "lnc_RNA"):
        gene = attrs["Parent"].split(":")[1]
        wanted = gene not in {m["gene"] for m in models.values()} if SLIP == "first" else attrs.get("tag") == "canonical"
        if wanted:
            models[attrs["ID"]] = dict(gene=gene, contig=contig, strand=strand, low=int(a) - 1, high=int(b),
                                       table=TABLE2 if attrs.get("transl_table") == "2" and SLIP != "code" else TABLE1)
    elif kind in ("exon", "CDS"):
        parts[attrs["Parent"]][kind].append((int(a) - 1, int(b)))
for tid, m in models.items():
    m["exons"], m["cds"] = sorted(parts[tid]["exon"]), sorted(parts[tid]["CDS"])


def spliced(seq, blocks, strand):
    text = "".join(seq[a:b] for a, b in blocks)
    return text if strand == "+" else revcomp(text)


def left_align(seq, pos, ref, alt):
    if SLIP == "raw":
        return pos, ref, alt
    # Cut to the differing core, then roll to the left.
    while len(ref) > 1 and len(alt) > 1 and ref[-1] == alt[-1]:
        ref, alt = ref[:-1], alt[:-1]
    while len(ref) > 1 and len(alt) > 1 and ref[0] == alt[0]:
        ref, alt, pos = ref[1:], alt[1:], pos + 1
    if len(ref) != len(alt) and ref[0] == alt[0] and min(len(ref), len(alt)) == 1:
        piece = max(ref, alt, key=len)[1:]
        while seq[pos] == piece[-1]:
            piece = piece[-1] + piece[:-1]
            pos -= 1
        ref, alt = (seq[pos] + piece, seq[pos]) if len(ref) > len(alt) else (seq[pos], seq[pos] + piece)
    return pos, ref, alt


def coordinate(m, p):
    """c. coordinate of a base, by counting exonic bases in the direction of the transcript."""
    order = [x for a, b in m["exons"] for x in range(a, b)]
    coding = [x for a, b in m["cds"] for x in range(a, b)]
    if m["strand"] == "-":
        order.reverse()
        coding.reverse()
    at = {x: i for i, x in enumerate(order)}
    zero, end = (0, 10**9) if SLIP == "transcript" else (at[coding[0]], at[coding[-1]])
    if p in at:
        i = at[p]
        return f"-{zero - i}" if i < zero else f"*{i - end}" if i > end else str(i - zero + 1)
    before = max((x for x in at if (x < p) == (m["strand"] == "+")), key=lambda x: -abs(x - p))
    after = max((x for x in at if (x > p) == (m["strand"] == "+")), key=lambda x: -abs(x - p))
    one, two = abs(p - before), abs(after - p)
    return f"{coordinate(m, before)}+{one}" if one <= two else f"{coordinate(m, after)}-{two}"


def span(protein, i, j):
    head = f"{THREE[protein[i]]}{i + 1}"
    return head if j - i == 1 else f"{head}_{THREE[protein[j - 1]]}{j}"


def diff(old, new):
    left = 0
    while left < min(len(old), len(new)) and old[left] == new[left]:
        left += 1
    right = 0
    while right < min(len(old), len(new)) - left and old[-1 - right] == new[-1 - right]:
        right += 1
    return left, old[left:len(old) - right], new[left:len(new) - right]


def annotate(contig, pos, ref, alt):
    seq = genome[contig]
    touched = list(range(pos, pos + len(ref))) if len(ref) == len(alt) else list(range(pos + 1, pos + len(ref))) or [pos, pos + 1]
    m = next((m for m in models.values() if m["contig"] == contig and all(m["low"] <= p < m["high"] for p in touched)), None)
    if m is None:
        return "", "intergenic", "", ""
    forward = m["strand"] == "+" or SLIP == "strand"
    r, a = (ref, alt) if forward else (revcomp(ref), revcomp(alt))
    snv = len(ref) == len(alt) == 1
    inside = lambda blocks: all(any(x <= p < y for x, y in blocks) for p in touched)
    simple = f"c.{coordinate(m, pos)}{r}>{a}" if snv and m["cds"] else ""
    if not inside(m["exons"]):
        gaps = [(b, c) for (_, b), (c, _) in zip(m["exons"], m["exons"][1:])]
        low, high = next((b, c) for b, c in gaps if any(b <= p < c for p in touched))
        left, right = any(p in (low, low + 1) for p in touched), any(p in (high - 2, high - 1) for p in touched)
        if m["strand"] == "-":
            left, right = right, left
        return m["gene"], "splice_donor" if left else "splice_acceptor" if right else "intron", simple, ""
    if not m["cds"]:
        return m["gene"], "non_coding_exon", "", ""
    if not inside(m["cds"]):
        before = touched[0] < m["cds"][0][0]
        return m["gene"], "5_prime_utr" if before == (m["strand"] == "+") else "3_prime_utr", simple, ""
    cds = spliced(seq, m["cds"], m["strand"])
    grown = len(alt) - len(ref)
    changed = seq[:pos] + alt + seq[pos + len(ref):]
    move = lambda x: x if x <= touched[0] else x + grown
    new = spliced(changed, [(move(x), move(y)) for x, y in m["cds"]], m["strand"])
    protein, fresh = translate(cds, m["table"]), translate(new, m["table"])
    left, old, add = diff(cds, new)
    if grown == 0:
        text = simple if snv else f"c.{left + 1}_{left + len(old)}delins{add}"
    elif grown < 0:
        text = f"c.{left + 1}del" if grown == -1 else f"c.{left + 1}_{left - grown}del"
    elif cds[left - grown:left] == add:
        text = f"c.{left}dup" if grown == 1 else f"c.{left - grown + 1}_{left}dup"
    else:
        text = f"c.{left}_{left + 1}ins{add}"
    left, old, add = diff(protein, fresh)
    if grown % 3:
        return m["gene"], "frameshift", text, f"p.{THREE[protein[left]]}{left + 1}fs"
    if grown == 0:
        codon = next((i for i in range(len(protein)) if cds[3 * i:3 * i + 3] != new[3 * i:3 * i + 3]), len(protein) - 1)
        before, after = protein[codon], fresh[codon]
        if codon == 0 and after != "M":
            return m["gene"], "start_lost", text, "p.Met1?"
        kind = "synonymous" if before == after else "stop_gained" if after == "*" else "stop_lost" if before == "*" else "missense"
        return m["gene"], kind, text, f"p.{THREE[before]}{codon + 1}{'=' if before == after else THREE[after]}"
    kind = "inframe_insertion" if grown > 0 else "inframe_deletion"
    letters = "".join(THREE[x] for x in add)
    if not add:
        return m["gene"], kind, text, f"p.{span(protein, left, left + len(old))}del"
    if old:
        return m["gene"], kind, text, f"p.{span(protein, left, left + len(old))}delins{letters}"
    if protein[left - len(add):left] == add:
        return m["gene"], kind, text, f"p.{span(protein, left - len(add), left)}dup"
    return m["gene"], kind, text, f"p.{THREE[protein[left - 1]]}{left}_{THREE[protein[left]]}{left + 1}ins{letters}"


rows, rejects = {}, []
for line in open("input/calls.vcf"):
    if line.startswith("#"):
        continue
    chrom, pos, _, ref, alts, _, ok, _ = line.rstrip("\n").split("\t")
    contig = "chrM" if chrom == "MT" else "chr" + chrom
    for alt in alts.split(","):
        at = int(pos) - 1
        if ok != "PASS" and SLIP != "filters":
            rejects.append((contig, pos, ref, alt, "filtered"))
        elif genome[contig][at:at + len(ref)] != ref:
            rejects.append((contig, pos, ref, alt, "ref_mismatch"))
        else:
            at, r, a = left_align(genome[contig], at, ref, alt)
            rows[contig, at + 1, r, a] = annotate(contig, at, r, a)

with open("output/annotations.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["chrom", "pos", "ref", "alt", "gene", "consequence", "hgvs_c", "hgvs_p"])
    out.writerows([*key, *row] for key, row in rows.items())
with open("output/rejects.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["chrom", "pos", "ref", "alt", "reason"])
    out.writerows(rejects)
lof = ("stop_gained", "frameshift", "splice_donor", "splice_acceptor", "start_lost")
with open("output/burden.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["gene", "lof", "missense", "synonymous"])
    for m in models.values():
        if m["cds"]:
            mine = [row[1] for row in rows.values() if row[0] == m["gene"]]
            out.writerow([m["gene"], sum(k in lof for k in mine), mine.count("missense"), mine.count("synonymous")])
