//! Owns process groups, temporary folders and containers, and finds those of killed runs.
//!
//! A [`Keeper`] registers every process group, folder and container under its own name in a state folder before it is used; their
//! guards kill and remove them when dropped. A process that is killed drops nothing, but its register stays: [`reap`]
//! finds registers whose owner is gone and clears what they list. Only what was registered is ever touched, and a
//! process is identified by its number and its start time, so that a reused number is never mistaken for ours.
//!
//! Processes that leave their group are found by a [`Tag`] in their environment. One that also clears its environment
//! escapes: whoever must hold such a program needs a sandbox, which this is not.

mod container;
mod leftovers;
mod mounts;
mod process;
mod tree;

pub use leftovers::{Leftover, reap};
pub use tree::remove_tree;

use process::Wanted;
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tree::remove_folder;

/// The register of this process. Clones share it; it goes with the last of them and their guards.
#[derive(Clone, Debug)]
pub struct Keeper {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    /// `STATE/live/PID-START`.
    register: PathBuf,
    /// Where temporary folders are made.
    temporary: PathBuf,
}

/// Counts what this process has named, over all its keepers: a name that came twice would let one guard end what is another's.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// An environment variable by which a process group's members are known wherever they go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(String);

/// A process group that dies with its guard.
#[derive(Debug)]
pub struct Group {
    leader: u32,
    /// When the leader began.
    start: u64,
    tag: Tag,
    /// Held, not read: dropped after the group is killed.
    _entry: Entry,
}

/// A folder that goes with its guard.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held, not read: dropped after the folder is gone.
    _entry: Entry,
}

/// A container that goes with its guard.
#[derive(Debug)]
pub struct Container {
    name: String,
    socket: PathBuf,
    /// As long as it may be there.
    entry: Option<Entry>,
}

/// A line in the register, which keeps the register alive.
#[derive(Debug)]
struct Entry {
    path: PathBuf,
    _register: Arc<Shared>,
}

#[derive(Debug, thiserror::Error)]
#[error("{path} could not be {done}: {problem}")]
pub struct ReapError {
    /// Or the name of a container.
    path: PathBuf,
    done: &'static str,
    problem: io::Error,
}

/// What names of folders and containers begin with.
const FOLDER_PREFIX: &str = "agon-";
const CONTAINER_ENTRY: &str = "container-";

impl Tag {
    pub const VARIABLE: &'static str = "AGON_GROUP";

    pub fn value(&self) -> &str {
        &self.0
    }
}

impl Keeper {
    /// Opens this process's register below a state folder.
    pub fn open(state: &Path, temporary: &Path) -> Result<Self, ReapError> {
        let own = std::process::id();
        let start = process::start_time(own).unwrap_or_default();
        let register = state.join("live").join(format!("{own}-{start}"));
        fs::create_dir_all(&register).map_err(|problem| ReapError { path: register.clone(), done: "created", problem })?;
        Ok(Self { shared: Arc::new(Shared { register, temporary: temporary.into() }) })
    }

    /// A tag for a process group that is about to be started: set it in its environment.
    pub fn tag(&self) -> Tag {
        Tag(self.next_name())
    }

    /// Takes over a process group that was just started; its leader's number is the group's.
    pub fn group(&self, leader: u32, tag: Tag) -> Result<Group, ReapError> {
        let start = process::start_time(leader).unwrap_or_default();
        let entry = self.enter(&format!("group-{leader}-{start}"), tag.0.as_bytes())?;
        Ok(Group { leader, start, tag, _entry: entry })
    }

    /// Makes a private temporary folder.
    pub fn folder(&self) -> Result<Folder, ReapError> {
        let name = self.next_name();
        let path = self.shared.private_folder().join(format!("{FOLDER_PREFIX}{name}"));
        // Registered before it exists: a crash in between leaves an entry without a folder, never the reverse.
        let entry = self.enter(&format!("folder-{name}"), path.as_os_str().as_encoded_bytes())?;
        loop {
            self.shared.make_private_folder()?;
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => break,
                // Whoever removed the last of the other folders has just removed the empty private folder too.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(problem) => return Err(ReapError { path, done: "created", problem }),
            }
        }
        Ok(Folder { path, _entry: entry })
    }

    /// Names a container that is about to be made by the engine behind a socket.
    pub fn container(&self, socket: &Path) -> Result<Container, ReapError> {
        // An engine's containers outlive a restart of the machine, after which our number and start may come again.
        let mut random = [0; 8];
        rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty()).map_err(|error| ReapError {
            path: "a container's name".into(),
            done: "drawn",
            problem: error.into(),
        })?;
        let name = format!("{FOLDER_PREFIX}{}-{:016x}", self.next_name(), u64::from_ne_bytes(random));
        // Registered before it exists, as folders are.
        let entry = self.enter(&format!("{CONTAINER_ENTRY}{name}"), socket.as_os_str().as_encoded_bytes())?;
        Ok(Container { name, socket: socket.into(), entry: Some(entry) })
    }

    /// What this process is called in registers.
    fn owner(&self) -> String {
        self.shared.register.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Where everything private lies that keepers of this user make: the temporary folders and the registers.
    pub fn private_folders(&self) -> Vec<PathBuf> {
        let registers = self.shared.register.parent().map(Path::to_owned);
        [Some(self.shared.private_folder()), registers].into_iter().flatten().collect()
    }

    /// Unique on this machine: our number, our start and a count.
    fn next_name(&self) -> String {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        format!("{}-{number}", self.owner())
    }

    fn enter(&self, name: &str, content: &[u8]) -> Result<Entry, ReapError> {
        let path = self.shared.register.join(name);
        // Another keeper of this process may have taken its leave, and the empty register with it.
        fs::create_dir_all(&self.shared.register).and_then(|()| fs::write(&path, content)).map_err(|problem| ReapError {
            path: path.clone(),
            done: "written",
            problem,
        })?;
        Ok(Entry { path, _register: self.shared.clone() })
    }
}

impl Shared {
    /// The one folder of this user that holds all temporary ones, so that it can be hidden as a whole.
    fn private_folder(&self) -> PathBuf {
        self.temporary.join(format!("{FOLDER_PREFIX}{}", rustix::process::getuid().as_raw()))
    }

    /// Makes it if it is not there. A folder of that name that is somebody else's is refused.
    fn make_private_folder(&self) -> Result<(), ReapError> {
        let path = self.private_folder();
        let made = fs::create_dir_all(&self.temporary).and_then(|()| fs::DirBuilder::new().mode(0o700).create(&path));
        let made = match made {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match fs::symlink_metadata(&path) {
                Ok(found) if found.is_dir() && found.uid() == rustix::process::getuid().as_raw() => Ok(()),
                Ok(_) => Err(io::Error::other("what is there belongs to somebody else")),
                // Removed in between: whoever asked tries again.
                Err(_) => Ok(()),
            },
            made => made,
        };
        made.map_err(|problem| ReapError { path, done: "created", problem })
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.register);
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        process::kill_group(self.leader);
        process::kill_tagged(Wanted::Only(&self.tag), self.start);
        // One that is dying may still write, and a folder is to be gone with its group.
        process::wait_for_group(self.leader);
    }
}

impl Folder {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it now, and says so where that fails; dropping it only tries.
    pub fn remove(self) -> Result<(), ReapError> {
        remove_folder(&self.path).map_err(|problem| ReapError { path: self.path.clone(), done: "removed", problem })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = remove_folder(&self.path);
        // The private folder goes with the last folder in it.
        let _ = self.path.parent().map(fs::remove_dir);
    }
}

impl Container {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Ends and removes it now, and says so where that fails: then it can be tried again, as dropping it does.
    pub fn remove(&mut self) -> Result<(), ReapError> {
        if self.entry.is_some() {
            let failed = |problem| ReapError { path: self.name.as_str().into(), done: "removed", problem };
            container::remove(&self.socket, &self.name).map_err(failed)?;
            self.entry = None;
        }
        Ok(())
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        if self.remove().is_err() {
            // It stays in the register, for whoever reaps once this process is gone.
            std::mem::forget(self.entry.take());
        }
    }
}

#[cfg(test)]
mod tests;
