//! Owns process groups and temporary folders, and finds those of killed runs.
//!
//! A [`Keeper`] registers every process group and folder under its own name in a state folder before it is used; their
//! guards kill and remove them when dropped. A process that is killed drops nothing, but its register stays: [`reap`]
//! finds registers whose owner is gone and clears what they list. Only what was registered is ever touched, and a
//! process is identified by its number and its start time, so that a reused number is never mistaken for ours.

use rustix::process::{Pid, Signal, kill_process_group};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The register of this process. Clones share it.
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
    next: AtomicU64,
}

/// A process group that dies with its guard.
#[derive(Debug)]
pub struct Group {
    leader: u32,
    entry: PathBuf,
}

/// A folder that goes with its guard.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    entry: PathBuf,
}

/// Something a killed process had left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leftover {
    Group { leader: u32, processes: usize },
    Folder { path: PathBuf },
}

#[derive(Debug, thiserror::Error)]
#[error("{path} could not be {done}")]
pub struct ReapError {
    path: PathBuf,
    done: &'static str,
    #[source]
    source: io::Error,
}

const FOLDER_PREFIX: &str = "agon-";

impl Keeper {
    /// Opens this process's register below a state folder.
    pub fn open(state: &Path, temporary: &Path) -> Result<Self, ReapError> {
        let own = std::process::id();
        let start = start_time(own).unwrap_or_default();
        let register = state.join("live").join(format!("{own}-{start}"));
        fs::create_dir_all(&register).map_err(|source| ReapError { path: register.clone(), done: "created", source })?;
        Ok(Self { shared: Arc::new(Shared { register, temporary: temporary.into(), next: AtomicU64::new(0) }) })
    }

    /// Takes over a process group that was just started; its leader's number is the group's.
    pub fn group(&self, leader: u32) -> Result<Group, ReapError> {
        let start = start_time(leader).unwrap_or_default();
        let entry = self.shared.register.join(format!("group-{leader}-{start}"));
        let group = Group { leader, entry };
        fs::write(&group.entry, "").map_err(|source| ReapError { path: group.entry.clone(), done: "written", source })?;
        Ok(group)
    }

    /// Makes a private temporary folder.
    pub fn folder(&self) -> Result<Folder, ReapError> {
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let name = self.shared.register.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let path = self.shared.temporary.join(format!("{FOLDER_PREFIX}{name}-{number}"));
        let entry = self.shared.register.join(format!("folder-{number}"));
        // Registered before it exists: a crash in between leaves an entry without a folder, never the reverse.
        fs::write(&entry, path.as_os_str().as_encoded_bytes())
            .and_then(|()| fs::create_dir_all(&path))
            .and_then(|()| fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o700)))
            .map_err(|source| ReapError { path: path.clone(), done: "created", source })?;
        Ok(Folder { path, entry })
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // Fails while guards are alive, and then the register must stay.
        let _ = fs::remove_dir(&self.register);
    }
}

impl Group {
    pub fn kill(&self) {
        kill_group(self.leader);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        remove_entry(&self.entry);
    }
}

impl Folder {
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
        remove_entry(&self.entry);
    }
}

/// Clears what dead owners left and says what it was.
pub fn reap(state: &Path) -> Result<Vec<Leftover>, ReapError> {
    let live = state.join("live");
    let mut found = Vec::new();
    for register in list(&live)? {
        let name = register.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if owner_lives(&name) {
            continue;
        }
        for entry in list(&register)? {
            found.extend(clear(&entry));
            let _ = fs::remove_file(&entry);
        }
        fs::remove_dir(&register).map_err(|source| ReapError { path: register.clone(), done: "removed", source })?;
    }
    Ok(found)
}

fn clear(entry: &Path) -> Option<Leftover> {
    let name = entry.file_name()?.to_str()?;
    if let Some(identity) = name.strip_prefix("group-") {
        let (leader, start) = identity.split_once('-')?;
        let (leader, start): (u32, u64) = (leader.parse().ok()?, start.parse().ok()?);
        // The kernel does not give out a number that is still a group's, so a leader that is gone but whose group has
        // members is ours; one with another start time is a stranger.
        if start_time(leader).is_some_and(|now| now != start) {
            return None;
        }
        let processes = group_members(leader);
        if processes == 0 {
            return None;
        }
        kill_group(leader);
        return Some(Leftover::Group { leader, processes });
    }
    let path = PathBuf::from(String::from_utf8(fs::read(entry).ok()?).ok()?);
    let ours = path.file_name()?.to_str()?.starts_with(FOLDER_PREFIX);
    (name.starts_with("folder-") && ours && fs::remove_dir_all(&path).is_ok()).then_some(Leftover::Folder { path })
}

fn remove_entry(entry: &Path) {
    let _ = fs::remove_file(entry);
    // The last entry takes the register along.
    if let Some(register) = entry.parent() {
        let _ = fs::remove_dir(register);
    }
}

fn owner_lives(name: &str) -> bool {
    let identity = name.split_once('-').and_then(|(pid, start)| Some((pid.parse().ok()?, start.parse().ok()?)));
    identity.is_some_and(|(pid, start): (u32, u64)| start_time(pid) == Some(start))
}

fn kill_group(leader: u32) {
    if let Some(pid) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// When a process started, in clock ticks since boot; `None` if there is none (or only its zombie).
fn start_time(pid: u32) -> Option<u64> {
    let (state, fields) = stat(pid)?;
    if state == "Z" { None } else { fields.get(18)?.parse().ok() }
}

fn group_members(group: u32) -> usize {
    let Ok(processes) = fs::read_dir("/proc") else { return 0 };
    let pids = processes.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| {
        stat(*pid).is_some_and(|(state, fields)| state != "Z" && fields.get(1).and_then(|g| g.parse().ok()) == Some(group))
    })
    .count()
}

/// The state and the fields after it of `/proc/PID/stat`. The name before them is in brackets and may hold anything.
fn stat(pid: u32) -> Option<(String, Vec<String>)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace().map(str::to_owned);
    let state = fields.next()?;
    Some((state, fields.collect()))
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, ReapError> {
    let failed = |source| ReapError { path: folder.into(), done: "listed", source };
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => {
            let mut paths: Vec<PathBuf> =
                entries.map_err(failed)?.map(|entry| Ok(entry.map_err(failed)?.path())).collect::<Result<_, _>>()?;
            paths.sort();
            Ok(paths)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    fn sleeper() -> Child {
        Command::new("sh").args(["-c", "sleep 600 & wait"]).process_group(0).stdout(Stdio::null()).spawn().unwrap()
    }

    #[test]
    fn guards_kill_the_group_and_remove_the_folder() {
        let base = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(base.path(), base.path()).unwrap();
        let mut child = sleeper();
        let group = keeper.group(child.id()).unwrap();
        let folder = keeper.folder().unwrap();
        let path = folder.path().to_owned();
        fs::write(path.join("x"), "y").unwrap();
        drop((group, folder));
        assert!(!child.wait().unwrap().success());
        assert!(!path.exists());
        drop(keeper);
        assert_eq!(list(&base.path().join("live")).unwrap(), Vec::<PathBuf>::new(), "nothing grows");
    }

    #[test]
    fn a_dead_owners_leftovers_are_found_and_a_living_ones_are_not() {
        let base = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(base.path(), base.path()).unwrap();
        let mut child = sleeper();
        let group = keeper.group(child.id()).unwrap();
        let folder = keeper.folder().unwrap();
        assert_eq!(reap(base.path()).unwrap(), [], "this process lives");
        // As if the owner had been killed: the same register under the name of a process that is gone.
        let dead = base.path().join("live").join("4194304-1");
        fs::rename(&keeper.shared.register, &dead).unwrap();
        let found = reap(base.path()).unwrap();
        assert!(found.iter().any(|l| matches!(l, Leftover::Group { leader, .. } if *leader == child.id())), "{found:?}");
        assert!(found.contains(&Leftover::Folder { path: folder.path().into() }));
        assert!(!child.wait().unwrap().success());
        assert!(!dead.exists());
        assert_eq!(reap(base.path()).unwrap(), []);
        drop(group);
    }

    #[test]
    fn a_reused_number_is_a_stranger() {
        let base = tempfile::tempdir().unwrap();
        let dead = base.path().join("live").join("4194304-1");
        fs::create_dir_all(&dead).unwrap();
        let mut child = sleeper();
        fs::write(dead.join(format!("group-{}-1", child.id())), "").unwrap();
        assert_eq!(reap(base.path()).unwrap(), []);
        assert!(child.try_wait().unwrap().is_none(), "it was left alone");
        kill_group(child.id());
        child.wait().unwrap();
    }
}
