//! What owners left that are gone: their registers are read, and what they list is ended and removed.

use crate::container::{self, Removed};
use crate::process::{self, Wanted};
use crate::tree::remove_folder;
use crate::{CONTAINER_ENTRY, FOLDER_PREFIX, ReapError, Tag};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

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
                    Err(problem) => {
                        failed.get_or_insert(ReapError { path, done: "removed", problem });
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
    let removed = removed.map_err(|problem| ReapError { path: name.into(), done: "removed", problem })?;
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

pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, ReapError> {
    let failed = |problem| ReapError { path: folder.into(), done: "listed", problem };
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
