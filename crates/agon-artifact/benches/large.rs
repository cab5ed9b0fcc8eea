//! How long the largest files that exams hand in take to mark: `cargo bench -p agon-artifact`.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a bench prints its figures, and ends when it cannot")]

use agon_artifact::Comparison;
use bytes::Bytes;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

fn main() {
    for (name, bytes) in [("f.csv", csv(100_000)), ("f.xlsx", xlsx(100_000))] {
        let settings = format!("mode = 'table'\nfile = '{name}'\nreference = '{name}'\nkey = ['id']\nrelative = 0.001");
        time(&format!("{name}: 100,000 rows of 6 columns, by key"), &settings, name, &bytes);
    }
    for (name, bytes) in [("m.stl", stl(1000, 500)), ("m.ply", ply(1000, 500))] {
        let settings = format!(
            "mode = 'mesh'\nfile = '{name}'\nreference = '{name}'\nbands = [{{ within = 0.01 }}, {{ within = 0.1 }}]\n\
             mean_distance = 0.01\nbounding_box = 0.01\nvolume = {{ relative = 0.01 }}"
        );
        time(&format!("{name}: 1,000,000 triangles, distances, box, volume"), &settings, name, &bytes);
        time(&format!("{name}: the same, also watertight"), &format!("{settings}\nwatertight = true"), name, &bytes);
    }
}

fn time(name: &str, settings: &str, path: &str, bytes: &Bytes) {
    let comparison = Comparison::read(settings.parse().expect("TOML")).expect("settings");
    let files = BTreeMap::from([(path.to_owned(), bytes.clone())]);
    let start = Instant::now();
    let marked = comparison.mark(&files, &files).expect("a good reference");
    println!(
        "{name}: {:.2} s for {} MiB and its reference, score {}",
        start.elapsed().as_secs_f64(),
        bytes.len() >> 20,
        marked.score
    );
}

fn csv(rows: usize) -> Bytes {
    let mut text = String::from("id,name,date,price,count,share\n");
    for row in 0..rows {
        let price = f64::from(u32::try_from(row % 9973).unwrap_or(0)) * 1.37;
        writeln!(
            text,
            "{row},\"Item {row}, large\",2024-{:02}-{:02},{price:.2},{},{}%",
            row % 12 + 1,
            row % 28 + 1,
            row % 17,
            row % 100
        )
        .expect("memory");
    }
    text.into()
}

/// The same table as a workbook, its texts in place.
fn xlsx(rows: usize) -> Bytes {
    let csv = csv(rows);
    let mut sheet = String::from(
        "<?xml version=\"1.0\"?><worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>",
    );
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_ref());
    for (number, record) in reader.records().enumerate() {
        write!(sheet, "<row r=\"{}\">", number + 1).expect("memory");
        for (cell, column) in record.expect("our own table").iter().zip('A'..) {
            let at = format!("{column}{}", number + 1);
            match cell.parse::<f64>() {
                Ok(value) => write!(sheet, "<c r=\"{at}\"><v>{value}</v></c>"),
                Err(_) => write!(sheet, "<c r=\"{at}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>"),
            }
            .expect("memory");
        }
        sheet.push_str("</row>");
    }
    sheet.push_str("</sheetData></worksheet>");
    let relations = |target: &str, kind: &str| {
        format!(
            "<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
             <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}\" \
             Target=\"{target}\"/></Relationships>"
        )
    };
    let workbook = "<?xml version=\"1.0\"?><workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
                    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>\
                    <sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>";
    let types = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
                 <Default Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"rels\" \
                 ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/></Types>";
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [
        ("[Content_Types].xml", types.to_owned()),
        ("_rels/.rels", relations("xl/workbook.xml", "officeDocument")),
        ("xl/workbook.xml", workbook.to_owned()),
        ("xl/_rels/workbook.xml.rels", relations("worksheets/sheet1.xml", "worksheet")),
        ("xl/worksheets/sheet1.xml", sheet),
    ] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("memory");
        archive.write_all(text.as_bytes()).expect("memory");
    }
    archive.finish().expect("memory").into_inner().into()
}

/// A corner of a torus of `around` times `across` squares.
fn corner((around, across): (u16, u16), i: u16, j: u16) -> [f32; 3] {
    let (u, v) = (f32::from(i % around) / f32::from(around), f32::from(j % across) / f32::from(across));
    let (u, v) = (u * std::f32::consts::TAU, v * std::f32::consts::TAU);
    let radius = 30.0 + 10.0 * v.cos();
    [radius * u.cos(), radius * u.sin(), 10.0 * v.sin()]
}

/// The torus with two triangles for each square, as binary PLY.
fn ply(around: u16, across: u16) -> Bytes {
    let squares = u32::from(around) * u32::from(across);
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {squares}\nproperty float x\nproperty float y\nproperty float z\n\
         element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        2 * squares
    )
    .into_bytes();
    for i in 0..around {
        for j in 0..across {
            bytes.extend(corner((around, across), i, j).iter().flat_map(|c| c.to_le_bytes()));
        }
    }
    let index = |i: u16, j: u16| u32::from(i % around) * u32::from(across) + u32::from(j % across);
    for i in 0..around {
        for j in 0..across {
            let (a, b, c, d) = (index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1));
            for face in [[a, b, c], [a, c, d]] {
                bytes.push(3);
                bytes.extend(face.iter().flat_map(|corner| corner.to_le_bytes()));
            }
        }
    }
    bytes.into()
}

/// The same as binary STL.
fn stl(around: u16, across: u16) -> Bytes {
    let point = |i: u16, j: u16| corner((around, across), i, j);
    let mut bytes = vec![0; 80];
    bytes.extend((u32::from(around) * u32::from(across) * 2).to_le_bytes());
    for i in 0..around {
        for j in 0..across {
            let (a, b, c, d) = (point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1));
            for face in [[a, b, c], [a, c, d]] {
                bytes.extend([0; 12]);
                bytes.extend(face.iter().flatten().flat_map(|c| c.to_le_bytes()));
                bytes.extend([0; 2]);
            }
        }
    }
    bytes.into()
}
