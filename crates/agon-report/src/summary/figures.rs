//! The shapes of a summary; their serialised form is what `--json` gives.

use crate::stats::{Interval, Repeated, Spread, effective_number, standard_error, wilson};
use agon_core::{Cause, InstanceId, TaskId, Usage};
use agon_record::{PlannedTrial, TrialResult};
use serde::Serialize;
use std::collections::BTreeMap;

/// One agent's figures over all its trials or over a part of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    pub agent: String,
    /// The task, world or preset; absent where it is all of the agent's trials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(flatten)]
    pub figures: Figures,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    #[serde(flatten)]
    pub counts: Counts,
    /// Instances that are planned; the rest are repeats of them, and variants.
    pub instances: u32,
    /// Of the planned trials: what is void or missing has not passed. Absent where none is planned.
    pub success: Option<Rate>,
    /// Of the scored trials; absent where none is scored.
    pub scored_success: Option<Rate>,
    /// Where the success rate would lie with the void and missing trials; absent where there are none.
    pub bounds: Option<Bounds>,
    /// Over the planned trials, 0 for what is void or missing.
    pub mean_score: Option<f64>,
    /// The standard error of that mean; absent for a single instance.
    pub mean_score_error: Option<f64>,
    /// Over the scored trials.
    pub scored_mean_score: Option<f64>,
    /// Absent where the plan has one repeat only.
    pub repeats: Option<Repeats>,
    /// Of the scored trials, like the next three.
    pub steps: Option<Spread>,
    pub wall_secs: Option<Spread>,
    /// In and out together.
    pub tokens: Option<Spread>,
    pub cost_usd: Option<Spread>,
    /// `tokens` and `cost_usd` rest, in whole or in part, on what the agent said of itself.
    pub usage_claimed: bool,
    /// What model calls came to over all attempts, the void ones included.
    pub spent: Usage,
    /// The same for `spent`.
    pub spent_claimed: bool,
    /// The part of the scored trials' steps that was not executed.
    pub rejected_share: Option<f64>,
    /// How the scored trials ended.
    pub endings: BTreeMap<String, u32>,
    /// Why trials are void.
    pub void_causes: BTreeMap<Cause, u32>,
    /// What the scored trials' steps were; calls by their function's name.
    pub actions: BTreeMap<String, u64>,
    pub attempts: u64,
    pub retried: u32,
    /// How the stages of tasks with stages came out, in the order of the tasks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageFigures>,
}

/// One stage of a task over the scored trials that have it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageFigures {
    pub name: String,
    /// Scored trials with marks for it.
    pub scored: u32,
    pub passed: u32,
    pub mean_score: f64,
}

/// Every planned trial is scored, void or missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub planned: u32,
    pub scored: u32,
    pub passed: u32,
    pub void: u32,
    pub missing: u32,
}

/// A share of trials with Wilson's 95% interval and the standard error. Repeats of an instance are not independent: both are those of
/// the effective number of trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    pub rate: f64,
    #[serde(flatten)]
    pub interval: Interval,
    /// Of the mean, as papers draw it; absent for a single instance.
    pub standard_error: Option<f64>,
    /// How many independent trials these are worth.
    pub effective: f64,
}

/// The success rate over all planned trials, in the worst and in the best case.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// If every void and missing trial had failed.
    pub if_failed: f64,
    /// If every void and missing trial had passed.
    pub if_passed: f64,
}

/// How the success rate varies from repeat to repeat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repeats {
    /// By repeat, over its planned trials.
    pub rates: Vec<Option<f64>>,
    pub mean: f64,
    /// The sample standard deviation; absent for fewer than two repeats with a rate.
    pub deviation: Option<f64>,
}

/// A trial without a score, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VoidTrial {
    pub trial: u32,
    pub agent: String,
    pub instance: InstanceId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    pub attempts: u32,
    pub cause: Cause,
    pub detail: String,
    /// The agent's own actions bring it about again: a defect of the task. Else it is an outage.
    pub provoked: bool,
}

/// Faults that agents' own actions bring about in a task, for its authors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TaskDefects {
    pub task: TaskId,
    pub trials: Vec<VoidTrial>,
}

impl Counts {
    /// Planned trials without a score.
    pub fn unscored(&self) -> u32 {
        self.void + self.missing
    }
}

impl Rate {
    /// Over the trials of these instances, whose sums are passes.
    pub fn of(instances: &[Repeated]) -> Option<Self> {
        let passed: f64 = instances.iter().map(|instance| instance.sum).sum();
        let trials: u64 = instances.iter().map(|instance| instance.trials).sum();
        let (rate, effective) = (passed / trials as f64, effective_number(instances));
        wilson(rate, effective).map(|interval| Self { rate, interval, standard_error: standard_error(instances), effective })
    }
}

impl Bounds {
    pub(super) fn of(counts: &Counts) -> Option<Self> {
        let share = |passed: u32| f64::from(passed) / f64::from(counts.planned);
        let unscored = counts.unscored();
        (unscored > 0).then(|| Self { if_failed: share(counts.passed), if_passed: share(counts.passed + unscored) })
    }
}

impl VoidTrial {
    pub(super) fn of(planned: &PlannedTrial, result: &TrialResult) -> Option<Self> {
        let fault = result.row.as_ref()?.void.as_ref()?;
        Some(Self {
            trial: planned.trial,
            agent: planned.agent.clone(),
            instance: planned.instance.clone(),
            variant: planned.variant.clone(),
            attempts: result.attempts,
            cause: fault.cause,
            detail: fault.detail.clone(),
            provoked: fault.provoked,
        })
    }
}

impl TaskDefects {
    /// The provoked among void trials, by task in the order of their first.
    pub(super) fn of(voids: &[VoidTrial]) -> Vec<Self> {
        let mut defects: Vec<Self> = Vec::new();
        for void in voids.iter().filter(|void| void.provoked) {
            let task = &void.instance.task;
            match defects.iter_mut().find(|defects| defects.task == *task) {
                Some(defects) => defects.trials.push(void.clone()),
                None => defects.push(Self { task: task.clone(), trials: vec![void.clone()] }),
            }
        }
        defects
    }
}
