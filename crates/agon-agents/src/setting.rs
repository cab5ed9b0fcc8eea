//! A setting of an agent that cannot be.

use agon_model::SetupError;

/// What is wrong with an agent's settings: one sentence for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingError(String);

impl From<String> for SettingError {
    fn from(problem: String) -> Self {
        Self(problem)
    }
}

impl From<SetupError> for SettingError {
    fn from(error: SetupError) -> Self {
        Self(error.to_string())
    }
}
