//! Where a record parts from its own results, or from a second sitting.

use agon_core::{ArtifactRef, Ending, Event, Evidence, Limit, ObservationRecord, StepRecord, Totals, Usage, Verdict};
use agon_record::Run;
use serde::Serialize;
use serde_json::Value;

/// What of a log is compared.
#[derive(Default)]
pub(super) struct Outline {
    began: Option<ObservationRecord>,
    steps: Vec<StepRecord>,
    notes: Vec<(String, Value)>,
    checkpoints: Vec<(u32, Evidence)>,
    evidence: Option<(Evidence, Vec<ArtifactRef>)>,
    closed: Option<(Verdict, Option<Ending>, Totals)>,
    /// The run has a judge. It is not asked again: with the same evidence, its recorded answers tell the verdict.
    is_judged: bool,
}

/// How two sittings compare, as far as they can.
#[derive(Default)]
pub(super) struct Compared {
    /// `None` if they agree.
    pub(super) difference: Option<String>,
    /// What a replay cannot show again, each in a word.
    pub(super) uncompared: Vec<&'static str>,
    /// The verdict is to be marked again from the record.
    pub(super) is_to_mark: bool,
}

impl Outline {
    pub(super) fn read(run: &Run, trial: u32, attempt: u32) -> Result<Self, String> {
        let mut outline = Self { is_judged: !run.manifest().config["judge"].is_null(), ..Self::default() };
        for event in run.attempt(trial, attempt).map_err(|error| error.to_string())?.events {
            match event {
                Event::Began { observation } => outline.began = Some(observation),
                Event::Step(step) => outline.steps.push(step),
                Event::Note { kind, content } => outline.notes.push((kind, content)),
                Event::Checkpoint { step, evidence } => outline.checkpoints.push((step, evidence)),
                Event::Evidence { evidence, artifacts, .. } => outline.evidence = Some((evidence, artifacts)),
                Event::Closed { verdict, ending, totals } => outline.closed = Some((verdict, ending, totals)),
                Event::Opened(_)
                | Event::Spent { .. }
                | Event::Judged(_)
                | Event::Fault { .. }
                | Event::Replayed { .. }
                | Event::CloseFailed { .. } => {}
            }
        }
        Ok(outline)
    }

    /// Compares with a second sitting; of an agent that was no model only the actions were played again.
    pub(super) fn compare(&self, again: &Self, is_model: bool) -> Compared {
        let (Some((verdict, ending, totals)), Some((verdict_again, ending_again, totals_again))) = (&self.closed, &again.closed)
        else {
            return Compared { difference: Some("one of its logs has no end".into()), ..Compared::default() };
        };
        let is_same_ending = ending == ending_again;
        let mut uncompared = Vec::new();
        let mut unless = |compared: bool, word| {
            if !compared {
                uncompared.push(word)
            }
        };
        unless(is_same_ending, "ending");
        unless(is_model || totals.usage == Usage::default(), "usage");
        unless(is_model || self.notes.is_empty(), "notes");
        let difference = || {
            if let Verdict::Void(fault) = verdict_again {
                return Some(format!("it could not be replayed: {fault}"));
            }
            if let Some(difference) = self.step_that_differs(again) {
                return Some(difference);
            }
            if is_model && let Some(difference) = self.note_that_differs(again, is_same_ending) {
                return Some(difference);
            }
            if !is_same_ending && !may_end_otherwise(ending.as_ref(), ending_again.as_ref(), is_model) {
                return Some(format!("it ended as {}, now as {}", word(ending.as_ref()), word(ending_again.as_ref())));
            }
            if (totals.steps, totals.rejected, &totals.actions)
                != (totals_again.steps, totals_again.rejected, &totals_again.actions)
            {
                return Some("its totals of steps and actions are others".into());
            }
            let usage = |totals: &Totals| as_value(&(&totals.usage, &totals.usage_by));
            if is_model && !is_same(&usage(totals), &usage(totals_again)) {
                return Some("what it used of its models is another".into());
            }
            if let Some(((step, _), _)) = self.checkpoints.iter().zip(&again.checkpoints).find(|(a, b)| a != b) {
                return Some(format!("the state after step {step} is another"));
            }
            if self.evidence != again.evidence || self.checkpoints.len() != again.checkpoints.len() {
                return Some("the evidence is another".into());
            }
            // A grader may look at the ending; where that is another, the verdict is for `regrade` to check.
            (is_same_ending && !self.is_judged && verdict != verdict_again).then(|| "the verdict is another".into())
        };
        Compared { difference: difference(), uncompared, is_to_mark: !is_same_ending || self.is_judged }
    }

    fn step_that_differs(&self, again: &Self) -> Option<String> {
        if self.began != again.began {
            return Some("what it saw first is another".into());
        }
        if let Some((step, _)) = self.steps.iter().zip(&again.steps).find(|(a, b)| !is_same_step(a, b)) {
            return Some(format!("step {} is another", step.step));
        }
        let (had, has) = (self.steps.len(), again.steps.len());
        (had != has).then(|| format!("it had {had} steps, now it has {has}"))
    }

    /// A sitting that was cut off may lack what we noted about the last reply.
    fn note_that_differs(&self, again: &Self, is_whole: bool) -> Option<String> {
        let calls = |outline: &Self| outline.notes.iter().filter(|(kind, _)| kind == "model").count();
        let (had, has) = (calls(self), calls(again));
        if had != has {
            return Some(format!("it made {had} calls, now it makes {has}"));
        }
        let differs = |((kind, content), (kind_again, again)): (&(String, Value), &(String, Value))| {
            kind != kind_again || !is_same(content, again)
        };
        if let Some(at) = self.notes.iter().zip(&again.notes).position(differs) {
            return Some(format!("note {} is another", at + 1));
        }
        let (had, has) = (self.notes.len(), again.notes.len());
        (had > has || is_whole && had != has).then(|| format!("it had {had} notes, now it has {has}"))
    }
}

/// All but the time it took. Frames are named by their pixels, so that comparing the names compares what was seen.
fn is_same_step(a: &StepRecord, b: &StepRecord) -> bool {
    let seen = |step: &StepRecord| (step.output.clone(), step.feedback.clone(), step.artifacts.clone());
    (&a.action, a.status, &a.observation) == (&b.action, b.status, &b.observation) && seen(a) == seen(b)
}

/// Which endings a replay does not come to by itself: time, which is a machine's own; and of agents whose actions alone are
/// played, whatever they did beside acting. It then leaves where the other stopped, or meets the next limit there.
fn may_end_otherwise(ending: Option<&Ending>, again: Option<&Ending>, is_model: bool) -> bool {
    let by_time = matches!(ending, Some(Ending::Truncated { limit: Limit::WallSecs }));
    let by_itself =
        matches!(ending, Some(Ending::Left | Ending::Crashed { .. } | Ending::Truncated { limit: Limit::Tokens | Limit::Cost }));
    match again {
        Some(Ending::Left) => by_time || (by_itself && !is_model),
        Some(Ending::Truncated { limit: Limit::Tokens | Limit::Cost }) => by_time,
        _ => false,
    }
}

fn word(ending: Option<&Ending>) -> &'static str {
    ending.map_or("nothing", Ending::word)
}

fn as_value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Equal but for the last digits of fractions, which may get lost when they are read and written again.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let is_near = |(a, b): (f64, f64)| (a - b).abs() <= 1e-12 * a.abs().max(b.abs());
            a == b || (a.is_f64() && b.is_f64() && a.as_f64().zip(b.as_f64()).is_some_and(is_near))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b)))
        }
        _ => a == b,
    }
}
