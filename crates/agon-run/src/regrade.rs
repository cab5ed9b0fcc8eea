//! Marking a recorded run again, without its worlds.

use crate::Suites;
use crate::sitting::{Collected, OwnedCase, mark};
use agon_core::{Action, Ending, Event, Fault, InstanceId, Marks, TrialRecord, Verdict};
use agon_record::{AttemptLog, RecordError, Row, Run};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// A trial marked again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Regraded {
    /// Its place in the plan.
    pub trial: u32,
    /// The attempt that was marked.
    pub attempt: u32,
    /// The agent's label.
    pub agent: String,
    /// What was sat.
    pub instance: InstanceId,
    /// What the grader said then.
    pub recorded: Verdict,
    /// What the grader says now; `None` where the record holds no evidence, as with a broken world.
    pub now: Option<Verdict>,
    /// The grader says something else now.
    pub differs: bool,
}

/// Why a trial cannot be marked again.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum RegradeError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("trial {trial} cannot be marked: {problem}")]
    Trial { trial: u32, problem: String },
}

const GRADE_TIMEOUT: Duration = Duration::from_secs(600);

/// Marks an attempt again; mostly the one that counts of its trial, as [`Run::results`] gives it.
pub async fn regrade(run: &Run, suites: &Suites, row: &Row) -> Result<Regraded, RegradeError> {
    let trial = row.trial;
    let log = run.attempt(trial, row.attempt)?;
    let failed = |problem: String| RegradeError::Trial { trial, problem };
    let header = log.header().ok_or_else(|| failed("its log has no header".into()))?.clone();
    let recorded = closed(&log).ok_or_else(|| failed("its log has no verdict".into()))?;
    let suite = suites.get(header.instance.id.task.suite()).map_err(|error| failed(error.to_string()))?;
    let record = run.trial_record(trial, row.attempt);
    // The answers of the run's judge are in the record; in a run without one its checks were left out.
    let is_judged = !run.manifest().config["judge"].is_null();
    let now = match case(&log, Arc::new(header.instance.clone()), record, is_judged) {
        None => None,
        Some(case) => Some(match mark(suite, case, GRADE_TIMEOUT).await {
            Ok(marks) => Verdict::Scored(marks),
            Err(fault) => Verdict::Void(fault),
        }),
    };
    let differs = now.as_ref().is_some_and(|now| !same(now, &recorded));
    let (agent, instance) = (header.agent, header.instance.id);
    Ok(Regraded { trial, attempt: row.attempt, agent, instance, recorded, now, differs })
}

/// A case from an attempt's events; `None` if the door was never read.
fn case(
    log: &AttemptLog,
    instance: Arc<agon_core::Instance>,
    record: Arc<dyn TrialRecord>,
    is_judged: bool,
) -> Option<OwnedCase> {
    let mut found = None;
    let mut judgements = Vec::new();
    let (mut answer, mut steps) = (None, 0);
    for event in &log.events {
        match event {
            Event::Step(step) => {
                steps = step.step;
                if let Action::Answer { value } = &step.action {
                    answer = Some(value.clone());
                }
            }
            Event::Evidence { evidence, artifacts, .. } => {
                found = Some(Collected { evidence: evidence.clone(), artifacts: artifacts.clone(), judgements: None });
            }
            Event::Judged(judgement) => judgements.push((**judgement).clone()),
            _ => {}
        }
    }
    let mut collected = found?;
    collected.judgements = is_judged.then_some(judgements);
    let ending = log.events.iter().rev().find_map(|event| match event {
        Event::Closed { ending, .. } => ending.clone(),
        _ => None,
    });
    let ending = ending.unwrap_or(Ending::Left);
    Some(OwnedCase { instance, collected, answer, ending, steps, record: Some(record) })
}

fn closed(log: &AttemptLog) -> Option<Verdict> {
    log.events.iter().rev().find_map(|event| match event {
        Event::Closed { verdict, .. } => Some(verdict.clone()),
        _ => None,
    })
}

/// Two verdicts are the same if they say the same about every check and stage; a fault's wording does not matter.
fn same(a: &Verdict, b: &Verdict) -> bool {
    let outcome = |marks: &Marks| -> Vec<(String, bool, u64)> {
        let checks = marks.checks.iter().map(|check| (check.name.clone(), check.passed, check.score.to_bits()));
        checks.chain(marks.stages.iter().map(|stage| (stage.name.clone(), stage.passed, stage.score.to_bits()))).collect()
    };
    match (a, b) {
        (Verdict::Scored(a), Verdict::Scored(b)) => a.passed == b.passed && a.score == b.score && outcome(a) == outcome(b),
        (Verdict::Void(Fault { cause: a, .. }), Verdict::Void(Fault { cause: b, .. })) => a == b,
        _ => false,
    }
}
