//! Software that tasks may name: what shows that it is there, and the Debian package that has it.

use agon_core::Need;
use std::path::Path;

/// Name, a path that is there where it is installed, and its package.
const KNOWN: &[(&str, &str, &str)] = &[
    ("bcftools", "/usr/bin/bcftools", "bcftools"),
    ("blender", "/usr/bin/blender", "blender"),
    ("ffmpeg", "/usr/bin/ffmpeg", "ffmpeg"),
    ("freecad", "/usr/bin/freecadcmd", "freecad"),
    ("gcc", "/usr/bin/gcc", "gcc"),
    ("gdal", "/usr/bin/gdalinfo", "gdal-bin"),
    ("gettext", "/usr/bin/msgfmt", "gettext"),
    ("gimp", "/usr/bin/gimp", "gimp"),
    ("git", "/usr/bin/git", "git"),
    ("glpk", "/usr/bin/glpsol", "glpk-utils"),
    ("hledger", "/usr/bin/hledger", "hledger"),
    ("imagemagick", "/usr/bin/convert", "imagemagick"),
    ("inkscape", "/usr/bin/inkscape", "inkscape"),
    ("iverilog", "/usr/bin/iverilog", "iverilog"),
    ("libreoffice", "/usr/bin/soffice", "libreoffice-calc"),
    ("libreoffice-gtk3", "/usr/lib/libreoffice/program/libvclplug_gtk3lo.so", "libreoffice-gtk3"),
    ("lilypond", "/usr/bin/lilypond", "lilypond"),
    ("lxml", "/usr/lib/python3/dist-packages/lxml", "python3-lxml"),
    ("make", "/usr/bin/make", "make"),
    ("matplotlib", "/usr/lib/python3/dist-packages/matplotlib", "python3-matplotlib"),
    ("networkx", "/usr/lib/python3/dist-packages/networkx", "python3-networkx"),
    ("ngspice", "/usr/bin/ngspice", "ngspice"),
    ("numpy", "/usr/lib/python3/dist-packages/numpy", "python3-numpy"),
    ("octave", "/usr/bin/octave-cli", "octave"),
    ("openpyxl", "/usr/lib/python3/dist-packages/openpyxl", "python3-openpyxl"),
    ("openscad", "/usr/bin/openscad", "openscad"),
    ("pandas", "/usr/lib/python3/dist-packages/pandas", "python3-pandas"),
    ("pillow", "/usr/lib/python3/dist-packages/PIL", "python3-pil"),
    ("poppler", "/usr/bin/pdftotext", "poppler-utils"),
    ("pypdf", "/usr/lib/python3/dist-packages/PyPDF2", "python3-pypdf2"),
    ("python", "/usr/bin/python3", "python3"),
    ("r", "/usr/bin/Rscript", "r-base-core"),
    ("samtools", "/usr/bin/samtools", "samtools"),
    ("scipy", "/usr/lib/python3/dist-packages/scipy", "python3-scipy"),
    ("shapely", "/usr/lib/python3/dist-packages/shapely", "python3-shapely"),
    ("sox", "/usr/bin/sox", "sox"),
    ("sqlite", "/usr/bin/sqlite3", "sqlite3"),
    ("statsmodels", "/usr/lib/python3/dist-packages/statsmodels", "python3-statsmodels"),
    ("sumo", "/usr/bin/sumo", "sumo"),
    ("tesseract", "/usr/bin/tesseract", "tesseract-ocr"),
    ("tshark", "/usr/bin/tshark", "tshark"),
    ("xvfb", "/usr/bin/Xvfb", "xvfb"),
    ("z3", "/usr/bin/z3", "z3"),
];

/// What sandboxes are made with.
const BASE: [(&str, &str, &str); 4] = [
    ("bwrap", "/usr/bin/bwrap", "bubblewrap"),
    ("nsenter", "/usr/bin/nsenter", "util-linux"),
    ("prlimit", "/usr/bin/prlimit", "util-linux"),
    ("bash", "/usr/bin/bash", "bash"),
];

/// What installs all of it.
pub(crate) const SCRIPT: &str = "scripts/install-exam";

/// What every workspace needs.
pub(crate) fn base() -> Vec<Need> {
    BASE.into_iter().map(need).collect()
}

/// What a task needs that opens hosts.
pub(crate) fn for_network() -> Need {
    need(("perl", "/usr/bin/perl", "perl-base"))
}

/// What a task needs by this name; `Err` lists the names there are.
pub(crate) fn named(name: &str) -> Result<Need, String> {
    let known = KNOWN.iter().find(|(known, ..)| *known == name);
    let names = || KNOWN.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
    known.map(|known| need(*known)).ok_or_else(|| format!("there is no software {name:?}; there are {}", names()))
}

fn need((name, path, package): (&str, &str, &str)) -> Need {
    let remedy = format!("run {SCRIPT}, or install the Debian package {package}");
    Need { name: name.into(), found: Path::new(path).exists().then(|| path.into()), remedy, tasks: Vec::new() }
}
