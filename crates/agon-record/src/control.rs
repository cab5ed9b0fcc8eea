//! What somebody outside asks of a run that is going on: `control.json` in the run's folder. It is no part of the record.

use crate::{RecordError, lines};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The file's name in the run's folder.
const FILE: &str = "control.json";

/// What a run is asked to do. A run that nobody asks anything goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// To go on.
    #[default]
    Go,
    /// To start no trial and to take no step until it may go on.
    Pause,
    /// To stop in order, as after Ctrl-C. It can be resumed.
    Stop,
}

/// The file's content.
#[derive(Serialize, Deserialize)]
struct Asked {
    control: Control,
}

impl Control {
    /// What is asked of a run now. A file that says something else asks nothing.
    pub fn read(folder: &Path) -> Self {
        let text = fs::read(file(folder)).unwrap_or_default();
        serde_json::from_slice(&text).map_or(Self::Go, |asked: Asked| asked.control)
    }

    /// Asks it of the run in a folder.
    pub fn write(self, folder: &Path) -> Result<(), RecordError> {
        let path = file(folder);
        let text = serde_json::to_vec(&Asked { control: self }).map_err(|error| RecordError::write(&path, error.into()))?;
        lines::write_whole(&path, &text)
    }

    /// Takes back whatever was asked: a run that begins or is resumed does not listen to what another was told.
    pub fn clear(folder: &Path) -> Result<(), RecordError> {
        let path = file(folder);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(RecordError::write(&path, error)),
            _ => Ok(()),
        }
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_read_until_it_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert_eq!(Control::read(folder), Control::Go);
        for control in [Control::Pause, Control::Stop, Control::Go] {
            control.write(folder).unwrap();
            assert_eq!(Control::read(folder), control);
        }
        Control::Pause.write(folder).unwrap();
        Control::clear(folder).unwrap();
        Control::clear(folder).unwrap();
        assert_eq!(Control::read(folder), Control::Go);
        fs::write(file(folder), "{\"control\":\"dance\"}").unwrap();
        assert_eq!(Control::read(folder), Control::Go);
    }
}
