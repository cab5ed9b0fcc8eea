//! Every file of a folder, in order, by its relative path.

use crate::{PublishError, PublishedFile};
use std::io;
use std::path::{Path, PathBuf};

/// Relative paths of all files below a folder, sorted. Links and devices are refused: what they lead to is not in the folder.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, PublishError> {
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(at) = waiting.pop() {
        let here = folder.join(&at);
        for entry in std::fs::read_dir(&here).map_err(PublishError::file(&here))? {
            let entry = entry.map_err(PublishError::file(&here))?;
            let kind = entry.file_type().map_err(PublishError::file(entry.path()))?;
            let path = at.join(entry.file_name());
            if kind.is_dir() {
                waiting.push(path);
            } else if kind.is_file() {
                found.push(path);
            } else {
                return Err(PublishError::NotPlain(entry.path()));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A file as the manifest names it.
pub(crate) fn described(folder: &Path, path: &Path) -> Result<PublishedFile, PublishError> {
    let whole = folder.join(path);
    let hash = hash(&whole).map_err(PublishError::file(&whole))?;
    let bytes = std::fs::metadata(&whole).map_err(PublishError::file(&whole))?.len();
    Ok(PublishedFile { path: path.to_string_lossy().into_owned(), bytes, blake3: hash })
}

fn hash(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(std::fs::File::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}
