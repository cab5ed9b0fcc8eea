//! WebDataset: tar shards with a file `ID.json` for each sample, its pictures in it as `data:` URLs.
//!
//! Pictures are no files of their own because samples differ in how many they have: Hugging Face's reader takes the names of a
//! sample's files for columns, and refuses a shard whose samples do not all have the same.

use super::Sink;
use crate::files::Draft;
use crate::sample::About;
use crate::{DemosError, Message, Sample};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as STANDARD;
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
    /// In the order of the marks in the messages.
    images: Vec<String>,
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
        let pictures = sample.images.iter().zip(images);
        let images = pictures.map(|(frame, bytes)| format!("data:image/{};base64,{}", frame.kind, STANDARD.encode(bytes)));
        let json = Json { about: sample.about(), messages: &sample.messages, images: images.collect() };
        let json = serde_json::to_vec(&json).map_err(io::Error::from);
        let added = json.and_then(|json| self.add(&format!("{}.json", sample.id), &json));
        added.map_err(DemosError::write(&self.draft.path))
    }

    fn finish(self: Box<Self>) -> Result<(), DemosError> {
        let written = self.tar.into_inner().and_then(|mut file| file.flush());
        written.map_err(DemosError::write(&self.draft.path))?;
        self.draft.finish()
    }
}
