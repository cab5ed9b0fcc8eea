//! One trial: what was asked, what the agent did, and how it was graded.

use crate::number::{clip, count, duration, judged, plain, spent};
use crate::summary::judge_of;
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{TableOptions, wrapped};
use crate::{Outcome, ReportError};
use agon_core::{Check, Event, Header, Status, StepRecord, Verdict};
use agon_record::{PlannedTrial, Row, Run};
use serde::Serialize;
use serde_json::Value;

/// The most characters of a text in a table of steps, and in a check; the JSON has the whole.
const MAX_CELL: usize = 80;
const MAX_CHECK: usize = 400;

/// A planned trial with one of its attempts, as the record has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialView {
    pub format: u32,
    /// The run's name.
    pub run: String,
    /// The model that answers the questions of judged checks, where the run names one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub judge: String,
    #[serde(flatten)]
    pub planned: PlannedTrial,
    pub status: Outcome,
    /// What every attempt came to.
    pub attempts: Vec<Row>,
    /// The attempt that is shown; absent while there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// Its log.
    pub events: Vec<Event>,
}

impl TrialView {
    pub const FORMAT: u32 = 1;

    /// Shows the attempt asked for, else the one that counts, else the last.
    pub fn of(run: &Run, planned: &PlannedTrial, attempt: Option<u32>) -> Result<Self, ReportError> {
        let trial = planned.trial;
        let result = run.results().into_iter().nth(trial as usize).unwrap_or_default();
        let attempts: Vec<Row> = run.rows().iter().filter(|row| row.trial == trial).cloned().collect();
        if let Some(attempt) = attempt.filter(|attempt| attempts.iter().all(|row| row.attempt != *attempt)) {
            let known: Vec<String> = attempts.iter().map(|row| row.attempt.to_string()).collect();
            let known = if known.is_empty() { "none yet".into() } else { known.join(", ") };
            return Err(ReportError::NoAttempt { trial, attempt, known });
        }
        let counted = result.row.as_ref().map(|row| row.attempt);
        let attempt = attempt.or(counted).or(attempts.last().map(|row| row.attempt));
        let events = match attempt {
            Some(attempt) => run.attempt(trial, attempt)?.events,
            None => Vec::new(),
        };
        let (status, name) = (Outcome::of(&result), run.manifest().name.clone());
        let judge = judge_of(run);
        Ok(Self { format: Self::FORMAT, run: name, judge, planned: planned.clone(), status, attempts, attempt, events })
    }

    fn row(&self) -> Option<&Row> {
        self.attempts.iter().find(|row| Some(row.attempt) == self.attempt)
    }

    fn header(&self) -> Option<&Header> {
        self.events.iter().find_map(|event| match event {
            Event::Opened(header) => Some(header.as_ref()),
            _ => None,
        })
    }

    /// Those of a scored attempt: a log that cannot be trusted has none.
    fn checks(&self) -> &[Check] {
        let is_scored = self.row().is_some_and(Row::is_scored);
        let checks = self.events.iter().find_map(|event| match event {
            Event::Closed { verdict: Verdict::Scored(marks), .. } if is_scored => Some(marks.checks.as_slice()),
            _ => None,
        });
        checks.unwrap_or_default()
    }
}

/// What a note says where it is a text, or a model's call: then what the model said. The whole call is in the log.
pub fn spoken(content: &Value) -> Option<String> {
    let parts = content.pointer("/reply/parts").and_then(Value::as_array);
    let Some(parts) = parts else { return content.as_str().map(str::to_owned) };
    let reasoning = content.pointer("/reply/reasoning").and_then(Value::as_str).map(|text| format!("(thinking) {text}"));
    let said = parts.iter().filter_map(|part| match part["type"].as_str()? {
        "text" => part["text"].as_str().map(str::to_owned),
        "tool_call" => Some(format!("{}({})", part["name"].as_str()?, part["args"])),
        _ => None,
    });
    Some(reasoning.into_iter().chain(said).collect::<Vec<_>>().join("\n\n"))
}

/// The trial's facts, its checks, then its steps.
pub fn text(view: &TrialView, options: &TableOptions) -> String {
    let title = format!("trial {} of {}: {}", view.planned.trial, plain(&view.run), status(view));
    let mut text = paint(&title, Tone::Strong, options.paint);
    text.push('\n');
    for (name, value) in facts(view) {
        text.push_str(&wrapped(&format!("{name:9} {}", plain(&value)), "          ", options.page_width()));
    }
    let checks = checks_text(view, options);
    if !checks.is_empty() {
        text.push_str(&format!("\n{checks}"));
    }
    let steps: Vec<&StepRecord> = view
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Step(step) => Some(step),
            _ => None,
        })
        .collect();
    if !steps.is_empty() {
        text.push('\n');
        text.push_str(&step_grid(&steps).render(options));
    }
    text
}

/// How the trial came out and why, without its steps.
pub fn verdict_text(view: &TrialView, options: &TableOptions) -> String {
    let ending = view.row().and_then(|row| row.ending.as_ref()).map_or_else(String::new, |ending| format!("; {ending}"));
    let void = view.row().and_then(|row| row.void.as_ref()).map_or_else(String::new, |fault| format!(": {fault}"));
    let title = plain(&format!("{}{void}{ending}", status(view)));
    format!("{}\n{}", paint(&title, Tone::Strong, options.paint), checks_text(view, options))
}

/// `failed, score 0.25`.
fn status(view: &TrialView) -> String {
    let score = view.row().and_then(|row| row.score).map_or_else(String::new, |score| format!(", score {score:.2}"));
    format!("{}{score}", view.status.word())
}

fn checks_text(view: &TrialView, options: &TableOptions) -> String {
    let checks = view.checks();
    if checks.is_empty() {
        return String::new();
    }
    let passed = checks.iter().filter(|check| check.passed).count();
    let lines = checks.iter().map(|check| check_text(check, options));
    std::iter::once(format!("checks: {passed} of {} passed\n", checks.len())).chain(lines).collect()
}

fn facts(view: &TrialView) -> Vec<(&'static str, String)> {
    let PlannedTrial { agent, instance, repeat, variant, .. } = &view.planned;
    let mut facts = Vec::new();
    let title = view.header().map_or_else(String::new, |header| format!(" ({})", header.instance.brief.title));
    facts.push(("task", format!("{}{title}", instance.task)));
    let variant = variant.as_ref().map_or_else(String::new, |label| format!(", variant {label}"));
    facts.push(("instance", format!("{instance}, repeat {repeat}{variant}")));
    facts.push(("agent", agent.clone()));
    facts.push(("attempts", attempts(view)));
    if let Some(row) = view.row() {
        facts.extend(row.void.as_ref().map(|fault| ("void", fault.to_string())));
        facts.extend(row.ending.as_ref().map(|ending| ("ending", ending.to_string())));
        let totals = &row.totals;
        let mut used = vec![count(totals.steps.into(), "step", "steps")];
        used.extend((totals.rejected > 0).then(|| format!("{} of them not executed", totals.rejected)));
        used.push(format!("{} (the world {})", duration(totals.wall_secs), duration(totals.world_secs)));
        used.extend(spent(&totals.usage, totals.usage_claimed));
        facts.push(("usage", used.join(", ")));
        facts.extend(totals.judge.as_ref().map(|totals| ("judge", format!("{}: {}", view.judge, judged(totals)))));
    }
    if let Some(header) = view.header() {
        facts.push(("limits", serde_json::json!(header.instance.limits).to_string()));
        if !header.instance.settings.is_empty() {
            facts.push(("settings", serde_json::json!(header.instance.settings).to_string()));
        }
    }
    facts
}

/// `2, attempt 2 is shown; attempt 1: void, model: overloaded`.
fn attempts(view: &TrialView) -> String {
    let Some(shown) = view.attempt else { return "none has been closed".into() };
    let mut text = view.attempts.len().to_string();
    if view.attempts.len() > 1 {
        text.push_str(&format!(", attempt {shown} is shown"));
    }
    for row in view.attempts.iter().filter(|row| row.attempt != shown) {
        let came = match (&row.void, row.score) {
            (Some(fault), _) => format!("void, {fault}"),
            (None, score) => format!("score {:.2}", score.unwrap_or_default()),
        };
        text.push_str(&format!("; attempt {}: {came}", row.attempt));
    }
    text
}

fn check_text(check: &Check, options: &TableOptions) -> String {
    let (word, tone) = if check.passed { ("passed", Tone::Good) } else { ("failed", Tone::Bad) };
    let part = if !check.passed && check.score > 0.0 { format!(" (score {:.2})", check.score) } else { String::new() };
    let shown = |text: &str| clip(&plain(text), MAX_CHECK);
    let words = format!("{word}  {}{part}: expected {}, seen {}", plain(&check.name), shown(&check.expected), shown(&check.seen));
    format!("  {}", paint(&wrapped(&words, "          ", options.page_width().saturating_sub(2)), tone, options.paint))
}

fn step_grid(steps: &[&StepRecord]) -> Grid {
    let mut grid = Grid::new(vec![Align::Right, Align::Left, Align::Left, Align::Left]).last_yields();
    grid.head(&["step", "action", "status", "feedback"]);
    for step in steps {
        let feedback = step.message().unwrap_or_default();
        let tone = if step.status == Status::Executed { Tone::Plain } else { Tone::Warn };
        grid.push(Line::Cells(vec![
            Cell::new(step.step.to_string()),
            Cell::new(clip(&plain(&step.action.summary()), MAX_CELL)),
            Cell::toned(step.status.word(), tone),
            Cell::new(clip(&plain(&feedback), MAX_CELL)),
        ]));
    }
    grid
}

/// A line for each trial of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialLine {
    #[serde(flatten)]
    pub planned: PlannedTrial,
    pub status: Outcome,
    pub score: Option<f64>,
    pub attempts: u32,
    pub steps: Option<u32>,
    pub wall_secs: Option<f64>,
}

impl TrialLine {
    /// In the order of the plan.
    pub fn all(run: &Run) -> Vec<Self> {
        let lines = run.plan().iter().zip(run.results());
        let line = |(planned, result): (&PlannedTrial, agon_record::TrialResult)| Self {
            planned: planned.clone(),
            status: Outcome::of(&result),
            attempts: result.attempts,
            score: result.row.as_ref().and_then(|row| row.score),
            steps: result.row.as_ref().map(|row| row.totals.steps),
            wall_secs: result.row.as_ref().map(|row| row.totals.wall_secs),
        };
        lines.map(line).collect()
    }
}

/// The trials as a table.
pub fn list_text(lines: &[TrialLine], options: &TableOptions) -> String {
    let names = ["trial", "agent", "instance", "repeat", "status", "score", "steps", "time", "attempts"];
    let varied = lines.iter().any(|line| line.planned.variant.is_some());
    let align = |i: usize| if matches!(i, 1 | 2 | 4 | 9) { Align::Left } else { Align::Right };
    let mut grid = Grid::new((0..names.len() + usize::from(varied)).map(align).collect());
    grid.head(&names.into_iter().chain(varied.then_some("variant")).collect::<Vec<_>>());
    for line in lines {
        let or_nothing = |text: Option<String>| Cell::new(text.unwrap_or_else(|| crate::number::NOTHING.into()));
        let tone = match line.status {
            Outcome::Passed => Tone::Good,
            Outcome::Failed => Tone::Bad,
            Outcome::Void | Outcome::Missing => Tone::Warn,
        };
        let mut cells = vec![
            Cell::new(line.planned.trial.to_string()),
            Cell::new(plain(&line.planned.agent)),
            Cell::new(line.planned.instance.to_string()),
            Cell::new(line.planned.repeat.to_string()),
            Cell::toned(line.status.word(), tone),
            or_nothing(line.score.map(|score| format!("{score:.2}"))),
            or_nothing(line.steps.map(|steps| steps.to_string())),
            or_nothing(line.wall_secs.map(duration)),
            Cell::new(line.attempts.to_string()),
        ];
        cells.extend(varied.then(|| Cell::new(plain(line.planned.variant.as_deref().unwrap_or_default()))));
        grid.push(Line::Cells(cells));
    }
    grid.render(options)
}
