//! The seat as an agent sees it that solves one stage and knows of no other.

use agon_core::{Action, BoxFuture, Brief, Ending, LiveScreen, Seat, SeatError, Turn, Usage};
use serde_json::Value;
use std::sync::Arc;

/// Keeps the answer instead of handing it in, and ends the stage instead of the trial.
pub(super) struct StageSeat<'a> {
    seat: &'a mut dyn Seat,
    pub(super) answer: Option<Value>,
    /// How the agent ended its stage, if it did.
    pub(super) ended: Option<Ending>,
}

impl<'a> StageSeat<'a> {
    pub(super) fn new(seat: &'a mut dyn Seat) -> Self {
        Self { seat, answer: None, ended: None }
    }
}

impl Seat for StageSeat<'_> {
    fn brief(&self) -> &Brief {
        self.seat.brief()
    }

    fn turn(&self) -> &Turn {
        self.seat.turn()
    }

    fn act(&mut self, action: Action) -> BoxFuture<'_, Result<&Turn, SeatError>> {
        Box::pin(async move {
            if let Some(ended) = &self.ended {
                return Err(SeatError::Ended(ended.clone()));
            }
            match action {
                Action::Answer { value } => {
                    self.answer = Some(value);
                    Ok(self.seat.turn())
                }
                Action::Done => {
                    self.ended = Some(Ending::Done);
                    Ok(self.seat.turn())
                }
                action => self.seat.act(action).await,
            }
        })
    }

    fn spend(&mut self, who: Option<&str>, usage: &Usage) -> Result<(), SeatError> {
        self.seat.spend(who, usage)
    }

    fn live_screen(&self) -> Option<Arc<dyn LiveScreen>> {
        self.seat.live_screen()
    }

    fn note(&mut self, kind: &str, content: Value) -> Result<(), SeatError> {
        self.seat.note(kind, content)
    }
}
