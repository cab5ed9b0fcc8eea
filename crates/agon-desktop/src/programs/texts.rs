//! The texts in an agent's HOME, as far as a grader may want them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const MAX_FILES: usize = 200;
const MAX_BYTES: u64 = 1 << 20;
const MAX_DEPTH: usize = 6;

/// The text files with one of these endings, by their path below HOME.
pub(super) fn read(home: &Path, endings: &[&str]) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for (name, bytes) in sizes(home, endings) {
        if let (true, Ok(text)) = (bytes <= MAX_BYTES, fs::read_to_string(home.join(&name))) {
            texts.insert(name, text);
        }
    }
    texts
}

/// The sizes in bytes of the files with one of these endings. Hidden folders, links and whatever is neither a file nor a folder
/// are left alone: an agent could have made them to lead elsewhere, or to be waited on for ever.
pub(super) fn sizes(home: &Path, endings: &[&str]) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    gather(home, "", endings, MAX_DEPTH, &mut found);
    found
}

fn gather(folder: &Path, below: &str, endings: &[&str], depth: usize, found: &mut BTreeMap<String, u64>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    for name in names.iter().filter(|name| !name.starts_with('.')) {
        let path = folder.join(name);
        let Ok(facts) = fs::symlink_metadata(&path) else { continue };
        let relative = format!("{below}{name}");
        let wanted = name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending));
        if facts.is_dir() && depth > 0 {
            gather(&path, &format!("{relative}/"), endings, depth - 1, found);
        } else if facts.is_file() && wanted && found.len() < MAX_FILES {
            found.insert(relative, facts.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_hidden_folders_are_left_alone() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join("paper")).unwrap();
        fs::create_dir_all(home.path().join(".config")).unwrap();
        fs::write(home.path().join("paper/main.tex"), "text").unwrap();
        fs::write(home.path().join("paper/main.pdf"), "other").unwrap();
        fs::write(home.path().join(".config/own.tex"), "hidden").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", home.path().join("outside.tex")).unwrap();
        let found = read(home.path(), &["tex"]);
        assert_eq!(found, BTreeMap::from([("paper/main.tex".to_owned(), "text".to_owned())]));
    }
}
