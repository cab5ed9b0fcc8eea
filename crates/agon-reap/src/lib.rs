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
mod mounts;
mod process;

use container::Removed;
use process::Wanted;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Something a killed process had left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leftover {
    Group {
        leader: u32,
        processes: usize,
    },
    /// Processes that were in no group yet.
    Strays {
        processes: usize,
    },
    Folder {
        path: PathBuf,
    },
    Container {
        name: String,
    },
}

#[derive(Debug, thiserror::Error)]
#[error("{path} could not be {done}: {source}")]
pub struct ReapError {
    /// Or the name of a container.
    path: PathBuf,
    done: &'static str,
    source: io::Error,
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
        fs::create_dir_all(&register).map_err(|source| ReapError { path: register.clone(), done: "created", source })?;
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
                Err(source) => return Err(ReapError { path, done: "created", source }),
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
            source: error.into(),
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
        fs::create_dir_all(&self.shared.register).and_then(|()| fs::write(&path, content)).map_err(|source| ReapError {
            path: path.clone(),
            done: "written",
            source,
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
        made.map_err(|source| ReapError { path, done: "created", source })
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
        remove_folder(&self.path).map_err(|source| ReapError { path: self.path.clone(), done: "removed", source })
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
            let failed = |source| ReapError { path: self.name.as_str().into(), done: "removed", source };
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

/// Removes a folder of a keeper's, and what was mounted in it.
fn remove_folder(path: &Path) -> io::Result<()> {
    mounts::detach_below(path);
    remove_tree(path)
}

/// Removes a folder with all that is in it, however deep: what agents make may be deeper than any stack. Folders in folders are
/// moved up before their parent goes, so no path grows long either.
pub fn remove_tree(root: &Path) -> io::Result<()> {
    let (mut waiting, mut moved) = (vec![root.to_owned()], 0_u64);
    while let Some(folder) = waiting.pop() {
        // Its maker may have taken everybody's rights to it; if ours cannot be had, reading it says so.
        let _ = fs::set_permissions(&folder, fs::Permissions::from_mode(0o700));
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let mut path = entry.path();
            if !entry.file_type()?.is_dir() {
                fs::remove_file(path)?;
                continue;
            }
            if folder != root {
                let place = loop {
                    moved += 1;
                    let place = root.join(format!(".moved-{moved}"));
                    // Agents may have taken the name.
                    if fs::symlink_metadata(&place).is_err() {
                        break place;
                    }
                };
                fs::rename(&path, &place)?;
                path = place;
            }
            waiting.push(path);
        }
        if folder != root {
            fs::remove_dir(folder)?;
        }
    }
    fs::remove_dir(root)
}

/// Clears what dead owners left and says what it was. Containers and process groups end first and are waited for, for they write into
/// the folders; what could not be cleared stays in the register for the next time.
pub fn reap(state: &Path) -> Result<Vec<Leftover>, ReapError> {
    let live = state.join("live");
    let (mut found, mut failed) = (Vec::new(), None);
    for register in list(&live)? {
        let name = register.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if owner_lives(&name) {
            continue;
        }
        let (containers, others): (Vec<_>, Vec<_>) =
            list(&register)?.into_iter().partition(|entry| entry_name(entry).starts_with(CONTAINER_ENTRY));
        for entry in containers {
            match end_container(&entry) {
                Ok(leftover) => {
                    found.extend(leftover);
                    let _ = fs::remove_file(&entry);
                }
                Err(problem) => drop(failed.get_or_insert(problem)),
            }
        }
        let (groups, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|entry| entry_name(entry).starts_with("group-"));
        for entry in groups {
            found.extend(end_group(&entry));
            let _ = fs::remove_file(&entry);
        }
        found.extend(end_strays(&name));
        for entry in others {
            if let Some(path) = folder_of(&entry) {
                match remove_folder(&path) {
                    Ok(()) => {
                        let _ = path.parent().map(fs::remove_dir);
                        found.push(Leftover::Folder { path });
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(source) => {
                        failed.get_or_insert(ReapError { path, done: "removed", source });
                        continue;
                    }
                }
            }
            let _ = fs::remove_file(&entry);
        }
        let _ = fs::remove_dir(&register);
    }
    failed.map_or(Ok(found), Err)
}

fn entry_name(entry: &Path) -> &str {
    entry.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Ends what a dead owner started and had not entered into its register when it died.
fn end_strays(owner: &str) -> Option<Leftover> {
    let since = owner.split_once('-').and_then(|(_, start)| start.parse().ok()).unwrap_or_default();
    let processes = process::kill_tagged(Wanted::OfOwner(owner), since);
    process::wait_for_tagged(Wanted::OfOwner(owner), since);
    (processes > 0).then_some(Leftover::Strays { processes })
}

/// Ends the group that an entry names and waits until its processes are gone.
fn end_group(entry: &Path) -> Option<Leftover> {
    let (leader, start) = entry_name(entry).strip_prefix("group-")?.split_once('-')?;
    let (leader, start): (u32, u64) = (leader.parse().ok()?, start.parse().ok()?);
    let tag = String::from_utf8(fs::read(entry).ok()?).ok().filter(|tag| !tag.is_empty()).map(Tag);
    let tagged = tag.as_ref().map_or(0, |tag| process::kill_tagged(Wanted::Only(tag), start));
    // The kernel does not give out a number that is still a group's, so a leader that is gone but whose group has
    // members is ours; one with another start time is a stranger.
    let stranger = process::start_time(leader).is_some_and(|now| now != start);
    let members = if stranger { 0 } else { process::group_members(leader) };
    if members > 0 {
        process::kill_group(leader);
        process::wait_for_group(leader);
    }
    if let Some(tag) = &tag {
        process::wait_for_tagged(Wanted::Only(tag), start);
    }
    (members + tagged > 0).then_some(Leftover::Group { leader, processes: members.max(tagged) })
}

/// Ends and removes the container that an entry names.
fn end_container(entry: &Path) -> Result<Option<Leftover>, ReapError> {
    let Some(name) = entry_name(entry).strip_prefix(CONTAINER_ENTRY).filter(|name| name.starts_with(FOLDER_PREFIX)) else {
        return Ok(None);
    };
    let socket = fs::read(entry).map(|bytes| PathBuf::from(OsString::from_vec(bytes)));
    let removed = socket.and_then(|socket| container::remove(&socket, name));
    let removed = removed.map_err(|source| ReapError { path: name.into(), done: "removed", source })?;
    Ok((removed == Removed::Yes).then(|| Leftover::Container { name: name.to_owned() }))
}

/// The folder that an entry names, if it is one that a keeper makes.
fn folder_of(entry: &Path) -> Option<PathBuf> {
    let path = PathBuf::from(String::from_utf8(fs::read(entry).ok()?).ok()?);
    (entry_name(entry).starts_with("folder-") && entry_name(&path).starts_with(FOLDER_PREFIX)).then_some(path)
}

fn owner_lives(name: &str) -> bool {
    let identity = name.split_once('-').and_then(|(pid, start)| Some((pid.parse().ok()?, start.parse().ok()?)));
    identity.is_some_and(|(pid, start): (u32, u64)| process::start_time(pid) == Some(start))
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

    /// A group with a member that has left it, as daemons do.
    fn sleepers(tag: Option<&Tag>) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", "setsid sleep 600 & sleep 600 & wait"]).process_group(0).stdout(Stdio::null());
        if let Some(tag) = tag {
            command.env(Tag::VARIABLE, tag.value());
        }
        let child = command.spawn().unwrap();
        wait_until(|| process::group_members(child.id()) >= 2);
        child
    }

    /// Looks from time to time, and leaves the core to those it waits for.
    fn wait_until(holds: impl Fn() -> bool) {
        while !holds() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }

    /// Killed processes take a moment to go; one that was not killed never does, and the test runner says so.
    fn wait_until_gone(tag: &Tag) {
        wait_until(|| process::find_tagged(Wanted::Only(tag), 0).tagged.is_empty());
    }

    #[test]
    fn folders_deeper_than_any_stack_are_removed() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("root");
        let made = Command::new("python3")
            .args(["-c", "import os, sys\nos.mkdir(sys.argv[1]); os.chdir(sys.argv[1])\nfor _ in range(20000): os.mkdir('d'); os.chdir('d')\nopen('f', 'w')"])
            .arg(&root)
            .status();
        assert!(made.unwrap().success());
        std::os::unix::fs::symlink(base.path(), root.join("link")).unwrap();
        for taken in [".moved-1/a", ".moved-3/b/c"] {
            fs::create_dir_all(root.join(taken)).unwrap();
        }
        fs::set_permissions(root.join(".moved-3"), fs::Permissions::from_mode(0o000)).unwrap();
        remove_tree(&root).unwrap();
        assert!(!root.exists() && base.path().exists());
    }

    #[test]
    fn guards_kill_the_group_and_its_runaways_and_remove_the_folder() {
        let base = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(base.path(), base.path()).unwrap();
        // Twice with one keeper: the register must outlive its entries.
        for _ in 0..2 {
            let tag = keeper.tag();
            let mut child = sleepers(Some(&tag));
            let group = keeper.group(child.id(), tag.clone()).unwrap();
            let folder = keeper.folder().unwrap();
            let path = folder.path().to_owned();
            fs::write(path.join("x"), "y").unwrap();
            drop((group, folder));
            assert!(!child.wait().unwrap().success());
            assert!(!path.exists());
            wait_until_gone(&tag);
        }
        drop(keeper);
        assert_eq!(list(&base.path().join("live")).unwrap(), Vec::<PathBuf>::new(), "nothing grows");
    }

    #[test]
    fn a_dead_owners_leftovers_are_found_and_a_living_ones_are_not() {
        let base = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(base.path(), base.path()).unwrap();
        let tag = keeper.tag();
        let mut child = sleepers(Some(&tag));
        let group = keeper.group(child.id(), tag.clone()).unwrap();
        let folder = keeper.folder().unwrap();
        assert_eq!(reap(base.path()).unwrap(), [], "this process lives");
        // As if the owner had been killed: the same register under the name of a process that is gone.
        let dead = base.path().join("live").join("4194304-1");
        fs::rename(&keeper.shared.register, &dead).unwrap();
        let found = reap(base.path()).unwrap();
        assert!(found.iter().any(|l| matches!(l, Leftover::Group { leader, .. } if *leader == child.id())), "{found:?}");
        assert!(found.contains(&Leftover::Folder { path: folder.path().into() }));
        assert!(!child.wait().unwrap().success());
        wait_until_gone(&tag);
        assert!(!dead.exists());
        assert_eq!(reap(base.path()).unwrap(), []);
        drop(group);
    }

    /// An owner that is killed between starting a process and entering it has told nobody but the process.
    #[test]
    fn what_a_dead_owner_had_not_entered_yet_is_ended_too() {
        let base = tempfile::tempdir().unwrap();
        let dead = "4194304-1";
        fs::create_dir_all(base.path().join("live").join(dead)).unwrap();
        let (tag, other) = (Tag(format!("{dead}-7")), Tag("4194304-12-7".to_owned()));
        let (mut child, mut stranger) = (sleepers(Some(&tag)), sleepers(Some(&other)));
        let found = reap(base.path()).unwrap();
        assert!(matches!(found.as_slice(), [Leftover::Strays { processes: 3.. }]), "{found:?}");
        assert!(!child.wait().unwrap().success());
        wait_until_gone(&tag);
        assert!(process::group_members(stranger.id()) >= 2, "another owner's are left alone");
        process::kill_group(stranger.id());
        process::kill_tagged(Wanted::Only(&other), 0);
        stranger.wait().unwrap();
    }

    /// Names of registers sort folders before groups; what still writes into a folder must end first.
    #[test]
    fn folders_of_a_dead_owner_go_though_its_groups_still_write_into_them() {
        let base = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(base.path(), base.path()).unwrap();
        let (tag, folder) = (keeper.tag(), keeper.folder().unwrap());
        let path = folder.path().to_owned();
        let mut command = Command::new("sh");
        command.args(["-c", "i=0; while :; do i=$((i+1)); mkdir -p d$i; : > d$i/f; done"]);
        let mut child = command.current_dir(&path).env(Tag::VARIABLE, tag.value()).process_group(0).spawn().unwrap();
        let group = keeper.group(child.id(), tag).unwrap();
        wait_until(|| path.join("d9").exists());
        fs::rename(&keeper.shared.register, base.path().join("live").join("4194304-1")).unwrap();
        let waiting = std::thread::spawn(move || child.wait());
        let found = reap(base.path()).unwrap();
        assert!(found.contains(&Leftover::Folder { path: path.clone() }) && !path.exists(), "{found:?}");
        waiting.join().unwrap().unwrap();
        drop((group, folder));
    }

    /// What could not be removed is told, and found again the next time.
    #[test]
    fn a_folder_that_cannot_be_removed_stays_in_the_register() {
        let base = tempfile::tempdir().unwrap();
        let dead = base.path().join("live").join("4194304-1");
        fs::create_dir_all(&dead).unwrap();
        // A file where a folder should be cannot be listed.
        let stubborn = base.path().join("agon-stubborn");
        fs::write(&stubborn, "").unwrap();
        fs::write(dead.join("folder-a"), stubborn.as_os_str().as_encoded_bytes()).unwrap();
        let problem = reap(base.path()).unwrap_err().to_string();
        assert!(problem.contains("agon-stubborn could not be removed"), "{problem}");
        fs::remove_file(&stubborn).unwrap();
        fs::create_dir(&stubborn).unwrap();
        assert_eq!(reap(base.path()).unwrap(), [Leftover::Folder { path: stubborn }]);
        assert!(!dead.exists());
    }

    #[test]
    fn keepers_of_one_process_do_not_share_names() {
        let base = tempfile::tempdir().unwrap();
        let first = Keeper::open(base.path(), base.path()).unwrap();
        let second = Keeper::open(base.path(), base.path()).unwrap();
        assert_ne!(first.tag(), second.tag());
        let (kept, gone) = (first.folder().unwrap(), second.folder().unwrap());
        drop((gone, second));
        assert!(kept.path().exists());
        drop(kept);
        drop(Keeper::open(base.path(), base.path()).unwrap());
        assert!(first.folder().unwrap().path().exists(), "the register is made again where it has gone");
    }

    #[test]
    fn a_folder_goes_though_its_group_writes_to_the_end() {
        let base = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(base.path(), base.path()).unwrap();
        for _ in 0..20 {
            let (tag, folder) = (keeper.tag(), keeper.folder().unwrap());
            let path = folder.path().to_owned();
            let script = "i=0; while :; do i=$((i+1)); mkdir -p d$i; : > d$i/f; done";
            let mut command = Command::new("sh");
            command.args(["-c", script]).current_dir(&path).env(Tag::VARIABLE, tag.value()).process_group(0);
            let mut child = command.spawn().unwrap();
            let group = keeper.group(child.id(), tag).unwrap();
            wait_until(|| path.join("d9").exists());
            let waiting = std::thread::spawn(move || child.wait());
            drop(group);
            drop(folder);
            assert!(!path.exists());
            waiting.join().unwrap().unwrap();
        }
    }

    #[test]
    fn a_reused_number_is_a_stranger() {
        let base = tempfile::tempdir().unwrap();
        let dead = base.path().join("live").join("4194304-1");
        fs::create_dir_all(&dead).unwrap();
        let tag = Tag("stranger-test".into());
        let mut child = sleepers(Some(&tag));
        fs::write(dead.join(format!("group-{}-1", child.id())), "").unwrap();
        assert_eq!(reap(base.path()).unwrap(), []);
        assert!(child.try_wait().unwrap().is_none(), "it was left alone");
        process::kill_group(child.id());
        process::kill_tagged(Wanted::Only(&tag), 0);
        child.wait().unwrap();
    }

    /// An engine that answers every request with the next of these statuses, and tells the requests' first lines.
    fn engine(socket: &Path, statuses: &'static [u16]) -> std::thread::JoinHandle<Vec<String>> {
        use std::io::{BufRead, BufReader, Write};
        let listener = std::os::unix::net::UnixListener::bind(socket).unwrap();
        std::thread::spawn(move || {
            let answer = |status: &u16| {
                let (mut stream, _) = listener.accept().unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                let first = lines.next().unwrap();
                lines.find(String::is_empty).unwrap();
                write!(stream, "HTTP/1.1 {status} X\r\nConnection: close\r\n\r\n{{\"message\":\"so it is\"}}").unwrap();
                first
            };
            statuses.iter().map(answer).collect()
        })
    }

    #[test]
    fn a_container_goes_with_its_guard() {
        let base = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(base.path(), base.path()).unwrap();
        let socket = base.path().join("engine.sock");
        let asked = engine(&socket, &[204, 204]);
        let container = keeper.container(&socket).unwrap();
        let name = container.name().to_owned();
        assert!(name.starts_with(&format!("agon-{}-", keeper.owner())), "{name}");
        drop(container);
        let wanted = [
            format!("POST /containers/{name}/kill?signal=KILL HTTP/1.1"),
            format!("DELETE /containers/{name}?force=true&v=true HTTP/1.1"),
        ];
        assert_eq!(asked.join().unwrap(), wanted);
        assert_eq!(list(&keeper.shared.register).unwrap(), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_container_of_a_dead_owner_is_removed_and_stays_registered_while_it_cannot_be() {
        let base = tempfile::tempdir().unwrap();
        let dead = base.path().join("live").join("4194304-1");
        fs::create_dir_all(&dead).unwrap();
        let (first, second) = (base.path().join("first.sock"), base.path().join("second.sock"));
        fs::write(dead.join("container-agon-1"), first.as_os_str().as_encoded_bytes()).unwrap();
        let problem = reap(base.path()).unwrap_err().to_string();
        assert!(problem.starts_with("agon-1 could not be removed"), "the engine is not there: {problem}");
        let asked = engine(&first, &[204, 500]);
        let problem = reap(base.path()).unwrap_err().to_string();
        assert!(problem.contains("the engine answers 500: {\"message\":\"so it is\"}"), "{problem}");
        asked.join().unwrap();
        // One that does not run cannot be killed, and one that has gone is no leftover.
        fs::write(dead.join("container-agon-1"), second.as_os_str().as_encoded_bytes()).unwrap();
        fs::write(dead.join("container-agon-2"), second.as_os_str().as_encoded_bytes()).unwrap();
        let asked = engine(&second, &[409, 204, 404]);
        assert_eq!(reap(base.path()).unwrap(), [Leftover::Container { name: "agon-1".into() }]);
        assert_eq!(asked.join().unwrap().len(), 3);
        assert!(!dead.exists());
    }

    #[test]
    fn what_is_mounted_in_a_folder_is_unmounted_with_it() {
        let base = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(base.path(), base.path()).unwrap();
        let folder = keeper.folder().unwrap();
        let path = folder.path().to_owned();
        let place = path.join("part");
        fs::create_dir(&place).unwrap();
        if rustix::mount::mount(c"tmpfs", &place, c"tmpfs", rustix::mount::MountFlags::empty(), None).is_err() {
            // Only root can mount: for others there is nothing to unmount.
            return;
        }
        fs::write(place.join("file"), "x").unwrap();
        folder.remove().unwrap();
        assert!(!path.exists());
    }
}
