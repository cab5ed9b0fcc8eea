//! Files that grow: what was appended since the last look.

use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::marker::PhantomData;
use std::path::PathBuf;

/// Reads a file of JSON lines as it grows. Only whole lines are taken; one that cannot be read is left out.
#[derive(Debug)]
pub(crate) struct LineFollower<T> {
    path: PathBuf,
    /// What has been read.
    offset: u64,
    lines: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> LineFollower<T> {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, offset: 0, lines: PhantomData }
    }

    /// What was appended since the last time; nothing where the file is not there (yet).
    pub(crate) fn read(&mut self) -> Vec<T> {
        self.appended().map(|text| lines(&text)).unwrap_or_default()
    }

    fn appended(&mut self) -> Option<Vec<u8>> {
        let mut file = File::open(&self.path).ok()?;
        if file.metadata().ok()?.len() <= self.offset {
            return None;
        }
        file.seek(SeekFrom::Start(self.offset)).ok()?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).ok()?;
        text.truncate(text.iter().rposition(|byte| *byte == b'\n')? + 1);
        self.offset += text.len() as u64;
        Some(text)
    }
}

fn lines<T: DeserializeOwned>(text: &[u8]) -> Vec<T> {
    text.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn only_whole_lines_are_told_and_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let mut follower: LineFollower<u32> = LineFollower::new(path.clone());
        assert_eq!(follower.read(), [0; 0]);
        let mut file = File::create(&path).unwrap();
        let mut write = |text: &str| file.write_all(text.as_bytes()).unwrap();
        write("1\n2\n3");
        assert_eq!(follower.read(), [1, 2]);
        assert_eq!(follower.read(), [0; 0]);
        write("4\nnothing\n5\n");
        assert_eq!(follower.read(), [34, 5]);
    }
}
