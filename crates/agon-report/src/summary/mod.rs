//! A run in figures. Computed from the plan and the index of results alone; no log is opened.
//!
//! The denominator is fixed: every planned trial is in `planned`, and is scored, void or missing. A success rate is that
//! of the planned trials, of which those that are void or missing have not passed: a void must not pay. The rate over the scored
//! trials stands beside it.

mod ablation;
mod chains;
mod figures;
mod grouped;
mod tally;

pub use ablation::{AblationFigures, FactorFigures, Level, VariantFigures};
pub use chains::{AgentChains, ChainFigures, StagePlace, StartFigures, TaskLevel};
pub use figures::{Bounds, Counts, Figures, Group, Rate, Repeats, StageFigures, TaskDefects, VoidTrial};
pub use grouped::grouped;

use crate::outcome::{Outcome, preset_of, world_of};
use agon_core::{JudgeTotals, Usage};
use agon_record::RunResults;
use serde::Serialize;
use std::collections::HashMap;
use tally::{Spent, Tally, Trial};

/// The figures of a run, with those of its agents, and of each agent's tasks, worlds and presets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub format: u32,
    /// The run's name.
    pub run: String,
    pub created: String,
    /// How often each instance is planned for an agent.
    pub repeats: u32,
    /// Over all agents.
    pub counts: Counts,
    /// Closed attempts, with those that were void and tried again.
    pub attempts: u64,
    /// Trials that needed more than one attempt.
    pub retried: u32,
    /// What model calls came to, over all attempts.
    pub spent: Usage,
    /// It rests, in whole or in part, on what agents said of themselves.
    pub spent_claimed: bool,
    /// What judging came to, over all attempts; it is no agent's. Absent where no judge was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<JudgeFigures>,
    /// One for each agent, in the manifest's order.
    pub agents: Vec<Group>,
    /// Each agent's tasks, in the plan's order.
    pub tasks: Vec<Group>,
    /// Each agent's worlds: task ids without their last part.
    pub worlds: Vec<Group>,
    /// Each agent's presets: the last parts of task ids.
    pub presets: Vec<Group>,
    /// Every void trial, in the plan's order.
    pub voids: Vec<VoidTrial>,
    /// Those among them that agents' own actions bring about again, by task.
    pub defects: Vec<TaskDefects>,
    /// In runs that vary something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ablation: Option<AblationFigures>,
    /// In runs of tasks with stages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chains: Option<ChainFigures>,
}

/// The judge of a run, and what asking it came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgeFigures {
    /// Its model, as the run names it.
    pub model: String,
    #[serde(flatten)]
    pub totals: JudgeTotals,
}

impl JudgeFigures {
    fn of(run: &impl RunResults) -> Option<Self> {
        let mut totals = None::<JudgeTotals>;
        for judge in run.attempts().filter_map(|row| row.totals.judge.as_ref()) {
            totals.get_or_insert_default().add(judge);
        }
        Some(Self { model: judge_of(run), totals: totals? })
    }
}

/// The run's judge, as its configuration names it.
pub(crate) fn judge_of(run: &impl RunResults) -> String {
    run.manifest().config["judge"]["model"].as_str().unwrap_or_default().to_owned()
}

impl Summary {
    pub const FORMAT: u32 = 2;

    pub fn of(run: &impl RunResults) -> Self {
        let (manifest, plan, results) = (run.manifest(), run.plan(), run.results());
        // Money was spent on attempts that did not count, too.
        let mut spent = vec![Spent::default(); plan.len()];
        for row in run.attempts() {
            spent[row.trial as usize].add(&row.totals.usage, row.totals.usage_claimed);
        }

        let mut all = Tally::default();
        let [mut agents, mut tasks, mut worlds, mut presets] = [(); 4].map(|()| Groups::default());
        for agent in &manifest.agents {
            agents.tally(&agent.label, None);
        }
        let mut voids = Vec::new();
        let mut study = ablation::Study::of(manifest);
        let mut chains = chains::Chains::of(manifest);
        for ((planned, result), spent) in plan.iter().zip(&*results).zip(&spent) {
            let trial = Trial { planned, result, spent, outcome: Outcome::of(result) };
            let task = &planned.instance.task;
            all.add(&trial);
            agents.tally(&planned.agent, None).add(&trial);
            tasks.tally(&planned.agent, Some(task.as_str())).add(&trial);
            worlds.tally(&planned.agent, Some(world_of(task))).add(&trial);
            presets.tally(&planned.agent, Some(preset_of(task))).add(&trial);
            voids.extend(VoidTrial::of(planned, result));
            if let Some(study) = &mut study {
                study.add(&trial);
            }
            chains.add(&trial);
        }

        let agents = agents.finish(&[]);
        let order: Vec<&str> = agents.iter().map(|group| group.agent.as_str()).collect();
        let chains = chains.finish(&order);
        let (tasks, worlds, presets) = (tasks.finish(&order), worlds.finish(&order), presets.finish(&order));
        let all = all.finish();
        Self {
            format: Self::FORMAT,
            run: manifest.name.clone(),
            created: manifest.created.clone(),
            repeats: plan.iter().map(|planned| planned.repeat + 1).max().unwrap_or_default(),
            counts: all.counts,
            attempts: all.attempts,
            retried: all.retried,
            spent: all.spent,
            spent_claimed: all.spent_claimed,
            judge: JudgeFigures::of(run),
            agents,
            tasks,
            worlds,
            presets,
            defects: TaskDefects::of(&voids),
            voids,
            chains,
            ablation: study.map(ablation::Study::finish),
        }
    }

    /// An agent's figures over all its tasks.
    pub fn agent(&self, label: &str) -> Option<&Figures> {
        self.agents.iter().find(|group| group.agent == label).map(|group| &group.figures)
    }
}

/// Tallies by agent and name, in the order of their first appearance.
#[derive(Default)]
struct Groups<'a> {
    places: HashMap<(&'a str, Option<&'a str>), usize>,
    tallies: Vec<((&'a str, Option<&'a str>), Tally<'a>)>,
}

impl<'a> Groups<'a> {
    fn tally(&mut self, agent: &'a str, name: Option<&'a str>) -> &mut Tally<'a> {
        let key = (agent, name);
        let place = *self.places.entry(key).or_insert_with(|| {
            self.tallies.push((key, Tally::default()));
            self.tallies.len() - 1
        });
        &mut self.tallies[place].1
    }

    /// The groups, by agent in the order given; a plan that interleaves agents does not scatter their groups.
    fn finish(self, agents: &[&str]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::with_capacity(self.tallies.len());
        for ((agent, name), tally) in self.tallies {
            groups.push(Group { agent: agent.to_owned(), name: name.map(str::to_owned), figures: tally.finish() });
        }
        groups.sort_by_key(|group| agents.iter().position(|agent| *agent == group.agent));
        groups
    }
}
