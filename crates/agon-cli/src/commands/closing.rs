//! What is said at the end of a run: its table, crashes, failures, where the record is, and the exit code.

use crate::ui::Ui;
use crate::{exit, home};
use agon_core::{Ending, Event, Marks, Verdict};
use agon_record::{Row, Run};
use agon_report::trial::verdict_text;
use agon_report::{Summary, TrialView};
use agon_run::Outcome;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Failures that are listed one by one.
const MAX_FAILURES: usize = 10;
/// What a check expected and saw, each.
const MAX_CHARS: usize = 70;
/// The end of what a crashed agent wrote on standard error.
const STDERR_LINES: usize = 5;

/// How a run's result is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Table,
    Json,
    /// Of a run with one trial: its verdict and checks.
    Trial,
    /// Its verdict alone, on standard error: standard output is a protocol's, and a client may show its agent what checks expected.
    VerdictAside,
}

impl Told {
    pub(crate) fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Table }
    }
}

/// Prints what a run came to and chooses the exit code.
pub(crate) fn conclude(
    folder: &Path,
    outcome: Outcome,
    stopped: bool,
    told: Told,
    fail_under: Option<f64>,
    ui: &Ui,
) -> anyhow::Result<u8> {
    home::say_warnings(ui);
    let run = Run::open(folder)?;
    home::say_problems(&run, ui);
    let summary = Summary::of(&run);
    let crashes = Crashes::of(&run);
    match told {
        Told::Json => ui.json(&summary)?,
        Told::Trial => ui.out(&only_trial(&run, ui)?),
        Told::VerdictAside => {
            let told = only_trial(&run, &Ui { color: false, ..*ui })?;
            ui.say(told.lines().next().unwrap_or_default());
        }
        Told::Table => {
            ui.out(&super::report::table(&run, &summary, ui));
            say_failures(&run, ui);
        }
    }
    crashes.say(&run, ui);
    let shown = folder.display();
    if stopped {
        ui.hint(&format!("stopped with {} trials missing; `agon resume {shown}` finishes them", outcome.missing));
        return Ok(exit::INTERRUPTED);
    }
    if let Some(agent) = crashes.never_acted() {
        ui.hint(&format!("{agent} never took a step: fix it, then start a new run"));
        return Ok(exit::FAULTS);
    }
    if summary.counts.missing > 0 {
        ui.hint(&format!("{} trials are missing; `agon resume {shown}` finishes them", summary.counts.missing));
        return Ok(exit::FAULTS);
    }
    if outcome.void > 0 {
        ui.hint(&format!(
            "{} trials stayed void; `agon resume {shown} --retry-voids` tries those again that no agent provoked",
            outcome.void
        ));
        return Ok(exit::FAULTS);
    }
    if told != Told::Json {
        ui.say(&format!("the record is in {shown}; `agon report {shown} --html report.html` makes a page of it"));
        ui.say(&format!("its digest is {}: published with the result, it shows that the record is the same", run.digest()));
    }
    let below = fail_under
        .is_some_and(|least| summary.agents.iter().any(|group| group.figures.success.is_none_or(|success| success.rate < least)));
    Ok(if below { exit::BELOW } else { exit::DONE })
}

/// The verdict of a run's only trial, with its checks.
fn only_trial(run: &Run, ui: &Ui) -> anyhow::Result<String> {
    let Some(planned) = run.plan().first() else { return Ok(String::new()) };
    Ok(verdict_text(&TrialView::of(run, planned, None)?, &super::report::options(ui)))
}

/// Trials that ended because the agent broke, by agent.
struct Crashes(BTreeMap<String, AgentCrashes>);

#[derive(Default)]
struct AgentCrashes {
    trials: usize,
    crashed: Vec<Row>,
}

impl Crashes {
    fn of(run: &Run) -> Self {
        let mut agents: BTreeMap<String, AgentCrashes> = BTreeMap::new();
        for (planned, result) in run.plan().iter().zip(run.results()) {
            let Some(row) = result.row else { continue };
            let agent = agents.entry(planned.agent.clone()).or_default();
            agent.trials += 1;
            if matches!(row.ending, Some(Ending::Crashed { .. })) {
                agent.crashed.push(row);
            }
        }
        agents.retain(|_, agent| !agent.crashed.is_empty());
        Self(agents)
    }

    /// An agent all of whose trials crashed before their first step.
    fn never_acted(&self) -> Option<&str> {
        let at_once =
            |agent: &AgentCrashes| agent.crashed.len() == agent.trials && agent.crashed.iter().all(|row| row.totals.steps == 0);
        self.0.iter().find(|(_, agent)| at_once(agent)).map(|(label, _)| label.as_str())
    }

    fn say(&self, run: &Run, ui: &Ui) {
        for (label, AgentCrashes { trials, crashed }) in &self.0 {
            let Some(first) = crashed.first() else { continue };
            let Some(Ending::Crashed { detail }) = &first.ending else { continue };
            ui.say(&format!("{} of {trials} trials of {label}: the agent crashed: {detail}", crashed.len()));
            for line in last_lines(&stderr(run, first)) {
                ui.say(&format!("  {line}"));
            }
        }
    }
}

/// What the agent wrote on standard error in an attempt, as the record has it.
fn stderr(run: &Run, row: &Row) -> String {
    let Ok(log) = run.attempt(row.trial, row.attempt) else { return String::new() };
    let noted = log.events.iter().rev().find_map(|event| match event {
        Event::Note { kind, content: Value::String(text) } if kind == "stderr" => Some(text.clone()),
        _ => None,
    });
    noted.unwrap_or_default()
}

fn last_lines(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(STDERR_LINES)..].to_vec()
}

/// Lists trials that failed, each with the first check that did, as test runners do.
fn say_failures(run: &Run, ui: &Ui) {
    let failed = run.plan().iter().zip(run.results()).filter_map(|(planned, result)| {
        let row = result.row.filter(|row| row.is_scored() && !row.passed)?;
        Some((planned, row))
    });
    let failed: Vec<_> = failed.collect();
    if failed.is_empty() {
        return;
    }
    ui.say("failed:");
    for (planned, row) in failed.iter().take(MAX_FAILURES) {
        let why = first_failure(run, row).unwrap_or_else(|| row.failed.join(", "));
        ui.say(&format!("  trial {}, {} on {}: {why}", planned.trial, planned.agent, planned.instance));
    }
    if failed.len() > MAX_FAILURES {
        ui.say(&format!("  and {} more", failed.len() - MAX_FAILURES));
    }
    if let Some((planned, _)) = failed.first() {
        ui.say(&format!("  `agon show {} {}` shows a whole trial", run.folder().display(), planned.trial));
    }
}

fn first_failure(run: &Run, row: &Row) -> Option<String> {
    let log = run.attempt(row.trial, row.attempt).ok()?;
    let Some(Event::Closed { verdict: Verdict::Scored(Marks { checks, .. }), .. }) = log.events.last() else { return None };
    let check = checks.iter().find(|check| !check.passed)?;
    Some(format!("{}: expected {}, seen {}", check.name, clipped(&check.expected), clipped(&check.seen)))
}

fn clipped(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
