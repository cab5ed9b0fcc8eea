//! Writing a bundle: pages and records are copied, listed and signed.

use crate::{BundleManifest, FORMAT, MANIFEST, PAGE, PUBLIC_KEY, PublishError, PublishedRun, RUNS, SIGNATURE, SigningKey, files};
use agon_record::Run;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// All files, the manifest and its signature left out.
    pub files: usize,
    /// Their size.
    pub bytes: u64,
}

/// Files of a run that are of no use once it has ended.
const LEFT_OUT: [&str; 2] = ["control.json", "lock"];

/// Writes runs, the page about them and the signed manifest into a folder that does not exist, or nothing.
pub fn publish(runs: &[&Run], page: &str, key: &SigningKey, folder: &Path) -> Result<Published, PublishError> {
    if folder.exists() {
        return Err(PublishError::Exists(folder.to_owned()));
    }
    let mut partial = folder.as_os_str().to_owned();
    partial.push(format!(".{}.part", std::process::id()));
    let partial = PathBuf::from(partial);
    let written = fill(runs, page, key, &partial).and_then(|written| {
        std::fs::rename(&partial, folder).map_err(PublishError::file(folder))?;
        Ok(written)
    });
    if written.is_err() {
        // What could not be finished is of no use; the error that is told is the first.
        let _ = std::fs::remove_dir_all(&partial);
    }
    written
}

fn fill(runs: &[&Run], page: &str, key: &SigningKey, folder: &Path) -> Result<Published, PublishError> {
    let mut names = BTreeSet::new();
    let mut published = Vec::new();
    for run in runs {
        let manifest = run.manifest();
        let name = run.folder().file_name().map_or_else(|| manifest.name.clone(), |name| name.to_string_lossy().into_owned());
        if !names.insert(name.clone()) {
            return Err(PublishError::SameName(name));
        }
        let to = folder.join(RUNS).join(&name);
        for path in files::list(run.folder())? {
            if !LEFT_OUT.iter().any(|left_out| path == Path::new(left_out)) {
                copy(&run.folder().join(&path), &to.join(&path))?;
            }
        }
        published.push(PublishedRun {
            folder: format!("{RUNS}/{name}"),
            digest: run.digest(),
            agon_version: manifest.agon_version.clone(),
            created: manifest.created.clone(),
            trials: manifest.trials,
            suites: manifest.suites.clone(),
            agents: manifest.agents.clone(),
            host: manifest.host.clone(),
        });
    }
    std::fs::create_dir_all(folder).map_err(PublishError::file(folder))?;
    write(&folder.join(PAGE), page.as_bytes())?;
    write(&folder.join(PUBLIC_KEY), key.public_file(&folder.join(PUBLIC_KEY))?.as_bytes())?;
    let list: Result<Vec<_>, _> = files::list(folder)?.iter().map(|path| files::described(folder, path)).collect();
    let files = list?;
    let total = Published { files: files.len(), bytes: files.iter().map(|file| file.bytes).sum() };
    let manifest = BundleManifest { format: FORMAT, canary: agon_core::CANARY.into(), runs: published, files };
    let path = folder.join(MANIFEST);
    let mut text =
        serde_json::to_vec_pretty(&manifest).map_err(|error| PublishError::File { path: path.clone(), error: error.into() })?;
    text.push(b'\n');
    write(&path, &text)?;
    let path = folder.join(SIGNATURE);
    write(&path, key.sign(&text, &path)?.as_bytes())?;
    Ok(total)
}

fn copy(from: &Path, to: &Path) -> Result<(), PublishError> {
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent).map_err(PublishError::file(parent))?;
    }
    std::fs::copy(from, to).map(drop).map_err(PublishError::file(from))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), PublishError> {
    std::fs::write(path, bytes).map_err(PublishError::file(path))
}
