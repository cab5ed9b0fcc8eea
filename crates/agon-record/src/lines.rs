//! JSON lines: appended whole, read with care for a torn tail.

use crate::RecordError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Appends lines to a file, each with one write, so that a killed process tears at most the last.
#[derive(Debug)]
pub(crate) struct LineWriter {
    file: File,
    path: PathBuf,
    buffer: Vec<u8>,
}

impl LineWriter {
    /// A new file; an existing one is an error, evidence is never overwritten.
    pub(crate) fn create(path: PathBuf) -> Result<Self, RecordError> {
        let file = OpenOptions::new().append(true).create_new(true).open(&path).map_err(|e| RecordError::write(&path, e))?;
        Ok(Self { file, path, buffer: Vec::new() })
    }

    /// Goes on with a file after cutting off a torn last line; creates it if missing.
    pub(crate) fn append(path: PathBuf) -> Result<Self, RecordError> {
        let failed = |e| RecordError::write(&path, e);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        let whole = whole_length(&mut file).map_err(failed)?;
        file.set_len(whole).map_err(failed)?;
        Ok(Self { file, path, buffer: Vec::new() })
    }

    pub(crate) fn write(&mut self, value: &impl Serialize) -> Result<(), RecordError> {
        self.write_with(value, |_| Ok(()))
    }

    /// Writes a line that `finish` completes.
    pub(crate) fn write_with(
        &mut self,
        value: &impl Serialize,
        finish: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
    ) -> Result<(), RecordError> {
        self.buffer.clear();
        serde_json::to_writer(&mut self.buffer, value)
            .and_then(|()| finish(&mut self.buffer))
            .map_err(|e| RecordError::write(&self.path, e.into()))?;
        self.buffer.push(b'\n');
        self.file.write_all(&self.buffer).map_err(|e| RecordError::write(&self.path, e))
    }
}

/// The length of the file up to and with its last newline.
fn whole_length(file: &mut File) -> std::io::Result<u64> {
    const BLOCK: u64 = 64 * 1024;
    let mut end = file.metadata()?.len();
    let mut block = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        file.seek(SeekFrom::Start(start))?;
        block.clear();
        Read::take(&mut *file, end - start).read_to_end(&mut block)?;
        if let Some(newline) = block.iter().rposition(|b| *b == b'\n') {
            return Ok(start + newline as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// The lines of a file as values. A last line without its newline is torn: it is left out, and `true` says so. A broken
/// line anywhere else is an error, for then something other than a crash has been at the file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<(Vec<T>, bool), RecordError> {
    let mut values = Vec::new();
    let torn = for_each(path, |value| values.push(value))?;
    Ok((values, torn))
}

/// The same, a line at a time: nothing is kept that `take` does not keep.
pub(crate) fn for_each<T: DeserializeOwned>(path: &Path, mut take: impl FnMut(T)) -> Result<bool, RecordError> {
    let failed = |e| RecordError::read(path, e);
    let mut reader = BufReader::new(File::open(path).map_err(failed)?);
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(failed)? == 0 {
            return Ok(false);
        }
        if line.pop() != Some(b'\n') {
            return Ok(true);
        }
        number += 1;
        if !line.is_empty() {
            let value = serde_json::from_slice(&line);
            take(value.map_err(|source| RecordError::Corrupt { path: path.into(), line: number, source })?);
        }
    }
}

/// The last whole line of a file, without reading what comes before it; `None` if there is none.
pub(crate) fn last_line(path: &Path) -> Result<Option<Vec<u8>>, RecordError> {
    let failed = |e| RecordError::read(path, e);
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.map_err(failed)?,
    };
    let whole = whole_length(&mut file).map_err(failed)?;
    let Some(before_newline) = whole.checked_sub(1) else { return Ok(None) };
    let mut size = 16 * 1024;
    loop {
        let start = before_newline.saturating_sub(size);
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        Read::take(&mut file, before_newline - start).read_to_end(&mut tail).map_err(failed)?;
        match tail.iter().rposition(|b| *b == b'\n') {
            Some(newline) => return Ok(Some(tail.split_off(newline + 1))),
            None if start == 0 => return Ok(Some(tail)),
            None => size *= 4,
        }
    }
}

/// Writes a whole small file so that a reader sees the old or the new one, never a half.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    let failed = |e| RecordError::write(path, e);
    let temporary = path.with_extension("tmp");
    let written = File::create(&temporary).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.and_then(|()| fs::rename(&temporary, path)).map_err(|error| {
        let _ = fs::remove_file(&temporary);
        failed(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_tail_is_seen_and_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let mut writer = LineWriter::create(path.clone()).unwrap();
        writer.write(&1).unwrap();
        writer.write(&22).unwrap();
        fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"torn\":").unwrap();
        assert_eq!(read::<u32>(&path).unwrap(), (vec![1, 22], true));
        assert_eq!(last_line(&path).unwrap().unwrap(), b"22");
        LineWriter::append(path.clone()).unwrap().write(&3).unwrap();
        assert_eq!(read::<u32>(&path).unwrap(), (vec![1, 22, 3], false));
    }

    #[test]
    fn a_broken_line_in_the_middle_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        fs::write(&path, "1\nx\n3\n").unwrap();
        let error = read::<u32>(&path).unwrap_err().to_string();
        assert!(error.starts_with("line 2 of ") && error.ends_with("a.jsonl is not a valid record"), "{error}");
    }

    #[test]
    fn long_lines_and_empty_files_have_a_last_line_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        fs::write(&path, "").unwrap();
        assert_eq!(last_line(&path).unwrap(), None);
        let long = "9".repeat(300_000);
        fs::write(&path, format!("1\n{long}\n")).unwrap();
        assert_eq!(last_line(&path).unwrap().unwrap(), long.as_bytes());
    }
}
