//! The file, and what of its expected results is an element.

use agon_core::SuiteSource;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The published tasks, read whole.
#[derive(Debug)]
pub struct PublishedFile {
    pub(super) source: SuiteSource,
    pub(super) tasks: Vec<PublishedTask>,
}

/// One task.
#[derive(Debug)]
pub(super) struct PublishedTask {
    pub(super) name: String,
    pub(super) instruction: String,
    /// As the file has them.
    pub(super) expected: Vec<String>,
    pub(super) elements: Vec<ExpectedElement>,
}

/// One thing that an answer should tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExpectedElement {
    pub(super) check: String,
    pub(super) text: String,
}

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    #[error("{0} cannot be read")]
    Read(String, #[source] io::Error),
    #[error("{0} is no file of VeriGUI's tasks: {1}")]
    Format(String, String),
}

#[derive(Deserialize)]
struct Entry {
    folder: String,
    instruct: String,
    result: Vec<String>,
}

const LONGEST_LABEL: usize = 40;

impl PublishedFile {
    /// Whether this is a file of the published tasks, or a folder that holds one such file.
    pub fn is_one(place: &Path) -> bool {
        file_in(place).is_some_and(|file| fs::read(file).is_ok_and(|bytes| parse(&bytes).is_ok()))
    }

    pub fn read(place: &Path) -> Result<Self, PublishedError> {
        let path = file_in(place).unwrap_or_else(|| place.to_owned());
        let told = path.display().to_string();
        let bytes = fs::read(&path).map_err(|error| PublishedError::Read(told.clone(), error))?;
        let entries = parse(&bytes).map_err(|problem| PublishedError::Format(told.clone(), problem))?;
        let whole = std::path::absolute(place).map_err(|error| PublishedError::Read(told.clone(), error))?;
        let hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let source = SuiteSource { folder: whole.display().to_string(), hash };
        let mut names = BTreeSet::new();
        let mut tasks = Vec::new();
        for Entry { folder, instruct, result } in entries {
            let name: String =
                folder.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
            if !names.insert(name.clone()) {
                return Err(PublishedError::Format(told, format!("two tasks are called {folder}")));
            }
            let elements = elements(&result);
            tasks.push(PublishedTask { name, instruction: instruct.trim().to_owned(), expected: result, elements });
        }
        Ok(Self { source, tasks })
    }
}

impl PublishedTask {
    /// The beginning of what it asks for.
    pub(super) fn about(&self) -> String {
        let words: Vec<&str> = self.instruction.split_whitespace().collect();
        let mut about = words.iter().take(20).copied().collect::<Vec<_>>().join(" ");
        if words.len() > 20 {
            about.push('…');
        }
        about
    }
}

/// The file itself, or the only JSON file of a folder that is no suite.
fn file_in(place: &Path) -> Option<PathBuf> {
    let is_json = |path: &Path| path.extension().is_some_and(|extension| extension == "json");
    if place.is_file() {
        return is_json(place).then(|| place.to_owned());
    }
    if place.join("suite.toml").exists() {
        return None;
    }
    let mut files = fs::read_dir(place).ok()?.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| is_json(path));
    files.next().filter(|_| files.next().is_none())
}

fn parse(bytes: &[u8]) -> Result<Vec<Entry>, String> {
    let entries: Vec<Entry> = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    match entries.iter().find(|entry| entry.result.is_empty() || entry.instruct.trim().is_empty()) {
        Some(entry) => Err(format!("{} has no instruction or no result", entry.folder)),
        None if entries.is_empty() => Err("it has no task".into()),
        None => Ok(entries),
    }
}

/// `Acquirer: Databricks, Microsoft` is two elements; what stands before the colon is what they are called.
fn elements(results: &[String]) -> Vec<ExpectedElement> {
    let mut texts: Vec<String> = Vec::new();
    for result in results {
        let text = match result.split_once([':', '：']) {
            Some((label, rest))
                if label.chars().count() <= LONGEST_LABEL && !rest.trim().is_empty() && !is_clock(label, rest) =>
            {
                rest
            }
            _ => result,
        };
        let parts = parts(text).into_iter().filter(|part| part.chars().any(char::is_alphanumeric));
        for part in parts {
            if !texts.contains(&part) {
                texts.push(part);
            }
        }
    }
    (1..).zip(texts).map(|(number, text)| ExpectedElement { check: format!("element_{number}"), text }).collect()
}

/// `10:30` is one thing.
fn is_clock(label: &str, rest: &str) -> bool {
    label.ends_with(|c: char| c.is_ascii_digit()) && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// Separated by commas and the like; a comma between digits belongs to a number.
fn parts(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut parts = vec![String::new()];
    for (at, letter) in letters.iter().enumerate() {
        let is_digit = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
        let is_in_number = *letter == ',' && is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
        match letter {
            ',' | '，' | ';' | '；' | '、' | '\n' if !is_in_number => parts.push(String::new()),
            letter => {
                if let Some(last) = parts.last_mut() {
                    last.push(*letter);
                }
            }
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_divided_into_elements() {
        let results =
            ["Company：MosaicML,Inflection AI", "Amount: $1,300 million; $620 million", "NVIDIA", "10:30", "Company: NVIDIA"];
        let texts: Vec<String> = elements(&results.map(str::to_owned)).into_iter().map(|element| element.text).collect();
        assert_eq!(texts, ["MosaicML", "Inflection AI", "$1,300 million", "$620 million", "NVIDIA", "10:30"]);
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        for (text, reason) in [
            ("[]", "it has no task"),
            ("{}", "expected a sequence"),
            (r#"[{"folder":"a","instruct":"b","result":[]}]"#, "no result"),
        ] {
            let problem = parse(text.as_bytes()).err().unwrap();
            assert!(problem.contains(reason), "{problem}");
        }
    }
}
