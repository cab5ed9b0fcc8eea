//! A large annotation file: how long its first reading takes, how long its index, and how long an episode of it.

use super::{Figure, median};
use agon_gym::{Kind, kind};
use anyhow::{Context as _, ensure};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// As many annotations as LVIS has, roughly.
const IMAGES: u32 = 100_000;
const OBJECTS_PER_IMAGE: u32 = 10;
const KINDS: u32 = 1203;
/// Corners of an outline.
const CORNERS: u32 = 40;
/// Pictures that differ; all others are links to them.
const PICTURES: u32 = 8;
const SIZE: (u32, u32) = (640, 480);

/// A folder that is removed with what is in it.
struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn measure(span: Duration) -> anyhow::Result<Vec<Figure>> {
    let place = Place(std::env::temp_dir().join(format!("agon-bench-data-{}", std::process::id())));
    let folder = &place.0;
    write_pictures(folder)?;
    let file = folder.join("lvis_v1_train.json");
    write_annotations(&file)?;
    let counting = kind("counting").context("there is no counting")?;
    let mut figures = vec![Figure::new("annotation file", fs::metadata(&file)?.len() as f64 / 1e6, "MB")];
    figures.push(Figure::new("annotations", f64::from(IMAGES * OBJECTS_PER_IMAGE), ""));
    // Each name of the folder is opened on its own: the second finds the index of the first.
    for (what, name) in [("first reading and reset", "."), ("index from disk and reset", "./.")] {
        let data = folder.join(name).join("lvis_v1_train.json");
        let begin = Instant::now();
        start(counting, &data, 0)?;
        figures.push(Figure::new(what, begin.elapsed().as_secs_f64(), "s"));
    }
    let data = folder.join(".").join("lvis_v1_train.json");
    let mut resets = Vec::new();
    let begin = Instant::now();
    while begin.elapsed() < span {
        let reset = Instant::now();
        start(counting, &data, resets.len() as u64)?;
        resets.push(reset.elapsed().as_secs_f64() * 1e3);
    }
    resets.sort_by(f64::total_cmp);
    let late = resets.get(resets.len() * 99 / 100).copied().unwrap_or(f64::NAN);
    figures.push(Figure::new("reset, median", median(resets), "ms"));
    figures.push(Figure::new("reset, 99 of 100", late, "ms"));
    Ok(figures)
}

fn start(counting: &dyn Kind, data: &Path, seed: u64) -> anyhow::Result<()> {
    let mut params = Map::<String, Value>::new();
    params.insert("data".into(), json!(data));
    std::hint::black_box(counting.start(&params, seed)?);
    Ok(())
}

/// Pictures of COCO's size, by the program that users' films need anyway.
fn write_pictures(folder: &Path) -> anyhow::Result<()> {
    let pictures = folder.join("train2017");
    fs::create_dir_all(&pictures)?;
    let source = format!("mandelbrot=size={}x{}:rate=1", SIZE.0, SIZE.1);
    let made = Command::new("ffmpeg")
        .args(["-v", "error", "-nostdin", "-f", "lavfi", "-i", &source, "-frames:v", &PICTURES.to_string(), "-q:v", "3"])
        .arg(folder.join("%d.jpg"))
        .status()
        .context("the pictures are made by ffmpeg: install it")?;
    ensure!(made.success(), "ffmpeg could not make the pictures: {made}");
    for image in 0..IMAGES {
        fs::hard_link(folder.join(format!("{}.jpg", image % PICTURES + 1)), pictures.join(format!("{image:012}.jpg")))?;
    }
    Ok(())
}

fn write_annotations(file: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, fs::File::create(file)?);
    write!(out, "{{\"info\": {{}}, \"licenses\": [], \"categories\": [")?;
    for kind in 0..KINDS {
        write!(out, "{}{{\"id\": {kind}, \"name\": \"kind_{kind}\", \"frequency\": \"f\"}}", comma(kind))?;
    }
    write!(out, "], \"images\": [")?;
    for image in 0..IMAGES {
        let about = json!({
            "id": image, "coco_url": format!("http://images.cocodataset.org/train2017/{image:012}.jpg"), "width": SIZE.0, "height": SIZE.1,
            "neg_category_ids": [1, 2, 3], "not_exhaustive_category_ids": [],
        });
        write!(out, "{}{about}", comma(image))?;
    }
    write!(out, "], \"annotations\": [")?;
    for object in 0..IMAGES * OBJECTS_PER_IMAGE {
        let (image, number) = (object / OBJECTS_PER_IMAGE, object % OBJECTS_PER_IMAGE);
        // Two to five objects of a kind.
        let kind = (image * 7 + number / (2 + image % 4)) % KINDS;
        let (x, y) = (f64::from(object * 37 % 520) + 60.0, f64::from(object * 53 % 360) + 60.0);
        write!(out, "{}{{\"id\": {object}, \"image_id\": {image}, \"category_id\": {kind}, \"area\": 2500.0, ", comma(object))?;
        write!(out, "\"bbox\": [{:.2}, {:.2}, 100.0, 100.0], \"segmentation\": [[", x - 50.0, y - 50.0)?;
        for corner in 0..CORNERS {
            let angle = std::f64::consts::TAU * f64::from(corner) / f64::from(CORNERS);
            let radius = 40.0 + f64::from(corner % 5) * 2.0;
            write!(out, "{}{:.2}, {:.2}", comma(corner), x + radius * angle.cos(), y + radius * angle.sin())?;
        }
        write!(out, "]]}}")?;
    }
    write!(out, "]}}")?;
    Ok(out.flush()?)
}

fn comma(number: u32) -> &'static str {
    if number == 0 { "" } else { ", " }
}
