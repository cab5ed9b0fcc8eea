//! Files that trials hand in, on disk: each content once, named by its SHA-256, and copied piece by piece.

use crate::RecordError;
use crate::layout::artifact_path;
use agon_core::{Artifact, ArtifactContent, ArtifactHash, ArtifactRef, ArtifactRefusal, ArtifactStore, Fault};
use rustix::fs::{Mode, OFlags};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How much one attempt may hand in, all its files together.
pub const MAX_ARTIFACT_BYTES: u64 = 2 << 30;
/// How many files one attempt may hand in.
const MAX_ARTIFACTS: u32 = 10_000;
/// Longer names are cut: they stand in every table.
const MAX_NAME_CHARS: usize = 1000;
const PIECE: usize = 256 * 1024;

/// The folder that all attempts of a run share. Clones are the same folder.
#[derive(Clone, Debug)]
pub(crate) struct ArtifactFolder {
    path: Arc<Path>,
    /// Keeps half-written files of this process apart.
    next: Arc<AtomicU64>,
}

/// The files of one attempt, and how much it may still hand in.
#[derive(Debug)]
pub(crate) struct AttemptArtifacts {
    folder: ArtifactFolder,
    left: Mutex<Left>,
}

#[derive(Debug)]
struct Left {
    bytes: u64,
    files: u32,
}

/// Why a file is not kept: the trial's own doing, or ours.
enum NotKept {
    Refused(String),
    Broken(RecordError),
}

impl ArtifactFolder {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path: path.into(), next: Arc::default() }
    }

    /// For an attempt that may hand in so many bytes.
    pub(crate) fn for_attempt(&self, bytes: u64) -> Arc<AttemptArtifacts> {
        Arc::new(AttemptArtifacts { folder: self.clone(), left: Mutex::new(Left { bytes, files: MAX_ARTIFACTS }) })
    }

    /// Copies what `source` gives into the folder, at most `most` bytes of it.
    fn copy(&self, source: &mut dyn Read, most: u64) -> Result<(ArtifactHash, u64), NotKept> {
        fs::create_dir_all(&self.path).map_err(|error| self.broken(&self.path, error))?;
        // Written beside and renamed: a file of that name is whole or not there at all.
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let temporary = self.path.join(format!("{}-{number}.tmp", std::process::id()));
        let copied = self.copy_to(source, most, &temporary);
        if copied.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        copied
    }

    fn copy_to(&self, source: &mut dyn Read, most: u64, temporary: &Path) -> Result<(ArtifactHash, u64), NotKept> {
        let mut file = File::create_new(temporary).map_err(|error| self.broken(temporary, error))?;
        let (mut hasher, mut bytes, mut piece) = (Sha256::new(), 0, vec![0; PIECE]);
        loop {
            let length = match source.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(NotKept::Refused(format!("it could not be read: {error}"))),
            };
            bytes += length as u64;
            if bytes > most {
                return Err(too_much(most));
            }
            hasher.update(&piece[..length]);
            file.write_all(&piece[..length]).map_err(|error| self.broken(temporary, error))?;
        }
        let hash = ArtifactHash::new(hasher.finalize().into());
        let path = artifact_path(&self.path, &hash);
        let parent = path.parent().unwrap_or(&self.path);
        let settled = match path.exists() {
            true => fs::remove_file(temporary),
            false => fs::create_dir_all(parent).and_then(|()| fs::rename(temporary, &path)),
        };
        settled.map_err(|error| self.broken(&path, error))?;
        Ok((hash, bytes))
    }

    fn broken(&self, path: &Path, error: io::Error) -> NotKept {
        NotKept::Broken(RecordError::write(path, error))
    }
}

impl ArtifactStore for AttemptArtifacts {
    fn keep(&self, artifact: &Artifact) -> Result<Result<ArtifactRef, ArtifactRefusal>, Fault> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let name: String = artifact.name.chars().take(MAX_NAME_CHARS).collect();
        let kept = match left.files.checked_sub(1) {
            None => Err(NotKept::Refused(format!("a trial may hand in {MAX_ARTIFACTS} files"))),
            Some(_) => open(&artifact.content, left.bytes).and_then(|mut source| self.folder.copy(source.as_mut(), left.bytes)),
        };
        match kept {
            Ok((hash, bytes)) => {
                left.bytes -= bytes;
                left.files -= 1;
                Ok(Ok(ArtifactRef { name, hash, bytes, mime: artifact.mime.clone() }))
            }
            Err(NotKept::Refused(reason)) => Ok(Err(ArtifactRefusal { name, reason })),
            Err(NotKept::Broken(error)) => Err(error.to_fault()),
        }
    }
}

/// The files of trials whose record is in memory: of those that `agon check` sits, and of tests.
#[derive(Debug, Default)]
pub struct MemoryArtifacts(Mutex<BTreeMap<ArtifactHash, Arc<[u8]>>>);

/// How much of all files together is held in memory.
const MAX_MEMORY_BYTES: usize = 256 << 20;

impl MemoryArtifacts {
    /// The content of a file that was handed in.
    pub fn read(&self, artifact: &ArtifactRef) -> Option<Arc<[u8]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&artifact.hash).cloned()
    }
}

impl ArtifactStore for MemoryArtifacts {
    fn keep(&self, artifact: &Artifact) -> Result<Result<ArtifactRef, ArtifactRefusal>, Fault> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = MAX_MEMORY_BYTES.saturating_sub(files.values().map(|file| file.len()).sum()) as u64;
        let mut content = Vec::new();
        let read = open(&artifact.content, left).and_then(|source| {
            let unread = |error: io::Error| NotKept::Refused(format!("it could not be read: {error}"));
            source.take(left + 1).read_to_end(&mut content).map_err(unread)
        });
        let reason = match read {
            Ok(bytes) if bytes as u64 <= left => None,
            Ok(_) => Some(too_much(left)),
            Err(problem) => Some(problem),
        };
        let name = artifact.name.clone();
        match reason {
            None => {
                let (hash, bytes) = (ArtifactHash::new(Sha256::digest(&content).into()), content.len() as u64);
                files.insert(hash, content.into());
                Ok(Ok(ArtifactRef { name, hash, bytes, mime: artifact.mime.clone() }))
            }
            Some(NotKept::Refused(reason)) => Ok(Err(ArtifactRefusal { name, reason })),
            Some(NotKept::Broken(error)) => Err(error.to_fault()),
        }
    }
}

/// A reader of a regular file or of bytes. What is surely too large is refused before anything is copied.
fn open(content: &ArtifactContent, most: u64) -> Result<Box<dyn Read + '_>, NotKept> {
    let unread = |error: io::Error| NotKept::Refused(format!("it could not be read: {error}"));
    let regular = |file: &File| {
        let known = file.metadata().map_err(unread)?;
        match known.is_file() {
            false => Err(NotKept::Refused("it is not a regular file".into())),
            true if known.len() > most => Err(too_much(most)),
            true => Ok(()),
        }
    };
    match content {
        ArtifactContent::Bytes(bytes) if bytes.len() as u64 > most => Err(too_much(most)),
        ArtifactContent::Bytes(bytes) => Ok(Box::new(bytes.as_slice())),
        ArtifactContent::Path(path) => {
            // Neither a link nor a pipe that nobody writes to holds us.
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let opened = rustix::fs::open(path, flags, Mode::empty()).map_err(|error| match error {
                rustix::io::Errno::LOOP => NotKept::Refused("it is a link".into()),
                error => unread(error.into()),
            })?;
            let file = File::from(opened);
            regular(&file)?;
            Ok(Box::new(file))
        }
        ArtifactContent::File(descriptor) => {
            let file = File::from(descriptor.try_clone().map_err(unread)?);
            regular(&file)?;
            Ok(Box::new(file))
        }
    }
}

fn too_much(left: u64) -> NotKept {
    NotKept::Refused(format!("it is larger than the {left} bytes that the trial may still hand in"))
}

/// What is wrong with the file of an artifact, if anything is.
pub(crate) fn check(path: &Path, artifact: &ArtifactRef) -> Result<(), ArtifactProblem> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(ArtifactProblem::Missing),
        file => file.map_err(ArtifactProblem::Unreadable)?,
    };
    let mut hasher = Sha256::new();
    let (mut bytes, mut piece) = (0, vec![0; PIECE]);
    loop {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => {
                bytes += length as u64;
                hasher.update(&piece[..length]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ArtifactProblem::Unreadable(error)),
        }
    }
    match bytes == artifact.bytes && ArtifactHash::new(hasher.finalize().into()) == artifact.hash {
        true => Ok(()),
        false => Err(ArtifactProblem::Changed),
    }
}

/// What can be wrong with the file of an artifact.
#[derive(Debug, thiserror::Error)]
pub enum ArtifactProblem {
    /// There is no such file.
    #[error("this file is missing")]
    Missing,
    /// Its content is not the one that its name and length say.
    #[error("this is another file than the one that was handed in")]
    Changed,
    /// It could not be read.
    #[error("this file cannot be read: {0}")]
    Unreadable(#[source] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn store(bytes: u64) -> (tempfile::TempDir, Arc<AttemptArtifacts>) {
        let folder = tempfile::tempdir().unwrap();
        let store = ArtifactFolder::new(folder.path().join("artifacts")).for_attempt(bytes);
        (folder, store)
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
        let mut found: Vec<_> = fs::read_dir(folder).unwrap().flat_map(|entry| below(entry.unwrap().path())).collect();
        found.sort();
        found
    }

    fn refused(store: &AttemptArtifacts, artifact: &Artifact) -> String {
        store.keep(artifact).unwrap().unwrap_err().sentence()
    }

    #[test]
    fn one_content_is_one_file_whoever_hands_it_in() {
        let (folder, store) = store(1000);
        let other = store.folder.for_attempt(1000);
        let path = folder.path().join("given.txt");
        fs::write(&path, "abc").unwrap();
        let first = store.keep(&Artifact::bytes("a.txt", b"abc".to_vec())).unwrap().unwrap();
        assert_eq!(first.hash.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let second = other.keep(&Artifact::path("b.txt", &path)).unwrap().unwrap();
        let third = other.keep(&Artifact::file("c.txt", File::open(&path).unwrap())).unwrap().unwrap();
        assert_eq!((first.hash, first.bytes), (second.hash, second.bytes));
        assert_eq!((second.hash, third.name.as_str()), (third.hash, "c.txt"));
        let kept = files(&folder.path().join("artifacts"));
        assert_eq!(kept, [artifact_path(&folder.path().join("artifacts"), &first.hash)], "and no half-written one");
        check(&kept[0], &first).unwrap();
    }

    #[test]
    fn what_is_too_much_is_refused_and_leaves_nothing() {
        let (folder, store) = store(10);
        store.keep(&Artifact::bytes("eight", vec![1; 8])).unwrap().unwrap();
        let large = folder.path().join("large");
        fs::write(&large, [0; 3]).unwrap();
        for artifact in [Artifact::bytes("three", vec![2; 3]), Artifact::path("three", &large)] {
            let words = refused(&store, &artifact);
            assert_eq!(words, "three was not kept: it is larger than the 2 bytes that the trial may still hand in.");
        }
        // A file whose length is not told beforehand.
        let copied = store.folder.copy(&mut io::repeat(0).take(1 << 20), 1000);
        assert!(matches!(copied, Err(NotKept::Refused(_))));
        store.keep(&Artifact::bytes("two", vec![3; 2])).unwrap().unwrap();
        assert_eq!(files(&folder.path().join("artifacts")).len(), 2);
    }

    #[test]
    fn only_regular_files_are_kept() {
        let (folder, store) = store(1000);
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
        assert_eq!(refused(&store, &Artifact::path("link", link)), "link was not kept: it is a link.");
        assert_eq!(refused(&store, &Artifact::path("folder", folder.path())), "folder was not kept: it is not a regular file.");
        assert_eq!(refused(&store, &Artifact::path("zero", "/dev/zero")), "zero was not kept: it is not a regular file.");
        assert!(refused(&store, &Artifact::path("gone", folder.path().join("gone"))).contains("could not be read"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_a_fault_of_the_record() {
        let (folder, store) = store(1000);
        fs::write(folder.path().join("artifacts"), "a file where the folder should be").unwrap();
        let fault = store.keep(&Artifact::bytes("a", vec![1])).unwrap_err();
        assert_eq!(fault.cause, agon_core::Cause::Record);
    }

    #[test]
    fn a_changed_file_is_told_from_a_missing_one() {
        let (folder, store) = store(1000);
        let kept = store.keep(&Artifact::bytes("a", vec![1, 2, 3])).unwrap().unwrap();
        let path = artifact_path(&folder.path().join("artifacts"), &kept.hash);
        fs::write(&path, [1, 2, 4]).unwrap();
        assert!(matches!(check(&path, &kept), Err(ArtifactProblem::Changed)));
        fs::remove_file(&path).unwrap();
        assert!(matches!(check(&path, &kept), Err(ArtifactProblem::Missing)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn any_content_comes_back_as_it_was(content in prop::collection::vec(any::<u8>(), 0..2000), repeats in 1usize..400) {
            let content = content.repeat(repeats);
            let (folder, store) = store(content.len() as u64);
            let kept = store.keep(&Artifact::bytes("x", content.clone())).unwrap().unwrap();
            prop_assert_eq!(kept.bytes, content.len() as u64);
            let path = artifact_path(&folder.path().join("artifacts"), &kept.hash);
            prop_assert_eq!(fs::read(path).unwrap(), content);
        }
    }
}
