//! What a model's service did wrong.

use agon_core::{Cause, Fault};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A call that came to nothing. None of these is the model's doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ModelError {
    #[error("{model} gave no answer in {attempts} attempts; the last: {last}")]
    Unavailable { model: String, attempts: u32, last: String },
    /// It will not be otherwise the next time: a wrong key, an unknown model, a setting it does not take.
    #[error("{model} refused the request: HTTP {status}: {detail}")]
    Refused { model: String, status: u16, detail: String },
    #[error("{model} was not asked, for its service has failed before: {detail}")]
    Broken { model: String, detail: String },
    /// The conversation does not fit the model; a shorter one may.
    #[error("the conversation is too long for {model}: {detail}")]
    TooLong { model: String, detail: String },
    /// A recorded run gave out its replies and was asked for something else.
    #[error("the record has another request here: {0}")]
    Differs(String),
}

/// Why a model cannot be used as it is set up: one sentence for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The name, the address or the key.
    #[error("{0}")]
    Endpoint(String),
    /// How patiently it is asked, or the connection itself.
    #[error("{0}")]
    Client(String),
    /// The file of prices.
    #[error("{0}")]
    Prices(String),
    /// The folder of kept replies.
    #[error("{0}")]
    Cache(String),
}

impl ModelError {
    pub fn to_fault(&self) -> Fault {
        Fault::new(Cause::Model, self)
    }
}

/// Why one attempt failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It asks for patience.
    Busy {
        detail: String,
        retry_after: Option<Duration>,
    },
    /// It broke, or what it sent cannot be read.
    Broken(String),
    /// It did not answer in time.
    Late(String),
    /// It answered, and will answer the same again.
    Refused {
        /// Of HTTP.
        status: u16,
        detail: String,
    },
    TooLong(String),
}

impl Failure {
    pub(crate) fn detail(&self) -> &str {
        match self {
            Self::Busy { detail, .. }
            | Self::Broken(detail)
            | Self::Late(detail)
            | Self::Refused { detail, .. }
            | Self::TooLong(detail) => detail,
        }
    }

    pub(crate) fn may_pass(&self) -> bool {
        matches!(self, Self::Busy { .. } | Self::Broken(_) | Self::Late(_))
    }
}
