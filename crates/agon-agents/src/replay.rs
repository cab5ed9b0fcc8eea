//! Plays a recorded trial again: the actions it took, or, where a model sat, the model's own replies.

use crate::model::{ModelConfig, Models, RecordedCalls};
use agon_core::{Agent, AgentMaker, Cause, Event, Fault, InstanceId, Placement, Script};
use agon_record::{AttemptLog, RecordError, Run};
use std::collections::HashMap;
use std::path::Path;

/// Gives each trial what a recorded trial of the same instance, settings and repeat did.
pub struct Replay {
    run: Run,
    /// Where each instance and repeat was recorded: trials and the attempts that count, one for each variant of the run.
    recorded: HashMap<(InstanceId, u32), Vec<(u32, u32)>>,
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
        Ok(Self { run, recorded })
    }

    /// The recorded attempt for a place. With other settings it would be another instance under the same name.
    fn find(&self, place: &Placement<'_>) -> Result<AttemptLog, String> {
        let (instance, folder) = (&place.instance.id, self.run.folder().display());
        let Some(trials) = self.recorded.get(&(instance.clone(), place.repeat)) else {
            return Err(format!("{folder} has no trial of {instance}, repeat {}, to replay", place.repeat));
        };
        for (trial, attempt) in trials {
            let log = self.run.attempt(*trial, *attempt).map_err(|error| error.to_string())?;
            if log.header().is_none_or(|header| header.instance.settings == place.instance.settings) {
                return Ok(log);
            }
        }
        Err(format!("{folder} recorded {instance} with other settings"))
    }

    /// The model agent that sat there, with its recorded calls; `None` if no model did.
    fn model(&self, log: &AttemptLog) -> Result<Option<Models>, String> {
        let label = log.header().map(|header| header.agent.as_str()).unwrap_or_default();
        let entry = self.run.manifest().agents.iter().find(|entry| entry.label == label && entry.kind == "model");
        let Some((entry, calls)) = entry.zip(RecordedCalls::of(&log.events)) else { return Ok(None) };
        Models::recorded(ModelConfig::read(&entry.settings)?, calls).map(Some)
    }
}

impl AgentMaker for Replay {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        let fault = |detail: String| Fault::new(Cause::Agent, detail);
        let log = self.find(place).map_err(fault)?;
        if let Some(model) = self.model(&log).map_err(fault)? {
            return model.make(place);
        }
        let actions = log.events.into_iter().filter_map(|event| match event {
            Event::Step(step) => Some(step.action),
            _ => None,
        });
        Ok(Box::new(Script::new(actions.collect())))
    }
}
