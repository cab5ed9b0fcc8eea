//! The files of OSWorld's tasks, as their users bring them: FOLDER/APP/ID/NAME.

use percent_encoding::percent_decode_str;
use std::fs;
use std::path::Path;

/// Larger ones are not among them.
const LONGEST: u64 = 256 << 20;
/// What stands before APP/ID/NAME in addresses of the published file cache.
const CACHE: &str = "/resolve/main/";

/// One task's files.
pub(super) struct Published<'a> {
    pub(super) folder: Option<&'a Path>,
    /// `APP/ID`.
    pub(super) task: &'a str,
}

/// A file as a task names it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    pub(super) url: String,
    /// What the task itself calls it.
    pub(super) name: String,
}

impl Named {
    pub(super) fn new(url: &str, name: &str) -> Result<Self, String> {
        if !is_plain(name) {
            return Err(format!("{name:?} is no plain name of a file"));
        }
        Ok(Self { url: url.to_owned(), name: name.to_owned() })
    }

    /// Where it may lie below the folder.
    fn places(&self, task: &str) -> Result<Vec<String>, String> {
        let mut places = vec![format!("{task}/{}", self.name)];
        let path = self.url.split(['?', '#']).next().unwrap_or_default();
        if let Some((_, path)) = path.split_once(CACHE) {
            let parts: Vec<_> = path.split('/').map(|part| percent_decode_str(part).decode_utf8_lossy().into_owned()).collect();
            if !parts.iter().all(|part| is_plain(part)) {
                return Err(format!("the address of its file {} leads out of the folder", self.name));
            }
            places.extend(parts.last().map(|name| format!("{task}/{name}")));
            places.push(parts.join("/"));
        }
        Ok(places)
    }
}

impl Published<'_> {
    pub(super) fn read(&self, file: &Named) -> Result<Vec<u8>, String> {
        let places = file.places(self.task)?;
        let Some(folder) = self.folder else {
            return Err(format!("its file {} has to be brought, as {} below --files FOLDER", file.name, places[0]));
        };
        let Some(found) = places.iter().map(|place| folder.join(place)).find(|place| place.is_file()) else {
            return Err(format!("its file {} is not below {}", places[0], folder.display()));
        };
        let unreadable = |problem: String| format!("its file {} cannot be read: {problem}", file.name);
        let bytes = fs::metadata(&found).map_err(|error| unreadable(error.to_string()))?.len();
        if bytes > LONGEST {
            return Err(unreadable(format!("it is larger than {} MiB", LONGEST >> 20)));
        }
        fs::read(&found).map_err(|error| unreadable(error.to_string()))
    }
}

/// The name of a file or folder that is not hidden.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = "libreoffice_calc/0-1";

    fn named(url: &str, name: &str) -> Named {
        Named::new(url, name).unwrap()
    }

    #[test]
    fn a_file_is_found_by_the_tasks_own_name_or_by_that_of_the_file_cache() {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [("libreoffice_calc/0-1/own.xlsx", "own"), ("libreoffice_calc/0-2/a b.xlsx", "other")] {
            fs::create_dir_all(folder.path().join(path).parent().unwrap()).unwrap();
            fs::write(folder.path().join(path), text).unwrap();
        }
        let published = Published { folder: Some(folder.path()), task: TASK };
        assert_eq!(published.read(&named("https://host.example/uc?id=1", "own.xlsx")).unwrap(), b"own");
        let cached = "https://host.example/resolve/main/libreoffice_calc/0-2/a%20b.xlsx?download=true";
        assert_eq!(published.read(&named(cached, "gold.xlsx")).unwrap(), b"other");
        let missing = published.read(&named("https://host.example/uc?id=1", "gold.xlsx")).unwrap_err();
        assert!(missing.contains("libreoffice_calc/0-1/gold.xlsx is not below"), "{missing}");
        let none = Published { folder: None, task: TASK }.read(&named("", "own.xlsx")).unwrap_err();
        assert!(none.contains("own.xlsx has to be brought"), "{none}");
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in ["..", "../a.xlsx", "/etc/passwd", ".hidden", "", "a\\b", "a/b"] {
            assert!(Named::new("", name).unwrap_err().contains("no plain name"), "{name}");
        }
        let published = Published { folder: Some(Path::new("/")), task: TASK };
        for path in ["../../etc/passwd", "a/%2e%2e/passwd", "a/..%2Fb/c", "a//b"] {
            let refused = published.read(&named(&format!("https://host.example/resolve/main/{path}"), "a.xlsx")).unwrap_err();
            assert!(refused.contains("leads out of the folder"), "{refused}");
        }
    }
}
