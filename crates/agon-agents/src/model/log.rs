//! Every request and reply, kept with the trial.
//!
//! A request repeats most of the one before. What is kept of it is how many of the earlier messages it begins with, the
//! others, and whatever else changed: a long sitting stays small, and nothing is lost.

use agon_model::{Exchange, Message, ModelError, Options, Reply, Request, Tool};
use serde::{Deserialize, Serialize};

/// The note that holds one call.
pub(crate) const NOTE: &str = "model";

/// One call as the record keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CallRecord {
    /// Which of the agent's models; `None` if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) who: Option<String>,
    pub(super) request: Change,
    #[serde(flatten)]
    pub(super) outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
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

/// A request as it differs from the one before it in the trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Change {
    /// So many messages are those of the request before.
    #[serde(default)]
    same: usize,
    messages: Vec<Message>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    system: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tools: Option<Vec<Tool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    options: Option<Options>,
}

impl Change {
    pub(super) fn between(before: &Request, after: &Request) -> Self {
        let same = before.messages.iter().zip(&after.messages).take_while(|(a, b)| a == b).count();
        Self {
            same,
            messages: after.messages[same..].to_vec(),
            system: (before.system != after.system).then(|| after.system.clone()),
            tools: (before.tools != after.tools).then(|| after.tools.clone()),
            options: (before.options != after.options).then(|| after.options.clone()),
        }
    }

    pub(super) fn apply(self, before: &mut Request) {
        before.messages.truncate(self.same);
        before.messages.extend(self.messages);
        before.system = self.system.unwrap_or(std::mem::take(&mut before.system));
        before.tools = self.tools.unwrap_or(std::mem::take(&mut before.tools));
        before.options = self.options.unwrap_or(std::mem::take(&mut before.options));
    }
}

impl Outcome {
    pub(super) fn of(asked: &Result<Exchange, ModelError>) -> Self {
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
    use agon_model::Part;

    #[test]
    fn requests_are_what_they_were_when_their_changes_are_put_together() {
        let message = |text: &str| Message::user(vec![Part::text(text)]);
        let request = |system: &str, texts: &[&str]| Request {
            system: system.into(),
            messages: texts.iter().map(|text| message(text)).collect(),
            ..Request::default()
        };
        let requests = [
            request("a", &["1"]),
            request("a", &["1", "2", "3"]),
            request("a", &["0", "3", "4"]),
            request("b", &[]),
            request("b", &["1", "2", "3", "4"]),
        ];
        let (mut before, mut rebuilt) = (Request::default(), Request::default());
        for request in requests {
            let change = Change::between(&before, &request);
            let kept: Change = serde_json::from_str(&serde_json::to_string(&change).unwrap()).unwrap();
            kept.apply(&mut rebuilt);
            assert_eq!(rebuilt, request);
            before = request;
        }
    }
}
