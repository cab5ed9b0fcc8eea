//! The files of a suite: those of a folder, or those built into this binary.

use agon_core::SuiteSource;
use flate2::read::ZlibDecoder;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

const SUITE_FILE: &str = "suite.toml";
/// What all files of a suite may have together.
const MAX_BYTES: u64 = 1 << 30;

/// A folder with `suite.toml`, task files `FOLDER/NAME.toml` and what they use.
#[derive(Clone, Debug, Default)]
pub struct TaskFolder {
    /// How it is called in messages.
    root: String,
    files: BTreeMap<String, Cow<'static, [u8]>>,
    /// Its whole path, if it is not built in.
    path: Option<String>,
}

/// `suite.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteFile {
    /// What its tasks' names begin with.
    pub name: String,
    /// Bumped whenever an instance, a frame or a verdict changes.
    pub version: String,
    /// One sentence.
    pub about: String,
    /// The kind of its worlds.
    pub world: String,
    /// Folders whose worlds are of another kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub worlds: BTreeMap<String, String>,
}

/// A file of a suite that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct TaskFileError {
    /// `suites/science/algebra/parabola.toml`.
    pub file: String,
    /// One sentence.
    pub problem: String,
}

impl TaskFolder {
    /// Files that a program holds; `root` is how they are called in messages.
    pub fn embedded(root: &str, files: &[(&'static str, &'static [u8])]) -> Self {
        let files = files.iter().map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes))).collect();
        Self { root: root.to_owned(), files, path: None }
    }

    /// Files that are built in, as `agon_embed::compressed_folder` wrote them.
    pub fn decompressed(root: &str, bytes: &[u8]) -> Result<Self, TaskFileError> {
        let broken = || TaskFileError { file: root.to_owned(), problem: "it was not built in whole: build agon again".into() };
        let mut plain = Vec::new();
        ZlibDecoder::new(bytes).read_to_end(&mut plain).map_err(|_| broken())?;
        let files = files_of_parts(&plain).ok_or_else(broken)?;
        let files = files.into_iter().map(|(path, bytes)| (path, Cow::Owned(bytes))).collect();
        Ok(Self { root: root.to_owned(), files, path: None })
    }

    /// Reads a folder whole. Hidden files are no part of it; links are refused, because what they lead to is not in the folder.
    pub fn read(folder: &Path) -> Result<Self, TaskFileError> {
        let mut found = Self::of_files(folder, BTreeMap::new());
        let mut left = MAX_BYTES;
        found.collect(folder, "", &mut left)?;
        Ok(found)
    }

    /// Files that came from this place of the machine.
    pub(crate) fn of_files(place: &Path, files: BTreeMap<String, Vec<u8>>) -> Self {
        let whole = std::path::absolute(place).unwrap_or_else(|_| place.to_owned());
        Self {
            root: place.display().to_string(),
            files: files.into_iter().map(|(path, bytes)| (path, Cow::Owned(bytes))).collect(),
            path: Some(whole.to_string_lossy().trim_end_matches('/').to_owned()),
        }
    }

    /// The same with other files in it, or instead of those of the same name.
    pub fn with(mut self, files: &[(&str, &str)]) -> Self {
        self.files.extend(files.iter().map(|(name, text)| ((*name).to_owned(), Cow::Owned(text.as_bytes().to_vec()))));
        self
    }

    /// The same with the files that are wanted, by path and content.
    pub fn only(mut self, wanted: impl Fn(&str, &[u8]) -> bool) -> Self {
        self.files.retain(|path, bytes| wanted(path, bytes));
        self
    }

    /// What `suite.toml` says.
    pub fn suite(&self) -> Result<SuiteFile, TaskFileError> {
        let Some(text) = self.files.get(SUITE_FILE) else {
            return Err(TaskFileError { file: self.root.clone(), problem: format!("it holds no {SUITE_FILE}") });
        };
        let wrong = |problem: String| self.error(SUITE_FILE, &problem);
        let text = std::str::from_utf8(text).map_err(|_| wrong("it is not UTF-8".into()))?;
        let file: SuiteFile = toml::from_str(text).map_err(|error| wrong(in_line(text, &error)))?;
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if file.name.is_empty() || !file.name.chars().all(is_plain) {
            return Err(wrong(format!("the name {:?} should be made of small letters, digits and -", file.name)));
        }
        Ok(file)
    }

    /// The task files by `FOLDER/NAME`.
    pub fn tasks(&self) -> Result<Vec<(&str, &str)>, TaskFileError> {
        let mut tasks = Vec::new();
        for (path, bytes) in &self.files {
            let Some(name) = path.strip_suffix(".toml") else { continue };
            if name.split('/').count() != 2 || name.starts_with("data/") {
                continue;
            }
            let text = std::str::from_utf8(bytes).map_err(|_| self.error(path, "it is not UTF-8"))?;
            tasks.push((name, text));
        }
        if tasks.is_empty() {
            let problem = "it holds no task, which would be a file FOLDER/NAME.toml".to_owned();
            return Err(TaskFileError { file: self.root.clone(), problem });
        }
        Ok(tasks)
    }

    /// A file by its path below the folder.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(|bytes| &**bytes)
    }

    /// All files by their paths below the folder.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), &**bytes))
    }

    /// Where it came from, if it is not built in.
    pub fn source(&self) -> Option<SuiteSource> {
        self.path.as_ref().map(|folder| SuiteSource { folder: folder.clone(), hash: self.hash() })
    }

    /// Changes whenever any file does.
    fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for (path, bytes) in &self.files {
            for part in [path.as_bytes(), bytes] {
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
        hasher.finalize().to_hex().to_string()
    }

    /// A problem of one of its files, in one line.
    pub fn error(&self, path: &str, problem: &str) -> TaskFileError {
        let problem = problem.split_whitespace().collect::<Vec<_>>().join(" ");
        TaskFileError { file: format!("{}/{path}", self.root.trim_end_matches('/')), problem }
    }

    fn collect(&mut self, folder: &Path, below: &str, left: &mut u64) -> Result<(), TaskFileError> {
        let unreadable = |path: &Path, error: &std::io::Error| TaskFileError {
            file: path.display().to_string(),
            problem: format!("it cannot be read: {error}"),
        };
        for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
            let entry = entry.map_err(|error| unreadable(folder, &error))?;
            let path = entry.path();
            let Ok(name) = entry.file_name().into_string() else {
                return Err(TaskFileError { file: path.display().to_string(), problem: "its name is not UTF-8".into() });
            };
            if name.starts_with('.') {
                continue;
            }
            let data = entry.metadata().map_err(|error| unreadable(&path, &error))?;
            let name = format!("{below}{name}");
            if data.is_dir() {
                self.collect(&path, &format!("{name}/"), left)?;
                continue;
            }
            if !data.is_file() {
                return Err(self.error(&name, "it is neither a file nor a folder; a suite holds no links"));
            }
            *left = left.checked_sub(data.len()).ok_or_else(|| {
                let problem = format!("its files have more than {} GiB together", MAX_BYTES >> 30);
                TaskFileError { file: self.root.clone(), problem }
            })?;
            let bytes = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
            self.files.insert(name, Cow::Owned(bytes));
        }
        Ok(())
    }
}

/// Files that were written one after the other, path and bytes, each after its length in eight bytes.
pub(crate) fn files_of_parts(mut rest: &[u8]) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    while !rest.is_empty() {
        let (path, bytes) = take(&mut rest).zip(take(&mut rest))?;
        files.insert(std::str::from_utf8(path).ok()?.to_owned(), bytes.to_vec());
    }
    Some(files)
}

/// The next part: its length, then so many bytes.
pub(crate) fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk::<8>()?;
    let (part, after) = after.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    *rest = after;
    Some(part)
}

/// What is wrong with a TOML text, with its line.
pub fn in_line(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
    format!("line {line}: {}", error.message().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "name = \"mine\"\nversion = \"1\"\nabout = \"A.\"\nworld = \"desktop\"\n";

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn a_folder_is_read_whole_and_its_hash_tells_every_change() {
        let place = folder(&[
            ("suite.toml", SUITE),
            ("a/b.toml", "x"),
            ("a/site/index.html", "<p>"),
            ("a/site/c.toml", "no task"),
            ("data/d.toml", "no task"),
            (".git/config", "hidden"),
        ]);
        let read = TaskFolder::read(place.path()).unwrap();
        assert_eq!(read.suite().unwrap().world, "desktop");
        assert_eq!(read.tasks().unwrap(), [("a/b", "x")]);
        assert_eq!(read.file("data/d.toml").unwrap(), b"no task");
        let all = ["a/b.toml", "a/site/c.toml", "a/site/index.html", "data/d.toml", "suite.toml"];
        assert_eq!(read.files().map(|(name, _)| name).collect::<Vec<_>>(), all);
        let hash = read.hash();
        fs::write(place.path().join(".git/config"), "other").unwrap();
        assert_eq!(TaskFolder::read(place.path()).unwrap().hash(), hash);
        fs::write(place.path().join("a/site/index.html"), "<q>").unwrap();
        assert_ne!(TaskFolder::read(place.path()).unwrap().hash(), hash);
    }

    #[test]
    fn a_compressed_folder_is_whole_or_an_error() {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        for part in ["suite.toml", SUITE, "a/b.toml", "x"] {
            std::io::Write::write_all(&mut encoder, &(part.len() as u64).to_le_bytes()).unwrap();
            std::io::Write::write_all(&mut encoder, part.as_bytes()).unwrap();
        }
        let bytes = encoder.finish().unwrap();
        let folder = TaskFolder::decompressed("suites/mine", &bytes).unwrap();
        assert_eq!((folder.suite().unwrap().name.as_str(), folder.tasks().unwrap()), ("mine", vec![("a/b", "x")]));
        assert!(folder.source().is_none());
        let error = TaskFolder::decompressed("suites/mine", &bytes[..bytes.len() / 2]).unwrap_err();
        assert_eq!(error.to_string(), "suites/mine: it was not built in whole: build agon again");
    }

    #[test]
    fn what_cannot_be_read_is_named_by_its_own_path() {
        let problem = |place: &tempfile::TempDir| {
            let read = TaskFolder::read(place.path()).and_then(|folder| folder.suite().map(|_| folder));
            let error = read.and_then(|folder| folder.tasks().map(|_| ())).unwrap_err().to_string();
            error.replace(&place.path().display().to_string(), "MINE")
        };
        assert_eq!(problem(&folder(&[("a/b.toml", "")])), "MINE: it holds no suite.toml");
        let problems = [
            (
                "name = \"Mine\"\nversion = \"1\"\nabout = \"A.\"\nworld = \"x\"",
                "the name \"Mine\" should be made of small letters, digits and -",
            ),
            ("name = \"mine\"\nversion = 1", "line 2: invalid type: integer `1`, expected a string"),
        ];
        for (text, wanted) in problems {
            assert_eq!(problem(&folder(&[("suite.toml", text)])), format!("MINE/suite.toml: {wanted}"));
        }
        let only = folder(&[("suite.toml", SUITE)]);
        assert_eq!(problem(&only), "MINE: it holds no task, which would be a file FOLDER/NAME.toml");
        std::os::unix::fs::symlink("/etc/passwd", only.path().join("link")).unwrap();
        assert_eq!(problem(&only), "MINE/link: it is neither a file nor a folder; a suite holds no links");
    }
}
