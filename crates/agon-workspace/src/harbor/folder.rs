//! A folder of Harbor's tasks, or one task, as it is on disk.

use agon_core::SuiteSource;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub(super) const SETTINGS_FILE: &str = "task.toml";
pub(super) const INSTRUCTION_FILE: &str = "instruction.md";
/// What the files of one task may have together.
const MAX_BYTES: u64 = 1 << 30;
const MAX_FILES: usize = 20_000;

/// Tasks in Harbor's layout, read whole.
#[derive(Clone, Debug)]
pub struct HarborFolder {
    /// What the suite is called: the folder's name in small letters, digits and hyphens.
    name: String,
    path: PathBuf,
    pub(super) tasks: BTreeMap<String, TaskFiles>,
}

/// The files of one task by their paths below its folder, or why they cannot be used.
pub(super) type TaskFiles = Result<BTreeMap<String, TaskFile>, String>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TaskFile {
    pub(super) bytes: Vec<u8>,
    pub(super) is_executable: bool,
}

/// Why a folder could not be read at all.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be read")]
pub struct HarborError {
    path: String,
    #[source]
    source: io::Error,
}

impl HarborFolder {
    /// Whether a folder is one of Harbor's tasks, or holds some. One with a `suite.toml` is a suite of ours.
    pub fn is_one(folder: &Path) -> bool {
        !folder.join("suite.toml").exists() && (is_task(folder) || task_names(folder).is_ok_and(|names| !names.is_empty()))
    }

    /// Reads every task of a folder, or the one that the folder is. A task that cannot be used is kept with the reason.
    pub fn read(folder: &Path) -> Result<Self, HarborError> {
        let failed = |source: io::Error| HarborError { path: folder.display().to_string(), source };
        let path = std::path::absolute(folder).map_err(failed)?;
        let own_name = fs::canonicalize(folder).map_err(failed)?;
        let own_name = own_name.file_name().map_or_else(|| "harbor".into(), |name| name.to_string_lossy().into_owned());
        let tasks = match is_task(folder) {
            true => BTreeMap::from([(own_name.clone(), read_task(folder))]),
            false => task_names(folder)
                .map_err(failed)?
                .into_iter()
                .map(|name| (name.clone(), read_task(&folder.join(name))))
                .collect(),
        };
        Ok(Self { name: plain_name(&own_name), path, tasks })
    }

    /// What its suite is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn source(&self) -> SuiteSource {
        let folder = self.path.to_string_lossy().trim_end_matches('/').to_owned();
        SuiteSource { folder, hash: self.hash() }
    }

    /// Changes whenever a file of a task does.
    pub(super) fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        for (name, files) in &self.tasks {
            add(name.as_bytes());
            match files {
                Ok(files) => files.iter().for_each(|(path, file)| {
                    [path.as_bytes(), &file.bytes, &[u8::from(file.is_executable)]].into_iter().for_each(&mut add);
                }),
                Err(problem) => add(problem.as_bytes()),
            }
        }
        hasher.finalize().to_hex().to_string()
    }
}

fn is_task(folder: &Path) -> bool {
    [SETTINGS_FILE, INSTRUCTION_FILE].iter().all(|file| folder.join(file).is_file())
}

/// The folders in this one that are tasks.
fn task_names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && entry.file_type()?.is_dir() && is_task(&entry.path()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn plain_name(name: &str) -> String {
    let plain: String =
        name.to_lowercase().chars().map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' }).collect();
    let plain = plain.trim_matches('-');
    if plain.is_empty() { "harbor".into() } else { plain.into() }
}

/// Hidden files are a part of a task, unlike of a suite of ours: an environment may hold them.
fn read_task(folder: &Path) -> TaskFiles {
    let mut files = BTreeMap::new();
    let mut left = MAX_BYTES;
    collect(folder, "", &mut files, &mut left)?;
    Ok(files)
}

fn collect(folder: &Path, below: &str, files: &mut BTreeMap<String, TaskFile>, left: &mut u64) -> Result<(), String> {
    let unreadable = |path: &str, error: io::Error| format!("{path:?} cannot be read: {error}");
    for entry in fs::read_dir(folder).map_err(|error| unreadable(below, error))? {
        let entry = entry.map_err(|error| unreadable(below, error))?;
        let name = entry.file_name().into_string().map_err(|name| format!("the name {name:?} is not UTF-8"))?;
        if below.is_empty() && name == ".git" {
            continue;
        }
        let name = format!("{below}{name}");
        let data = entry.metadata().map_err(|error| unreadable(&name, error))?;
        if data.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files, left)?;
            continue;
        }
        if !data.is_file() {
            return Err(format!("{name} is neither a file nor a folder; links are not taken"));
        }
        *left =
            left.checked_sub(data.len()).ok_or_else(|| format!("its files have more than {} GiB together", MAX_BYTES >> 30))?;
        if files.len() >= MAX_FILES {
            return Err(format!("it has more than {MAX_FILES} files"));
        }
        let bytes = fs::read(entry.path()).map_err(|error| unreadable(&name, error))?;
        let is_executable = data.permissions().mode() & 0o100 != 0;
        files.insert(name, TaskFile { bytes, is_executable });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_tasks_and_one_task_are_told_from_others() {
        let place = tempfile::tempdir().unwrap();
        let dataset = place.path().join("My Tasks");
        for (task, files) in [("hello", &["task.toml", "instruction.md", "environment/.env"][..]), ("notes", &["task.toml"][..])]
        {
            for file in files {
                let path = dataset.join(task).join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "x").unwrap();
            }
        }
        assert!(!HarborFolder::is_one(place.path()) && !HarborFolder::is_one(&dataset.join("notes")));
        assert!(HarborFolder::is_one(&dataset) && HarborFolder::is_one(&dataset.join("hello")));
        let all = HarborFolder::read(&dataset).unwrap();
        assert_eq!((all.name(), all.tasks.keys().map(String::as_str).collect::<Vec<_>>()), ("my-tasks", vec!["hello"]));
        assert!(all.tasks["hello"].as_ref().unwrap().contains_key("environment/.env"));
        let one = HarborFolder::read(&dataset.join("hello")).unwrap();
        assert_eq!((one.name(), one.tasks.keys().map(String::as_str).collect::<Vec<_>>()), ("hello", vec!["hello"]));

        let hash = all.hash();
        fs::set_permissions(dataset.join("hello/environment/.env"), fs::Permissions::from_mode(0o755)).unwrap();
        let changed = HarborFolder::read(&dataset).unwrap().hash();
        assert_ne!(changed, hash, "what may be run is a part of it");
        std::os::unix::fs::symlink("/etc/passwd", dataset.join("hello/link")).unwrap();
        let refused = HarborFolder::read(&dataset).unwrap();
        let problem = refused.tasks["hello"].as_ref().unwrap_err();
        assert_eq!(problem, "link is neither a file nor a folder; links are not taken");
        fs::write(dataset.join("suite.toml"), "").unwrap();
        assert!(!HarborFolder::is_one(&dataset));
    }
}
