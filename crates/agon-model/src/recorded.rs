//! A model made of what a model once said: what was recorded is gone through again without the network.

use crate::{CallOutcome, CallRecord, Exchange, LastRequests, Model, ModelError, Request};
use agon_core::BoxFuture;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Recorded calls, given out in their order. A request that differs from the recorded one is refused: it is then not what was recorded.
pub struct RecordedCalls {
    rest: Mutex<Rest>,
}

/// What has not been asked for yet. Requests are put together one at a time, as they are needed.
struct Rest {
    calls: VecDeque<CallRecord>,
    last: LastRequests,
}

impl RecordedCalls {
    /// Calls in the order in which they were made.
    pub fn new(calls: impl IntoIterator<Item = CallRecord>) -> Self {
        Self { rest: Mutex::new(Rest { calls: calls.into_iter().collect(), last: LastRequests::default() }) }
    }

    /// How many are left.
    pub fn count(&self) -> usize {
        self.rest().calls.len()
    }

    /// The next exchange, if it was one and its request is this one. Otherwise nothing is given out any more.
    pub fn take(&self, request: &Request) -> Option<Exchange> {
        let next = self.next(request).ok();
        if next.is_none() {
            self.rest().calls.clear();
        }
        next
    }

    fn rest(&self) -> MutexGuard<'_, Rest> {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self, request: &Request) -> Result<Exchange, ModelError> {
        let mut rest = self.rest();
        let Some(CallRecord { who, request: change, outcome }) = rest.calls.pop_front() else {
            return Err(ModelError::Differs("no further call was recorded".into()));
        };
        let recorded = rest.last.request(who.as_deref(), change);
        if let Some(difference) = difference(recorded, request) {
            return Err(ModelError::Differs(difference));
        }
        match outcome {
            CallOutcome::Reply { reply, secs, cost_usd, attempts, from_cache } => {
                Ok(Exchange { reply: *reply, secs, cost_usd, attempts, from_cache })
            }
            CallOutcome::Error(error) => Err(error),
        }
    }
}

/// Where two requests part. Pictures are compared by their hash.
fn difference(recorded: &Request, request: &Request) -> Option<String> {
    if recorded.system != request.system {
        return Some("the system prompt is another".into());
    }
    if recorded.tools != request.tools || recorded.options != request.options {
        return Some("the tools or the options are others".into());
    }
    if recorded.messages.len() != request.messages.len() {
        let (had, has) = (recorded.messages.len(), request.messages.len());
        return Some(format!("it had {had} messages, now there are {has}"));
    }
    let parts = |(a, b)| serde_json::to_value(a).ok() != serde_json::to_value(b).ok();
    recorded.messages.iter().zip(&request.messages).position(parts).map(|at| format!("message {} is another", at + 1))
}

impl Model for RecordedCalls {
    fn ask<'a>(&'a self, request: &'a Request, _: u32) -> BoxFuture<'a, Result<Exchange, ModelError>> {
        let answer = self.next(request);
        Box::pin(async move { answer })
    }
}
