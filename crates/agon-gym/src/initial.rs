//! Episodes that start in a written state rather than from a seed: states of our own, and the published environments' episode files.

use crate::{Kind, ParamError};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// Larger files are refused rather than read: one wrong path must not fill the memory.
const MAX_BYTES: u64 = 64 << 20;

/// The file that the published evaluation keeps in each episode's folder.
const PUBLISHED_FILE: &str = "initial_state.json";

/// The state that the setting `init_state` gives: itself, or what the file of this path holds.
pub(crate) fn given(setting: &Value) -> Result<Value, ParamError> {
    let state = match setting {
        Value::String(path) => {
            let states = in_file(Path::new(path)).map_err(|problem| ParamError::key("init_state", problem))?;
            match <[Value; 1]>::try_from(states) {
                Ok([state]) => state,
                Err(states) => {
                    let problem = format!("{path} holds {} states; give it as episodes, or a file with one", states.len());
                    return Err(ParamError::key("init_state", problem));
                }
            }
        }
        given => unwrapped(given.clone()),
    };
    match state.is_object() {
        true => Ok(state),
        false => Err(ParamError::key("init_state", format!("must be an object or the path of a JSON file, got {setting}"))),
    }
}

/// The state of an instance where the setting `episodes` names the file or folder that holds them.
pub(crate) fn of_instance(kind: &dyn Kind, path: &str, number: u64) -> Result<Value, ParamError> {
    let found = episode(kind, Path::new(path), number).map_err(|problem| ParamError::key("episodes", problem))?;
    match found {
        Ok(state) if state.is_object() => Ok(state),
        Ok(_) => Err(ParamError::key("episodes", format!("episode {number} in {path} is no JSON object"))),
        Err(count) => Err(ParamError::key(
            "episodes",
            format!("{path} holds {count} episodes of {}, numbered from 0; there is no episode {number}", kind.name()),
        )),
    }
}

/// An episode's state, or how many there are.
type Found = Result<Value, usize>;

fn episode(kind: &dyn Kind, path: &Path, number: u64) -> Result<Found, String> {
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    if path.is_dir() {
        let mut files = in_folder(&folder_of(kind, path)?)?;
        return match at < files.len() {
            true => Ok(Ok(only_state(&files.swap_remove(at))?)),
            false => Ok(Err(files.len())),
        };
    }
    if path.extension().is_some_and(|extension| extension == "jsonl") {
        return line_of(path, at);
    }
    let mut states = in_file(path)?;
    Ok(if at < states.len() { Ok(states.swap_remove(at)) } else { Err(states.len()) })
}

/// Of the published folder with all environments, the one of this world.
fn folder_of(kind: &dyn Kind, path: &Path) -> Result<PathBuf, String> {
    let prefix = format!("{}__", kind.published_name());
    let mut own: Vec<PathBuf> = entries(path)?.into_iter().filter(|entry| name_of(entry).starts_with(&prefix)).collect();
    match own.len() {
        0 => Ok(path.to_owned()),
        1 => Ok(own.remove(0)),
        _ => {
            let names: Vec<String> = own.iter().map(|folder| name_of(folder)).collect();
            Err(format!("{} holds several folders for {}; name one of them: {}", path.display(), kind.name(), names.join(", ")))
        }
    }
}

/// The files with a folder's episodes, ordered by the numbers in their names.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = entries(folder)?;
    let mut files: Vec<PathBuf> = entries.iter().map(|entry| entry.join(PUBLISHED_FILE)).filter(|file| file.is_file()).collect();
    if files.is_empty() {
        files = entries.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")).collect();
    }
    if files.is_empty() {
        return Err(format!(
            "{} holds no episodes; they are folders with a file {PUBLISHED_FILE}, or files that end with .json",
            folder.display()
        ));
    }
    files.sort_by_cached_key(|file| (numbers_in(&file.to_string_lossy()), file.clone()));
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("{} cannot be read: {error}", folder.display());
    let entries: Result<Vec<PathBuf>, _> =
        fs::read_dir(folder).map_err(unreadable)?.map(|entry| entry.map(|e| e.path())).collect();
    let mut entries = entries.map_err(unreadable)?;
    entries.sort();
    Ok(entries)
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// `seed3_episode12` comes after `seed3_episode2`.
fn numbers_in(name: &str) -> Vec<u64> {
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

fn only_state(file: &Path) -> Result<Value, String> {
    let count = |states: Vec<Value>| format!("{} holds {} states, and one was expected", file.display(), states.len());
    <[Value; 1]>::try_from(in_file(file)?).map(|[state]| state).map_err(count)
}

/// The states in a JSON file: one, or a list.
fn in_file(file: &Path) -> Result<Vec<Value>, String> {
    let mut text = String::new();
    let opened = open(file)?;
    opened.take(MAX_BYTES).read_to_string(&mut text).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| format!("{} is not JSON: {error}", file.display()))?;
    Ok(match value {
        Value::Array(states) => states.into_iter().map(unwrapped).collect(),
        state => vec![unwrapped(state)],
    })
}

/// The state on one line of a file with a state a line; empty lines do not count.
fn line_of(file: &Path, number: usize) -> Result<Found, String> {
    let mut count = 0;
    for line in BufReader::new(open(file)?).lines() {
        let line = line.map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        if line.trim().is_empty() {
            continue;
        }
        if count == number {
            let state = serde_json::from_str(&line);
            return state
                .map(|state| Ok(unwrapped(state)))
                .map_err(|error| format!("episode {number} in {} is not JSON: {error}", file.display()));
        }
        count += 1;
    }
    Ok(Err(count))
}

/// A pipe or device would block or never end.
fn open(file: &Path) -> Result<File, String> {
    let unreadable = |error| format!("{} cannot be read: {error}", file.display());
    let about = fs::metadata(file).map_err(unreadable)?;
    if !about.is_file() {
        return Err(format!("{} is no file", file.display()));
    }
    if about.len() > MAX_BYTES {
        return Err(format!("{} is larger than {} MiB", file.display(), MAX_BYTES >> 20));
    }
    File::open(file).map_err(unreadable)
}

/// The state within what an episode or a record writes around it.
fn unwrapped(value: Value) -> Value {
    let Value::Object(mut object) = value else { return value };
    let inner = ["init_state", "state"].into_iter().find(|key| object.get(*key).is_some_and(Value::is_object));
    inner.and_then(|key| object.remove(key)).unwrap_or(Value::Object(object))
}

#[cfg(test)]
mod tests;
