//! Solutions and other attempts as task files write them: one action a step, with places named by the accessibility tree.
//!
//! A [`Script`] is data. [`Scripted`] is the agent that plays one at a seat, and sees no more than any agent there.

mod place;
mod play;
mod step;
#[cfg(test)]
mod tests;

pub use place::Locator;
pub use play::Scripted;

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use step::{Act, Step};
use toml::Table;

/// A list of steps that ends the trial, unless it leaves its seat on purpose.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    steps: Vec<Step>,
}

/// What an alternative or a near-miss changes in the solution, or its own steps.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    steps: Option<Vec<Table>>,
    #[serde(default)]
    with: BTreeMap<String, Table>,
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    then: Vec<Table>,
    answer: Option<Value>,
}

impl Script {
    /// Reads steps; `Err` says which is wrong and why. `done` is added where nothing ends them.
    pub(crate) fn read(steps: &[Table]) -> Result<Self, String> {
        let read =
            |(i, table): (usize, &Table)| Step::read(table.clone()).map_err(|problem| format!("step {}: {problem}", i + 1));
        let mut steps: Vec<Step> = steps.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        if let Some(early) = steps.iter().rev().skip(1).position(|step| step.act.ends()) {
            return Err(format!("step {} ends the script, but others follow", steps.len() - 1 - early));
        }
        if !steps.last().is_some_and(|step| step.act.ends()) {
            steps.push(Step::done());
        }
        Ok(Self { steps })
    }

    pub(crate) fn changed(&self, changes: &Changes) -> Result<Self, String> {
        if let Some(steps) = &changes.steps {
            if !(changes.with.is_empty() && changes.without.is_empty() && changes.then.is_empty() && changes.answer.is_none()) {
                return Err("it has `steps` of its own, so that there is nothing to change".into());
            }
            return Self::read(steps);
        }
        let mut steps = self.steps.clone();
        let find = |steps: &[Step], id: &str| {
            let place = steps.iter().position(|step| step.id.as_deref() == Some(id));
            place.ok_or_else(|| format!("the solution has no step with the id {id:?}"))
        };
        for (id, table) in &changes.with {
            let at = find(&steps, id)?;
            steps[at] = Step::read(table.clone()).map_err(|problem| format!("with.{id}: {problem}"))?;
        }
        for id in &changes.without {
            steps.remove(find(&steps, id)?);
        }
        if let Some(value) = &changes.answer {
            let answer = steps.iter_mut().rev().find_map(|step| step.act.answer_mut());
            *answer.ok_or("the solution hands in no answer that could be another")? = value.clone();
        }
        let more = Self::read(&changes.then).map_err(|problem| format!("then: {problem}"))?;
        if !changes.then.is_empty() {
            // What ends the additions ends the whole, unless that is only the `done` that was added.
            let end = steps.pop();
            steps.extend(more.steps);
            if let (Some(end), Some(last)) = (end, steps.last_mut())
                && last.act == Act::Done
            {
                *last = end;
            }
        }
        if steps == self.steps {
            return Err("it changes nothing in the solution".into());
        }
        Ok(Self { steps })
    }

    /// The fewest actions it takes: what it waits for may be there at once.
    pub fn least_steps(&self) -> usize {
        self.steps.iter().map(|step| step.act.least_steps()).sum()
    }

    /// The last answer it hands in.
    pub fn answer(&self) -> Option<&Value> {
        self.steps.iter().rev().find_map(|step| step.act.answer())
    }

    /// Whether it ends by declaring the task infeasible.
    pub fn declares_fail(&self) -> bool {
        self.steps.last().is_some_and(|step| matches!(step.act, Act::Fail(_)))
    }

    /// Whether it finds anything by the tree.
    pub fn needs_tree(&self) -> bool {
        self.steps.iter().any(|step| step.act.needs_tree())
    }

    /// The surfaces that it touches.
    pub fn surfaces(&self) -> Vec<agon_core::Surface> {
        self.steps.iter().filter_map(|step| step.act.surface()).collect()
    }
}
