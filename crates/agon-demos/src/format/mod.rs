//! What trainers read, one file each.

mod parquet;
mod sharegpt;
pub(crate) mod verigui;
mod webdataset;

use crate::{DemosError, Sample};
use agon_record::Run;
use serde::Serialize;
use std::path::Path;
use std::str::FromStr;

pub(crate) use sharegpt::Sharegpt;

/// A form of training data. Each has a folder of its own in the dataset.
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
}

/// Takes samples in order, and their pictures as files' bytes.
pub(crate) trait Sink {
    fn write(&mut self, sample: &Sample<'_>, images: &[Vec<u8>]) -> Result<(), DemosError>;

    /// Makes what was written appear.
    fn finish(self: Box<Self>) -> Result<(), DemosError>;
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Sharegpt, Self::Parquet, Self::Webdataset, Self::Verigui];

    pub fn word(self) -> &'static str {
        match self {
            Self::Sharegpt => "sharegpt",
            Self::Parquet => "parquet",
            Self::Webdataset => "webdataset",
            Self::Verigui => "verigui",
        }
    }

    /// The shard's writer, or nothing if the shard is there already.
    pub(crate) fn shard(self, dataset: &Path, index: usize, of: usize) -> Result<Option<Box<dyn Sink>>, DemosError> {
        let folder = dataset.join(self.word());
        Ok(match self {
            Self::Sharegpt | Self::Verigui => None,
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

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.word() == text).ok_or_else(|| {
            let known = Self::ALL.map(Self::word).join(", ");
            format!("there is no format {text:?}; there are: {known}")
        })
    }
}
