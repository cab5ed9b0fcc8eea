//! What can be found wrong with a record without sitting anything again: changed or misplaced files, a plan that its
//! configuration does not make, frames that are not the ones that were seen.

use crate::commands::run::config_hash;
use crate::home;
use agon_core::{ArtifactRef, Event, FrameRef, Image, ObservationRecord};
use agon_record::Run;
use agon_run::{Frames, RunConfig, Suites, plan};
use std::collections::BTreeMap;
use std::fs;

/// Everything that is wrong, in words that name the file. `digest` is the one that was published, if any was.
pub(super) fn find(run: &Run, suites: &Suites, config: &RunConfig, digest: Option<&str>) -> anyhow::Result<Vec<String>> {
    let mut found = home::problems(run);
    if let Some(digest) = digest.filter(|digest| *digest != run.digest()) {
        found.push(format!("the record's digest is {}, not {digest}: it is another record than the published one", run.digest()));
    }
    if run.manifest().config_hash != config_hash(config, run.plan())? {
        found.push("run.json: its config_hash is not that of its configuration and plan".into());
    }
    if run.manifest().agents != config.agents {
        found.push("run.json: its agents are not those of its configuration".into());
    }
    match plan(suites, config) {
        Ok(planned) if planned == run.plan() => {}
        Ok(planned) => {
            let (has, makes) = (run.plan().len(), planned.len());
            found.push(format!(
                "plan.jsonl: it has {has} trials and is not the plan that the configuration makes ({makes} trials)"
            ));
        }
        Err(error) => found.push(format!("plan.jsonl: the configuration makes no plan here: {error}")),
    }
    if config.frames == Frames::All {
        found.extend(frames(run));
    }
    found.extend(artifacts(run));
    Ok(found)
}

/// Files that logs name and that are missing or others.
fn artifacts(run: &Run) -> Vec<String> {
    let mut named: BTreeMap<String, ArtifactRef> = BTreeMap::new();
    for row in run.rows() {
        // A log that cannot be read is named already.
        let Ok(log) = run.attempt(row.trial, row.attempt) else { continue };
        for artifact in log.events.iter().flat_map(handed_in) {
            named.entry(artifact.hash.to_string()).or_insert_with(|| artifact.clone());
        }
    }
    let problem = |artifact: &ArtifactRef| {
        let path = run.artifact_path(artifact);
        let shown = path.strip_prefix(run.folder()).unwrap_or(&path).display().to_string();
        run.check_artifact(artifact).err().map(|problem| format!("{shown}: {problem}"))
    };
    named.values().filter_map(problem).collect()
}

fn handed_in(event: &Event) -> &[ArtifactRef] {
    match event {
        Event::Step(step) => &step.artifacts,
        Event::Evidence { artifacts, .. } => artifacts,
        _ => &[],
    }
}

/// Frames that logs name and that are missing, damaged or others.
fn frames(run: &Run) -> Vec<String> {
    let mut named: BTreeMap<String, FrameRef> = BTreeMap::new();
    for row in run.rows() {
        // A log that cannot be read is named already.
        let Ok(log) = run.attempt(row.trial, row.attempt) else { continue };
        for frame in log.events.iter().filter_map(observation).flat_map(|observation| &observation.frames) {
            named.entry(frame.hash.to_string()).or_insert_with(|| frame.clone());
        }
    }
    named.values().filter_map(|frame| problem(run, frame)).collect()
}

fn observation(event: &Event) -> Option<&ObservationRecord> {
    match event {
        Event::Began { observation } => Some(observation),
        Event::Step(step) => Some(&step.observation),
        _ => None,
    }
}

fn problem(run: &Run, frame: &FrameRef) -> Option<String> {
    let path = run.frame_path(frame);
    let shown = path.strip_prefix(run.folder()).unwrap_or(&path).display();
    let Ok(bytes) = fs::read(&path) else { return Some(format!("{shown}: this frame is missing")) };
    // A frame is named by its pixels where the world drew them, and by its file where it came as one.
    let is_file = || Image::png(frame.width, frame.height, bytes.clone()).hash() == frame.hash;
    match agon_image::decode(&bytes) {
        Ok(image) if image.hash() == frame.hash || is_file() => None,
        Ok(_) => Some(format!("{shown}: this is another picture than the one that was seen")),
        Err(error) => Some(format!("{shown}: this frame cannot be read: {error}")),
    }
}
