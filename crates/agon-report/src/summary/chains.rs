//! What tasks in stages came to, with the figures that papers on long chains use.
//!
//! SR is the share of trials in which every stage passed, CR the mean share of checks that passed, AE the mean number of steps of the
//! trials that passed, SR@k the SR of trials that started after k stages. What is void or missing has neither passed nor completed
//! anything.

use super::tally::Trial;
use crate::outcome::Outcome;
use agon_core::{FROM_STAGE, Stage, TaskId};
use agon_record::{Manifest, Row};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The figures of all tasks in stages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChainFigures {
    /// One for each agent, in the manifest's order.
    pub agents: Vec<AgentChains>,
    /// One for each task, in the plan's order.
    pub tasks: Vec<TaskLevel>,
}

/// One agent on tasks in stages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentChains {
    pub agent: String,
    /// SR@k, by how many stages were done at the start.
    pub starts: Vec<StartFigures>,
    /// CR: the mean share of checks that passed, over the planned trials from the first stage.
    pub completion: Option<f64>,
    /// AE: the mean number of steps of the trials that passed from the first stage.
    pub steps_to_pass: Option<f64>,
    /// The same by kind of interaction.
    pub actions_to_pass: BTreeMap<String, f64>,
    /// Stage by stage, over the scored trials from the first stage; tasks differ in how many they have.
    pub stages: Vec<StagePlace>,
}

/// Trials that start after the same number of stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StartFigures {
    /// How many stages were done.
    pub after: u32,
    pub planned: u32,
    pub passed: u32,
}

/// The stages at one place of their tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StagePlace {
    /// Scored trials whose task has such a stage.
    pub scored: u32,
    /// Of them, those that passed this stage.
    pub passed: u32,
    /// Of them, those that passed this stage and all before it: the survival curve.
    pub survived: u32,
    /// What agents who said the end of the stage spent on it, on average.
    pub steps: Option<f64>,
    pub wall_secs: Option<f64>,
    pub tokens: Option<f64>,
}

/// How hard a task was for the agents of a run, in the five levels of VeriGUI.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskLevel {
    pub task: TaskId,
    pub success: f64,
    pub completion: f64,
    /// 1: some passed. 2: none, but more than 20 % was completed. 3: more than 5 %. 4: some of it. 5: nothing.
    pub level: u8,
}

impl StartFigures {
    pub fn rate(&self) -> f64 {
        f64::from(self.passed) / f64::from(self.planned.max(1))
    }
}

impl AgentChains {
    /// The trials from the first stage.
    pub fn whole(&self) -> Option<&StartFigures> {
        self.starts.iter().find(|start| start.after == 0)
    }
}

/// Gathers trials; what is no task in stages is left out at the end.
pub(super) struct Chains<'a> {
    starts: HashMap<String, u32>,
    usual_start: u32,
    trials: Vec<(&'a TaskId, &'a str, u32, Option<&'a Row>)>,
}

impl<'a> Chains<'a> {
    pub(super) fn of(manifest: &Manifest) -> Self {
        let from = |value: Option<&Value>| value.and_then(Value::as_u64).and_then(|from| u32::try_from(from).ok()).unwrap_or(0);
        let variants = manifest.ablation().map(|ablation| ablation.variants()).unwrap_or_default();
        let usual_start = from(manifest.config["settings"].get(FROM_STAGE));
        let start = |variant: &agon_record::Variant| match variant.factors.get(FROM_STAGE) {
            None => usual_start,
            some => from(some),
        };
        let starts = variants.iter().map(|variant| (variant.label.clone(), start(variant))).collect();
        Self { starts, usual_start, trials: Vec::new() }
    }

    pub(super) fn add(&mut self, trial: &Trial<'a>) {
        let start = trial.planned.variant.as_ref().and_then(|variant| self.starts.get(variant)).copied();
        let row = trial.result.row.as_ref().filter(|_| matches!(trial.outcome, Outcome::Passed | Outcome::Failed));
        self.trials.push((&trial.planned.instance.task, &trial.planned.agent, start.unwrap_or(self.usual_start), row));
    }

    pub(super) fn finish(mut self, agents: &[&str]) -> Option<ChainFigures> {
        let staged: BTreeSet<&TaskId> = self
            .trials
            .iter()
            .filter(|(.., row)| row.is_some_and(|row| !row.stages.is_empty()))
            .map(|(task, ..)| *task)
            .collect();
        self.trials.retain(|(task, ..)| staged.contains(task));
        let mut tasks: Vec<&TaskId> = Vec::new();
        for (task, ..) in &self.trials {
            if tasks.last() != Some(task) && !tasks.contains(task) {
                tasks.push(task);
            }
        }
        let agents: Vec<AgentChains> = agents.iter().filter_map(|agent| self.agent(agent)).collect();
        let tasks = tasks.into_iter().map(|task| self.level(task)).collect();
        (!agents.is_empty()).then_some(ChainFigures { agents, tasks })
    }

    fn agent(&self, agent: &str) -> Option<AgentChains> {
        let own: Vec<(u32, Option<&Row>)> =
            self.trials.iter().filter(|(_, of, ..)| *of == agent).map(|(_, _, start, row)| (*start, *row)).collect();
        let mut starts: BTreeMap<u32, StartFigures> = BTreeMap::new();
        for (after, row) in &own {
            let start = starts.entry(*after).or_insert(StartFigures { after: *after, planned: 0, passed: 0 });
            start.planned += 1;
            start.passed += u32::from(row.is_some_and(|row| row.passed));
        }
        let whole: Vec<Option<&Row>> = own.iter().filter(|(start, _)| *start == 0).map(|(_, row)| *row).collect();
        let passed: Vec<&Row> = whole.iter().flatten().copied().filter(|row| row.passed).collect();
        let mut actions: BTreeMap<String, f64> = BTreeMap::new();
        for (kind, times) in passed.iter().flat_map(|row| &row.totals.actions) {
            *actions.entry(kind.clone()).or_default() += f64::from(*times) / passed.len() as f64;
        }
        (!own.is_empty()).then(|| AgentChains {
            agent: agent.to_owned(),
            starts: starts.into_values().collect(),
            completion: mean(whole.iter().map(|row| row.map_or(0.0, completed))),
            steps_to_pass: mean(passed.iter().map(|row| f64::from(row.totals.steps))),
            actions_to_pass: actions,
            stages: places(&whole.iter().flatten().copied().collect::<Vec<_>>()),
        })
    }

    /// Over all agents and trials from the first stage.
    fn level(&self, task: &TaskId) -> TaskLevel {
        let own: Vec<Option<&Row>> =
            self.trials.iter().filter(|(of, _, start, _)| *of == task && *start == 0).map(|(.., row)| *row).collect();
        let success = mean(own.iter().map(|row| f64::from(u8::from(row.is_some_and(|row| row.passed))))).unwrap_or(0.0);
        let completion = mean(own.iter().map(|row| row.map_or(0.0, completed))).unwrap_or(0.0);
        let level = match () {
            () if success > 0.0 => 1,
            () if completion > 0.2 => 2,
            () if completion > 0.05 => 3,
            () if completion > 0.0 => 4,
            () => 5,
        };
        TaskLevel { task: task.clone(), success, completion, level }
    }
}

/// The share of checks that passed.
fn completed(row: &Row) -> f64 {
    let checks: BTreeSet<&str> = row.stages.iter().flat_map(|stage: &Stage| &stage.checks).map(String::as_str).collect();
    let failed = row.failed.iter().filter(|name| checks.contains(name.as_str())).count();
    if checks.is_empty() { 0.0 } else { 1.0 - failed as f64 / checks.len() as f64 }
}

fn places(rows: &[&Row]) -> Vec<StagePlace> {
    let most = rows.iter().map(|row| row.stages.len()).max().unwrap_or(0);
    let at = |place: usize| {
        let having: Vec<&&Row> = rows.iter().filter(|row| row.stages.len() > place).collect();
        let spent: Vec<&agon_core::StageTotals> = having.iter().filter_map(|row| row.totals.stages.get(place)).collect();
        let count = |is: &dyn Fn(&Row) -> bool| having.iter().filter(|row| is(row)).count() as u32;
        StagePlace {
            scored: having.len() as u32,
            passed: count(&|row| row.stages[place].passed),
            survived: count(&|row| row.stages[..=place].iter().all(|stage| stage.passed)),
            steps: mean(spent.iter().map(|stage| f64::from(stage.steps))),
            wall_secs: mean(spent.iter().map(|stage| stage.wall_secs)),
            tokens: mean(spent.iter().map(|stage| stage.tokens as f64)),
        }
    };
    (0..most).map(at).collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len();
    (count > 0).then(|| values.sum::<f64>() / count as f64)
}
