"""Reads what lies in HOME, hidden files aside, and prints it as JSON: documents by their content, never by their bytes.

{"files": {PATH: {"size": …, "sha": …, and by its ending: "text", "sheets", "paragraphs", "slides", "pages", "entries", "width" …}}, "folders": [PATH, …]}

A file that cannot be read as what its name says has "problem" instead. What an agent has made is read with bounds: nobody waits for a bomb.
"""
import csv
import hashlib
import io
import json
import os
import stat
import struct
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ET
import zipfile
import zlib

MOST_BYTES = 16 << 20
PNG = b"\x89PNG\r\n\x1a\n"
MOST_TEXT = 60_000
MOST_CELLS = 4000
TEXTS = (".txt", ".md", ".csv", ".py", ".c", ".h", ".tex", ".json", ".ini", ".conf", ".cfg", ".log", ".sh", ".patch", ".diff", ".html", ".toml", ".dat", ".sum", ".list", ".yaml")
ODF = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
OFFICE, TABLE, TEXT, DRAW, PRESENTATION, STYLE = (ODF % name for name in ("office", "table", "text", "drawing", "presentation", "style"))
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
XLINK = "{http://www.w3.org/1999/xlink}"
SVG = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"


def unpacked(archive, name):
    info = archive.getinfo(name)
    if info.file_size > MOST_BYTES:
        raise ValueError("too large")
    return archive.read(name)


def words(node):
    """The text of a node as it shows: spaces, tabs and line ends are elements."""
    parts = [node.text or ""]
    for child in node:
        if child.tag == TEXT + "s":
            parts.append(" " * min(int(child.get(TEXT + "c", "1")), 1000))
        elif child.tag == TEXT + "tab":
            parts.append("\t")
        elif child.tag == TEXT + "line-break":
            parts.append("\n")
        elif child.tag not in (OFFICE + "annotation", TEXT + "note"):
            parts.append(words(child))
        parts.append(child.tail or "")
    return "".join(parts)


def column(number):
    name = ""
    while number >= 0:
        name = chr(65 + number % 26) + name
        number = number // 26 - 1
    return name


def cell(node):
    kind = node.get(OFFICE + "value-type")
    text = "\n".join(words(p) for p in node.findall(TEXT + "p"))
    formula = node.get(TABLE + "formula")
    if kind is None and not text and formula is None:
        return None
    value = text
    if kind in ("float", "currency", "percentage"):
        value = float(node.get(OFFICE + "value"))
    elif kind == "date":
        value = node.get(OFFICE + "date-value")
    elif kind == "boolean":
        value = node.get(OFFICE + "boolean-value") == "true"
    found = {"v": value, "t": text}
    if formula is not None:
        found["f"] = formula.split(":=", 1)[-1]
    return found


def sheet(node):
    cells, row_number = {}, 0
    for row in node.iter(TABLE + "table-row"):
        column_number, repeat = 0, int(row.get(TABLE + "number-rows-repeated", "1"))
        here = []
        for entry in row:
            if entry.tag not in (TABLE + "table-cell", TABLE + "covered-table-cell"):
                continue
            times = int(entry.get(TABLE + "number-columns-repeated", "1"))
            found = cell(entry)
            if found is not None:
                here.extend((column_number + at, found) for at in range(min(times, 256)))
            column_number += times
        for again in range(min(repeat, 100) if here else 0):
            for at, found in here:
                if len(cells) < MOST_CELLS:
                    cells[column(at) + str(row_number + again + 1)] = found
        row_number += repeat
    charts = [o.get(XLINK + "href", "") for o in node.iter(DRAW + "object")]
    return {"name": node.get(TABLE + "name"), "cells": cells, "objects": len(charts)}


def chart(archive, name):
    root = ET.fromstring(unpacked(archive, name))
    chart_ns = ODF % "chart"
    kinds = [node.get(chart_ns + "class") for node in root.iter(chart_ns + "chart")]
    ranges = [node.get(chart_ns + "values-cell-range-address") for node in root.iter(chart_ns + "series")]
    titles = [" ".join(words(p) for p in node.iter(TEXT + "p")) for node in root.iter(chart_ns + "title")]
    return {"class": kinds[0] if kinds else None, "series": ranges, "titles": titles}


def spreadsheet(archive, root):
    charts = []
    for name in archive.namelist():
        if name.endswith("/content.xml") and name.startswith("Object"):
            charts.append(chart(archive, name))
    sheets = [sheet(node) for node in root.iter(TABLE + "table")]
    pivots = [node.get(TABLE + "name") for node in root.iter(TABLE + "data-pilot-table")]
    return {"sheets": sheets, "charts": charts, "pivots": pivots}


def styles(root, *trees):
    """The paragraph styles that automatic ones stand for, and what these change."""
    parents, changes = {}, {}
    for tree in (root, *trees):
        for node in tree.iter(STYLE + "style"):
            name = node.get(STYLE + "name")
            parents[name] = node.get(STYLE + "parent-style-name")
            found = {}
            for part in node:
                for key, value in part.attrib.items():
                    short = key.split("}", 1)[-1]
                    if key.startswith((FO, STYLE)) and short in ("font-weight", "font-style", "text-align", "break-before", "font-size", "color"):
                        found[short] = value
            changes[name] = found
    return parents, changes


def document(archive, root):
    parents, changes = styles(root)
    paragraphs = []
    body = root.find(OFFICE + "body")
    for node in body.iter():
        if node.tag in (TEXT + "p", TEXT + "h"):
            name = node.get(TEXT + "style-name") or ""
            automatic = name in changes
            style = parents.get(name) if automatic and parents.get(name) else name
            text = words(node)
            if not text.strip() and not automatic:
                continue
            found = {"text": text, "style": style.replace("_20_", " ")}
            if node.tag == TEXT + "h":
                found["level"] = int(node.get(TEXT + "outline-level", "1"))
            if automatic and changes[name]:
                found.update(changes[name])
            bold = [words(span) for span in node.iter(TEXT + "span") if changes.get(span.get(TEXT + "style-name") or "", {}).get("font-weight") == "bold"]
            if bold:
                found["bold"] = bold
            paragraphs.append(found)
    tables = []
    for node in body.iter(TABLE + "table"):
        rows = []
        for row in node.iter(TABLE + "table-row"):
            rows.append(["\n".join(words(p) for p in entry.iter(TEXT + "p")) for entry in row.findall(TABLE + "table-cell")])
        tables.append(rows)
    return {"paragraphs": paragraphs, "tables": tables, "images": images(archive, body)}


def images(archive, node):
    """The pictures that are embedded, and what they look like."""
    found = []
    for image in node.iter(DRAW + "image"):
        name = image.get(XLINK + "href", "")
        if name in archive.namelist():
            content = unpacked(archive, name)
            found.append({"sha": hashlib.sha256(content).hexdigest(), **(png(content) if content.startswith(PNG) else {})})
    return found


def presentation(archive, root):
    slides = []
    for page in root.iter(DRAW + "page"):
        texts, title = [], ""
        notes = page.find(PRESENTATION + "notes")
        ignored = set(notes.iter()) if notes is not None else set()
        for frame in page:
            if frame is notes:
                continue
            lines = [words(p) for p in frame.iter(TEXT + "p") if p not in ignored]
            lines = [line for line in lines if line.strip()]
            if frame.get(PRESENTATION + "class") == "title" and not title:
                title = "\n".join(lines)
            texts.extend(lines)
        told = [words(p) for p in notes.iter(TEXT + "p")] if notes is not None else []
        slides.append({"title": title, "texts": texts, "images": images(archive, page), "notes": [line for line in told if line.strip()]})
    return {"slides": slides}


def opendocument(data, ending):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = ET.fromstring(unpacked(archive, "content.xml"))
        read = {".ods": spreadsheet, ".odt": document, ".odp": presentation}[ending]
        return read(archive, root)


def pdf(path):
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, timeout=20, check=True).stdout.decode("utf-8", "replace")
    told = subprocess.run(["pdfinfo", path], capture_output=True, timeout=20, check=True).stdout.decode("utf-8", "replace")
    pages = next((int(line.split()[1]) for line in told.splitlines() if line.startswith("Pages:")), 0)
    listed = subprocess.run(["pdfimages", "-list", path], capture_output=True, timeout=20, check=True).stdout.decode("utf-8", "replace")
    return {"pages": pages, "text": text[:MOST_TEXT], "images": max(0, len(listed.splitlines()) - 2)}


def entry(name, content):
    found = {"name": name, "size": len(content), "sha": hashlib.sha256(content).hexdigest()}
    if len(content) < 10_000 and name.endswith(TEXTS):
        found["text"] = content.decode("utf-8", "replace")
    return found


def zipped(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if archive.testzip() is not None:
            raise ValueError("damaged")
        entries = []
        for info in archive.infolist()[:2000]:
            if not info.is_dir():
                entries.append(entry(info.filename, unpacked(archive, info.filename)))
        return {"entries": entries}


def tarred(data):
    entries, budget = [], MOST_BYTES
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for info in archive:
            if info.isfile():
                budget -= info.size
                if budget < 0 or len(entries) >= 2000:
                    raise ValueError("too large")
                content = archive.extractfile(info).read()
                name = info.name[2:] if info.name.startswith("./") else info.name
                entries.append(entry(name, content))
    return {"entries": entries}


def png(data):
    if not data.startswith(PNG):
        raise ValueError("no PNG")
    width, height, depth, kind, _, _, interlace = struct.unpack(">IIBBBBB", data[16:29])
    found = {"width": width, "height": height}
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    if depth == 8 and not interlace and width * height <= 4_000_000:
        packed, palette, at = b"", None, 8
        while at < len(data):
            length, name = struct.unpack(">I4s", data[at : at + 8])
            if name == b"IDAT":
                packed += data[at + 8 : at + 8 + length]
            elif name == b"PLTE" and kind == 3:
                palette = data[at + 8 : at + 8 + length]
            at += 12 + length
        size = height * (1 + width * channels)
        raw = zlib.decompressobj().decompress(packed, size)
        found.update(colours(raw, width, height, channels, palette))
    return found


def colours(raw, width, height, channels, palette):
    """How many colours there are, how many pixels are coloured rather than grey, and what 16 parts of the picture look like on average."""
    stride, above, seen, coloured = width * channels, bytearray(width * channels), set(), 0
    sums, counts = [0] * 48, [0] * 16
    for row in range(height):
        start = row * (stride + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        if kind == 1:
            for i in range(channels, stride):
                line[i] = (line[i] + line[i - channels]) & 255
        elif kind == 2:
            for i in range(stride):
                line[i] = (line[i] + above[i]) & 255
        elif kind == 3:
            for i in range(stride):
                left = line[i - channels] if i >= channels else 0
                line[i] = (line[i] + (left + above[i]) // 2) & 255
        elif kind == 4:
            for i in range(stride):
                a = line[i - channels] if i >= channels else 0
                b, c = above[i], above[i - channels] if i >= channels else 0
                p = a + b - c
                pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
                line[i] = (line[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255
        above = line
        for number in range(width):
            pixel = bytes(line[number * channels : (number + 1) * channels])
            colour = pixel[:3] if channels >= 3 else palette[3 * pixel[0] : 3 * pixel[0] + 3] if palette else pixel[:1] * 3
            seen.add(pixel)
            coloured += max(colour) - min(colour) > 8
            part = 4 * (4 * row // height) + 4 * number // width
            counts[part] += 1
            for i in range(3):
                sums[3 * part + i] += colour[i]
    means = [round(sums[i] / max(1, counts[i // 3])) for i in range(48)]
    return {"colours": len(seen), "coloured": coloured, "parts": means}


def jpeg(data):
    at = 2
    while at + 9 < len(data):
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return {"width": width, "height": height}
        at += 2 + length
    raise ValueError("no JPEG")


def read(path, name):
    size = os.lstat(path).st_size
    found = {"size": size, "executable": bool(os.lstat(path).st_mode & stat.S_IXUSR)}
    if size > MOST_BYTES:
        return {**found, "problem": "too large"}
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES)
    found["sha"] = hashlib.sha256(data).hexdigest()
    ending = os.path.splitext(name)[1].lower()
    try:
        if ending in (".ods", ".odt", ".odp"):
            found.update(opendocument(data, ending))
        elif ending == ".pdf":
            found.update(pdf(path))
        elif ending == ".zip":
            found.update(zipped(data))
        elif name.endswith((".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")):
            found.update(tarred(data))
        elif ending == ".png":
            found.update(png(data))
        elif ending in (".jpg", ".jpeg"):
            found.update(jpeg(data))
        elif ending in TEXTS or "." not in name:
            found["text"] = data[:MOST_TEXT].decode("utf-8")
            if ending == ".csv":
                found["rows"] = list(csv.reader(io.StringIO(found["text"])))[:1000]
    except Exception as problem:  # Whatever is wrong with a file is its maker's affair.
        found["problem"] = type(problem).__name__
    return found


def main():
    wanted = sys.argv[1:]
    files, folders = {}, []
    for folder, inner, names in os.walk("."):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in inner:
            folders.append(os.path.relpath(os.path.join(folder, name), "."))
        for name in sorted(names):
            path = os.path.join(folder, name)
            short = os.path.relpath(path, ".")
            if (name.startswith(".") and short not in wanted) or not stat.S_ISREG(os.lstat(path).st_mode) or len(files) >= 500:
                continue
            files[short] = read(path, name)
    for short in wanted:
        if os.path.isfile(short) and not os.path.islink(short) and os.path.getsize(short) < MOST_TEXT:
            with open(short, encoding="utf-8", errors="replace") as file:
                files[short] = {"text": file.read()}
    json.dump({"files": files, "folders": folders}, sys.stdout)


main()
