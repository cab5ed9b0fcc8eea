//! Who plays a task stage by stage.

use super::seat::StageSeat;
use agon_core::{Action, Agent, AgentError, BoxFuture, STAGE_DONE, Seat};
use serde_json::{Map, Value, json};

/// Lets the agent of each stage sit in turn, and reports what they answer.
pub(crate) struct StagesAgent {
    stages: Vec<Box<dyn Agent>>,
    report: Report,
}

/// What becomes of the stages' answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    /// Each is said when its stage is done.
    ByStage,
    /// All are handed in as one answer at the end.
    AtTheEnd,
    /// Nobody is told, and the trial is left open: what comes before a trial's start.
    Nothing,
}

impl StagesAgent {
    pub(crate) fn new(stages: Vec<Box<dyn Agent>>, report: Report) -> Self {
        Self { stages, report }
    }
}

impl Agent for StagesAgent {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            let mut all = Map::new();
            for stage in &mut self.stages {
                let mut place = StageSeat::new(&mut *seat);
                stage.sit(&mut place).await?;
                let answer = place.answer.take();
                if seat.turn().ending.is_some() {
                    return Ok(());
                }
                match self.report {
                    Report::Nothing => {}
                    Report::AtTheEnd => match answer {
                        Some(Value::Object(fields)) => all.extend(fields),
                        Some(value) => drop(all.insert("answer".into(), value)),
                        None => {}
                    },
                    Report::ByStage => {
                        let result = answer.map(|value| value.to_string()).unwrap_or_default();
                        seat.act(Action::Call { name: STAGE_DONE.into(), args: json!({ "result": result }) }).await?;
                    }
                }
            }
            if self.report == Report::AtTheEnd && !all.is_empty() {
                seat.act(Action::Answer { value: all.into() }).await?;
            }
            if self.report != Report::Nothing {
                seat.act(Action::Done).await?;
            }
            Ok(())
        })
    }

    fn looks(&self) -> bool {
        self.stages.iter().any(|stage| stage.looks())
    }
}
