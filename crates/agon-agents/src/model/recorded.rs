//! A model made of what a model once said: a recorded trial sits again without the network.

use super::log::{CallRecord, NOTE, Outcome};
use agon_core::{BoxFuture, Event};
use agon_model::{Exchange, Model, ModelError, Reply, Request};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The calls of one recorded attempt, given out in their order. A request that differs from the recorded one is refused:
/// the trial is then not the one that was recorded.
pub struct RecordedCalls {
    calls: Mutex<VecDeque<Recorded>>,
}

struct Recorded {
    request: Request,
    answer: Result<Exchange, ModelError>,
}

impl RecordedCalls {
    /// The calls in an attempt's events; `None` if no model sat there.
    pub fn of(events: &[Event]) -> Option<Self> {
        let mut calls = VecDeque::new();
        let mut request = Request::default();
        for event in events {
            let Event::Note { kind, content } = event else { continue };
            if kind != NOTE {
                continue;
            }
            let record: CallRecord = serde_json::from_value(content.clone()).ok()?;
            record.request.apply(&mut request);
            let answer = match record.outcome {
                Outcome::Reply { reply, secs, cost_usd, attempts, from_cache } => {
                    Ok(Exchange { reply: *reply, secs, cost_usd, attempts, from_cache })
                }
                Outcome::Error(error) => Err(error),
            };
            calls.push_back(Recorded { request: request.clone(), answer });
        }
        (!calls.is_empty()).then(|| Self { calls: Mutex::new(calls) })
    }

    /// What was said, in order: what a cache or a reader of records needs.
    pub fn replies(&self) -> Vec<Reply> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.iter().filter_map(|call| call.answer.as_ref().ok().map(|exchange| exchange.reply.clone())).collect()
    }

    fn next(&self, request: &Request) -> Result<Exchange, ModelError> {
        let next = self.calls.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(Recorded { request: recorded, answer }) = next else {
            return Err(ModelError::Differs("the recorded trial made no further call".into()));
        };
        if let Some(difference) = difference(&recorded, request) {
            return Err(ModelError::Differs(difference));
        }
        answer
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
    let as_kept =
        |request: &Request| request.messages.iter().map(|message| serde_json::to_value(message).ok()).collect::<Vec<_>>();
    let (had, has) = (as_kept(recorded), as_kept(request));
    had.iter().zip(&has).position(|(a, b)| a != b).map(|at| format!("message {} is another", at + 1))
}

impl Model for RecordedCalls {
    fn ask<'a>(&'a self, request: &'a Request, _: u32) -> BoxFuture<'a, Result<Exchange, ModelError>> {
        let answer = self.next(request);
        Box::pin(async move { answer })
    }
}
