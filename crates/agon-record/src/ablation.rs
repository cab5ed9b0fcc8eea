//! What a run varies on purpose: factors, their values, and the variants these make.

use crate::Manifest;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// An ablation: every variant of it is sat by every agent on every instance, in one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ablation {
    /// How values are combined.
    pub mode: AblationMode,
    /// What is varied.
    pub factors: Vec<Factor>,
}

/// Which of the possible variants are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AblationMode {
    /// All combinations of values.
    #[default]
    Grid,
    /// The baseline, which has the first value of each factor, and then every other value alone.
    OneAtATime,
}

/// One thing that is varied: a setting of the tasks, or one of the agents if its name begins with `agent.`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Factor {
    /// The setting.
    pub name: String,
    /// What it is set to, the baseline first.
    pub values: Vec<Value>,
}

/// One value for every factor. The default has no factors: it is the only variant of a run that varies nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// `history=4 feedback=false`; unique in the run.
    pub label: String,
    /// By the factor's whole name, in the order of the factors.
    pub factors: Map<String, Value>,
}

/// An ablation that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum AblationError {
    #[error("[ablate] names no factor; give one with its values, such as feedback = [true, false]")]
    NoFactor,
    #[error("[ablate] gives {0} no values; write a list such as [true, false]")]
    NoValue(String),
    #[error("[ablate] gives {factor} the value {value} twice")]
    Twice { factor: String, value: String },
    #[error(
        "[ablate] makes {0} variants, more than {max}; vary fewer, or set ablate_mode = \"one-at-a-time\"",
        max = Ablation::MAX_VARIANTS
    )]
    TooMany(u64),
}

const AGENT: &str = "agent.";

impl Ablation {
    /// More than this is surely a slip of the keyboard.
    pub const MAX_VARIANTS: u64 = 10_000;

    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), AblationError> {
        if self.factors.is_empty() {
            return Err(AblationError::NoFactor);
        }
        for factor in &self.factors {
            if factor.values.is_empty() {
                return Err(AblationError::NoValue(factor.name.clone()));
            }
            // Labels tell variants apart, so values that read the same are the same.
            let mut seen = BTreeSet::new();
            if let Some(value) = factor.values.iter().map(value_text).find(|text| !seen.insert(text.clone())) {
                return Err(AblationError::Twice { factor: factor.name.clone(), value });
            }
        }
        let sizes = self.factors.iter().map(|factor| factor.values.len() as u64);
        let variants = match self.mode {
            AblationMode::Grid => sizes.fold(1u64, u64::saturating_mul),
            AblationMode::OneAtATime => 1 + sizes.map(|size| size - 1).sum::<u64>(),
        };
        if variants > Self::MAX_VARIANTS { Err(AblationError::TooMany(variants)) } else { Ok(()) }
    }

    /// Every variant; the first has the first value of each factor. In a grid the last factor changes fastest.
    pub fn variants(&self) -> Vec<Variant> {
        let baseline: Vec<usize> = vec![0; self.factors.len()];
        let mut chosen = vec![baseline.clone()];
        for (place, factor) in self.factors.iter().enumerate() {
            let with = |base: &Vec<usize>, value: usize| {
                let mut changed = base.clone();
                changed[place] = value;
                changed
            };
            match self.mode {
                AblationMode::Grid => {
                    let all = chosen.iter().flat_map(|base| (0..factor.values.len()).map(move |value| with(base, value)));
                    chosen = all.collect();
                }
                AblationMode::OneAtATime => chosen.extend((1..factor.values.len()).map(|value| with(&baseline, value))),
            }
        }
        chosen.iter().map(|values| self.variant(values)).collect()
    }

    fn variant(&self, chosen: &[usize]) -> Variant {
        let pick = |(factor, place): (&Factor, &usize)| Some((factor.name.clone(), factor.values.get(*place)?.clone()));
        let factors: Map<String, Value> = self.factors.iter().zip(chosen).filter_map(pick).collect();
        Variant { label: label(factors.iter()), factors }
    }
}

impl Factor {
    /// The agents' own setting that is varied; `None` if it is the tasks'.
    pub fn agent_setting(&self) -> Option<&str> {
        self.name.strip_prefix(AGENT)
    }
}

impl Variant {
    /// What the tasks are set with beside the run's own settings.
    pub fn task_settings(&self) -> Map<String, Value> {
        let own = self.factors.iter().filter(|(name, _)| !name.starts_with(AGENT));
        own.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// What the agents are made with beside their own settings.
    pub fn agent_settings(&self) -> Map<String, Value> {
        let theirs = self.factors.iter().filter_map(|(name, value)| Some((name.strip_prefix(AGENT)?.to_owned(), value.clone())));
        theirs.collect()
    }

    /// What an agent is called in this variant: `random history=4`.
    pub fn agent_label(&self, base: &str) -> String {
        format!("{base}{}", self.suffix())
    }

    /// What an agent was called before the ablation gave it a setting.
    pub fn base_of<'a>(&self, label: &'a str) -> &'a str {
        label.strip_suffix(&self.suffix()).unwrap_or(label)
    }

    fn suffix(&self) -> String {
        let theirs = label(self.factors.iter().filter(|(name, _)| name.starts_with(AGENT)));
        if theirs.is_empty() { theirs } else { format!(" {theirs}") }
    }
}

impl Manifest {
    /// What the run varies, as its configuration has it. One that makes no sense cannot have been run.
    pub fn ablation(&self) -> Option<Ablation> {
        let ablation: Ablation = serde_json::from_value(self.config.get("ablation")?.clone()).ok()?;
        ablation.check().is_ok().then_some(ablation)
    }
}

/// A factor's value as people read it: text without its quotation marks.
pub fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn label<'a>(factors: impl Iterator<Item = (&'a String, &'a Value)>) -> String {
    let parts = factors.map(|(name, value)| format!("{}={}", name.strip_prefix(AGENT).unwrap_or(name), value_text(value)));
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ablation(mode: AblationMode, factors: Value) -> Ablation {
        let factors = factors.as_object().unwrap().iter();
        let factor =
            |(name, values): (&String, &Value)| Factor { name: name.clone(), values: values.as_array().unwrap().clone() };
        Ablation { mode, factors: factors.map(factor).collect() }
    }

    fn labels(ablation: &Ablation) -> Vec<String> {
        ablation.variants().into_iter().map(|variant| variant.label).collect()
    }

    #[test]
    fn a_grid_has_all_combinations_and_the_last_factor_changes_fastest() {
        let grid = ablation(AblationMode::Grid, json!({"agent.history": [1, "all"], "feedback": [true, false]}));
        assert_eq!(grid.check(), Ok(()));
        assert_eq!(
            labels(&grid),
            ["history=1 feedback=true", "history=1 feedback=false", "history=all feedback=true", "history=all feedback=false"]
        );
    }

    #[test]
    fn one_at_a_time_changes_one_value_of_the_baseline() {
        let single = ablation(AblationMode::OneAtATime, json!({"a": [1, 2, 3], "b": ["x", "y"]}));
        assert_eq!(labels(&single), ["a=1 b=x", "a=2 b=x", "a=3 b=x", "a=1 b=y"]);
    }

    #[test]
    fn a_variant_tells_the_tasks_settings_from_the_agents() {
        let variants = ablation(AblationMode::Grid, json!({"agent.history": [4], "feedback": [false]})).variants();
        assert_eq!(json!(variants[0].task_settings()), json!({"feedback": false}));
        assert_eq!(json!(variants[0].agent_settings()), json!({"history": 4}));
        assert_eq!(variants[0].agent_label("random"), "random history=4");
        assert_eq!(variants[0].base_of("random history=4"), "random");
        assert_eq!(Variant::default().agent_label("random"), "random");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let problem = |mode, factors| ablation(mode, factors).check().unwrap_err();
        let grid = AblationMode::Grid;
        assert_eq!(problem(grid, json!({})), AblationError::NoFactor);
        assert_eq!(problem(grid, json!({"a": []})), AblationError::NoValue("a".into()));
        let twice = AblationError::Twice { factor: "a".into(), value: "2".into() };
        assert_eq!(problem(grid, json!({"a": [1, 2, 2]})), twice);
        assert_eq!(problem(grid, json!({"a": ["2", 2]})), twice, "they would have one label");
        let hundred: Vec<u32> = (0..100).collect();
        assert_eq!(ablation(grid, json!({"a": hundred, "b": hundred})).check(), Ok(()));
        let more = json!({"a": hundred, "b": hundred, "c": [1, 2]});
        assert_eq!(problem(grid, more.clone()), AblationError::TooMany(20_000));
        assert_eq!(ablation(AblationMode::OneAtATime, more).check(), Ok(()));
    }
}
