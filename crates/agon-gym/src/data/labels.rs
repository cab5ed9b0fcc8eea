//! What happens in the clips of a folder, in the form of the labels of Something-Something V2.

use super::warn;
use crate::ParamError;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Captions by a clip's file name without its ending.
#[derive(Default)]
pub(super) struct Labels(BTreeMap<String, String>);

/// One line of a labels file. The lines of a test set have no label.
#[derive(Deserialize)]
struct Labelled {
    id: Id,
    #[serde(default)]
    label: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(u64),
}

impl Labels {
    /// Reads `labels.json` of the folder, and what the data set brings: the files of the folder `labels` in it or beside it.
    /// Not having any is fine. A wrong `labels.json` is an error, as the user wrote it; a wrong file of a data set is left
    /// out with a warning.
    pub(super) fn read(folder: &Path) -> Result<Self, ParamError> {
        let mut labels = Self::default();
        // Not `folder/..`: of a folder that is a link, that would be another one.
        let beside = folder.canonicalize().ok().and_then(|folder| folder.parent().map(Path::to_owned)).unwrap_or_default();
        for path in [json_files(&folder.join("labels")), json_files(&beside.join("labels"))].into_iter().flatten() {
            match std::fs::read(&path).map_err(|error| error.to_string()).and_then(|bytes| of_data_set(&bytes)) {
                Ok(lines) => labels.add(lines),
                Err(problem) => warn(format!("skipped {}: {problem}", path.display())),
            }
        }
        let own = folder.join("labels.json");
        let wrong = |problem: String| ParamError::key("clips", format!("{} cannot be used: {problem}", own.display()));
        match std::fs::read(&own) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(wrong(error.to_string())),
            Ok(bytes) => labels.add(serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?),
        }
        Ok(labels)
    }

    /// What happens in the clip of this name.
    pub(super) fn of(&self, clip: &str) -> Option<&str> {
        self.0.get(clip).map(String::as_str)
    }

    fn add(&mut self, lines: Vec<Labelled>) {
        let text = |id: Id| match id {
            Id::Text(text) => text,
            Id::Number(number) => number.to_string(),
        };
        self.0.extend(lines.into_iter().filter_map(|line| Some((text(line.id), line.label?))));
    }
}

/// The lines of one of the data set's files. One of them numbers the templates of labels and so is no list.
fn of_data_set(bytes: &[u8]) -> Result<Vec<Labelled>, String> {
    match serde_json::from_slice(bytes) {
        Ok(lines) => Ok(lines),
        Err(_) if matches!(serde_json::from_slice(bytes), Ok(Value::Object(_))) => Ok(Vec::new()),
        Err(error) => Err(error.to_string()),
    }
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json") && path.is_file());
    paths.sort();
    paths
}
