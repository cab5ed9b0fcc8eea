//! Reads files that a trial's processes could have made. Everything is opened beneath one folder: no link is followed, no pipe or
//! device is waited for, and what was opened is looked at again before a byte of it is read.

use agon_core::Fault;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, RawMode, ResolveFlags, fstat, open, openat2, statat};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A folder whose content is the agent's. Clones share the descriptor.
#[derive(Clone, Debug)]
pub struct TrialFolder {
    root: Arc<OwnedFd>,
}

/// A regular file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Of the whole file.
    pub size: u64,
    /// The beginning, up to the limit that was asked for.
    pub bytes: Vec<u8>,
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRead {
    Missing,
    /// It is a link, a pipe, a socket, a device or a folder, or a link stands on the way to it.
    NotRegular(&'static str),
    Failed(String),
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Regular files with their sizes in bytes.
    pub files: BTreeMap<String, u64>,
    /// Those with a wanted ending that are no regular files, and what they are.
    pub odd: BTreeMap<String, String>,
    /// How many more there were than are listed.
    pub left_off: usize,
}

const MAX_FILES: usize = 200;
const MAX_DEPTH: usize = 6;
/// A folder with more entries is read up to here.
const MAX_ENTRIES: usize = 10_000;
const CONFINED: ResolveFlags = ResolveFlags::BENEATH.union(ResolveFlags::NO_SYMLINKS).union(ResolveFlags::NO_MAGICLINKS);
/// Files of a trial are in memory, so reading them takes no time; a file system that hangs must not hold a run.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

impl TrialFolder {
    /// Opens the folder; where it is moved to does not matter from then on.
    pub fn open(path: &Path) -> io::Result<Self> {
        let root = open(path, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Self { root: Arc::new(root) })
    }

    /// A regular file by its path below the folder: its size, and its first `most` bytes.
    pub fn read(&self, path: &str, most: u64) -> Result<Content, NotRead> {
        let file = self.open_file(path)?;
        let failed = |error: io::Error| NotRead::Failed(error.to_string());
        let size = file.metadata().map_err(failed)?.len();
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes).map_err(failed)?;
        Ok(Content { size, bytes })
    }

    /// A regular file by its path below the folder, opened for reading.
    pub fn open_file(&self, path: &str) -> Result<File, NotRead> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = openat2(&self.root, path, flags, Mode::empty(), CONFINED).map_err(|error| self.refused(path, error))?;
        let status = fstat(&file).map_err(|error| NotRead::Failed(error.to_string()))?;
        regular(status.st_mode)?;
        Ok(File::from(file))
    }

    /// The files with one of these endings. Hidden files and folders are left alone.
    pub fn find(&self, endings: &[&str]) -> Found {
        let is_wanted = |name: &str| name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending));
        self.find_where(&is_wanted)
    }

    /// All files. Hidden files and folders are left alone.
    pub fn all(&self) -> Found {
        self.find_where(&|_| true)
    }

    /// The same of a folder in this one; paths are below this one.
    pub fn all_below(&self, folder: &str) -> Found {
        let mut found = Found::default();
        let (place, below) = if folder.is_empty() { (".", String::new()) } else { (folder, format!("{folder}/")) };
        self.search(place, &below, &|_| true, MAX_DEPTH, &mut found);
        found
    }

    fn find_where(&self, is_wanted: &dyn Fn(&str) -> bool) -> Found {
        let mut found = Found::default();
        self.search(".", "", is_wanted, MAX_DEPTH, &mut found);
        found
    }

    fn search(&self, folder: &str, below: &str, is_wanted: &dyn Fn(&str) -> bool, depth: usize, found: &mut Found) {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let Ok(opened) = openat2(&self.root, folder, flags, Mode::empty(), CONFINED) else { return };
        let Ok(entries) = Dir::read_from(&opened) else { return };
        let names = entries.flatten().take(MAX_ENTRIES).filter_map(|entry| entry.file_name().to_str().ok().map(str::to_owned));
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort();
        for name in names {
            let Ok(status) = statat(&opened, &name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            let path = format!("{below}{name}");
            if FileType::from_raw_mode(status.st_mode) == FileType::Directory {
                if depth > 0 {
                    self.search(&path, &format!("{path}/"), is_wanted, depth - 1, found);
                }
                continue;
            }
            let wanted = is_wanted(&name);
            match regular(status.st_mode) {
                Ok(()) if wanted && found.files.len() < MAX_FILES => {
                    found.files.insert(path, u64::try_from(status.st_size).unwrap_or_default());
                }
                Err(odd) if wanted && found.odd.len() < MAX_FILES => {
                    found.odd.insert(path, odd.to_string());
                }
                _ if wanted => found.left_off += 1,
                _ => {}
            }
        }
    }

    /// What an error in opening a path means: a socket and a link cannot be opened at all.
    fn refused(&self, path: &str, error: Errno) -> NotRead {
        match error {
            Errno::NOENT | Errno::NOTDIR => NotRead::Missing,
            Errno::LOOP => NotRead::NotRegular("a symbolic link, or a path with one in it"),
            Errno::XDEV => NotRead::NotRegular("a path that leads out of the folder"),
            Errno::NXIO => NotRead::NotRegular("a socket or a pipe"),
            error => match statat(self.root.as_fd(), path, AtFlags::SYMLINK_NOFOLLOW).map(|status| regular(status.st_mode)) {
                Ok(Err(odd)) => odd,
                _ => NotRead::Failed(error.to_string()),
            },
        }
    }
}

fn regular(mode: RawMode) -> Result<(), NotRead> {
    let what = match FileType::from_raw_mode(mode) {
        FileType::RegularFile => return Ok(()),
        FileType::Directory => "a folder",
        FileType::Symlink => "a symbolic link",
        FileType::Fifo => "a pipe",
        FileType::Socket => "a socket",
        _ => "a device",
    };
    Err(NotRead::NotRegular(what))
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("missing"),
            Self::NotRegular(what) => write!(f, "not a regular file: {what}"),
            Self::Failed(problem) => write!(f, "not read: {problem}"),
        }
    }
}

/// Reads where nobody else has to wait for it, and not for ever.
pub async fn in_background<T: Send + 'static>(read: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    let reading = tokio::time::timeout(READ_TIMEOUT, tokio::task::spawn_blocking(read)).await;
    let slow = |_| Fault::world(format!("the trial's files were not read within {} s", READ_TIMEOUT.as_secs()));
    reading.map_err(slow)?.map_err(Fault::world)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn pipe(path: &Path) {
        rustix::fs::mknodat(rustix::fs::CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    }

    #[test]
    fn only_regular_files_beneath_the_folder_are_read() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "reference").unwrap();
        let home = outside.path().join("home");
        fs::create_dir_all(home.join("a")).unwrap();
        fs::write(home.join("a/b.tex"), "text").unwrap();
        symlink(outside.path().join("secret"), home.join("link")).unwrap();
        symlink(outside.path(), home.join("folder")).unwrap();
        symlink("/proc/self/environ", home.join("environ")).unwrap();
        symlink("/etc/shadow", home.join("shadow.tex")).unwrap();
        pipe(&home.join("pipe.tex"));
        let _socket = std::os::unix::net::UnixListener::bind(home.join("socket")).unwrap();
        let folder = TrialFolder::open(&home).unwrap();
        assert_eq!(folder.read("a/b.tex", 2), Ok(Content { size: 4, bytes: b"te".to_vec() }));
        let absolute = outside.path().join("secret").display().to_string();
        for path in ["link", "folder/secret", "../secret", "environ", "shadow.tex", "pipe.tex", "socket", "a", &absolute] {
            assert!(matches!(folder.read(path, 100), Err(NotRead::NotRegular(_))), "{path}: {:?}", folder.read(path, 100));
        }
        assert_eq!(folder.read("none", 100), Err(NotRead::Missing));
        let found = folder.find(&["tex"]);
        assert_eq!(found.files, BTreeMap::from([("a/b.tex".to_owned(), 4)]));
        assert_eq!(found.odd["shadow.tex"], "not a regular file: a symbolic link");
        assert_eq!(found.odd["pipe.tex"], "not a regular file: a pipe");
    }

    #[test]
    fn a_file_that_is_swapped_for_a_link_all_the_time_never_leads_outside() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "reference").unwrap();
        let home = outside.path().join("home");
        fs::create_dir_all(home.join("real")).unwrap();
        fs::write(home.join("real/secret"), "own").unwrap();
        let folder = TrialFolder::open(&home).unwrap();
        let is_over = std::sync::atomic::AtomicBool::new(false);
        let mut seen = std::collections::BTreeSet::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    fs::rename(home.join("real"), home.join("sub")).unwrap();
                    fs::rename(home.join("sub"), home.join("real")).unwrap();
                    symlink(outside.path(), home.join("sub")).unwrap();
                    fs::remove_file(home.join("sub")).unwrap();
                }
            });
            for _ in 0..5000 {
                seen.extend(folder.read("sub/secret", 100).ok().map(|content| content.bytes));
            }
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        assert!(seen.iter().all(|bytes| bytes == b"own"), "{seen:?}");
    }
}
