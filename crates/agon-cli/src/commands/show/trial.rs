//! One trial of a recorded run.

use crate::commands::report::options;
use crate::nearest::nearest;
use crate::ui::Ui;
use crate::{exit, home};
use agon_core::FORMAT_VERSION;
use agon_record::{PlannedTrial, Run, RunIndex};
use agon_report::TrialView;
use agon_report::trial::{TrialLine, list_text, text};
use agon_viewer::export;
use anyhow::{Context as _, bail};
use serde_json::json;
use std::path::Path;

/// How many trials an error names.
const NAMED: usize = 4;

pub(super) fn one(folder: &Path, trial: &str, attempt: Option<u32>, as_json: bool, ui: &Ui) -> anyhow::Result<u8> {
    let run = Run::open(folder)?;
    home::say_problems(&run, ui);
    let view = TrialView::of(&run, find(&run, trial)?, attempt)?;
    if as_json {
        ui.json(&view)?;
    } else {
        ui.out(&text(&view, &options(ui)));
    }
    Ok(exit::DONE)
}

/// Writes a trial as a file of its own; the file's ending says as which.
pub(super) fn write(folder: &Path, trial: &str, attempt: Option<u32>, file: &Path, ui: &Ui) -> anyhow::Result<u8> {
    let run = Run::open(folder)?;
    home::say_problems(&run, ui);
    let planned = find(&run, trial)?;
    let view = TrialView::of(&run, planned, attempt)?;
    let index = RunIndex::checked(run);
    let bytes = match file.extension().and_then(|ending| ending.to_str()) {
        Some("gif") => export::gif(&index, &view.events)?,
        Some("mp4") => export::mp4(&index, &view.events)?,
        Some("html") if attempt.is_some() => bail!("a page shows the attempt that counts; leave --attempt out"),
        Some("html") => export::html(folder, view.planned.trial)?.into_bytes(),
        _ => bail!("{} must end in .gif, .mp4 or .html: that says what to write", file.display()),
    };
    std::fs::write(file, bytes).with_context(|| format!("{} could not be written", file.display()))?;
    ui.say(&format!("trial {} is in {}", view.planned.trial, file.display()));
    Ok(exit::DONE)
}

pub(super) fn list(folder: &Path, as_json: bool, ui: &Ui) -> anyhow::Result<u8> {
    let run = Run::open(folder)?;
    home::say_problems(&run, ui);
    let lines = TrialLine::all(&run);
    if as_json {
        ui.json(&json!({"format": FORMAT_VERSION, "run": run.manifest().name, "trials": lines}))?;
    } else {
        ui.out(&list_text(&lines, &options(ui)));
    }
    Ok(exit::DONE)
}

/// The trial with this number, or the only one of this instance.
fn find<'a>(run: &'a Run, name: &str) -> anyhow::Result<&'a PlannedTrial> {
    let (plan, folder) = (run.plan(), run.folder().display());
    if let Ok(number) = name.parse::<usize>() {
        let Some(planned) = plan.get(number) else {
            let first = plan.len().saturating_sub(NAMED - 1);
            let near: Vec<String> = (first..plan.len()).map(|number| number.to_string()).collect();
            bail!("{folder} has no trial {number}; its {} trials count from 0, the nearest are {}", plan.len(), near.join(", "));
        };
        return Ok(planned);
    }
    let of_instance: Vec<&PlannedTrial> = plan.iter().filter(|planned| planned.instance.to_string() == name).collect();
    match of_instance.as_slice() {
        [planned] => Ok(planned),
        [] => {
            let mut instances: Vec<String> = plan.iter().map(|planned| planned.instance.to_string()).collect();
            instances.dedup();
            let near = nearest(name, instances.iter().map(String::as_str), NAMED);
            let near = match near.is_empty() {
                true => format!("`agon show {folder}` lists them"),
                false => format!("the nearest are {}", near.join(", ")),
            };
            bail!("{folder} has no trial {name:?}, which would be a number or an instance; {near}")
        }
        several => {
            let named = several.iter().take(NAMED).map(|planned| format!("{} ({})", planned.trial, planned.agent));
            let named = named.collect::<Vec<_>>().join(", ");
            let more = several.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            bail!("{folder} has {} trials of {name}; choose one by its number: {named}{more}", several.len())
        }
    }
}
