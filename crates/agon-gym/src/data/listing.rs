//! Folders of users, listed to any depth.

use super::warn;
use crate::ParamError;
use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// A file below a folder.
#[derive(Clone, Debug)]
pub(crate) struct ListedFile {
    /// Its path from the folder on, with a slash between the parts.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// Data sets are a few levels deep; what goes deeper is an accident.
const DEEPEST: usize = 32;

struct Folder {
    path: PathBuf,
    name: String,
    depth: usize,
}

/// The files of a folder and of the folders in it whose path is `wanted`, in the order of their names byte by byte, as
/// every machine sorts them alike. Names that begin with a dot are passed over. A folder that is reached twice, by a link
/// to itself or to another one, is read once; links and folders that cannot be read are left out with a warning.
pub(crate) fn list_files(key: &str, source: &str, wanted: impl Fn(&Path) -> bool) -> Result<Vec<ListedFile>, ParamError> {
    let unreadable = |error: std::io::Error| ParamError::key(key, format!("the folder {source:?} cannot be read: {error}"));
    let root = Path::new(source);
    let mut visited = HashSet::from([identity(&fs::metadata(root).map_err(unreadable)?)]);
    let mut files = Vec::new();
    let mut folders = vec![Folder { path: root.to_owned(), name: String::new(), depth: 0 }];
    // Links wait until every real folder was read, so that a folder goes by its own name and not by a link's.
    let mut links = Vec::new();
    read_folder(&folders.remove(0), &wanted, &mut files, &mut folders, &mut links).map_err(unreadable)?;
    loop {
        let (folder, is_link) = match folders.pop() {
            Some(folder) => (folder, false),
            None => {
                // The order of reading decides which of two links to one folder is taken: it must not be the file system's.
                links.sort_by(|a: &Folder, b: &Folder| b.name.cmp(&a.name));
                let Some(link) = links.pop() else { break };
                (link, true)
            }
        };
        let skip = |why: String| warn(format!("skipped the folder {}: {why}", folder.path.display()));
        if folder.depth > DEEPEST {
            skip(format!("it lies more than {DEEPEST} folders deep"));
            continue;
        }
        match fs::metadata(&folder.path) {
            Ok(about) if visited.insert(identity(&about)) => {
                if let Err(error) = read_folder(&folder, &wanted, &mut files, &mut folders, &mut links) {
                    skip(format!("it cannot be read: {error}"));
                }
            }
            Ok(_) if is_link => skip("it is a link to a folder that is listed already".into()),
            Ok(_) => {}
            Err(error) => skip(format!("it cannot be read: {error}")),
        }
    }
    files.sort_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
    Ok(files)
}

fn identity(about: &Metadata) -> (u64, u64) {
    (about.dev(), about.ino())
}

fn read_folder(
    folder: &Folder,
    wanted: &impl Fn(&Path) -> bool,
    files: &mut Vec<ListedFile>,
    folders: &mut Vec<Folder>,
    links: &mut Vec<Folder>,
) -> std::io::Result<()> {
    for entry in fs::read_dir(&folder.path)? {
        let entry = entry?;
        let file_name = entry.file_name();
        // Names that begin with a dot are the system's own, such as the previews some computers leave in every folder.
        if file_name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let path = entry.path();
        let mut name = folder.name.clone();
        if !name.is_empty() {
            name.push('/');
        }
        name.push_str(&file_name.to_string_lossy());
        let kind = entry.file_type()?;
        let below = || Folder { path: path.clone(), name: name.clone(), depth: folder.depth + 1 };
        if kind.is_dir() {
            folders.push(below());
        } else if kind.is_symlink() && path.is_dir() {
            links.push(below());
        } else if wanted(&path) && (kind.is_file() || path.is_file()) {
            files.push(ListedFile { name, path });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::data_warnings;
    use std::os::unix::fs::symlink;

    #[test]
    fn every_depth_is_listed_in_the_order_of_names() {
        let place = tempfile::tempdir().unwrap();
        for name in ["b/2.txt", "a/x/y/1.txt", "a.txt", "a/z.txt", ".hidden/3.txt", "a/.4.txt", "b/5.bin"] {
            let path = place.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let listed = list_files("pictures", place.path().to_str().unwrap(), |path| path.extension().is_some_and(|e| e == "txt"));
        let names: Vec<String> = listed.unwrap().into_iter().map(|file| file.name).collect();
        assert_eq!(names, ["a.txt", "a/x/y/1.txt", "a/z.txt", "b/2.txt"]);
    }

    #[test]
    fn links_in_a_circle_end_and_a_folder_is_listed_once() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("real/deep")).unwrap();
        fs::write(at("real/deep/1.txt"), "").unwrap();
        symlink(place.path(), at("real/deep/up")).unwrap();
        symlink(at("real"), at("another")).unwrap();
        symlink(at("itself"), at("itself")).unwrap();
        symlink(at("real/deep/1.txt"), at("linked.txt")).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("2.txt"), "").unwrap();
        symlink(elsewhere.path(), at("outside")).unwrap();
        let listed = list_files("pictures", place.path().to_str().unwrap(), |_| true).unwrap();
        let names: Vec<&str> = listed.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["linked.txt", "outside/2.txt", "real/deep/1.txt"]);
        let another = at("another").display().to_string();
        assert!(data_warnings().iter().any(|warning| warning.contains(&another) && warning.contains("listed already")));
    }

    #[test]
    fn a_folder_without_end_is_left() {
        let place = tempfile::tempdir().unwrap();
        let mut path = place.path().to_owned();
        for _ in 0..DEEPEST + 3 {
            path.push("d");
        }
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("1.txt"), "").unwrap();
        assert!(list_files("pictures", place.path().to_str().unwrap(), |_| true).unwrap().is_empty());
        assert!(data_warnings().iter().any(|warning| warning.contains("folders deep")));
    }
}
