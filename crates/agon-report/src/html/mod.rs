//! One self-contained page: no network, no fonts, no libraries. Tables and charts are written here as HTML and SVG; the
//! list of trials and the drawer are made in the browser from JSON that the page carries.
//!
//! Whatever an agent, a model or a world said is hostile. It reaches the page in two ways only: escaped as text, or in
//! JSON whose `<`, `>` and `&` are escaped and which the scripts only ever put into text nodes. As a second wall the
//! page's policy refuses every script but the two it came with, and every request.

mod ablation;
mod chains;
mod charts;
mod compare;
mod detail;
mod frames;
mod layers;
mod markup;
mod modes;
mod overview;
mod pick;
mod plots;
mod progress;
mod study;
mod tables;
mod trials;

use crate::{AgentPairs, Comparison, Layers, Modes, Outcome, Progress, ReportError, Summary};
use agon_assets::Site;
use agon_core::Rng;
use agon_record::{Run, TrialResult};
use markup::{escape, script_json};

pub use study::study_page;

/// A style sheet needs no building: a report of a binary without built pages looks the same.
const STYLE: &str = include_str!("../../../../web/report/report.css");

/// How much of a run goes into the page. What is left out is named in the page with the file it is in.
#[derive(Clone, Debug, PartialEq)]
pub struct HtmlOptions {
    /// Trials whose frames are embedded, fairly spread.
    pub max_trials_with_frames: usize,
    /// Trials whose steps are embedded; at least those with frames.
    pub max_trials_with_steps: usize,
    /// For frames and steps together, as they stand in the page.
    pub max_bytes: usize,
    /// Whether all logs are read for failure modes.
    pub modes: bool,
    /// How far the trials of each run came, in the order of the runs; none where it is not told.
    pub progress: Vec<Progress>,
    /// Only this trial, with all its steps, instead of the whole run.
    pub only_trial: Option<u32>,
}

impl Default for HtmlOptions {
    fn default() -> Self {
        Self {
            max_trials_with_frames: 60,
            max_trials_with_steps: 600,
            max_bytes: 40 * 1024 * 1024,
            modes: false,
            progress: Vec::new(),
            only_trial: None,
        }
    }
}

/// A run with everything the sections need of it.
struct View<'a> {
    run: &'a Run,
    summary: Summary,
    results: Vec<TrialResult>,
    outcomes: Vec<Outcome>,
}

/// The page for one run, or for several; with two it compares them. Agents within a run are compared pairwise.
pub fn page(runs: &[&Run], options: &HtmlOptions) -> Result<String, ReportError> {
    if runs.is_empty() {
        return Err(ReportError::NoRuns);
    }
    let views: Vec<View> = runs.iter().map(|run| View::of(run)).collect();
    let comparison = match runs {
        [first, second] => Some(Comparison::of(*first, *second)),
        _ => None,
    };
    let flipped = comparison.as_ref().and_then(|result| result.as_ref().ok()).map(pick::flipped).unwrap_or_default();
    let material = trials::Material::of(&views, &flipped, options)?;

    let mut body = String::new();
    overview::header(&mut body, &views);
    if let Some(comparison) = &comparison {
        compare::section(&mut body, comparison);
    }
    // What one trial came to stands with the trial.
    let told_whole = if options.only_trial.is_none() { views.as_slice() } else { &[] };
    for (number, view) in told_whole.iter().enumerate() {
        overview::run(&mut body, view, number, views.len());
        if let Some(pairs) = AgentPairs::of(view.run) {
            compare::pairs_section(&mut body, &pairs);
        }
        if let Some(found) = Layers::of(view.run)? {
            layers::section(&mut body, &found, number);
        }
        if options.modes {
            modes::section(&mut body, &Modes::of(view.run), number);
        }
        if let Some(progress) = options.progress.get(number) {
            progress::section(&mut body, progress);
        }
    }
    let site = Site::embedded();
    let script = site.report_script();
    trials::section(&mut body, &material, script.is_some());
    for (id, value) in [("index", &material.index), ("details", &material.details), ("frames", &material.frames)] {
        body.push_str(&format!("<script type=\"application/json\" id=\"{id}\">{}</script>\n", script_json(value)));
    }
    Ok(assemble(&title(&views), &body, script.unwrap_or_default()))
}

fn title(views: &[View]) -> String {
    let names: Vec<&str> = views.iter().map(|view| view.run.manifest().name.as_str()).collect();
    format!("{} · Agon", names.join(" and "))
}

fn assemble(title: &str, body: &str, script: &str) -> String {
    // The nonce is a hash of all the page says, so that nothing in the page could have known it.
    let nonce = format!("{:016x}", Rng::new(body, 0).next_u64());
    let policy = format!("default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script nonce=\"{nonce}\">\n{script}</script>\n</body>\n</html>\n",
        escape(title),
    )
}

impl<'a> View<'a> {
    fn of(run: &'a Run) -> Self {
        let results = run.results();
        Self { run, summary: Summary::of(run), outcomes: results.iter().map(Outcome::of).collect(), results }
    }
}
