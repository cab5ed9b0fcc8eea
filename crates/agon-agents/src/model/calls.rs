//! Asking a model during a sitting: every call is recorded and paid for, and the agent's clock stands meanwhile.

use agon_core::{AgentError, Seat};
use agon_model::{CALL_NOTE, CallOutcome, CallRecord, Exchange, LastRequests, Model, ModelError, Request};
use std::sync::Arc;

/// The calls of one sitting.
pub(crate) struct Calls {
    repeat: u32,
    last: LastRequests,
}

/// Who asks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Caller<'a> {
    /// The conversation, as the record names it; `None` if the agent has only one.
    pub(crate) name: Option<&'a str>,
    /// Under which name its usage is added up.
    pub(crate) meter: Option<&'a str>,
}

impl<'a> Caller<'a> {
    /// One of an agent's models, each of which has one conversation.
    pub(crate) fn model(name: Option<&'a str>) -> Self {
        Self { name, meter: name }
    }
}

impl Calls {
    pub(crate) fn new(repeat: u32) -> Self {
        Self { repeat, last: LastRequests::default() }
    }

    /// One call, recorded and paid for. The outer error ends the sitting, the inner is the service's.
    pub(crate) async fn ask(
        &mut self,
        seat: &mut dyn Seat,
        model: &Arc<dyn Model>,
        caller: Caller<'_>,
        request: &Request,
    ) -> Result<Result<Exchange, ModelError>, AgentError> {
        seat.pause();
        let asked = model.ask(request, self.repeat).await;
        let (who, change) = (caller.name.map(str::to_owned), self.last.change(caller.name, request));
        let record = CallRecord { who, request: change, outcome: CallOutcome::of(&asked) };
        // Written while the clock stands: what was said is kept even if it came too late.
        let logged = seat.log(CALL_NOTE, serde_json::to_value(record).unwrap_or_default());
        seat.resume(asked.as_ref().map_or(0.0, |exchange| exchange.secs));
        // A reply that could not be written down has been paid for all the same.
        let paid = asked.as_ref().map_or(Ok(()), |exchange| seat.spend(caller.meter, &exchange.usage()));
        logged?;
        paid?;
        Ok(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Action, BoxFuture, Brief, Cause, Fault, SeatError, Turn, Usage};
    use agon_model::{Message, Reply};
    use serde_json::Value;

    /// A seat whose record is full.
    #[derive(Default)]
    struct Full {
        spent: u64,
    }

    impl Seat for Full {
        fn brief(&self) -> &Brief {
            unreachable!("nobody asks")
        }

        fn turn(&self) -> &Turn {
            unreachable!("nobody looks")
        }

        fn act(&mut self, _: Action) -> BoxFuture<'_, Result<&Turn, SeatError>> {
            unreachable!("nobody acts")
        }

        fn spend(&mut self, _: Option<&str>, usage: &Usage) -> Result<(), SeatError> {
            self.spent += usage.tokens();
            Ok(())
        }

        fn note(&mut self, _: &str, _: Value) -> Result<(), SeatError> {
            Err(SeatError::Fault(Fault::new(Cause::Record, "the disk is full")))
        }
    }

    struct Talker;

    impl Model for Talker {
        fn ask<'a>(&'a self, _: &'a Request, _: u32) -> BoxFuture<'a, Result<Exchange, ModelError>> {
            let mut reply = Reply::default();
            reply.tokens.input = 7;
            Box::pin(async { Ok(Exchange { reply, secs: 0.0, attempts: 1, from_cache: false, cost_usd: 0.0 }) })
        }
    }

    #[tokio::test]
    async fn a_reply_that_cannot_be_written_down_is_paid_for() {
        let model: Arc<dyn Model> = Arc::new(Talker);
        let mut seat = Full::default();
        let request = Request { messages: vec![Message::user(Vec::new())], ..Request::default() };
        let asked = Calls::new(0).ask(&mut seat, &model, Caller::default(), &request).await;
        assert!(matches!(asked, Err(AgentError::Fault(Fault { cause: Cause::Record, .. }))));
        assert_eq!(seat.spent, 7);
    }
}
