//! A folder of training data and its description, `demos.json`.

use crate::{DemosError, files};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder and what it was asked for. What is described is a function of the arguments alone, so that two datasets made
/// with the same ones are the same files.
pub struct Dataset {
    folder: PathBuf,
    description: Map<String, Value>,
    /// Whether an earlier session began it.
    pub begun: bool,
}

const DESCRIPTION: &str = "demos.json";
const ARGUMENTS: &str = "arguments";
/// Bumped when a reader of `demos.json` would misunderstand a new one.
const FORMAT: u32 = 1;

impl Dataset {
    /// Opens a new folder, or goes on with one that was begun with the same arguments. Nothing is written yet.
    pub fn open(folder: &Path, arguments: &Value) -> Result<Self, DemosError> {
        let path = folder.join(DESCRIPTION);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::fresh(folder, arguments),
            Err(error) => return Err(DemosError::read(&path)(error)),
        };
        let description: Map<String, Value> =
            serde_json::from_slice(&text).map_err(|source| DemosError::Unreadable { path, source })?;
        let before = description.get(ARGUMENTS).unwrap_or(&Value::Null);
        match difference(before, arguments) {
            Some(difference) => Err(DemosError::Different { path: folder.into(), difference }),
            None => Ok(Self { folder: folder.into(), description, begun: true }),
        }
    }

    fn fresh(folder: &Path, arguments: &Value) -> Result<Self, DemosError> {
        let is_empty = match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(DemosError::read(folder)(error)),
        };
        if !is_empty {
            return Err(DemosError::NotEmpty { path: folder.into() });
        }
        let description = Map::from_iter([("format".into(), FORMAT.into()), (ARGUMENTS.into(), arguments.clone())]);
        Ok(Self { folder: folder.into(), description, begun: false })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Says more in the description, and writes it.
    pub fn describe(&mut self, key: &str, value: Value) -> Result<(), DemosError> {
        self.description.insert(key.into(), value);
        let text = format!("{:#}\n", json!(self.description));
        files::write(self.folder.join(DESCRIPTION), text.as_bytes())
    }
}

/// The first argument that differs, as `key: there before, here now`.
fn difference(before: &Value, now: &Value) -> Option<String> {
    if before == now {
        return None;
    }
    let empty = Map::new();
    let (before, now) = (before.as_object().unwrap_or(&empty), now.as_object().unwrap_or(&empty));
    let keys = before.keys().chain(now.keys());
    let differs = keys.into_iter().find(|key| before.get(*key) != now.get(*key));
    let show = |value: Option<&Value>| value.map_or("nothing".into(), Value::to_string);
    Some(
        differs.map_or("in their order".into(), |key| {
            format!("{key}: {} there, {} here", show(before.get(key)), show(now.get(key)))
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_on_with_the_same_arguments_only() {
        let folder = tempfile::tempdir().unwrap();
        let mut dataset = Dataset::open(folder.path(), &json!({"seed": 1})).unwrap();
        assert!(!dataset.begun);
        dataset.describe("chosen", json!(3)).unwrap();
        let again = Dataset::open(folder.path(), &json!({"seed": 1})).unwrap();
        assert!(again.begun && again.description["chosen"] == 3);
        let error = Dataset::open(folder.path(), &json!({"seed": 2})).err().unwrap().to_string();
        assert!(error.contains("was begun with other arguments (seed: 1 there, 2 here)"), "{error}");
    }

    #[test]
    fn somebody_elses_folder_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("thesis.tex"), "").unwrap();
        let error = Dataset::open(folder.path(), &json!({})).err().unwrap().to_string();
        assert!(error.contains("is not empty and holds no demonstrations"), "{error}");
        fs::write(folder.path().join("demos.json"), "{").unwrap();
        let error = Dataset::open(folder.path(), &json!({})).err().unwrap().to_string();
        assert!(error.contains("not the description of a dataset"), "{error}");
    }
}
