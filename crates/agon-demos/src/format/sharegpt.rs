//! LLaMA-Factory's ShareGPT form: `train.json` with one conversation a line, `images/` beside it, and the
//! `dataset_info.json` that tells LLaMA-Factory how to read them.

use crate::files::{self, Draft};
use crate::{DemosError, Message, Role, Sample};
use agon_record::Run;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// The name under which LLaMA-Factory lists the dataset.
const NAME: &str = "agon_demos";
pub(crate) const FILE: &str = "train.json";

pub(crate) struct Sharegpt<'a> {
    run: &'a Run,
    folder: PathBuf,
    draft: Draft,
    file: BufWriter<File>,
    is_first: bool,
    /// Folders of pictures that are there.
    made: BTreeSet<String>,
}

/// A sample as LLaMA-Factory reads it; what it does not know it ignores.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    task: &'a str,
    seed: u64,
    strategy: &'a str,
    start: String,
    conversations: Vec<Said<'a>>,
    images: Vec<String>,
}

#[derive(Serialize)]
struct Said<'a> {
    from: &'static str,
    value: &'a str,
}

impl<'a> Sharegpt<'a> {
    pub(crate) fn create(folder: PathBuf, run: &'a Run) -> Result<Self, DemosError> {
        let info = json!({NAME: {
            "file_name": FILE,
            "formatting": "sharegpt",
            "columns": {"messages": "conversations", "images": "images"},
            "tags": {"role_tag": "from", "content_tag": "value", "user_tag": "human", "assistant_tag": "gpt"},
        }});
        files::write(folder.join("dataset_info.json"), format!("{info:#}\n").as_bytes())?;
        let (draft, file) = Draft::create(folder.join(FILE))?;
        Ok(Self { run, folder, draft, file, is_first: true, made: BTreeSet::new() })
    }

    /// Adds a sample; its pictures are linked from the record, each content once.
    pub(crate) fn write(&mut self, sample: &Sample<'_>) -> Result<(), DemosError> {
        let mut images = Vec::with_capacity(sample.images.len());
        for frame in &sample.images {
            let hash = frame.hash.to_string();
            let shelf = format!("images/{}", &hash[..2]);
            if self.made.insert(shelf.clone()) {
                let path = self.folder.join(&shelf);
                fs::create_dir_all(&path).map_err(DemosError::write(&path))?;
            }
            let name = format!("{shelf}/{hash}.{}", frame.kind);
            files::link(&self.run.frame_path(frame), &self.folder.join(&name))?;
            images.push(name);
        }
        let about = sample.about();
        let line = Line {
            id: about.id,
            task: about.task,
            seed: about.seed,
            strategy: about.strategy,
            start: about.start,
            conversations: sample.messages.iter().map(said).collect(),
            images,
        };
        let before: &[u8] = if std::mem::take(&mut self.is_first) { b"[\n" } else { b",\n" };
        let text = serde_json::to_vec(&line).map_err(|e| DemosError::write(&self.draft.path)(e.into()))?;
        self.file.write_all(before).and_then(|()| self.file.write_all(&text)).map_err(DemosError::write(&self.draft.path))
    }

    pub(crate) fn finish(mut self) -> Result<(), DemosError> {
        let end: &[u8] = if self.is_first { b"[]\n" } else { b"\n]\n" };
        self.file.write_all(end).and_then(|()| self.file.flush()).map_err(DemosError::write(&self.draft.path))?;
        self.draft.finish()
    }
}

fn said(message: &Message) -> Said<'_> {
    let from = match message.role {
        Role::User => "human",
        Role::Assistant => "gpt",
    };
    Said { from, value: &message.content }
}
