# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the variant annotation exam. Deterministic: `python3 generate.py` beside this file.

The reference is made by arithmetic on codons of the transcript; the oracle rebuilds and translates whole transcripts instead.
"""
import csv
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
AA = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
CODONS = [a + b + c for a in "TCAG" for b in "TCAG" for c in "TCAG"]
STANDARD = dict(zip(CODONS, AA))
MITO = {**STANDARD, "TGA": "W", "AGA": "*", "AGG": "*", "ATA": "M"}
NAMES = dict(zip("ACDEFGHIKLMNPQRSTVWY*", "Ala Cys Asp Glu Phe Gly His Ile Lys Leu Met Asn Pro Gln Arg Ser Thr Val Trp Tyr Ter".split()))
PAIR = str.maketrans("ACGT", "TGCA")
VARIANTS = {"panel": dict(seed=1701, contigs=(("chr7", 42000, 7, STANDARD), ("chr12", 30000, 5, STANDARD), ("chrM", 6500, 3, MITO)), count=330),
            "cohort": dict(seed=1702, contigs=(("chr2", 36000, 6, STANDARD), ("chr19", 38000, 7, STANDARD), ("chrM", 6000, 3, MITO)), count=340)}


def rc(text):
    return text.translate(PAIR)[::-1]


def three(text):
    return "".join(NAMES[a] for a in text)


class Gene:
    """A canonical transcript; all positions are 0-based on the contig, `exons` and `cds` in order of the transcript."""

    def __init__(self, contig, name, strand, exons, cds, code, coding=True):
        self.contig, self.name, self.strand, self.code, self.coding = contig, name, strand, code, coding
        self.exons = exons
        self.bases = [p for a, b in exons for p in (range(a, b) if strand == "+" else range(b - 1, a - 1, -1))]
        inside = lambda p: any(a <= p < b for a, b in cds)
        self.coded = [p for p in self.bases if inside(p)] if coding else []
        self.place = {p: i for i, p in enumerate(self.coded)}
        self.spliced = {p: i for i, p in enumerate(self.bases)}
        self.low, self.high = min(a for a, _ in exons), max(b for _, b in exons)

    def seq(self, genome):
        text = "".join(genome[self.contig][p] for p in self.coded)
        return text if self.strand == "+" else text.translate(PAIR)


def build_genome(rnd, v):
    genome, genes, others, number = {}, [], [], 0
    for contig, length, count, code in v["contigs"]:
        seq = [rnd.choice("AACGTT" if rnd.random() < 0.5 else "ACGT") for _ in range(length)]
        for _ in range(length // 400):
            at, unit = rnd.randrange(length - 40), "".join(rnd.choice("ACGT") for _ in range(rnd.randint(1, 3)))
            for i, base in enumerate(unit * rnd.randint(4, 7)):
                seq[at + i] = base
        step = length // count
        for k in range(count):
            number += 1
            name = f"{''.join(rnd.choice('ABCDEFGHKLMNPRSTVZ') for _ in range(4))}{number}"
            strand = rnd.choice("+-")
            coding = contig == "chrM" or rnd.random() > 0.12
            start = k * step + rnd.randint(150, 500)
            pieces = 1 if contig == "chrM" else rnd.randint(3, 6)
            exons, at = [], start
            for _ in range(pieces):
                size = rnd.randint(140, 420) if pieces > 1 else rnd.randint(600, 1000)
                exons.append((at, at + size))
                at += size + rnd.randint(180, 520)
            if exons[-1][1] > (k + 1) * step - 120:
                exons = [e for e in exons if e[1] <= (k + 1) * step - 120]
            if strand == "-":
                exons.reverse()
            bases = [p for a, b in exons for p in (range(a, b) if strand == "+" else range(b - 1, a - 1, -1))]
            gene_cds = []
            if coding:
                utr5, utr3 = (rnd.randint(40, 110), rnd.randint(60, 130)) if contig != "chrM" else (0, 0)
                body = bases[utr5:len(bases) - utr3]
                body = body[:len(body) // 3 * 3]
                sense = [c for c in CODONS if code[c] != "*"]
                codons = ["ATG"] + [rnd.choice(sense) for _ in range(len(body) // 3 - 2)] + [rnd.choice([c for c in CODONS if code[c] == "*"])]
                for _ in range(len(codons) // 12):
                    i = rnd.randrange(2, len(codons) - 4)
                    codons[i + 1] = codons[i]
                for p, base in zip(body, "".join(codons)):
                    seq[p] = base if strand == "+" else base.translate(PAIR)
                coded = set(body)
                for a, b in exons:
                    inside = [p for p in range(a, b) if p in coded]
                    if inside:
                        gene_cds.append((min(inside), max(inside) + 1))
            genes.append(Gene(contig, name, strand, exons, gene_cds, code, coding))
            if pieces > 2 and rnd.random() < 0.6 and len(exons) > 2:
                others.append((name, strand, contig, exons[:1] + exons[2:], gene_cds[:1] + gene_cds[2:]))
            genes[-1].cds = gene_cds
        # Donors and acceptors as they should be.
        for g in genes:
            if g.contig != contig:
                continue
            for (a, b), (c, d) in zip(g.exons, g.exons[1:]):
                if g.strand == "+":
                    seq[b:b + 2], seq[c - 2:c] = "GT", "AG"
                else:
                    seq[a - 2:a], seq[d:d + 2] = "AC", "CT"
        genome[contig] = "".join(seq)
    return genome, genes, others


def normalise(seq, pos, ref, alt):
    """Left-aligned and parsimonious; `pos` is 0-based."""
    while True:
        if ref and alt and ref[-1] == alt[-1] and (len(ref) > 1 or len(alt) > 1):
            ref, alt = ref[:-1], alt[:-1]
            if not ref or not alt:
                pos -= 1
                ref, alt = seq[pos] + ref, seq[pos] + alt
            continue
        break
    while len(ref) > 1 and len(alt) > 1 and ref[0] == alt[0]:
        pos, ref, alt = pos + 1, ref[1:], alt[1:]
    return pos, ref, alt


def placements(seq, pos, ref, alt):
    """Affected positions of every equivalent placement of an indel: for insertions the two flanking bases."""
    if len(ref) == len(alt):
        return [list(range(pos, pos + len(ref)))]
    out = []
    while True:
        out.append(list(range(pos + 1, pos + len(ref))) or [pos, pos + 1])
        size = abs(len(ref) - len(alt))
        nxt = pos + 1 + (size if len(ref) > len(alt) else 0)
        piece = (ref if len(ref) > len(alt) else alt)[1:]
        if nxt >= len(seq) - 1 or seq[nxt] != piece[0]:
            return out
        pos += 1
        piece = piece[1:] + piece[0]
        ref, alt = (seq[pos] + piece, seq[pos]) if len(ref) > len(alt) else (seq[pos], seq[pos] + piece)


def region(gene, p):
    if not gene.low <= p < gene.high:
        return "outside"
    if p in gene.spliced:
        if not gene.coding:
            return "non_coding_exon"
        if p in gene.place:
            return "cds"
        return "5_prime_utr" if gene.spliced[p] < gene.spliced[gene.coded[0]] else "3_prime_utr"
    for (a, b), (c, d) in zip(gene.exons, gene.exons[1:]):
        low, high = (b, c) if gene.strand == "+" else (d, a)
        if low <= p < high:
            left, right = p - low, high - 1 - p
            donor, acceptor = (left, right) if gene.strand == "+" else (right, left)
            return "splice_donor" if donor < 2 else "splice_acceptor" if acceptor < 2 else "intron"
    raise SystemExit("no region")


def c_number(gene, p):
    """HGVS coding coordinate of an exonic base."""
    first, last = gene.spliced[gene.coded[0]], gene.spliced[gene.coded[-1]]
    at = gene.spliced[p]
    return str(at - first + 1) if first <= at <= last else f"-{first - at}" if at < first else f"*{at - last}"


def annotate(genome, genes, contig, pos, ref, alt):
    """None where the case is left out of the exam because conventions differ."""
    seq = genome[contig]
    gene = next((g for g in genes if g.contig == contig and g.low <= pos < g.high), None)
    spots = placements(seq, pos, ref, alt)
    if gene is None:
        if any(g.contig == contig and g.low <= p < g.high for g in genes for s in spots for p in s):
            return None
        return ("", "intergenic", "", "")
    kinds = {region(gene, p) for s in spots for p in s}
    if len(kinds) > 1:
        return None
    kind = kinds.pop()
    if kind == "outside":
        return None
    snv = len(ref) == len(alt) == 1
    say = (lambda t: t) if gene.strand == "+" else rc
    if kind != "cds":
        if not snv or not gene.coding:
            if len(ref) == len(alt) and not snv:
                return None
            return (gene.name, kind, "", "")
        if kind.endswith("utr"):
            return (gene.name, kind, f"c.{c_number(gene, pos)}{say(ref)}>{say(alt)}", "")
        for (a, b), (c, d) in zip(gene.exons, gene.exons[1:]):
            up, low, high, down = (b - 1, b, c, c) if gene.strand == "+" else (a, d, a, d - 1)
            if low <= pos < high:
                since = pos - low + 1 if gene.strand == "+" else high - pos
                until = high - pos if gene.strand == "+" else pos - low + 1
                if abs(since - until) < 2:
                    return None
                label = f"{c_number(gene, up)}+{since}" if since < until else f"{c_number(gene, down)}-{until}"
                return (gene.name, kind, f"c.{label}{say(ref)}>{say(alt)}", "")
    cds = gene.seq(genome)
    code = gene.code
    protein = "".join(code[cds[i:i + 3]] for i in range(0, len(cds), 3))
    if len(ref) == len(alt):
        spots = sorted(gene.place[p] for p in range(pos, pos + len(ref)))
        if spots[-1] - spots[0] != len(ref) - 1 or spots[0] // 3 != spots[-1] // 3:
            return None
        codon = spots[0] // 3
        new = cds[:spots[0]] + say(alt) + cds[spots[-1] + 1:]
        a, b = protein[codon], code[new[codon * 3:codon * 3 + 3]]
        text = f"c.{spots[0] + 1}{say(ref)}>{say(alt)}" if snv else f"c.{spots[0] + 1}_{spots[-1] + 1}delins{say(alt)}"
        if codon == 0:
            return (gene.name, "start_lost", text, "p.Met1?") if b != "M" else None
        kind = "synonymous" if a == b else "stop_gained" if b == "*" else "stop_lost" if a == "*" else "missense"
        return (gene.name, kind, text, f"p.{three(a)}{codon + 1}=" if a == b else f"p.{three(a)}{codon + 1}{three(b)}")
    # An indel inside the coding sequence, placed as far to the 3' end of the transcript as it goes.
    if len(ref) > len(alt) == 1:
        spots = sorted(gene.place[p] for p in range(pos + 1, pos + len(ref)))
        i, j = spots[0], spots[-1] + 1
        start = i
        while j < len(cds) and cds[i] == cds[j]:
            i, j = i + 1, j + 1
        new = cds[:i] + cds[j:]
        text = f"c.{i + 1}del" if j - i == 1 else f"c.{i + 1}_{j}del"
    elif len(ref) == 1:
        extra = say(alt[1:])
        i = j = max(gene.place[pos], gene.place[pos + 1])
        start = i - 1
        while i < len(cds) and cds[i] == extra[0]:
            extra, i = extra[1:] + extra[0], i + 1
        j = min(i + 1, len(cds))
        new = cds[:i] + extra + cds[i:]
        n = len(extra)
        if cds[i - n:i] == extra:
            text = f"c.{i}dup" if n == 1 else f"c.{i - n + 1}_{i}dup"
        else:
            text = f"c.{i}_{i + 1}ins{extra}"
    else:
        return None
    # Shifts over a junction of exons are left out: tools differ there.
    if i < 6 or i > len(cds) - 12 or abs(gene.coded[start] - gene.coded[j - 1]) != j - 1 - start:
        return None
    if (len(ref) - len(alt)) % 3:
        fresh = "".join(code[new[k:k + 3]] for k in range(0, len(new) - 2, 3))
        at = next((k for k in range(min(len(protein), len(fresh))) if protein[k] != fresh[k]), None)
        if at is None or at >= len(protein) - 1:
            return None
        return (gene.name, "frameshift", text, f"p.{three(protein[at])}{at + 1}fs")
    fresh = "".join(code[new[k:k + 3]] for k in range(0, len(new), 3))
    if "*" in fresh[:-1] or fresh == protein:
        return None
    left = 0
    while left < min(len(fresh), len(protein)) and fresh[left] == protein[left]:
        left += 1
    right = 0
    while right < min(len(fresh), len(protein)) - left and fresh[-1 - right] == protein[-1 - right]:
        right += 1
    old, add = protein[left:len(protein) - right], fresh[left:len(fresh) - right]
    span = lambda i, j: f"{three(protein[i])}{i + 1}" if j - i == 1 else f"{three(protein[i])}{i + 1}_{three(protein[j - 1])}{j}"
    if not add:
        p = f"p.{span(left, left + len(old))}del"
    elif not old:
        n = len(add)
        if protein[left - n:left] == add:
            p = f"p.{span(left - n, left)}dup"
        else:
            p = f"p.{three(protein[left - 1])}{left}_{three(protein[left])}{left + 1}ins{three(add)}"
    else:
        p = f"p.{span(left, left + len(old))}delins{three(add)}"
    return (gene.name, "inframe_deletion" if len(ref) > len(alt) else "inframe_insertion", text, p)


def draw(rnd, genome, genes):
    gene = rnd.choice(genes)
    seq = genome[gene.contig]
    u = rnd.random()
    if u < 0.60 and gene.coding:
        p = rnd.choice(gene.coded if rnd.random() < 0.9 else gene.coded[:3] + gene.coded[-3:])
    elif u < 0.72 and len(gene.exons) > 1:
        (a, b), (c, d) = rnd.choice(list(zip(gene.exons, gene.exons[1:])))
        low, high = (b, c) if gene.strand == "+" else (d, a)
        p = rnd.choice([low, low + 1, high - 2, high - 1])
    elif u < 0.9:
        p = rnd.randrange(gene.low, gene.high)
    else:
        p = rnd.randrange(60, len(seq) - 60)
    w = rnd.random()
    if w < 0.6:
        ref, alt = seq[p], rnd.choice([b for b in "ACGT" if b != seq[p]])
    elif w < 0.78:
        n = rnd.choice([1, 1, 2, 3, 3, 4, 6, 9])
        ref, alt = seq[p:p + n + 1], seq[p]
    elif w < 0.95:
        n = rnd.choice([1, 1, 2, 3, 3, 6, 5])
        extra = seq[p + 1:p + 1 + n] if rnd.random() < 0.4 else "".join(rnd.choice("ACGT") for _ in range(n))
        ref, alt = seq[p], seq[p] + extra
    else:
        n = rnd.choice([2, 3])
        ref = seq[p:p + n]
        alt = "".join(rnd.choice([b for b in "ACGT" if b != x]) for x in ref)
    return gene.contig, p, ref, alt


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def build(name, v):
    rnd = random.Random(v["seed"])
    genome, genes, others = build_genome(rnd, v)
    table, tries = {}, 0
    while len(table) < v["count"]:
        tries += 1
        contig, pos, ref, alt = draw(rnd, genome, genes)
        if len(set((ref, alt))) == 1 or ref == alt:
            continue
        n = normalise(genome[contig], pos, ref, alt)
        key = (contig, *n)
        if key in table or n[0] < 5:
            continue
        found = annotate(genome, genes, contig, *n)
        if found is None:
            continue
        if found[1] in ("intergenic", "intron", "missense", "synonymous") and sum(f[1] == found[1] for f in table.values()) >= v["count"] * 0.16:
            continue
        table[key] = found
    # The file as callers wrote it: right-shifted and padded indels, several alternatives in a row, twins, failed filters, wrong REF.
    lines, rejects = [], []
    keys = list(table)
    joined = {}
    for key in keys:
        contig, pos, ref, alt = key
        seq = genome[contig]
        if len(ref) == len(alt) == 1:
            joined.setdefault((contig, pos, ref), []).append(alt)
            continue
        if len(ref) != len(alt) and rnd.random() < 0.6:
            for _ in range(rnd.randint(0, 12)):
                piece = (ref if len(ref) > len(alt) else alt)[1:]
                nxt = pos + len(ref)
                if seq[nxt] != piece[0]:
                    break
                pos += 1
                piece = piece[1:] + piece[0]
                ref, alt = (seq[pos] + piece, seq[pos]) if len(ref) > len(alt) else (seq[pos], seq[pos] + piece)
        if rnd.random() < 0.3:
            k = rnd.randint(1, 4)
            ref, alt = ref + seq[pos + len(ref):pos + len(ref) + k], alt + seq[pos + len(ref):pos + len(ref) + k]
        lines.append((contig, pos, ref, alt, "PASS"))
        if rnd.random() < 0.06:
            contig, pos, ref, alt = key
            lines.append((contig, pos - 1, seq[pos - 1] + ref, seq[pos - 1] + alt, "PASS"))
    for (contig, pos, ref), alts in joined.items():
        lines.append((contig, pos, ref, ",".join(alts), "PASS"))
    for _ in range(36):
        contig, pos, ref, alt = draw(rnd, genome, genes)
        if len(ref) == len(alt) == 1 and not any(l[:2] == (contig, pos) for l in lines):
            if rnd.random() < 0.6:
                wrong = rnd.choice([b for b in "ACGT" if b not in (ref, alt)])
                lines.append((contig, pos, wrong, alt, "PASS"))
                rejects.append((contig, pos + 1, wrong, alt, "ref_mismatch"))
            else:
                lines.append((contig, pos, ref, alt, "lowDP"))
                rejects.append((contig, pos + 1, ref, alt, "filtered"))
    order = {c: i for i, c in enumerate(genome)}
    lines.sort(key=lambda l: (order[l[0]], l[1], l[2], l[3]))
    bare = {c: "MT" if c == "chrM" else c[3:] for c in genome}
    with open(os.path.join(HERE, f"{name}-calls.vcf"), "w") as file:
        file.write("##fileformat=VCFv4.2\n##FILTER=<ID=lowDP,Description=\"Depth below 8\">\n##INFO=<ID=DP,Number=1,Type=Integer,Description=\"Depth\">\n")
        file.writelines(f"##contig=<ID={bare[c]},length={len(s)}>\n" for c, s in genome.items())
        file.write("#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
        for contig, pos, ref, alt, ok in lines:
            file.write(f"{bare[contig]}\t{pos + 1}\t.\t{ref}\t{alt}\t{rnd.randint(30, 99)}\t{ok}\tDP={rnd.randint(9, 80) if ok == 'PASS' else rnd.randint(2, 7)}\n")
    with open(os.path.join(HERE, f"{name}-genome.fa"), "w") as file:
        for contig, seq in genome.items():
            text = list(seq)
            for _ in range(len(seq) // 900):
                at = rnd.randrange(len(seq) - 200)
                for i in range(at, at + rnd.randint(40, 200)):
                    text[i] = text[i].lower()
            file.write(f">{contig} generated\n")
            file.writelines("".join(text[i:i + 70]) + "\n" for i in range(0, len(text), 70))
    with open(os.path.join(HERE, f"{name}-genes.gff3"), "w") as file:
        file.write("##gff-version 3\n")
        for g in genes:
            put = lambda kind, a, b, phase, attrs: file.write(f"{g.contig}\tgen\t{kind}\t{a + 1}\t{b}\t.\t{g.strand}\t{phase}\t{attrs}\n")
            put("gene", g.low, g.high, ".", f"ID=gene:{g.name};Name={g.name}")
            models = [(1, g.exons, g.cds, True)] + [(2, e, c, False) for n, s, ct, e, c in others if n == g.name]
            if rnd.random() < 0.5:
                models.reverse()
            for k, exons, cds, canonical in models:
                tid = f"{g.name}-20{k}"
                kind = "mRNA" if g.coding else "lnc_RNA"
                tag = ";tag=canonical" if canonical else ""
                table_no = ";transl_table=2" if g.code is MITO else ""
                put(kind, min(a for a, _ in exons), max(b for _, b in exons), ".", f"ID=transcript:{tid};Parent=gene:{g.name}{tag}{table_no}")
                for a, b in sorted(exons):
                    put("exon", a, b, ".", f"Parent=transcript:{tid}")
                done = 0
                rows = []
                for a, b in (cds if cds else []):
                    rows.append((a, b, (3 - done % 3) % 3))
                    done += b - a
                for a, b, phase in sorted(rows):
                    put("CDS", a, b, phase, f"ID=cds:{tid};Parent=transcript:{tid}")
    rows = [(c, p + 1, r, a, *table[c, p, r, a]) for c, p, r, a in sorted(keys, key=lambda k: (order[k[0]], *k[1:]))]
    write(f"{name}-ref-annotations.csv", ["chrom", "pos", "ref", "alt", "gene", "consequence", "hgvs_c", "hgvs_p"], rows)
    write(f"{name}-ref-rejects.csv", ["chrom", "pos", "ref", "alt", "reason"], sorted(rejects))
    lof = {"stop_gained", "frameshift", "splice_donor", "splice_acceptor", "start_lost"}
    write(f"{name}-ref-burden.csv", ["gene", "lof", "missense", "synonymous"],
          [(g.name, sum(f[0] == g.name and f[1] in lof for f in table.values()), sum(f[0] == g.name and f[1] == "missense" for f in table.values()),
            sum(f[0] == g.name and f[1] == "synonymous" for f in table.values())) for g in genes if g.coding])
    kinds = [f[1] for f in table.values()]
    print(name, tries, len(lines), {k: kinds.count(k) for k in sorted(set(kinds))}, "p:", sum(bool(f[3]) for f in table.values()), len(rejects),
          {x: sum(x in f[3] for f in table.values()) for x in ("dup", "ins", "delins", "del", "fs", "ext")})


for name, v in VARIANTS.items():
    build(name, v)
