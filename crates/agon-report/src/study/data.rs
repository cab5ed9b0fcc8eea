//! The trials of all runs in one form.

use super::{AgentFacts, StudyOptions};
use crate::facts::Surfaces;
use crate::outcome::Outcome;
use crate::progress::TrialProgress;
use agon_core::{Ending, InstanceId, TaskId};
use agon_record::{PlannedTrial, Row, Run};
use std::collections::{BTreeMap, HashMap};

/// All that studies look at.
pub struct Material {
    pub(super) agents: Vec<Agent>,
    pub(super) trials: Vec<Trial>,
    pub(super) surfaces: Surfaces,
    /// Tasks in the order of their first trials.
    pub(super) tasks: Vec<TaskId>,
}

pub(super) struct Agent {
    pub(super) label: String,
    pub(super) facts: AgentFacts,
}

/// A planned trial, and what came of it. What is void or missing has not passed, and its score is 0.
pub(super) struct Trial {
    pub(super) planned: PlannedTrial,
    /// Among the agents.
    pub(super) agent: usize,
    pub(super) outcome: Outcome,
    pub(super) row: Option<Row>,
    pub(super) progress: Option<f64>,
}

/// What two agents' trials have in common where they are compared: the instance, which repeat, and the variant.
pub(super) type PairKey<'a> = (&'a InstanceId, u32, Option<&'a str>);

impl Material {
    pub(super) fn of(runs: &[&Run], options: &StudyOptions<'_>) -> Self {
        let mut material = Self { agents: Vec::new(), trials: Vec::new(), surfaces: Surfaces::default(), tasks: Vec::new() };
        let mut seen: HashMap<(usize, InstanceId, Option<String>, u32), ()> = HashMap::new();
        for run in runs {
            let progress = TrialProgress::all(run, options.distance);
            for ((planned, result), progress) in run.plan().iter().zip(run.results()).zip(progress) {
                let agent = material.agent(run, &planned.agent, options);
                let mut planned = planned.clone();
                // The same trial in another run is one more repeat.
                let key = |planned: &PlannedTrial| (agent, planned.instance.clone(), planned.variant.clone(), planned.repeat);
                while seen.contains_key(&key(&planned)) {
                    planned.repeat += 1;
                }
                seen.insert(key(&planned), ());
                if result.attempts > 0
                    && !material.surfaces.has(&planned)
                    && let Some(header) = run.attempt(planned.trial, 1).ok().as_ref().and_then(|log| log.header().cloned())
                {
                    material.surfaces.add(&planned, &header.instance.brief);
                }
                if !material.tasks.contains(&planned.instance.task) {
                    material.tasks.push(planned.instance.task.clone());
                }
                let progress = progress.map(|found| found.progress);
                material.trials.push(Trial { outcome: Outcome::of(&result), row: result.row, planned, agent, progress });
            }
        }
        material
    }

    fn agent(&mut self, run: &Run, label: &str, options: &StudyOptions<'_>) -> usize {
        self.agents.iter().position(|agent| agent.label == label).unwrap_or_else(|| {
            let entry = run.manifest().agents.iter().find(|entry| entry.label == label);
            let facts = AgentFacts::of(entry, options.agents.agents.get(label));
            self.agents.push(Agent { label: label.to_owned(), facts });
            self.agents.len() - 1
        })
    }

    pub(super) fn of_agent(&self, agent: usize) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(move |trial| trial.agent == agent)
    }

    /// An agent's trials by what they can be compared by.
    pub(super) fn keyed(&self, agent: usize) -> BTreeMap<PairKey<'_>, &Trial> {
        self.of_agent(agent).map(|trial| (trial.key(), trial)).collect()
    }
}

impl Trial {
    pub(super) fn key(&self) -> PairKey<'_> {
        (&self.planned.instance, self.planned.repeat, self.planned.variant.as_deref())
    }

    pub(super) fn passed(&self) -> bool {
        self.outcome == Outcome::Passed
    }

    /// 1 or 0.
    pub(super) fn pass(&self) -> f64 {
        f64::from(u8::from(self.passed()))
    }

    pub(super) fn score(&self) -> f64 {
        self.row.as_ref().and_then(|row| row.score).unwrap_or_default()
    }

    /// Of trials that have a score.
    pub(super) fn scored(&self) -> Option<&Row> {
        self.row.as_ref().filter(|_| self.outcome.is_scored())
    }

    /// Whether it ran into a limit.
    pub(super) fn is_cut_off(&self) -> bool {
        self.scored().is_some_and(|row| matches!(row.ending, Some(Ending::Truncated { .. })))
    }
}
