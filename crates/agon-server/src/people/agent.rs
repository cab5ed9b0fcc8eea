//! A participant as the agent of a run.

use super::People;
use crate::play::PlaySession;
use agon_core::{Agent, AgentError, AgentMaker, BoxFuture, Cause, Fault, Instance, Limits, Placement, Seat};
use serde_json::{Value, json};

/// The kinds of notes in the record.
const PARTICIPANT: &str = "participant";
const QUALITY: &str = "quality";

/// Makes the agents of one participant.
pub struct Participant {
    people: People,
    /// The participant's place among the people.
    place: usize,
}

struct ParticipantAgent {
    people: People,
    place: usize,
    session: Option<PlaySession>,
}

impl Participant {
    pub fn new(people: &People, place: usize) -> Self {
        Self { people: people.clone(), place }
    }
}

impl AgentMaker for Participant {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(ParticipantAgent { people: self.people.clone(), place: self.place, session: None }))
    }

    fn limits(&self, instance: &Instance) -> Limits {
        instance.limits_for_people()
    }

    fn sits_one_at_a_time(&self) -> bool {
        true
    }
}

impl Agent for ParticipantAgent {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            let session = PlaySession::new(seat.brief());
            self.session = Some(session.clone());
            // Until somebody comes nobody's time passes.
            seat.pause();
            let begun = self.people.arrive(self.place, &session, &seat.brief().title);
            let mut begun = begun.ok_or_else(|| Fault::new(Cause::Agent, "there is no such participant"))?;
            // From here on the participant's page shows this task, whichever way the trial ends.
            let _leaving = Leaving { people: &self.people, place: self.place };
            if begun.changed().await.is_err() {
                return Ok(());
            }
            seat.start_clock();
            seat.log(PARTICIPANT, json!({"consent": true}))?;
            self.people.begin(self.place);
            session.occupy(seat).await
        })
    }

    fn last_note(&mut self) -> BoxFuture<'_, Option<(String, Value)>> {
        Box::pin(async { Some((QUALITY.to_owned(), json!(self.session.as_ref()?.quality()))) })
    }
}

/// Takes the task away from the participant's page when the trial is over or is cut off.
struct Leaving<'a> {
    people: &'a People,
    place: usize,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.people.leave(self.place);
    }
}
