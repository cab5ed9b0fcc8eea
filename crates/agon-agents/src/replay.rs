//! Plays a recorded trial again: the actions it took, or, where a model sat, the model's own replies.

use crate::model::{ModelConfig, Models, recorded_calls};
use crate::spec::{PERSON, asks_models};
use crate::until::Until;
use crate::{Claw, ClawConfig, SettingError};
use agon_core::{Action, Agent, AgentMaker, Cause, Ending, Event, Fault, Instance, InstanceId, Limit, Limits, Placement, Script};
use agon_model::RecordedCalls;
use agon_record::{AgentEntry, AttemptLog, RecordError, Run};
use std::collections::HashMap;
use std::path::Path;

/// Gives each trial what a recorded trial of the same instance, settings and repeat did.
pub struct Replay {
    run: Run,
    /// Where each instance and repeat was recorded: trials and the attempts that count, one for each variant of the run.
    recorded: HashMap<(InstanceId, u32), Vec<(u32, u32)>>,
    /// Whoever sat it was a person.
    is_person: bool,
}

impl Replay {
    /// Opens the run to replay. With several agents in it, `agent` chooses one; else the first counts.
    pub fn open(folder: &Path, agent: Option<&str>) -> Result<Self, RecordError> {
        let run = Run::open(folder)?;
        let mut recorded: HashMap<_, Vec<_>> = HashMap::new();
        for (planned, result) in run.plan().iter().zip(run.results()) {
            let wanted = agent.is_none_or(|agent| agent == planned.agent);
            if let Some(row) = result.row.filter(|_| wanted) {
                recorded.entry((planned.instance.clone(), planned.repeat)).or_default().push((planned.trial, row.attempt));
            }
        }
        let agents = &run.manifest().agents;
        let chosen = agents.iter().find(|entry| agent.is_none_or(|agent| agent == entry.label));
        let is_person = chosen.is_some_and(|entry| entry.kind == PERSON);
        Ok(Self { run, recorded, is_person })
    }

    /// The recorded attempt for a place, and whose it was. With other settings it would be another instance under the
    /// same name.
    fn find(&self, place: &Placement<'_>) -> Result<(&str, AttemptLog), String> {
        let (instance, folder) = (&place.instance.id, self.run.folder().display());
        let Some(trials) = self.recorded.get(&(instance.clone(), place.repeat)) else {
            return Err(format!("{folder} has no trial of {instance}, repeat {}, to replay", place.repeat));
        };
        for (trial, attempt) in trials {
            let log = self.run.attempt(*trial, *attempt).map_err(|error| error.to_string())?;
            if log.header().is_none_or(|header| header.instance.settings == place.instance.settings) {
                return Ok((&self.run.plan()[*trial as usize].agent, log));
            }
        }
        Err(format!("{folder} recorded {instance} with other settings"))
    }

    fn agent(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, String> {
        let (label, log) = self.find(place)?;
        let entry = self.run.manifest().agents.iter().find(|entry| entry.label == label);
        let actions = log.events.iter().filter_map(|event| match event {
            Event::Step(step) => Some(step.action.clone()),
            _ => None,
        });
        let actions: Vec<Action> = actions.collect();
        let Some(entry) = entry.filter(|entry| asks_models(&entry.kind)) else { return Ok(Box::new(Script::new(actions))) };
        let was_late = log.events.iter().any(ended_by_time);
        let calls = recorded_calls(log.events).map_err(|error| error.to_string())?;
        let (steps, count) = (actions.len(), calls.count());
        let maker = recorded(entry, calls).map_err(|error| error.to_string())?;
        let agent = maker.make(place).map_err(|fault| fault.detail)?;
        Ok(if was_late { Box::new(Until { agent, steps, calls: count }) } else { agent })
    }
}

/// The agent of an entry with recorded calls in place of its models.
fn recorded(entry: &AgentEntry, calls: RecordedCalls) -> Result<Box<dyn AgentMaker>, SettingError> {
    Ok(match entry.kind.as_str() {
        "claw" => Box::new(Claw::recorded(ClawConfig::read(&entry.settings)?, calls)?),
        _ => Box::new(Models::recorded(ModelConfig::read(&entry.settings)?, calls)?),
    })
}

fn ended_by_time(event: &Event) -> bool {
    matches!(event, Event::Closed { ending: Some(Ending::Truncated { limit: Limit::WallSecs }), .. })
}

impl AgentMaker for Replay {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        self.agent(place).map_err(|problem| Fault::new(Cause::Agent, problem))
    }

    /// What a person did may be more than a model has steps for.
    fn limits(&self, instance: &Instance) -> Limits {
        if self.is_person { instance.limits_for_people() } else { instance.limits.clone() }
    }
}
