//! Plays a recorded trial again.

use agon_core::{Agent, AgentMaker, Cause, Event, Fault, InstanceId, Placement, Script};
use agon_record::{RecordError, Run};
use std::collections::HashMap;
use std::path::Path;

/// Gives each trial the actions that a recorded trial of the same instance and repeat took.
pub struct Replay {
    run: Run,
    /// Where each instance and repeat was recorded: the trial and the attempt that counts.
    recorded: HashMap<(InstanceId, u32), (u32, u32)>,
}

impl Replay {
    /// Opens the run to replay. With several agents in it, `agent` chooses one; else the first counts.
    pub fn open(folder: &Path, agent: Option<&str>) -> Result<Self, RecordError> {
        let run = Run::open(folder)?;
        let mut recorded = HashMap::new();
        for (planned, result) in run.plan().iter().zip(run.results()) {
            let wanted = agent.is_none_or(|agent| agent == planned.agent);
            if let Some(row) = result.row.filter(|_| wanted) {
                recorded.entry((planned.instance.clone(), planned.repeat)).or_insert((planned.trial, row.attempt));
            }
        }
        Ok(Self { run, recorded })
    }
}

impl AgentMaker for Replay {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        let fault = |detail: String| Fault::new(Cause::Agent, detail);
        let instance = &place.instance.id;
        let folder = self.run.folder().display();
        let (trial, attempt) = self
            .recorded
            .get(&(instance.clone(), place.repeat))
            .ok_or_else(|| fault(format!("{folder} has no trial of {instance}, repeat {}, to replay", place.repeat)))?;
        let log = self.run.attempt(*trial, *attempt).map_err(|error| fault(error.to_string()))?;
        // With other settings it would be another instance under the same name.
        if log.header().is_some_and(|header| header.instance.settings != place.instance.settings) {
            return Err(fault(format!("{folder} recorded {instance} with other settings")));
        }
        let actions = log.events.into_iter().filter_map(|event| match event {
            Event::Step(step) => Some(step.action),
            _ => None,
        });
        Ok(Box::new(Script::new(actions.collect())))
    }
}
