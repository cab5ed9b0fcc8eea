//! The findings of a run, counted by agent and task.

use super::{Course, Finding, Mode, findings};
use crate::logs;
use crate::outcome::Outcome;
use agon_core::InstanceId;
use agon_record::Run;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The failure modes of a run's scored trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Modes {
    pub format: u32,
    /// One for each agent, in the manifest's order.
    pub agents: Vec<ModeGroup>,
    /// Each agent's tasks, in the plan's order.
    pub tasks: Vec<ModeGroup>,
    /// Every trial in which something was found, in the plan's order.
    pub trials: Vec<TrialFindings>,
    /// Scored trials whose logs could not be read: they are in no count.
    pub unread: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModeGroup {
    pub agent: String,
    /// The task; absent where it is all of the agent's trials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Scored trials.
    pub scored: u32,
    /// Those that failed.
    pub failed: u32,
    /// By mode.
    pub modes: BTreeMap<Mode, ModeCounts>,
}

/// How many trials show a mode at least once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ModeCounts {
    pub scored: u32,
    pub failed: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialFindings {
    pub trial: u32,
    pub attempt: u32,
    pub agent: String,
    pub instance: InstanceId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    pub passed: bool,
    pub findings: Vec<Finding>,
}

impl Modes {
    pub const FORMAT: u32 = 1;

    /// Reads the log of every scored trial, on all cores.
    pub fn of(run: &Run) -> Self {
        let results = run.results();
        let scored: Vec<(u32, u32, bool)> = results
            .iter()
            .filter(|result| Outcome::of(result).is_scored())
            .filter_map(|result| result.row.as_ref().map(|row| (row.trial, row.attempt, row.passed)))
            .collect();
        let attempts: Vec<(u32, u32)> = scored.iter().map(|(trial, attempt, _)| (*trial, *attempt)).collect();
        let found = logs::read(run, &attempts, |log| Course::of(&log.events).map(|course| findings(&course)));

        let mut agents = Groups::default();
        let mut tasks = Groups::default();
        for agent in &run.manifest().agents {
            agents.group(&agent.label, None);
        }
        let (mut trials, mut unread) = (Vec::new(), Vec::new());
        for ((trial, attempt, passed), findings) in scored.into_iter().zip(found) {
            let planned = &run.plan()[trial as usize];
            let Some(findings) = findings else {
                unread.push(trial);
                continue;
            };
            agents.group(&planned.agent, None).add(passed, &findings);
            tasks.group(&planned.agent, Some(planned.instance.task.as_str())).add(passed, &findings);
            if !findings.is_empty() {
                let (agent, instance, variant) = (planned.agent.clone(), planned.instance.clone(), planned.variant.clone());
                trials.push(TrialFindings { trial, attempt, agent, instance, variant, passed, findings });
            }
        }
        let (agents, mut tasks) = (agents.list, tasks.list);
        tasks.sort_by_key(|group| agents.iter().position(|agent| agent.agent == group.agent));
        Self { format: Self::FORMAT, agents, tasks, trials, unread }
    }

    /// What was found in a trial.
    pub fn trial(&self, trial: u32) -> Option<&TrialFindings> {
        self.trials.binary_search_by_key(&trial, |found| found.trial).ok().map(|place| &self.trials[place])
    }
}

impl ModeGroup {
    pub fn counts(&self, mode: Mode) -> ModeCounts {
        self.modes.get(&mode).copied().unwrap_or_default()
    }

    fn add(&mut self, passed: bool, findings: &[Finding]) {
        self.scored += 1;
        self.failed += u32::from(!passed);
        for mode in Mode::ALL {
            if findings.iter().any(|finding| finding.mode == mode) {
                let counts = self.modes.entry(mode).or_default();
                counts.scored += 1;
                counts.failed += u32::from(!passed);
            }
        }
    }
}

/// Groups in the order of their first appearance.
#[derive(Default)]
struct Groups<'a> {
    places: HashMap<(&'a str, Option<&'a str>), usize>,
    list: Vec<ModeGroup>,
}

impl<'a> Groups<'a> {
    fn group(&mut self, agent: &'a str, name: Option<&'a str>) -> &mut ModeGroup {
        let place = *self.places.entry((agent, name)).or_insert_with(|| {
            let (agent, name) = (agent.to_owned(), name.map(str::to_owned));
            self.list.push(ModeGroup { agent, name, scored: 0, failed: 0, modes: BTreeMap::new() });
            self.list.len() - 1
        });
        &mut self.list[place]
    }
}
