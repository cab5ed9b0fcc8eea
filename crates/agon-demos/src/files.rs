//! Files that appear whole or not at all.

use crate::DemosError;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file being written under another name, which takes its own when it is finished. An unfinished one is begun anew.
pub(crate) struct Draft {
    pub(crate) path: PathBuf,
    temporary: PathBuf,
}

impl Draft {
    /// Makes the folder and opens the draft.
    pub(crate) fn create(path: PathBuf) -> Result<(Self, BufWriter<File>), DemosError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let temporary = path.with_file_name(format!(".{name}.tmp"));
        let folder = path.parent().unwrap_or(Path::new("."));
        let file = fs::create_dir_all(folder).and_then(|()| File::create(&temporary)).map_err(DemosError::write(&path))?;
        Ok((Self { path, temporary }, BufWriter::new(file)))
    }

    /// Names the file. What wrote it must have flushed.
    pub(crate) fn finish(self) -> Result<(), DemosError> {
        fs::rename(&self.temporary, &self.path).map_err(DemosError::write(&self.path))
    }
}

/// Writes a small file whole.
pub(crate) fn write(path: PathBuf, bytes: &[u8]) -> Result<(), DemosError> {
    let (draft, mut file) = Draft::create(path)?;
    file.write_all(bytes).and_then(|()| file.flush()).map_err(DemosError::write(&draft.path))?;
    draft.finish()
}

/// Writes a JSON file whole, for people too.
pub(crate) fn write_json(path: PathBuf, content: &Value) -> Result<(), DemosError> {
    write(path, format!("{content:#}\n").as_bytes())
}

/// Puts a file of the record into a dataset without a second copy, where the file system can.
pub(crate) fn link(from: &Path, to: &Path) -> Result<(), DemosError> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound && !from.exists() => Err(DemosError::read(from)(error)),
        Err(_) => {
            let bytes = fs::read(from).map_err(DemosError::read(from))?;
            write(to.to_owned(), &bytes)
        }
    }
}
