//! Task files that lie in a folder rather than in this binary: whoever writes tasks tries them without a build.

use super::TaskFileError;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder laid out like `suites/science`.
#[derive(Clone, Debug, Default)]
pub struct TaskFolder {
    /// Task files by `DOMAIN/NAME`.
    pub(super) tasks: Vec<(String, String)>,
    /// What tasks copy, by its path below the folder.
    pub(super) data: Vec<(String, Vec<u8>)>,
}

impl TaskFolder {
    pub fn read(folder: &Path) -> Result<Self, TaskFileError> {
        let mut files = Vec::new();
        collect(folder, &mut files)?;
        files.sort();
        let mut found = Self::default();
        for file in files {
            let name = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
            if name.starts_with("data/") {
                found.data.push((name, fs::read(&file).map_err(|error| unreadable(&file, &error))?));
            } else if let Some(name) = name.strip_suffix(".toml").filter(|name| name.contains('/')) {
                found.tasks.push((name.to_owned(), fs::read_to_string(&file).map_err(|error| unreadable(&file, &error))?));
            }
        }
        if found.tasks.is_empty() {
            let problem = "it holds no task, which would be a file DOMAIN/NAME.toml".to_owned();
            return Err(TaskFileError { file: folder.display().to_string(), problem });
        }
        Ok(found)
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), TaskFileError> {
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &std::io::Error) -> TaskFileError {
    TaskFileError { file: path.display().to_string(), problem: format!("it cannot be read: {error}") }
}
