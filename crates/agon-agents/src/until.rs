//! A sitting that is cut off where a recorded one ran out of time.

use agon_core::{Action, Agent, AgentError, BoxFuture, Brief, Ending, Limit, Seat, SeatError, Turn, Usage};
use agon_model::CALL_NOTE;
use serde_json::Value;

/// Lets an agent take so many steps and log so many calls; then it leaves. Another machine is quicker or slower, so that
/// its clock cannot tell where a recorded agent was cut off.
pub(crate) struct Until {
    pub(crate) agent: Box<dyn Agent>,
    pub(crate) steps: usize,
    pub(crate) calls: usize,
}

impl Agent for Until {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            let mut bounded = Bounded { seat, steps: self.steps, calls: self.calls, is_over: false };
            let sat = self.agent.sit(&mut bounded).await;
            if bounded.is_over { Ok(()) } else { sat }
        })
    }

    fn looks(&self) -> bool {
        self.agent.looks()
    }
}

struct Bounded<'a> {
    seat: &'a mut dyn Seat,
    steps: usize,
    calls: usize,
    is_over: bool,
}

/// One fewer, or the end.
fn count_down(left: &mut usize, is_over: &mut bool) -> Result<(), SeatError> {
    match left.checked_sub(1).filter(|_| !*is_over) {
        Some(fewer) => *left = fewer,
        None => {
            *is_over = true;
            return Err(SeatError::Ended(Ending::Truncated { limit: Limit::WallSecs }));
        }
    }
    Ok(())
}

impl Seat for Bounded<'_> {
    fn brief(&self) -> &Brief {
        self.seat.brief()
    }

    fn turn(&self) -> &Turn {
        self.seat.turn()
    }

    fn act(&mut self, action: Action) -> BoxFuture<'_, Result<&Turn, SeatError>> {
        match count_down(&mut self.steps, &mut self.is_over) {
            Ok(()) => self.seat.act(action),
            Err(error) => Box::pin(async move { Err(error) }),
        }
    }

    fn spend(&mut self, who: Option<&str>, usage: &Usage) -> Result<(), SeatError> {
        self.seat.spend(who, usage)
    }

    fn claim(&mut self, usage: &Usage) -> Result<(), SeatError> {
        self.seat.claim(usage)
    }

    fn pause(&mut self) {
        self.seat.pause();
    }

    fn resume(&mut self, own_secs: f64) {
        self.seat.resume(own_secs);
    }

    fn note(&mut self, kind: &str, content: Value) -> Result<(), SeatError> {
        self.seat.note(kind, content)
    }

    fn log(&mut self, kind: &str, content: Value) -> Result<(), SeatError> {
        if kind == CALL_NOTE {
            count_down(&mut self.calls, &mut self.is_over)?;
        }
        self.seat.log(kind, content)
    }
}
