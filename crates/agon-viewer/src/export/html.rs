//! A trial as one page that needs nothing else.

use super::ExportError;
use agon_record::Run;
use agon_report::html::{HtmlOptions, page};
use std::path::Path;

/// More than this in frames, and only every second, third, … step keeps its own.
const MOST_BYTES: usize = 200 * 1024 * 1024;

/// The steps, frames and checks of a trial's counted attempt. Only the trial's own logs are read.
pub fn html(folder: &Path, trial: u32) -> Result<String, ExportError> {
    let run = Run::open_trial(folder, trial)?;
    let options = HtmlOptions { only_trial: Some(trial), max_bytes: MOST_BYTES, ..HtmlOptions::default() };
    Ok(page(&[&run], &options)?)
}
