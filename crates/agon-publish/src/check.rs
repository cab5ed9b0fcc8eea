//! Checking a bundle: the signature, then every file it speaks of, then what it does not speak of.

use crate::{BundleManifest, FORMAT, MANIFEST, PUBLIC_KEY, PublishError, PublishedRun, SIGNATURE, files};
use minisign::{PublicKey, PublicKeyBox, SignatureBox};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Component, Path, PathBuf};

/// What a bundle is found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Whose key is in it.
    pub publisher: String,
    /// The folders of its runs. Empty if the manifest cannot be trusted.
    pub runs: Vec<PathBuf>,
    /// What was altered, one sentence each.
    pub problems: Vec<String>,
}

/// Whether a folder was written by [`crate::publish`].
pub fn is_bundle(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file() && folder.join(SIGNATURE).is_file()
}

/// Checks signature and files. `publisher` is the public key that the reader expects; without it the one in the folder is believed.
pub fn check(folder: &Path, publisher: Option<&str>) -> Result<Checked, PublishError> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read(&path).map_err(PublishError::file(path))
    };
    let told = String::from_utf8_lossy(&read(PUBLIC_KEY)?).into_owned();
    let manifest = read(MANIFEST)?;
    let signature = String::from_utf8_lossy(&read(SIGNATURE)?).into_owned();
    let own = PublicKeyBox::from_string(&told).and_then(PublicKeyBox::into_public_key);
    let name = own.as_ref().map(PublicKey::to_base64).unwrap_or_default();
    let untrusted = |problem: String| Ok(Checked { publisher: name.clone(), runs: Vec::new(), problems: vec![problem] });
    let key = match publisher {
        Some(expected) => match PublicKey::from_base64(expected) {
            Ok(key) => key,
            Err(error) => return untrusted(format!("\"{expected}\" is no minisign public key: {error}")),
        },
        None => match own {
            Ok(key) => key,
            Err(error) => return untrusted(format!("{PUBLIC_KEY} is no minisign public key: {error}")),
        },
    };
    if name != key.to_base64() {
        return untrusted(format!("{PUBLIC_KEY} is not the key that was asked for: it is {name}"));
    }
    let is_signed = SignatureBox::from_string(&signature)
        .and_then(|signature| minisign::verify(&key, &signature, Cursor::new(&manifest), true, false, false));
    if let Err(error) = is_signed {
        return untrusted(format!("{MANIFEST} is not what {name} signed: {error}"));
    }
    let manifest: BundleManifest = match serde_json::from_slice(&manifest) {
        Ok(manifest) => manifest,
        Err(error) => return untrusted(format!("{MANIFEST} cannot be read: {error}")),
    };
    if manifest.format != FORMAT {
        return untrusted(format!("{MANIFEST} has format {}; this agon reads {FORMAT}", manifest.format));
    }
    let mut listed: BTreeMap<PathBuf, _> = manifest.files.iter().map(|file| (PathBuf::from(&file.path), file)).collect();
    let mut problems = Vec::new();
    for path in files::list(folder)? {
        match listed.remove(&path) {
            Some(file) if files::described(folder, &path)? == *file => {}
            Some(_) => problems.push(format!("{} was changed after it was published", path.display())),
            None if path == Path::new(MANIFEST) || path == Path::new(SIGNATURE) => {}
            None => problems.push(format!("{} was added after it was published", path.display())),
        }
    }
    problems.extend(listed.keys().map(|path| format!("{} is missing", path.display())));
    // Whoever signs chooses these paths too.
    let is_inside = |run: &&PublishedRun| Path::new(&run.folder).components().all(|part| matches!(part, Component::Normal(_)));
    let runs = manifest.runs.iter().filter(is_inside).map(|run| folder.join(&run.folder)).collect();
    Ok(Checked { publisher: name, runs, problems })
}
