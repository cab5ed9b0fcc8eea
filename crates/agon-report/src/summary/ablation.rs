//! What an ablation came to: every factor by itself, and every variant.
//!
//! A level is one value of one factor. In a grid it takes all trials with that value, whatever the other factors are: the
//! grid is balanced, so their part is the same in every level. One at a time it takes only the trials in which all other
//! factors are at their baseline, so that levels differ in this factor alone.

use super::figures::{Figures, Group};
use super::tally::{Tally, Trial};
use agon_record::{Ablation, AblationMode, Manifest, Variant, value_text};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};

/// The figures of a run's ablation. Agents are called by their labels without the settings that are varied.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AblationFigures {
    pub mode: AblationMode,
    pub factors: Vec<FactorFigures>,
    /// Every variant of every agent.
    pub variants: Vec<VariantFigures>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FactorFigures {
    pub name: String,
    pub values: Vec<Value>,
    /// By agent, over all tasks; then, where there are several tasks, by agent and task, which is the `name`.
    pub levels: Vec<Level>,
}

/// One value of a factor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    pub value: Value,
    #[serde(flatten)]
    pub group: Group,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VariantFigures {
    pub variant: String,
    pub factors: Map<String, Value>,
    /// The agent's label in this variant.
    pub label: String,
    #[serde(flatten)]
    pub group: Group,
}

impl AblationFigures {
    /// The agents, in the plan's order.
    pub fn agents(&self) -> Vec<&str> {
        let mut agents: Vec<&str> = Vec::new();
        for variant in &self.variants {
            if !agents.contains(&variant.group.agent.as_str()) {
                agents.push(&variant.group.agent);
            }
        }
        agents
    }
}

impl FactorFigures {
    /// One of its values as labels of variants have it: `feedback=false`.
    pub fn part(&self, value: &Value) -> String {
        format!("{}={}", self.name.strip_prefix("agent.").unwrap_or(&self.name), value_text(value))
    }

    /// The levels of one agent over all tasks, or over one, in the order of the values.
    pub fn of<'a>(&'a self, agent: &'a str, task: Option<&'a str>) -> impl Iterator<Item = &'a Level> {
        self.levels.iter().filter(move |level| level.group.agent == agent && level.group.name.as_deref() == task)
    }

    /// The tasks that have levels of their own.
    pub fn tasks(&self) -> Vec<&str> {
        let mut tasks: Vec<&str> = Vec::new();
        for task in self.levels.iter().filter_map(|level| level.group.name.as_deref()) {
            if !tasks.contains(&task) {
                tasks.push(task);
            }
        }
        tasks
    }
}

/// Takes trials in, one by one.
pub(super) struct Study<'a> {
    ablation: Ablation,
    places: HashMap<String, VariantPlace>,
    agents: Vec<&'a str>,
    tasks: Vec<&'a str>,
    /// By factor: tallies by agent, task (0 is all) and value.
    levels: Vec<BTreeMap<(usize, usize, usize), Tally<'a>>>,
    /// By agent and variant.
    variants: BTreeMap<(usize, usize), (&'a str, Tally<'a>)>,
}

/// A variant, and where it and its values stand.
struct VariantPlace {
    number: usize,
    variant: Variant,
    values: Vec<usize>,
}

impl<'a> Study<'a> {
    pub(super) fn of(manifest: &Manifest) -> Option<Self> {
        let ablation = manifest.ablation()?;
        let place = |(number, variant): (usize, Variant)| {
            let value_place = |factor: &agon_record::Factor| {
                factor.values.iter().position(|value| variant.factors.get(&factor.name) == Some(value)).unwrap_or_default()
            };
            let values = ablation.factors.iter().map(value_place).collect();
            (variant.label.clone(), VariantPlace { number, variant, values })
        };
        let places = ablation.variants().into_iter().enumerate().map(place).collect();
        let levels = ablation.factors.iter().map(|_| BTreeMap::new()).collect();
        Some(Self { ablation, places, agents: Vec::new(), tasks: Vec::new(), levels, variants: BTreeMap::new() })
    }

    pub(super) fn add(&mut self, trial: &Trial<'a>) {
        let Some(place) = trial.planned.variant.as_ref().and_then(|label| self.places.get(label)) else { return };
        let agent = number(&mut self.agents, place.variant.base_of(&trial.planned.agent));
        let task = number(&mut self.tasks, trial.planned.instance.task.as_str());
        for (factor, levels) in self.levels.iter_mut().enumerate() {
            let others_vary = place.values.iter().enumerate().any(|(other, value)| other != factor && *value > 0);
            if self.ablation.mode == AblationMode::OneAtATime && others_vary {
                continue;
            }
            for task in [0, task + 1] {
                levels.entry((agent, task, place.values[factor])).or_default().add(trial);
            }
        }
        let (_, tally) =
            self.variants.entry((agent, place.number)).or_insert_with(|| (trial.planned.agent.as_str(), Tally::default()));
        tally.add(trial);
    }

    pub(super) fn finish(self) -> AblationFigures {
        let (agents, tasks) = (self.agents, self.tasks);
        let group = |agent: usize, task: usize, figures: Figures| Group {
            agent: agents[agent].to_owned(),
            name: task.checked_sub(1).map(|task| tasks[task].to_owned()),
            figures,
        };
        let mut factors = Vec::new();
        for (factor, levels) in self.ablation.factors.into_iter().zip(self.levels) {
            // One task by itself would be the same again.
            let mut kept: Vec<_> = levels.into_iter().filter(|((_, task, _), _)| *task == 0 || tasks.len() > 1).collect();
            kept.sort_by_key(|((agent, task, value), _)| (*task > 0, *agent, *task, *value));
            let level = |((agent, task, value), tally): ((usize, usize, usize), Tally)| Level {
                value: factor.values[value].clone(),
                group: group(agent, task, tally.finish()),
            };
            let levels = kept.into_iter().map(level).collect();
            factors.push(FactorFigures { name: factor.name, values: factor.values, levels });
        }
        let mut by_number: Vec<&VariantPlace> = self.places.values().collect();
        by_number.sort_by_key(|place| place.number);
        let variants = self.variants.into_iter().map(|((agent, number), (label, tally))| VariantFigures {
            variant: by_number[number].variant.label.clone(),
            factors: by_number[number].variant.factors.clone(),
            label: label.to_owned(),
            group: group(agent, 0, tally.finish()),
        });
        AblationFigures { mode: self.ablation.mode, factors, variants: variants.collect() }
    }
}

/// The place of a word in a list, which takes it up if it is new.
fn number<'a>(words: &mut Vec<&'a str>, word: &'a str) -> usize {
    words.iter().position(|known| *known == word).unwrap_or_else(|| {
        words.push(word);
        words.len() - 1
    })
}
