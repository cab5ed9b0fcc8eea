//! Indexes of large annotation files, kept on disk: reading a gigabyte takes seconds, its index a fraction of one.

use super::index::Index;
use serde::{Deserialize, Serialize};
use std::fs::{self, Metadata};
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Bump when an index would be made differently from the same file.
const VERSION: u32 = 1;
/// Smaller files are read as quickly as their index.
const WORTH_KEEPING: u64 = 4 << 20;
const HASH_BYTES: usize = 32;
/// A stamp is no longer: a path and a few numbers.
const STAMP_BYTES: u64 = 8192;

/// Where indexes are kept, if anywhere.
pub(super) struct Store {
    folder: Option<PathBuf>,
    least_bytes: u64,
}

/// What an index belongs to. A file that differs in any of these is another one.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Stamp {
    version: u32,
    path: PathBuf,
    size: u64,
    modified: (i64, i64),
    /// A file that was written anew and given its old time back still differs in this one.
    changed: (i64, i64),
}

#[derive(Serialize)]
struct Kept<'a> {
    stamp: &'a Stamp,
    index: &'a Index,
}

#[derive(Deserialize)]
struct KeptOwned {
    stamp: Stamp,
    index: Index,
}

impl Store {
    /// The user's cache folder: `AGON_CACHE`, else the usual place; nowhere if there is none.
    pub(super) fn of_user() -> Self {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = variable("AGON_CACHE")
            .or_else(|| variable("XDG_CACHE_HOME").map(|folder| folder.join("agon")))
            .or_else(|| variable("HOME").map(|home| home.join(".cache/agon")));
        Self { folder: folder.map(|folder| folder.join("annotations")), least_bytes: WORTH_KEEPING }
    }

    /// The index of a file: the one that is kept, if it is whole and of this very file, else one that is made anew and kept.
    pub(super) fn index(&self, path: &Path) -> Result<Index, String> {
        let about = fs::metadata(path).map_err(|error| error.to_string())?;
        let stamp = Stamp::new(path, &about);
        let kept = self.folder.as_ref().filter(|_| about.len() >= self.least_bytes).map(|folder| folder.join(stamp.file_name()));
        if let Some(index) = kept.as_ref().and_then(|kept| read(kept, &stamp)) {
            return Ok(index);
        }
        let index = Index::build(&read_whole(path, about.len())?, &path.to_string_lossy())?;
        // Written while it was read: what was read may be neither the old nor the new file, and is used but not kept.
        let unchanged = fs::metadata(path).is_ok_and(|about| Stamp::new(path, &about) == stamp);
        if let Some(kept) = kept.filter(|_| unchanged) {
            // Without an index the next process reads the file again, which is slower and no less right.
            let _ = write(&kept, &stamp, &index);
        }
        Ok(index)
    }
}

impl Stamp {
    fn new(path: &Path, about: &Metadata) -> Self {
        Self {
            version: VERSION,
            path: path.canonicalize().unwrap_or_else(|_| path.to_owned()),
            size: about.len(),
            modified: (about.mtime(), about.mtime_nsec()),
            changed: (about.ctime(), about.ctime_nsec()),
        }
    }

    /// One file for each path, so that a changed file replaces its old index.
    fn file_name(&self) -> String {
        let hash = blake3::hash(self.path.as_os_str().as_encoded_bytes());
        format!("{}.index", &hash.to_hex()[..32])
    }
}

/// The whole file. Room is asked for first: without it the process would end.
fn read_whole(path: &Path, size: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let room = usize::try_from(size).ok().and_then(|size| bytes.try_reserve_exact(size).ok());
    room.ok_or_else(|| format!("its {} MB do not fit into the memory", size >> 20))?;
    let mut file = fs::File::open(path).map_err(|error| error.to_string())?;
    file.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// A kept index; `None` if there is none, it is damaged, or the file is not the one it was made from.
fn read(kept: &Path, stamp: &Stamp) -> Option<Index> {
    let bytes = fs::read(kept).ok()?;
    let (content, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH_BYTES)?)?;
    if blake3::hash(content).as_bytes() != hash {
        return None;
    }
    let kept: KeptOwned = postcard::from_bytes(content).ok()?;
    (kept.stamp == *stamp).then_some(kept.index)
}

fn write(kept: &Path, stamp: &Stamp, index: &Index) -> std::io::Result<()> {
    let folder = kept.parent().ok_or(std::io::ErrorKind::NotFound)?;
    fs::create_dir_all(folder)?;
    let mut bytes = postcard::to_stdvec(&Kept { stamp, index }).map_err(std::io::Error::other)?;
    bytes.extend(blake3::hash(&bytes).as_bytes());
    // Under another name first: whoever reads meanwhile finds the old index or the new one, not a half.
    let half = kept.with_extension(format!("{}.part", std::process::id()));
    let written = fs::write(&half, &bytes).and_then(|()| fs::rename(&half, kept));
    if written.is_err() {
        let _ = fs::remove_file(&half);
    }
    remove_orphans(folder);
    written
}

/// Removes indexes of files that are gone, so that the folder does not grow without end.
fn remove_orphans(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let mut start = Vec::new();
        let read = fs::File::open(&path).and_then(|file| file.take(STAMP_BYTES).read_to_end(&mut start));
        let is_index = path.extension().is_some_and(|extension| extension == "index");
        if is_index && read.is_ok() && postcard::take_from_bytes::<Stamp>(&start).is_ok_and(|(stamp, _)| !stamp.path.exists()) {
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{"images": [{"id": 1, "file_name": "a.png", "width": 8, "height": 8}], "categories": [{"id": 3, "name": "cup"}],
        "annotations": [{"id": 5, "image_id": 1, "category_id": 3, "segmentation": []}], "refs": []}"#;

    fn kept(folder: &Path) -> PathBuf {
        let entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(entries.len(), 1, "one index, and no half of one");
        entries[0].clone()
    }

    #[test]
    fn an_index_is_kept_and_a_damaged_or_stale_one_is_made_anew() {
        let place = tempfile::tempdir().unwrap();
        let (path, folder) = (place.path().join("instances.json"), place.path().join("cache"));
        let store = Store { folder: Some(folder.clone()), least_bytes: 0 };
        fs::write(&path, FILE).unwrap();
        assert_eq!(store.index(&path).unwrap().objects[0].id, 5);
        let first = fs::read(kept(&folder)).unwrap();
        // It is what is read, not the file: an index that says something else, for the same file, is believed.
        let stamp = Stamp::new(&path, &fs::metadata(&path).unwrap());
        let other = Index::build(FILE.replace("\"id\": 5", "\"id\": 6").as_bytes(), "other").unwrap();
        write(&kept(&folder), &stamp, &other).unwrap();
        assert_eq!(store.index(&path).unwrap().objects[0].id, 6);
        // Any byte of it that is changed, and any length.
        for at in (0..first.len()).step_by(7) {
            let mut damaged = first.clone();
            damaged[at] ^= 1;
            fs::write(kept(&folder), &damaged).unwrap();
            assert_eq!(store.index(&path).unwrap().objects[0].id, 5);
            assert_eq!(fs::read(kept(&folder)).unwrap(), first, "it was made anew");
            fs::write(kept(&folder), &first[..at]).unwrap();
            assert_eq!(store.index(&path).unwrap().objects[0].id, 5);
        }
        // Another file of the same length at the same place.
        fs::write(&path, FILE.replace("\"id\": 5", "\"id\": 7")).unwrap();
        // Clocks of file systems are coarse, and this test is quick.
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
        fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        assert_eq!(store.index(&path).unwrap().objects[0].id, 7);
        assert_ne!(fs::read(kept(&folder)).unwrap(), first);
        // Gone: the index goes with it when the next one is kept.
        let other = place.path().join("other.json");
        fs::rename(&path, &other).unwrap();
        store.index(&other).unwrap();
        assert_ne!(kept(&folder), folder.join(stamp.file_name()));
    }

    #[test]
    fn small_files_leave_nothing_behind_and_a_cache_that_cannot_be_written_is_no_error() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("instances.json");
        fs::write(&path, FILE).unwrap();
        let folder = place.path().join("cache");
        let store = Store { folder: Some(folder.clone()), least_bytes: WORTH_KEEPING };
        assert!(store.index(&path).is_ok() && !folder.exists());
        let store = Store { folder: Some(path.join("not/a/folder")), least_bytes: 0 };
        assert!(store.index(&path).is_ok());
    }
}
