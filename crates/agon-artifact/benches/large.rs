//! How long the largest files that exams hand in take to mark: `cargo bench -p agon-artifact`.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a bench prints its figures, and ends when it cannot")]

use agon_artifact::Comparison;
use bytes::Bytes;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

fn main() {
    let table = table(100_000);
    time(
        "table, 100,000 rows of 6 columns, by key",
        "mode = 'table'\nfile = 'f.csv'\nreference = 'f.csv'\nkey = ['id']\nrelative = 0.001",
        "f.csv",
        &table,
    );
    let mesh = torus(1000, 500);
    let settings = "mode = 'mesh'\nfile = 'm.stl'\nreference = 'm.stl'\nbands = [{ within = 0.01 }]\nmean_distance = 0.01\nbounding_box = 0.01\nvolume = { relative = 0.01 }";
    time("mesh, 1,000,000 triangles, distances, box, volume", settings, "m.stl", &mesh);
    time("the same, also watertight", &format!("{settings}\nwatertight = true"), "m.stl", &mesh);
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

fn table(rows: usize) -> Bytes {
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

/// A torus of `around` times `across` squares, two triangles each, as binary STL.
fn torus(around: u16, across: u16) -> Bytes {
    let point = |i: u16, j: u16| -> [f32; 3] {
        let (u, v) = (f32::from(i % around) / f32::from(around), f32::from(j % across) / f32::from(across));
        let (u, v) = (u * std::f32::consts::TAU, v * std::f32::consts::TAU);
        let radius = 30.0 + 10.0 * v.cos();
        [radius * u.cos(), radius * u.sin(), 10.0 * v.sin()]
    };
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
