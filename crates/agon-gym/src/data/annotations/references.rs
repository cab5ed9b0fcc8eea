//! Expressions that refer to annotated objects: RefCOCO, RefCOCO+ and RefCOCOg as they are published (a pickle), or the same
//! list as JSON.

use super::pickle::{Item, Pickle};
use super::problems::{Problems, name_of};
use crate::ParamError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Reference {
    pub(super) ref_id: i64,
    pub(super) ann_id: i64,
    /// Without blanks around them, none empty.
    pub(super) sentences: Vec<String>,
}

#[derive(Deserialize)]
struct Written {
    ref_id: i64,
    ann_id: i64,
    sentences: Vec<Sentence>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Sentence {
    Plain(String),
    Entry { sent: String },
}

/// The list itself, or a file with the list under its name.
#[derive(Deserialize)]
#[serde(untagged)]
enum File {
    List(Vec<Value>),
    Named { refs: Vec<Value> },
}

impl Reference {
    /// Reads an entry of a list in JSON.
    pub(super) fn from_json(value: &Value) -> Option<Self> {
        let written = Written::deserialize(value).ok()?;
        let sentences = written.sentences.into_iter().map(|sentence| match sentence {
            Sentence::Plain(text) | Sentence::Entry { sent: text } => text,
        });
        Some(Self::new(written.ref_id, written.ann_id, sentences))
    }

    fn from_pickle(entry: Item<'_>) -> Option<Self> {
        let number = |key: &str| entry.get(key).and_then(Item::integer);
        let texts = entry.get("sentences")?.list()?.map(|sentence| sentence.get("sent").unwrap_or(sentence).text());
        let sentences: Option<Vec<&str>> = texts.collect();
        Some(Self::new(number("ref_id")?, number("ann_id")?, sentences?.into_iter().map(str::to_owned)))
    }

    fn new(ref_id: i64, ann_id: i64, sentences: impl Iterator<Item = String>) -> Self {
        let sentences = sentences.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
        Self { ref_id, ann_id, sentences }
    }
}

/// Reads a file of references.
pub(super) fn read(path: &Path, problems: &mut Problems) -> Result<Vec<Reference>, ParamError> {
    let problem = |why: String| ParamError::key("references", format!("\"{}\" cannot be read: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| problem(error.to_string()))?;
    let mut references = Vec::new();
    let mut add = |reference: Option<Reference>, name: &dyn Fn() -> String| match reference {
        Some(reference) => references.push(reference),
        None => problems.add("entry that is not of the known form", || {
            format!("{}: reference {} was skipped: it is not of the known form", path.display(), name())
        }),
    };
    if is_pickle(path, &bytes) {
        let pickle = Pickle::read(&bytes).map_err(problem)?;
        let entries = pickle.root().list().ok_or_else(|| problem("it holds no list of references".into()))?;
        for (index, entry) in entries.enumerate() {
            let id = entry.get("ref_id").and_then(Item::integer);
            add(Reference::from_pickle(entry), &|| id.map_or_else(|| format!("number {index}"), |id| id.to_string()));
        }
    } else {
        let file: File = serde_json::from_slice(&bytes).map_err(|error| problem(error.to_string()))?;
        let (File::List(entries) | File::Named { refs: entries }) = file;
        for entry in &entries {
            add(Reference::from_json(entry), &|| name_of(entry, "ref_id"));
        }
    }
    Ok(references)
}

fn is_pickle(path: &Path, bytes: &[u8]) -> bool {
    super::super::file::has_extension(path, &["p", "pkl", "pickle"])
        || !matches!(bytes.trim_ascii_start().first(), Some(b'[' | b'{'))
}

/// The file of references in a folder. Of several, the one by which the paper's evaluation goes (UNC), or else the one that
/// keeps pictures of its parts apart (UMD).
pub(super) fn find(folder: &Path) -> Option<PathBuf> {
    all(folder).into_iter().next()
}

/// Every file of references in a folder, the one that is used first.
pub(super) fn all(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_one = |name: &str| {
        let lower = name.to_ascii_lowercase();
        lower.starts_with("refs") && [".p", ".pkl", ".pickle", ".json"].iter().any(|ending| lower.ends_with(ending))
    };
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_one(name)).collect();
    let rank = |name: &str| ["unc", "umd", "google"].iter().position(|split| name.contains(split)).unwrap_or(3);
    names.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
    names.into_iter().map(|name| folder.join(name)).collect()
}
