//! Calls of models, as they were sent and received.

use serde::Serialize;
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// What a list of calls tells of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CallFigures {
    /// Which of the agent's conversations, if it has several.
    pub who: Option<String>,
    /// As the service names it.
    pub model: String,
    #[cfg_attr(test, ts(type = "number"))]
    pub tokens_in: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub tokens_cached: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub tokens_out: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub tokens_reasoning: u64,
    pub cost_usd: f64,
    pub secs: f64,
    /// How often the service was asked; 0 where an earlier reply was given again.
    pub attempts: u32,
    /// Why there is no reply.
    pub error: Option<String>,
}

/// One call, whole.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CallPage {
    pub figures: CallFigures,
    /// The model as the run names it, where that can be told.
    pub asked: Option<String>,
    pub system: String,
    pub turns: Vec<CallTurn>,
    /// So many of them were in the request before.
    pub same: usize,
    /// Names of the tools that were offered; their definitions are in `request`.
    pub tools: Vec<String>,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub options: Value,
    pub reply: Option<CallReply>,
    /// The request and what came of it, in the record's own form.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub request: Value,
    #[cfg_attr(test, ts(type = "unknown"))]
    pub outcome: Value,
    /// The body that went to the service, with its pictures named; where the service is known.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub body: Option<Value>,
}

/// A message of a request.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CallTurn {
    #[cfg_attr(test, ts(type = "\"user\" | \"assistant\""))]
    pub role: Value,
    pub parts: Vec<CallPart>,
}

/// A piece of a message or of a reply.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CallPart {
    Text {
        text: String,
    },
    Image {
        /// Its name among the run's frames; `None` where frames were not kept.
        file: Option<String>,
    },
    ToolCall {
        id: String,
        name: String,
        #[cfg_attr(test, ts(type = "unknown"))]
        args: Value,
    },
    ToolResult {
        id: String,
        name: String,
        parts: Vec<CallPart>,
    },
    Opaque {
        #[cfg_attr(test, ts(type = "unknown"))]
        value: Value,
    },
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CallReply {
    pub reasoning: String,
    pub parts: Vec<CallPart>,
    /// Why the model stopped.
    #[cfg_attr(test, ts(type = "string"))]
    pub stop: Value,
}
