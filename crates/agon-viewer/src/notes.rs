//! People's notes on trials and steps: `notes.jsonl` in a run's folder, beside the record and no part of it.

use crate::protocol::{NewNote, PersonNote};
use agon_record::now;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

const FILE: &str = "notes.jsonl";
/// The longest note.
pub(crate) const MOST_BYTES: usize = 16 * 1024;

/// All notes of a run, in the order in which they were written. A line that is none is left out: people may edit the file.
pub(crate) fn read(folder: &Path) -> Vec<PersonNote> {
    let text = fs::read_to_string(folder.join(FILE)).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Appends a note with one write, so that two that come at once do not mix.
pub(crate) fn add(folder: &Path, note: NewNote) -> io::Result<PersonNote> {
    let NewNote { trial, attempt, step, text, by } = note;
    let note = PersonNote { at: now(), trial, attempt, step, text: text.trim().into(), by: by.trim().into() };
    let mut line = serde_json::to_vec(&note)?;
    line.push(b'\n');
    OpenOptions::new().append(true).create(true).open(folder.join(FILE))?.write_all(&line)?;
    Ok(note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_kept_in_order_and_other_lines_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).len(), 0);
        let note = |text: &str| NewNote { trial: 3, attempt: 1, step: Some(2), text: text.into(), by: " Ada ".into() };
        add(folder.path(), note("first\nof two lines ")).unwrap();
        OpenOptions::new().append(true).open(folder.path().join(FILE)).unwrap().write_all(b"my own words\n").unwrap();
        add(folder.path(), note("second")).unwrap();
        let notes = read(folder.path());
        assert_eq!(notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>(), ["first\nof two lines", "second"]);
        assert_eq!((notes[0].trial, notes[0].step, notes[0].by.as_str()), (3, Some(2), "Ada"));
    }
}
