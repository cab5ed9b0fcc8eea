//! The two files of a layer: written whole or not at all, and read with a sentence for whatever is wrong.

use super::{LAYER_FORMAT, Layer, LayerHead, Rating, problem};
use crate::lines::{self, LineWriter};
use crate::read::read_head;
use crate::write::lock;
use crate::{LAYERS, Problem, RecordError};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub(super) const HEAD: &str = "layer.json";
const RATINGS: &str = "ratings.jsonl";
const LONGEST_NAME: usize = 80;

/// Where a layer lies.
pub(super) fn layer_path(run: &Path, name: &str) -> PathBuf {
    run.join(LAYERS).join(name)
}

/// A name is a folder's name: letters, digits, `-`, `_` and `.`.
fn check_name(run: &Path, name: &str) -> Result<(), RecordError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.is_empty() && name.len() <= LONGEST_NAME && !name.starts_with('.') && name.chars().all(is_plain) {
        return Ok(());
    }
    let problem = format!("{name:?} is no name for a layer: use at most {LONGEST_NAME} letters, digits, - and _");
    Err(RecordError::Inconsistent { path: run.join(LAYERS), problem })
}

/// The names of a run's layers, in order. A run without any has none.
pub fn layer_names(run: &Path) -> Result<Vec<String>, RecordError> {
    let folder = run.join(LAYERS);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| RecordError::read(&folder, error))?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| RecordError::read(&folder, error))?;
        // What begins with a dot is being made, or is not ours.
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && entry.path().is_dir() {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Reads one layer of a run.
pub fn read_layer(run: &Path, name: &str) -> Result<Layer, RecordError> {
    check_name(run, name)?;
    let (_, plan, hash) = read_head(run)?;
    read(run, name, plan.len(), &hash)
}

/// Every layer of a run that can be read, and what is wrong with the others.
pub fn read_layers(run: &Path) -> Result<(Vec<Layer>, Vec<Problem>), RecordError> {
    let names = layer_names(run)?;
    if names.is_empty() {
        return Ok(Default::default());
    }
    let (_, plan, hash) = read_head(run)?;
    let (mut layers, mut problems) = (Vec::new(), Vec::new());
    for name in names {
        match read(run, &name, plan.len(), &hash) {
            Ok(layer) => layers.push(layer),
            Err(error) => problems.push(problem(&format!("{LAYERS}/{name}"), error.sentence())),
        }
    }
    Ok((layers, problems))
}

fn read(run: &Path, name: &str, trials: usize, hash: &str) -> Result<Layer, RecordError> {
    let folder = layer_path(run, name);
    let head = read_layer_head(&folder.join(HEAD))?;
    let broken = |path: PathBuf, problem: String| RecordError::Inconsistent { path, problem };
    if head.name != name {
        return Err(broken(folder.join(HEAD), format!("it is the head of the layer {}", head.name)));
    }
    if head.run != hash {
        return Err(broken(folder.join(HEAD), "it is a layer of another run".into()));
    }
    let path = folder.join(RATINGS);
    let mut ratings = BTreeMap::new();
    let mut wrong = None;
    let mut number = 0;
    if path.exists() {
        lines::for_each(&path, |rating: Rating| {
            number += 1;
            let (trial, attempt, repeat) = rating.place();
            let found = match rating.problem(&head.scale, trials) {
                None if ratings.contains_key(&rating.place()) => {
                    Some(format!("trial {trial}, attempt {attempt}, repeat {repeat} is rated twice"))
                }
                found => found,
            };
            ratings.insert(rating.place(), rating);
            if let (Some(what), None) = (found, &wrong) {
                wrong = Some(format!("rating {number}: {what}"));
            }
        })?;
    }
    match wrong {
        Some(what) => Err(broken(path, what)),
        None => Ok(Layer { head, ratings: ratings.into_values().collect() }),
    }
}

fn read_layer_head(path: &Path) -> Result<LayerHead, RecordError> {
    let bytes = fs::read(path).map_err(|error| RecordError::read(path, error))?;
    let corrupt = |source: serde_json::Error| RecordError::Corrupt { path: path.into(), line: source.line(), source };
    // The version first: a future head may have any other shape.
    let value: Value = serde_json::from_slice(&bytes).map_err(corrupt)?;
    let (found, known) = (value["format"].as_u64().unwrap_or_default(), LAYER_FORMAT);
    if found > u64::from(known) {
        return Err(RecordError::Future { path: path.into(), found, known });
    }
    serde_json::from_slice(&bytes).map_err(corrupt)
}

/// The one writer of a layer. It holds the layer's lock, not the run's: a layer may be written while the run goes on.
#[derive(Debug)]
pub struct LayerWriter {
    folder: PathBuf,
    layer: Layer,
    ratings: LineWriter,
    trials: usize,
    /// Held, not read.
    _lock: File,
}

impl LayerWriter {
    /// Whether there is a layer of that name, whole or not.
    pub fn exists(run: &Path, name: &str) -> bool {
        layer_path(run, name).join(HEAD).exists()
    }

    /// Begins a layer. One of that name is an error.
    pub fn create(run: &Path, head: LayerHead) -> Result<Self, RecordError> {
        check_name(run, &head.name)?;
        let (_, plan, hash) = read_head(run)?;
        let folder = layer_path(run, &head.name);
        if head.run != hash {
            return Err(RecordError::Inconsistent { path: folder, problem: "it would be a layer of another run".into() });
        }
        fs::create_dir_all(&folder).map_err(|error| RecordError::write(&folder, error))?;
        let lock = lock(&folder)?;
        if folder.join(HEAD).exists() {
            let problem = "there is a layer of that name already; choose another --name".into();
            return Err(RecordError::Inconsistent { path: folder, problem });
        }
        let mut bytes = serde_json::to_vec_pretty(&head).map_err(|e| RecordError::write(&folder, e.into()))?;
        bytes.push(b'\n');
        let ratings = LineWriter::append(folder.join(RATINGS))?;
        // The head comes last: a folder with one is a layer.
        lines::write_whole(&folder.join(HEAD), &bytes)?;
        Ok(Self { folder, layer: Layer { head, ratings: Vec::new() }, ratings, trials: plan.len(), _lock: lock })
    }

    /// Goes on with a layer.
    pub fn open(run: &Path, name: &str) -> Result<Self, RecordError> {
        check_name(run, name)?;
        let (_, plan, hash) = read_head(run)?;
        let folder = layer_path(run, name);
        if !folder.join(HEAD).exists() {
            return Err(RecordError::Inconsistent { path: folder, problem: "there is no such layer".into() });
        }
        let lock = lock(&folder)?;
        let layer = read(run, name, plan.len(), &hash)?;
        let ratings = LineWriter::append(folder.join(RATINGS))?;
        Ok(Self { folder, layer, ratings, trials: plan.len(), _lock: lock })
    }

    /// Where the layer lies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The layer as far as it is written.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Appends a rating of something that has none yet.
    pub fn add(&mut self, rating: Rating) -> Result<(), RecordError> {
        self.check(&rating)?;
        match self.layer.ratings.binary_search_by_key(&rating.place(), Rating::place) {
            Ok(_) => {
                let (trial, attempt, repeat) = rating.place();
                let problem = format!("trial {trial}, attempt {attempt}, repeat {repeat} is rated already");
                Err(RecordError::Inconsistent { path: self.folder.join(RATINGS), problem })
            }
            Err(place) => {
                self.ratings.write(&rating)?;
                self.layer.ratings.insert(place, rating);
                Ok(())
            }
        }
    }

    /// Replaces all ratings, in the order of trials, attempts and repeats; of two for the same, the later counts.
    pub fn replace(&mut self, ratings: Vec<Rating>) -> Result<(), RecordError> {
        ratings.iter().try_for_each(|rating| self.check(rating))?;
        let sorted: BTreeMap<_, _> = ratings.into_iter().map(|rating| (rating.place(), rating)).collect();
        let ratings: Vec<Rating> = sorted.into_values().collect();
        let path = self.folder.join(RATINGS);
        let mut bytes = Vec::new();
        for rating in &ratings {
            serde_json::to_writer(&mut bytes, rating).map_err(|e| RecordError::write(&path, e.into()))?;
            bytes.push(b'\n');
        }
        lines::write_whole(&path, &bytes)?;
        self.ratings = LineWriter::append(path)?;
        self.layer.ratings = ratings;
        Ok(())
    }

    fn check(&self, rating: &Rating) -> Result<(), RecordError> {
        match rating.problem(&self.layer.head.scale, self.trials) {
            None => Ok(()),
            Some(problem) => Err(RecordError::Inconsistent { path: self.folder.join(RATINGS), problem }),
        }
    }
}
