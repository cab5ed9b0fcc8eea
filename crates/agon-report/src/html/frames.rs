//! Frames in the page: each content once, within a budget.

use agon_core::{FrameRef, Image};
use agon_record::Run;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;
use std::fs;

/// Data URIs by content hash.
#[derive(Default)]
pub(super) struct Frames {
    uris: BTreeMap<String, String>,
    bytes: usize,
}

impl Frames {
    /// Bytes that the frames take in the page.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn has(&self, frame: &FrameRef) -> bool {
        self.uris.contains_key(&frame.hash.to_string())
    }

    /// What the frame would add to the page; nothing if it is in it, `None` if there is no such file.
    pub(super) fn cost(&self, run: &Run, frame: &FrameRef) -> Option<usize> {
        media_type(frame)?;
        if self.has(frame) {
            return Some(0);
        }
        let length = fs::metadata(run.frame_path(frame)).ok()?.len();
        usize::try_from(length).ok().map(|length| length.div_ceil(3) * 4 + 80)
    }

    /// Takes a frame in. One that cannot be read is left out: a lost picture must not cost the reader the report.
    pub(super) fn embed(&mut self, run: &Run, frame: &FrameRef) {
        let Some(kind) = media_type(frame) else { return };
        if self.has(frame) {
            return;
        }
        if let Ok(bytes) = fs::read(run.frame_path(frame)) {
            let uri = format!("data:{kind};base64,{}", STANDARD.encode(bytes));
            let hash = frame.hash.to_string();
            self.bytes += uri.len() + hash.len() + 6;
            self.uris.insert(hash, uri);
        }
    }

    pub(super) fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.uris)
    }
}

/// Only what the record writes; the ending comes from a log and is part of a file's name.
fn media_type(frame: &FrameRef) -> Option<&'static str> {
    match frame.kind.as_str() {
        Image::EXTENSION => Some("image/png"),
        _ => None,
    }
}
