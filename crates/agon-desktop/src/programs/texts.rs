//! The texts in an agent's HOME, as far as a grader may want them.

use crate::Desk;
use agon_core::Fault;
use agon_sandbox::{Found, TrialFolder, in_background};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const MAX_BYTES: u64 = 1 << 20;

/// What is in HOME.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    /// The texts of the files, by their path below HOME.
    pub(super) files: BTreeMap<String, String>,
    /// The sizes in bytes of the files that only their size is wanted of.
    pub(super) sizes: BTreeMap<String, u64>,
    /// What has a wanted name and is no regular file, or is too large.
    odd: BTreeMap<String, String>,
}

/// The text files with one of these endings, and the sizes of those with one of the others.
pub(super) async fn read(desk: &Desk, endings: &'static [&'static str], sized: &'static [&'static str]) -> Result<Texts, Fault> {
    let folder = desk.files().clone();
    in_background(move || gather(&folder, endings, sized)).await
}

impl Texts {
    /// As parts of a program's state: `files`, and where something was not read `not_read`.
    pub(super) fn into_state(self) -> Map<String, Value> {
        let mut state = Map::from_iter([("files".to_owned(), json!(self.files))]);
        if !self.odd.is_empty() {
            state.insert("not_read".into(), json!(self.odd));
        }
        state
    }
}

fn gather(folder: &TrialFolder, endings: &[&str], sized: &[&str]) -> Texts {
    let Found { files, mut odd, .. } = folder.find(endings);
    let mut texts = BTreeMap::new();
    for (name, size) in files {
        if size > MAX_BYTES {
            odd.insert(name, format!("not read: it has {size} bytes, more than {MAX_BYTES}"));
            continue;
        }
        match folder.read(&name, MAX_BYTES).map(|content| String::from_utf8(content.bytes)) {
            Ok(Ok(text)) => drop(texts.insert(name, text)),
            Ok(Err(_)) => {}
            Err(problem) => drop(odd.insert(name, problem.to_string())),
        }
    }
    Texts { files: texts, sizes: folder.find(sized).files, odd }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn links_and_hidden_folders_are_left_alone() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join("paper")).unwrap();
        fs::create_dir_all(home.path().join(".config")).unwrap();
        fs::write(home.path().join("paper/main.tex"), "text").unwrap();
        fs::write(home.path().join("paper/main.pdf"), "other").unwrap();
        fs::write(home.path().join(".config/own.tex"), "hidden").unwrap();
        fs::write(home.path().join("long.tex"), vec![b'x'; 1 + (1 << 20)]).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", home.path().join("outside.tex")).unwrap();
        let found = gather(&TrialFolder::open(home.path()).unwrap(), &["tex"], &["pdf"]);
        assert_eq!(found.files, BTreeMap::from([("paper/main.tex".to_owned(), "text".to_owned())]));
        assert_eq!(found.sizes, BTreeMap::from([("paper/main.pdf".to_owned(), 5)]));
        assert_eq!(found.odd["outside.tex"], "not a regular file: a symbolic link");
        assert_eq!(found.odd["long.tex"], "not read: it has 1048577 bytes, more than 1048576");
    }
}
