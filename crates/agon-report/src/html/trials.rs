//! The trials' section and the JSON it is made from.

use super::detail::Detail;
use super::frames::Frames;
use super::markup::script_json;
use super::pick::{self, Wanted};
use super::{HtmlOptions, View};
use crate::ReportError;
use crate::number::{CLAIMED, CLAIMED_LEGEND, clip, count};
use agon_assets::NOT_BUILT;
use agon_record::{PlannedTrial, Row, TrialResult};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};
#[cfg(test)]
use ts_rs::TS;

/// The most steps of a trial in a page of many trials.
const MAX_STEPS: usize = 400;
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
            let picked = picked(view, wanted.get(number), options.only_trial, &quota, &mut frames)?;
            with_frames += picked.with_frames;
            bytes += picked.bytes;
            for (trial, detail) in picked.details {
                details.insert(format!("{number}:{trial}"), detail);
            }
        }
        Ok(Self {
            index: serde_json::to_string(&index(views, options.only_trial))?,
            trials: options.only_trial.map_or_else(|| views.iter().map(|view| view.run.plan().len()).sum(), |_| 1),
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
    only: Option<u32>,
    quota: &Quota,
    frames: &mut Frames,
) -> Result<Picked, ReportError> {
    let order = only.map_or_else(|| pick::order(view, wanted, quota.frames), |trial| vec![trial]);
    let most_steps = only.map_or(MAX_STEPS, |_| usize::MAX);
    let framed = quota.frames.min(order.len());
    let frames_before = frames.bytes();
    let mut picked = Picked { details: Vec::new(), with_frames: 0, bytes: 0 };
    for (place, trial) in order.into_iter().take(quota.steps).enumerate() {
        let Some(row) = view.results.get(trial as usize).and_then(|result| result.row.as_ref()) else { continue };
        // One log that is lost or broken must not cost the reader the report: the drawer says so and names the file.
        let mut detail = view
            .run
            .attempt(trial, row.attempt)
            .map_or_else(|_| Detail::unreadable(row.attempt), |log| Detail::of(log, most_steps));
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

/// What the list of trials is made from: the page's types (`web/generated/report.ts`) are made from this one by a test.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Index<'a> {
    runs: Vec<&'a str>,
    agents: Vec<&'a str>,
    tasks: Vec<&'a str>,
    variants: Vec<&'a str>,
    /// The values of all factors, to choose trials by.
    values: Vec<String>,
    trials: Columns<'a>,
    /// By run and trial: every attempt at a trial that took several, and what became of it.
    retries: BTreeMap<String, Vec<(u32, String)>>,
    /// Run and trial of those whose usage rests on the agent's own word.
    claimed: Vec<String>,
    claimed_mark: &'static str,
    claimed_meaning: &'static str,
}

/// All planned trials, column by column: names once rather than in every row. Agents, tasks and variants are numbers into lists.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(super) struct Columns<'a> {
    run: Vec<usize>,
    trial: Vec<u32>,
    agent: Vec<usize>,
    task: Vec<usize>,
    /// As text: a number in JavaScript has 53 bits, a seed 64.
    seed: Vec<String>,
    repeat: Vec<u32>,
    outcome: Vec<&'a str>,
    score: Vec<Option<f64>>,
    steps: Vec<Option<u32>>,
    seconds: Vec<Option<f64>>,
    #[cfg_attr(test, ts(type = "Array<number | null>"))]
    tokens: Vec<Option<u64>>,
    cost: Vec<Option<f64>>,
    ending: Vec<Option<&'a str>>,
    /// Failed checks, or why it is void.
    reason: Vec<String>,
    attempt: Vec<u32>,
    /// Empty in a plain run.
    variant: Vec<Option<usize>>,
}

fn index<'a>(views: &'a [View], only: Option<u32>) -> Index<'a> {
    let mut agents = Words::default();
    let mut tasks = Words::default();
    let mut variants = Words::default();
    let mut index = Index { claimed_mark: CLAIMED, claimed_meaning: CLAIMED_LEGEND, values: values(views), ..Index::default() };
    let varies = views.iter().flat_map(|view| view.run.plan()).any(|planned| planned.variant.is_some());
    for (number, view) in views.iter().enumerate() {
        index.runs.push(&view.run.manifest().name);
        let shown = view.run.plan().iter().zip(&view.results).enumerate();
        for (i, (planned, result)) in shown.filter(|(_, (planned, _))| only.is_none_or(|only| only == planned.trial)) {
            index.trials.run.push(number);
            index.trials.agent.push(agents.number(&planned.agent));
            index.trials.task.push(tasks.number(planned.instance.task.as_str()));
            index.trials.outcome.push(view.outcomes[i].word());
            if varies {
                index.trials.variant.push(planned.variant.as_deref().map(|variant| variants.number(variant)));
            }
            index.trials.push(planned, result);
            if result.row.as_ref().is_some_and(|row| row.totals.usage_claimed) {
                index.claimed.push(format!("{number}:{}", planned.trial));
            }
        }
        let retried = |row: &&Row| view.results[row.trial as usize].attempts > 1;
        for row in view.run.rows().iter().filter(retried) {
            let words = match &row.void {
                Some(fault) => format!("void, {}", clip(&fault.to_string(), MAX_REASON)),
                None => format!("scored {}", row.score.unwrap_or_default()),
            };
            index.retries.entry(format!("{number}:{}", row.trial)).or_default().push((row.attempt, words));
        }
    }
    (index.agents, index.tasks, index.variants) = (agents.list, tasks.list, variants.list);
    index
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

impl<'a> Columns<'a> {
    /// What the plan and the result themselves tell of a trial.
    fn push(&mut self, planned: &PlannedTrial, result: &'a TrialResult) {
        let row = result.row.as_ref();
        let thousandths = |value: f64| (value * 1000.0).round() / 1000.0;
        let reason = row.map(|row| match &row.void {
            Some(fault) => fault.to_string(),
            None => row.failed.join(", "),
        });
        self.trial.push(planned.trial);
        self.seed.push(planned.instance.seed.to_string());
        self.repeat.push(planned.repeat);
        self.score.push(row.and_then(|row| row.score).map(thousandths));
        self.steps.push(row.map(|row| row.totals.steps));
        self.seconds.push(row.map(|row| thousandths(row.totals.wall_secs)));
        self.tokens.push(row.map(|row| row.totals.usage.tokens()));
        self.cost.push(row.map(|row| row.totals.usage.cost_usd));
        self.ending.push(row.and_then(|row| row.ending.as_ref()).map(|ending| ending.word()));
        self.reason.push(clip(&reason.unwrap_or_default(), MAX_REASON));
        self.attempt.push(row.map_or(1, |row| row.attempt));
    }
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

pub(super) fn section(body: &mut String, material: &Material, has_script: bool) {
    let all = count(material.trials as u64, "planned trial", "planned trials");
    let shown = match material.with_steps >= material.trials && material.with_frames >= material.trials {
        true => String::new(),
        false => format!(" The steps of {} and frames of {} are in this page.", material.with_steps, material.with_frames),
    };
    let unbuilt = match has_script {
        true => String::new(),
        false => format!(
            "<p class=\"warning\">The list of trials is empty: its script was not built into the agon that wrote this page. To have it, \
             {NOT_BUILT}.</p>\n"
        ),
    };
    body.push_str(&format!(
        "<section id=\"trials\">\n<h2>Trials</h2>\n\
         <p class=\"hint\">{all}.{shown} Click one to see its steps.</p>\n{unbuilt}\
         <form id=\"filters\" class=\"filters\"></form>\n\
         <div class=\"scroll\"><table class=\"list\"><thead id=\"list-head\"></thead><tbody id=\"list\"></tbody></table></div>\n\
         <nav id=\"pages\" class=\"pages\" aria-label=\"Pages\"></nav>\n\
         <noscript><p>The list of trials needs JavaScript.</p></noscript>\n</section>\n\
         <aside id=\"drawer\" class=\"drawer\" hidden aria-label=\"Trial\" tabindex=\"-1\"></aside>\n"
    ));
}

#[cfg(test)]
mod tests {
    use super::super::detail::{CheckShape, Detail, Moment, Note, Picture};
    use super::*;

    /// Writes `web/generated/report.ts` anew where `AGON_GENERATE` is set; fails where it differs.
    #[test]
    fn the_pages_types_are_those_of_the_report() {
        let config = ts_rs::Config::default();
        let declared = [
            Columns::decl(&config),
            Index::decl(&config),
            CheckShape::decl(&config),
            Note::decl(&config),
            Picture::decl(&config),
            Moment::decl(&config),
            Detail::decl(&config),
        ];
        agon_testkit::check_page_types("report", "crates/agon-report/src/html", &declared);
    }

    #[test]
    fn a_page_without_its_script_says_so() {
        let text = String::new;
        let material = Material { index: text(), details: text(), frames: text(), trials: 1, with_steps: 1, with_frames: 1 };
        let says_so = |has_script: bool| {
            let mut body = String::new();
            section(&mut body, &material, has_script);
            body.contains(NOT_BUILT)
        };
        assert!(says_so(false) && !says_so(true));
    }

    #[test]
    fn the_script_cannot_end_its_own_element() {
        let site = agon_assets::Site::embedded();
        assert!(!site.report_script().unwrap_or_default().contains("</script"));
    }
}
