//! From a record to training data, one trial in memory at a time.

use crate::format::{InspectLogs, Sink};
use crate::{Dataset, Demonstration, DemosError, Format, History, card, files, samples};
use agon_core::FrameRef;
use agon_record::Run;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;

/// What to write.
#[derive(Clone, Debug)]
pub struct Order {
    pub formats: Vec<Format>,
    pub history: History,
    /// Demonstrations in a shard.
    pub per_shard: usize,
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Exported {
    pub demonstrations: usize,
    pub samples: usize,
    /// Pictures in the samples, each as often as it is shown.
    pub images: usize,
    /// By task.
    pub tasks: BTreeMap<String, Tally>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub demonstrations: usize,
    pub steps: usize,
}

/// The trials of a run that make training data, each with the attempt that counts: those that passed or, if asked, all
/// that have a score. In the order of the plan.
pub fn trials(run: &Run, agent: Option<&str>, failed_too: bool) -> Vec<(u32, u32)> {
    let planned = run.plan().iter().zip(run.results());
    let kept = planned.filter_map(|(planned, result)| {
        let row = result.row.filter(|row| row.is_scored() && (row.passed || failed_too))?;
        agent.is_none_or(|agent| agent == planned.agent).then_some((planned.trial, row.attempt))
    });
    kept.collect()
}

/// Writes trials of a run as training data. Shards that are there already are left as they are, so an export that was
/// interrupted goes on where it was. `progress` is told how many trials are done.
pub fn export(
    run: &Run,
    trials: &[(u32, u32)],
    order: &Order,
    dataset: &mut Dataset,
    progress: &mut dyn FnMut(usize),
) -> Result<Exported, DemosError> {
    let folder = dataset.folder().to_owned();
    let mut exported = Exported::default();
    let mut wholes = Vec::new();
    for format in &order.formats {
        wholes.extend(format.whole(&folder, run)?);
    }
    let mut inspect =
        order.formats.contains(&Format::Inspect).then(|| InspectLogs::new(folder.join(Format::Inspect.word()), run));
    let per_shard = order.per_shard.max(1);
    let shards = trials.len().div_ceil(per_shard);
    for (index, part) in trials.chunks(per_shard).enumerate() {
        let mut sinks: Vec<Box<dyn Sink>> = Vec::new();
        for format in &order.formats {
            sinks.extend(format.shard(&folder, index, shards)?);
        }
        for (number, (trial, attempt)) in part.iter().enumerate() {
            let demonstration = Demonstration::read(run, *trial, *attempt)?;
            for format in &order.formats {
                format.trial(&folder, run, &demonstration)?;
            }
            if let Some(logs) = &mut inspect {
                logs.write(&demonstration)?;
            }
            for sample in samples(&demonstration, order.history) {
                exported.samples += 1;
                exported.images += sample.images.len();
                for whole in &mut wholes {
                    whole.write(&sample)?;
                }
                if !sinks.is_empty() {
                    let images = load(run, &sample.images)?;
                    for sink in &mut sinks {
                        sink.write(&sample, &images)?;
                    }
                }
            }
            exported.count(&demonstration);
            progress(index * per_shard + number + 1);
        }
        for sink in sinks {
            sink.finish()?;
        }
    }
    for whole in wholes {
        whole.finish()?;
    }
    inspect.map_or(Ok(()), InspectLogs::finish)?;
    let described = serde_json::to_value(&exported).unwrap_or_default();
    files::write(folder.join("README.md"), card::text(&exported, order).as_bytes())?;
    dataset.describe("exported", described)?;
    Ok(exported)
}

impl Exported {
    fn count(&mut self, demonstration: &Demonstration) {
        self.demonstrations += 1;
        let tally = self.tasks.entry(demonstration.instance.id.task.to_string()).or_default();
        tally.demonstrations += 1;
        tally.steps += demonstration.turns.len();
    }
}

fn load(run: &Run, frames: &[&FrameRef]) -> Result<Vec<Vec<u8>>, DemosError> {
    let read = |frame: &&FrameRef| {
        let path = run.frame_path(frame);
        fs::read(&path).map_err(DemosError::read(&path))
    };
    frames.iter().map(read).collect()
}
