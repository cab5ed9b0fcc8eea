//! What agents are made of: a model, in a harness, with so much effort.

use agon_record::AgentEntry;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What is known of an agent. What its settings say can be added to, or said otherwise, by a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AgentFacts {
    /// The model behind it.
    pub model: Option<String>,
    /// What runs the model.
    pub harness: Option<String>,
    /// Models that differ in their size alone share one.
    pub family: Option<String>,
    /// In billions of parameters, or on any scale of its family.
    pub size: Option<f64>,
    /// How much it is to think: `low`, `medium`, `high`, or a number of tokens.
    pub effort: Option<String>,
}

/// A file of facts by label: `[agents."LABEL"]` with `model`, `harness`, `family`, `size` and `effort`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentsFile {
    #[serde(default)]
    pub agents: BTreeMap<String, AgentFacts>,
}

/// A label of the file that no run has.
#[derive(Debug, thiserror::Error)]
#[error("no run has an agent {label:?}; there are: {known}")]
pub struct AgentFactsError {
    pub label: String,
    pub known: String,
}

/// The settings by which models are told how much to think.
const EFFORT: [&str; 4] = ["reasoning_effort", "effort", "thinking", "thinking_tokens"];

impl AgentsFile {
    /// Refuses labels that no run has: they would be misspelt.
    pub fn check<'a>(&self, known: impl Iterator<Item = &'a str> + Clone) -> Result<(), AgentFactsError> {
        match self.agents.keys().find(|label| !known.clone().any(|known| known == *label)) {
            Some(label) => Err(AgentFactsError { label: label.clone(), known: known.collect::<Vec<_>>().join(", ") }),
            None => Ok(()),
        }
    }
}

impl AgentFacts {
    /// What the run says, then what the file says.
    pub(super) fn of(entry: Option<&AgentEntry>, file: Option<&Self>) -> Self {
        let mut facts = entry.map(Self::of_entry).unwrap_or_default();
        if let Some(file) = file {
            let Self { model, harness, family, size, effort } = file.clone();
            facts = Self {
                model: model.or(facts.model),
                harness: harness.or(facts.harness),
                family: family.or(facts.family),
                size: size.or(facts.size),
                effort: effort.or(facts.effort),
            };
        }
        facts
    }

    fn of_entry(entry: &AgentEntry) -> Self {
        let text = |key: &str| {
            entry.settings.get(key).map(|value| match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            })
        };
        let harness = match entry.kind.as_str() {
            "cli" => text("harness"),
            kind => Some(kind.to_owned()),
        };
        Self { model: text("model"), harness, family: None, size: None, effort: EFFORT.iter().find_map(|key| text(key)) }
    }

    /// How much the effort is, for an order; words that are no effort have none.
    pub(super) fn effort_rank(&self) -> Option<f64> {
        let effort = self.effort.as_deref()?;
        let words = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
        words.iter().position(|word| *word == effort).map(|place| place as f64).or_else(|| effort.parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_file_adds_to_what_settings_say() {
        let settings = json!({"model": "openai/gpt-x", "reasoning_effort": "low"});
        let entry = AgentEntry {
            label: "a".into(),
            kind: "claw".into(),
            version: "1".into(),
            settings: settings.as_object().unwrap().clone(),
        };
        let file = AgentFacts { size: Some(8.0), effort: Some("high".into()), ..AgentFacts::default() };
        let facts = AgentFacts::of(Some(&entry), Some(&file));
        assert_eq!((facts.model.as_deref(), facts.harness.as_deref()), (Some("openai/gpt-x"), Some("claw")));
        assert_eq!((facts.size, facts.effort_rank()), (Some(8.0), Some(4.0)));
        let file = AgentsFile { agents: [("b".to_owned(), file)].into() };
        assert_eq!(file.check(["a"].into_iter()).unwrap_err().to_string(), "no run has an agent \"b\"; there are: a");
    }
}
