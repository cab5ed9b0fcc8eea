//! What trainers and other tools read, one file each.

mod atif;
mod inspect;
mod osworld;
mod parquet;
mod sharegpt;
mod verigui;
mod webdataset;

use crate::{Demonstration, DemosError, Sample, files};
use agon_core::FrameRef;
use agon_record::Run;
use serde::Serialize;
use std::fs;
use std::path::Path;
use std::str::FromStr;

pub(crate) use inspect::Logs as InspectLogs;
pub(crate) use sharegpt::Sharegpt;

/// A form of recorded trials that others read. Each has a folder of its own in the dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// LLaMA-Factory: one JSON file of conversations, pictures beside it.
    Sharegpt,
    /// Hugging Face: parquet shards with the pictures inside.
    Parquet,
    /// Tar shards of a JSON file per sample, with its pictures in it.
    Webdataset,
    /// The record form of the VeriGUI paper: a JSON file per trial, pictures beside it.
    Verigui,
    /// Harbor's trajectories (ATIF 1.7): a JSON file per trial, pictures beside it.
    Atif,
    /// Inspect's logs: one `.eval` file per agent.
    Inspect,
    /// OSWorld's result folders.
    Osworld,
}

/// Takes samples in order, and their pictures as files' bytes.
pub(crate) trait Sink {
    fn write(&mut self, sample: &Sample<'_>, images: &[Vec<u8>]) -> Result<(), DemosError>;

    /// Makes what was written appear.
    fn finish(self: Box<Self>) -> Result<(), DemosError>;
}

impl Format {
    pub const ALL: [Self; 7] =
        [Self::Sharegpt, Self::Parquet, Self::Webdataset, Self::Verigui, Self::Atif, Self::Inspect, Self::Osworld];

    pub fn word(self) -> &'static str {
        match self {
            Self::Sharegpt => "sharegpt",
            Self::Parquet => "parquet",
            Self::Webdataset => "webdataset",
            Self::Verigui => "verigui",
            Self::Atif => "atif",
            Self::Inspect => "inspect",
            Self::Osworld => "osworld",
        }
    }

    /// The shard's writer, or nothing if the shard is there already.
    pub(crate) fn shard(self, dataset: &Path, index: usize, of: usize) -> Result<Option<Box<dyn Sink>>, DemosError> {
        let folder = dataset.join(self.word());
        Ok(match self {
            Self::Sharegpt | Self::Verigui | Self::Atif | Self::Inspect | Self::Osworld => None,
            Self::Parquet => {
                let path = folder.join(format!("train-{index:05}-of-{of:05}.parquet"));
                if path.exists() { None } else { Some(Box::new(parquet::Shard::create(path)?)) }
            }
            Self::Webdataset => {
                let path = folder.join(format!("train-{index:06}.tar"));
                if path.exists() { None } else { Some(Box::new(webdataset::Shard::create(path)?)) }
            }
        })
    }

    /// Writes a trial in a format that has files for each.
    pub(crate) fn trial(self, dataset: &Path, run: &Run, demonstration: &Demonstration) -> Result<(), DemosError> {
        match self {
            Self::Sharegpt | Self::Parquet | Self::Webdataset | Self::Inspect => Ok(()),
            Self::Verigui => verigui::write(dataset, run, demonstration),
            Self::Atif => atif::write(dataset, run, demonstration),
            Self::Osworld => osworld::write(dataset, run, demonstration),
        }
    }

    /// The writer of a format without shards, or nothing if its file is there already.
    pub(crate) fn whole<'r>(self, dataset: &Path, run: &'r Run) -> Result<Option<Sharegpt<'r>>, DemosError> {
        let folder = dataset.join(self.word());
        if self != Self::Sharegpt || folder.join(sharegpt::FILE).exists() {
            Ok(None)
        } else {
            Sharegpt::create(folder, run).map(Some)
        }
    }
}

/// Links the pictures of a trial into `images/` of a folder.
fn link_pictures(folder: &Path, run: &Run, demonstration: &Demonstration) -> Result<(), DemosError> {
    let images = folder.join("images");
    fs::create_dir_all(&images).map_err(DemosError::write(&images))?;
    for frame in demonstration.turns.iter().flat_map(|turn| &turn.observation.frames).chain(&demonstration.last.frames) {
        files::link(&run.frame_path(frame), &folder.join(picture_name(frame)))?;
    }
    Ok(())
}

fn picture_name(frame: &FrameRef) -> String {
    format!("images/{}.{}", frame.hash, frame.kind)
}

fn media_type(frame: &FrameRef) -> &'static str {
    match frame.kind.as_str() {
        "webp" => "image/webp",
        "jpg" | "jpeg" => "image/jpeg",
        _ => "image/png",
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.word() == text).ok_or_else(|| {
            let known = Self::ALL.map(Self::word).join(", ");
            format!("there is no format {text:?}; there are: {known}")
        })
    }
}
