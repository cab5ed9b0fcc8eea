//! Ratings from a file.

use super::open_layer;
use crate::exit;
use crate::ui::Ui;
use agon_record::{Rating, RatingScale, Run};
use agon_report::agree::{Rows, value_of};
use anyhow::{Context as _, bail};
use std::collections::BTreeMap;
use std::path::Path;

/// One layer for each rater; nothing is written unless all of it can be.
pub(super) fn run(run: &Run, folder: &Path, metric: &str, scale: &RatingScale, file: &Path, ui: &Ui) -> anyhow::Result<u8> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{name} could not be read"))?;
    let rows = Rows::read(&text).with_context(|| format!("{name} cannot be used"))?;
    let needed = |column| rows.needed(column).with_context(|| format!("{name} cannot be used"));
    let (trial, rater, value) = (needed("trial")?, needed("rater")?, needed("value")?);
    let (attempt, repeat, reason) = (rows.column("attempt"), rows.column("repeat"), rows.column("reason"));
    let results = run.results();
    let mut by_rater: BTreeMap<&str, Vec<Rating>> = BTreeMap::new();
    for (line, cells) in rows.iter() {
        let whole = |place: usize| {
            let cell = cells[place].trim();
            cell.parse::<u32>().with_context(|| format!("{name}, line {line}: {cell:?} is not a whole number"))
        };
        let trial = whole(trial)?;
        let Some(result) = results.get(trial as usize) else {
            bail!("{name}, line {line}: the run has {} trials, counted from 0; there is no trial {trial}", results.len());
        };
        let Some(row) = &result.row else { bail!("{name}, line {line}: trial {trial} has no attempt to rate") };
        let Some(value) = value_of(&cells[value]) else { continue };
        if !scale.holds(&value) {
            bail!("{name}, line {line}: {value} is not on the scale {scale}; give the scale with --scale or --labels");
        }
        let attempt = attempt.map(whole).transpose()?.unwrap_or(row.attempt);
        let repeat = repeat.map(whole).transpose()?.unwrap_or_default();
        let reason = reason.map_or_else(String::new, |place| cells[place].trim().to_owned());
        by_rater.entry(cells[rater].trim()).or_default().push(Rating { reason, ..Rating::new(trial, attempt, repeat, value) });
    }
    if by_rater.is_empty() {
        bail!("{name} has no rating");
    }
    for (rater, ratings) in by_rater {
        let mut layer = open_layer(folder, metric, rater, scale)?;
        let count = ratings.len();
        // What the file says again takes the place of what was there.
        let others = layer.layer().ratings.iter().filter(|known| !ratings.iter().any(|new| new.place() == known.place()));
        let all = others.cloned().collect::<Vec<_>>().into_iter().chain(ratings.iter().cloned()).collect();
        layer.replace(all)?;
        ui.say(&format!("{count} ratings by {rater} are in {}", layer.folder().display()));
    }
    Ok(exit::DONE)
}
