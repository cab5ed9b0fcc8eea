//! The key of a task whose attempts are written as lines, a step a line: a model of the page follows them, and a hand does them.
//!
//! ```toml
//! [key.mark]                     # the application's own
//! [key.solution]
//! steps = '''…'''
//! [[key.alternative]]            # whole steps, or changes of lines of the solution
//! name = "…"
//! by = "mouse"
//! replace = { 'a line' = "another" }
//! [[key.near_miss]]              # the same, with the check that fails
//! ```

use super::AnswerKey;
use super::attempts::{Attempts, Named, changed_lines};
use agon_core::{Action, NearMiss};
use agon_grade::{CheckBuilder, all_of};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// What an application has to say about its lines.
pub(super) trait Script: Send + Sync + 'static {
    type Step: Send + Sync;
    /// The `mark` table of a task file.
    type Mark: DeserializeOwned;
    type Marking: Send + Sync;

    /// The steps, and the state that the page would report after them. `Err` says which line cannot be done.
    fn read(text: &str) -> Result<(Vec<Self::Step>, Value), String>;

    /// `Err`: the table says something else than the solution makes.
    fn marking(mark: &Self::Mark, solution: &str) -> Result<Self::Marking, String>;

    /// `None`: this is not a state of the application.
    fn mark(marking: &Self::Marking, state: &Value) -> Option<Vec<CheckBuilder>>;

    /// All that an attempt does, the answer and `done` included.
    fn act(steps: &[Self::Step], way: Way) -> Result<Vec<Action>, String>;
}

/// What the expert works with.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Way {
    /// Clicks and drags; only texts are typed.
    Mouse,
    /// Nothing but keys.
    #[default]
    Keys,
}

const STRATEGIES: [(&str, Way); 2] = [("expert", Way::Mouse), ("keyboard", Way::Keys)];

/// The `key` table of a task file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<M> {
    mark: M,
    solution: Solution,
    #[serde(default = "Vec::new")]
    alternative: Vec<Variant>,
    #[serde(default = "Vec::new")]
    near_miss: Vec<Variant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solution {
    steps: String,
}

/// An `alternative` or `near_miss` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    name: String,
    /// Near-misses: the check that fails.
    fails: Option<String>,
    #[serde(default)]
    by: Way,
    steps: Option<String>,
    #[serde(default)]
    remove: Vec<String>,
    #[serde(default)]
    replace: BTreeMap<String, String>,
    #[serde(default)]
    add: Vec<String>,
}

/// What somebody does, and the state that it leads to.
pub(super) struct Attempt<S> {
    pub(super) steps: Vec<S>,
    way: Way,
    pub(super) state: Value,
}

pub(super) struct ScriptKey<S: Script> {
    marking: S::Marking,
    pub(super) attempts: Attempts<Attempt<S::Step>>,
}

impl<S: Script> ScriptKey<S> {
    /// `Err` says what is wrong with it. A key whose own solution would not pass is refused.
    pub(super) fn read(key: toml::Table) -> Result<Self, String> {
        let file: File<S::Mark> =
            toml::Value::Table(key).try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let solution = &file.solution.steps;
        let named = |variants: &[Variant]| variants.iter().map(|variant| named::<S>(variant, solution)).collect::<Result<_, _>>();
        let in_solution = |problem: String| format!("solution: {problem}");
        let attempt = attempt::<S>(solution, Way::Mouse).map_err(in_solution)?;
        let attempts = Attempts::new(attempt, named(&file.alternative)?, named(&file.near_miss)?)?;
        let marking = S::marking(&file.mark, solution).map_err(|problem| format!("mark: {problem}"))?;
        for (_, way) in STRATEGIES {
            S::act(&attempts.solution.steps, way).map_err(in_solution)?;
        }
        let variants = attempts.alternatives.iter().map(|(name, attempt)| (name, attempt));
        for (name, attempt) in variants.chain(attempts.near_misses.iter().map(|(name, _, attempt)| (name, attempt))) {
            S::act(&attempt.steps, attempt.way).map_err(|problem| format!("{name}: {problem}"))?;
        }
        Self { marking, attempts }.proven()
    }

    fn proven(self) -> Result<Self, String> {
        let checks = S::mark(&self.marking, &self.attempts.solution.state);
        let marks = all_of(checks.ok_or("solution: its state cannot be read")?);
        match marks.checks.iter().find(|check| !check.passed) {
            Some(check) => Err(format!("solution: {}: expected {}, seen {}", check.name, check.expected, check.seen)),
            None => Ok(self),
        }
    }
}

fn attempt<S: Script>(text: &str, way: Way) -> Result<Attempt<S::Step>, String> {
    let (steps, state) = S::read(text)?;
    Ok(Attempt { steps, way, state })
}

fn named<S: Script>(variant: &Variant, solution: &str) -> Result<Named<Attempt<S::Step>>, String> {
    let base = variant.steps.as_deref().unwrap_or(solution);
    let text = changed_lines(base, &variant.replace, &variant.remove, &variant.add);
    let attempt =
        text.and_then(|text| attempt::<S>(&text, variant.by)).map_err(|problem| format!("{}: {problem}", variant.name))?;
    Ok(Named { name: variant.name.clone(), fails: variant.fails.clone(), attempt })
}

impl<S: Script> AnswerKey for ScriptKey<S> {
    fn mark(&self, state: &Value, _: Option<&Value>) -> Option<Vec<CheckBuilder>> {
        S::mark(&self.marking, state)
    }

    fn strategies(&self) -> Vec<String> {
        STRATEGIES.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn solve(&self, strategy: &str) -> Option<Vec<Action>> {
        let (_, way) = STRATEGIES.iter().find(|(name, _)| *name == strategy)?;
        S::act(&self.attempts.solution.steps, *way).ok()
    }

    fn near_misses(&self) -> Vec<NearMiss> {
        self.attempts.near_miss_actions(|attempt| S::act(&attempt.steps, attempt.way))
    }

    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        self.attempts.alternative_actions(|attempt| S::act(&attempt.steps, attempt.way))
    }
}
