//! A model made of what a model once said: a recorded trial sits again without the network.

use crate::SettingError;
use agon_core::{BoxFuture, Event};
use agon_model::{CALL_NOTE, CallOutcome, CallRecord, Exchange, LastRequests, Model, ModelError, Request};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The calls of one recorded attempt, given out in their order. A request that differs from the recorded one is refused:
/// the trial is then not the one that was recorded.
pub struct RecordedCalls {
    rest: Mutex<Rest>,
}

/// What has not been asked for yet. Requests are put together one at a time, as they are needed.
struct Rest {
    calls: VecDeque<CallRecord>,
    last: LastRequests,
}

impl RecordedCalls {
    /// The calls in the events of a model's attempt. One that cannot be read, or none at all where the model acted, is an
    /// error: without them nobody can tell what the model said.
    pub fn of(events: Vec<Event>) -> Result<Self, SettingError> {
        let mut calls = VecDeque::new();
        let mut acted = false;
        for event in events {
            match event {
                Event::Note { kind, content } if kind == CALL_NOTE => {
                    let unreadable = |error| format!("call {} of the record cannot be read: {error}", calls.len() + 1);
                    let call = serde_json::from_value(content).map_err(unreadable)?;
                    calls.push_back(call);
                }
                Event::Step(_) => acted = true,
                _ => {}
            }
        }
        if acted && calls.is_empty() {
            return Err("the record holds no call of the model that sat there".to_owned().into());
        }
        Ok(Self { rest: Mutex::new(Rest { calls, last: LastRequests::default() }) })
    }

    /// How many are left.
    pub fn count(&self) -> usize {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner).calls.len()
    }

    fn next(&self, request: &Request) -> Result<Exchange, ModelError> {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(CallRecord { who, request: change, outcome }) = rest.calls.pop_front() else {
            return Err(ModelError::Differs("the recorded trial made no further call".into()));
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
