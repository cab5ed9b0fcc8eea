//! WebDataset: tar shards in which the files of a sample share their name up to the first dot: `ID.json`, `ID.000.png`, …

use super::Sink;
use crate::files::Draft;
use crate::sample::About;
use crate::{DemosError, Message, Sample};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

pub(crate) struct Shard {
    draft: Draft,
    tar: tar::Builder<BufWriter<File>>,
}

#[derive(Serialize)]
struct Json<'a> {
    #[serde(flatten)]
    about: About<'a>,
    messages: &'a [Message],
}

impl Shard {
    pub(crate) fn create(path: PathBuf) -> Result<Self, DemosError> {
        let (draft, file) = Draft::create(path)?;
        Ok(Self { draft, tar: tar::Builder::new(file) })
    }

    /// Adds a file with a header that depends on nothing but its name and content.
    fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut header = tar::Header::new_ustar();
        header.set_path(name)?;
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        header.set_uid(0);
        header.set_gid(0);
        header.set_entry_type(tar::EntryType::Regular);
        header.set_cksum();
        self.tar.append(&header, bytes)
    }
}

impl Sink for Shard {
    fn write(&mut self, sample: &Sample<'_>, images: &[Vec<u8>]) -> Result<(), DemosError> {
        let json = serde_json::to_vec(&Json { about: sample.about(), messages: &sample.messages });
        let mut added = json.map_err(io::Error::from).and_then(|json| self.add(&format!("{}.json", sample.id), &json));
        for (number, (frame, bytes)) in sample.images.iter().zip(images).enumerate() {
            added = added.and_then(|()| self.add(&format!("{}.{number:03}.{}", sample.id, frame.kind), bytes));
        }
        added.map_err(DemosError::write(&self.draft.path))
    }

    fn finish(self: Box<Self>) -> Result<(), DemosError> {
        let written = self.tar.into_inner().and_then(|mut file| file.flush());
        written.map_err(DemosError::write(&self.draft.path))?;
        self.draft.finish()
    }
}
