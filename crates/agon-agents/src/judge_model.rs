//! A model that judges: connected as the models that sit are, with their settings of service and sampling.

use crate::SettingError;
use crate::model::ModelConfig;
use crate::model::connect::Connector;
use agon_core::Settings;
use agon_model::{Model, Options};
use std::sync::Arc;

/// Settings of a model that sits; a judge has no use for them.
const OF_SITTING: [&str; 10] =
    ["dialect", "several", "history", "context_tokens", "keep_turns", "picture_px", "grounder", "system", "prompts", "effective"];

/// A model to be asked by a judge, and how.
pub struct JudgeModel {
    /// The client.
    pub model: Arc<dyn Model>,
    /// `openai/gpt-x`.
    pub name: String,
    /// How it is to answer.
    pub options: Options,
}

impl JudgeModel {
    /// Connects to nothing yet, but finds out what is missing.
    pub fn new(settings: &Settings) -> Result<Self, SettingError> {
        if let Some(key) = OF_SITTING.into_iter().find(|key| settings.contains_key(*key)) {
            return Err(format!("the setting {key} is for a model that sits a task, not for a judge").into());
        }
        let config = ModelConfig::read(settings)?;
        let model = Connector::new(&config)?.main()?;
        Ok(Self { model, name: config.model.clone(), options: config.options() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_of_a_sitter_are_refused() {
        let settings = json!({"model": "openai/x", "history": 4}).as_object().unwrap().clone();
        let problem = JudgeModel::new(&settings).err().unwrap().to_string();
        assert_eq!(problem, "the setting history is for a model that sits a task, not for a judge");
    }
}
