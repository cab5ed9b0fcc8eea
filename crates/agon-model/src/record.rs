//! Every request and reply, as a trial's record keeps them.
//!
//! A request repeats most of the one before. What is kept of it is how many of the earlier messages it begins with, the
//! others, and whatever else changed: a long sitting stays small, and nothing is lost.

use crate::{Exchange, Message, ModelError, Options, Reply, Request, Tool};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The kind of the note that holds one call.
pub const CALL_NOTE: &str = "model";

/// One call as the record keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallRecord {
    /// Which of the agent's conversations; `None` if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    pub request: RequestChange,
    #[serde(flatten)]
    pub outcome: CallOutcome,
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallOutcome {
    Reply {
        #[serde(flatten)]
        reply: Box<Reply>,
        secs: f64,
        cost_usd: f64,
        attempts: u32,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        from_cache: bool,
    },
    Error(ModelError),
}

/// A request as it differs from the one before it in its conversation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RequestChange {
    /// So many messages are those of the request before.
    #[serde(default)]
    pub same: usize,
    messages: Vec<Message>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    system: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tools: Option<Vec<Tool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    options: Option<Options>,
}

/// The last request of each conversation: what the record of its next refers to.
#[derive(Clone, Debug, Default)]
pub struct LastRequests(HashMap<Option<String>, Request>);

impl LastRequests {
    /// How a request differs from the one before it; it is the last from now on.
    pub fn change(&mut self, who: Option<&str>, request: &Request) -> RequestChange {
        let last = self.0.entry(who.map(str::to_owned)).or_default();
        let change = RequestChange::between(last, request);
        *last = request.clone();
        change
    }

    /// The request that a record stands for. Records are to come in their order.
    pub fn request(&mut self, who: Option<&str>, change: RequestChange) -> &Request {
        let last = self.0.entry(who.map(str::to_owned)).or_default();
        change.apply(last);
        last
    }
}

impl RequestChange {
    fn between(before: &Request, after: &Request) -> Self {
        let same = before.messages.iter().zip(&after.messages).take_while(|(a, b)| a == b).count();
        Self {
            same,
            messages: after.messages[same..].to_vec(),
            system: (before.system != after.system).then(|| after.system.clone()),
            tools: (before.tools != after.tools).then(|| after.tools.clone()),
            options: (before.options != after.options).then(|| after.options.clone()),
        }
    }

    fn apply(self, before: &mut Request) {
        before.messages.truncate(self.same);
        before.messages.extend(self.messages);
        before.system = self.system.unwrap_or(std::mem::take(&mut before.system));
        before.tools = self.tools.unwrap_or(std::mem::take(&mut before.tools));
        before.options = self.options.unwrap_or(std::mem::take(&mut before.options));
    }
}

impl CallOutcome {
    pub fn of(asked: &Result<Exchange, ModelError>) -> Self {
        match asked {
            Ok(exchange) => Self::Reply {
                reply: Box::new(exchange.reply.clone()),
                secs: exchange.secs,
                cost_usd: exchange.cost_usd,
                attempts: exchange.attempts,
                from_cache: exchange.from_cache,
            },
            Err(error) => Self::Error(error.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;

    #[test]
    fn requests_are_what_they_were_when_their_changes_are_put_together() {
        let message = |text: &str| Message::user(vec![Part::text(text)]);
        let request = |system: &str, texts: &[&str]| Request {
            system: system.into(),
            messages: texts.iter().map(|text| message(text)).collect(),
            ..Request::default()
        };
        let requests = [
            (None, request("a", &["1"])),
            (Some("b"), request("other", &["9"])),
            (None, request("a", &["1", "2", "3"])),
            (None, request("a", &["0", "3", "4"])),
            (Some("b"), request("other", &["9", "10"])),
            (None, request("b", &[])),
            (None, request("b", &["1", "2", "3", "4"])),
        ];
        let (mut sent, mut rebuilt) = (LastRequests::default(), LastRequests::default());
        for (who, request) in requests {
            let change = sent.change(who, &request);
            let kept: RequestChange = serde_json::from_str(&serde_json::to_string(&change).unwrap()).unwrap();
            assert_eq!(*rebuilt.request(who, kept), request);
        }
    }
}
