//! The trials' section and the JSON it is made from.

use super::detail::Detail;
use super::frames::Frames;
use super::markup::script_json;
use super::pick::{self, Wanted};
use super::{HtmlOptions, View};
use crate::ReportError;
use crate::number::{CLAIMED, CLAIMED_LEGEND, clip, count};
use agon_record::{PlannedTrial, Row, TrialResult};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// The reason shown in a row of the list.
const MAX_REASON: usize = 160;

/// What the scripts read, each as JSON. Details and frames are apart from the index because the browser reads them only
/// when somebody opens a trial.
pub(super) struct Material {
    pub(super) index: String,
    pub(super) details: String,
    pub(super) frames: String,
    trials: usize,
    with_steps: usize,
    with_frames: usize,
}

impl Material {
    pub(super) fn of(views: &[View], wanted: &Wanted, options: &HtmlOptions) -> Result<Self, ReportError> {
        let mut frames = Frames::default();
        let mut details = Map::new();
        let mut with_frames = 0;
        let mut bytes = 0;
        for (number, view) in views.iter().enumerate() {
            // Runs that come first must not take what the others need.
            let left = views.len() - number;
            let budget = options.max_bytes.saturating_sub(bytes + frames.bytes()) / left;
            let share = |all: usize| all / views.len() + usize::from(number < all % views.len());
            let quota = Quota {
                frames: share(options.max_trials_with_frames),
                steps: share(options.max_trials_with_steps.max(options.max_trials_with_frames)),
                bytes: budget,
            };
            let picked = picked(view, wanted.get(number), &quota, &mut frames)?;
            with_frames += picked.with_frames;
            bytes += picked.bytes;
            for (trial, detail) in picked.details {
                details.insert(format!("{number}:{trial}"), detail);
            }
        }
        Ok(Self {
            index: index(views).to_string(),
            trials: views.iter().map(|view| view.run.plan().len()).sum(),
            with_steps: details.len(),
            with_frames,
            details: serde_json::to_string(&details)?,
            frames: frames.json()?,
        })
    }
}

struct Quota {
    frames: usize,
    steps: usize,
    bytes: usize,
}

struct Picked {
    details: Vec<(u32, Value)>,
    with_frames: usize,
    /// Of the details, without their frames.
    bytes: usize,
}

/// Reads the logs of the trials that are shown in full.
fn picked(
    view: &View,
    wanted: Option<&std::collections::BTreeSet<u32>>,
    quota: &Quota,
    frames: &mut Frames,
) -> Result<Picked, ReportError> {
    let order = pick::order(view, wanted, quota.frames);
    let framed = quota.frames.min(order.len());
    let frames_before = frames.bytes();
    let mut picked = Picked { details: Vec::new(), with_frames: 0, bytes: 0 };
    for (place, trial) in order.into_iter().take(quota.steps).enumerate() {
        let Some(row) = view.results[trial as usize].row.as_ref() else { continue };
        // One log that is lost or broken must not cost the reader the report: the drawer says so and names the file.
        let mut detail = view.run.attempt(trial, row.attempt).map_or_else(|_| Detail::unreadable(row.attempt), Detail::of);
        let left = quota.bytes.saturating_sub(picked.bytes + frames.bytes() - frames_before);
        if place < framed {
            detail.embed(view.run, frames, left / (framed - place));
        }
        detail.name_frames(view.run, frames);
        let has_frames = detail.has_frames(frames);
        let value = serde_json::to_value(&detail)?;
        let size = script_json(&value.to_string()).len();
        if picked.bytes + size + frames.bytes() - frames_before > quota.bytes {
            continue;
        }
        picked.bytes += size;
        picked.with_frames += usize::from(has_frames);
        picked.details.push((trial, value));
    }
    Ok(picked)
}

/// One short array per planned trial; words that recur are numbers into lists.
fn index(views: &[View]) -> Value {
    let mut agents = Words::default();
    let mut tasks = Words::default();
    let mut variants = Words::default();
    let mut trials = Vec::new();
    let mut retries = Map::new();
    let mut claimed = Vec::new();
    for (number, view) in views.iter().enumerate() {
        for (i, (planned, result)) in view.run.plan().iter().zip(&view.results).enumerate() {
            let mut row = trial(number, planned, result, view.outcomes[i].word(), &mut agents, &mut tasks);
            // Plain runs are not made to carry a column that says nothing.
            if let (Some(variant), Value::Array(cells)) = (&planned.variant, &mut row) {
                cells.push(variants.number(variant).into());
            }
            trials.push(row);
            if result.row.as_ref().is_some_and(|row| row.totals.usage_claimed) {
                claimed.push(format!("{number}:{}", planned.trial));
            }
        }
        let retried = |row: &&Row| view.results[row.trial as usize].attempts > 1;
        for row in view.run.rows().iter().filter(retried) {
            let words = match &row.void {
                Some(fault) => format!("void, {}", clip(&fault.to_string(), MAX_REASON)),
                None => format!("scored {}", row.score.unwrap_or_default()),
            };
            let of = retries.entry(format!("{number}:{}", row.trial)).or_insert_with(|| json!([]));
            if let Value::Array(of) = of {
                of.push(json!([row.attempt, words]));
            }
        }
    }
    let runs: Vec<&str> = views.iter().map(|view| view.run.manifest().name.as_str()).collect();
    json!({
        "runs": runs,
        "agents": agents.list,
        "tasks": tasks.list,
        "variants": variants.list,
        "values": values(views),
        "trials": trials,
        "retries": retries,
        "claimed": claimed,
        "claimed_mark": CLAIMED,
        "claimed_meaning": CLAIMED_LEGEND,
    })
}

/// The values of all factors, to choose trials by.
fn values(views: &[View]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for factor in views.iter().filter_map(|view| view.summary.ablation.as_ref()).flat_map(|ablation| &ablation.factors) {
        for part in factor.values.iter().map(|value| factor.part(value)) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    parts
}

fn trial<'a>(
    run: usize,
    planned: &'a PlannedTrial,
    result: &'a TrialResult,
    outcome: &str,
    agents: &mut Words<'a>,
    tasks: &mut Words<'a>,
) -> Value {
    let row = result.row.as_ref();
    let reason = row.map(|row| match &row.void {
        Some(fault) => fault.to_string(),
        None => row.failed.join(", "),
    });
    json!([
        run,
        planned.trial,
        agents.number(&planned.agent),
        tasks.number(planned.instance.task.as_str()),
        // A number in JavaScript has 53 bits, a seed 64.
        planned.instance.seed.to_string(),
        planned.repeat,
        result.attempts,
        outcome,
        row.and_then(|row| row.score).map(|score| (score * 1000.0).round() / 1000.0),
        row.map(|row| row.totals.steps),
        row.map(|row| (row.totals.wall_secs * 1000.0).round() / 1000.0),
        row.map(|row| row.totals.usage.tokens()),
        row.map(|row| row.totals.usage.cost_usd),
        row.and_then(|row| row.ending.as_ref()).map(|ending| ending.word()),
        clip(&reason.unwrap_or_default(), MAX_REASON),
        row.map_or(1, |row| row.attempt),
    ])
}

#[derive(Default)]
struct Words<'a> {
    list: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Words<'a> {
    fn number(&mut self, word: &'a str) -> usize {
        *self.numbers.entry(word).or_insert_with(|| {
            self.list.push(word);
            self.list.len() - 1
        })
    }
}

pub(super) fn section(body: &mut String, material: &Material) {
    let all = count(material.trials as u64, "planned trial", "planned trials");
    let shown = match material.with_steps >= material.trials && material.with_frames >= material.trials {
        true => String::new(),
        false => format!(" The steps of {} and frames of {} are in this page.", material.with_steps, material.with_frames),
    };
    body.push_str(&format!(
        "<section id=\"trials\">\n<h2>Trials</h2>\n\
         <p class=\"hint\">{all}.{shown} Click one to see its steps.</p>\n\
         <form id=\"filters\" class=\"filters\"></form>\n\
         <div class=\"scroll\"><table class=\"list\"><thead id=\"list-head\"></thead><tbody id=\"list\"></tbody></table></div>\n\
         <nav id=\"pages\" class=\"pages\" aria-label=\"Pages\"></nav>\n\
         <noscript><p>The list of trials needs JavaScript.</p></noscript>\n</section>\n\
         <aside id=\"drawer\" class=\"drawer\" hidden aria-label=\"Trial\" tabindex=\"-1\"></aside>\n"
    ));
}
