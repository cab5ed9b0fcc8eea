//! The settings of a model agent, as a job file and the manifest have them.

use super::history::ThoughtRule;
use crate::SettingError;
use agon_dialect::{DIALECTS, Dialect, Policy, dialect};
use agon_model::{Abilities, Family, Fit, Options, Patience, Prices, Thoughts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;

/// Everything that decides how a model sits. Secrets are not part of it: keys come from the environment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelConfig {
    /// `openai/gpt-x`: the provider, then the model's name there.
    pub model: String,
    pub base_url: Option<String>,
    /// The environment variable that holds the key, if not the provider's usual one.
    pub key_variable: Option<String>,

    /// How it writes its actions; by default as suits the task.
    pub dialect: Option<String>,
    /// What happens to several actions in one reply: first, last, all or refuse.
    pub several: Option<String>,

    /// How many turns it sees: a number, or "all".
    pub history: Option<Value>,
    /// Above so many tokens of conversation, older parts are cleared, then summarised, then dropped.
    pub context_tokens: Option<u64>,
    /// So many of the last turns are never cleared or summarised.
    pub keep_turns: Option<usize>,
    /// Pictures whose longer side has more pixels are made smaller; 0 sends them as they are. By default they are as large as
    /// the model's service keeps them.
    pub picture_px: Option<u32>,

    pub temperature: Option<f64>,
    pub top_p: Option<f64>,
    pub max_tokens: Option<u32>,
    pub stop: Vec<String>,
    pub seed: Option<u64>,
    pub reasoning_effort: Option<String>,
    pub reasoning_tokens: Option<u32>,
    /// How closely pictures are looked at, where the API asks.
    pub detail: Option<String>,
    /// Fields of the API's own, put into every request as they are.
    pub extra: Map<String, Value>,

    pub timeout_secs: Option<f64>,
    pub idle_secs: Option<f64>,
    pub retries: Option<u32>,
    pub give_up_secs: Option<f64>,
    pub backoff_secs: Option<f64>,
    pub connections: Option<usize>,
    pub stream: Option<bool>,

    /// A folder of replies to identical requests.
    pub cache: Option<String>,
    /// A file of prices.
    pub prices: Option<String>,

    /// A second model that turns the first one's plans into places on the screen.
    pub grounder: Option<GrounderConfig>,
    /// A system prompt of the user's own in place of ours.
    pub system: Option<String>,
    /// The version of our prompts; only the present one can be had.
    pub prompts: Option<String>,
    /// What came of the settings when the run began, for readers of the manifest. It decides nothing.
    pub effective: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GrounderConfig {
    pub model: String,
    #[serde(default)]
    pub base_url: Option<String>,
    #[serde(default)]
    pub key_variable: Option<String>,
    pub dialect: String,
    /// Its own; none is taken from the model it works for.
    #[serde(flatten)]
    pub options: Options,
}

/// How many turns a model sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    All,
    Last(usize),
}

impl ModelConfig {
    pub fn read(settings: &Map<String, Value>) -> Result<Self, SettingError> {
        let read = serde_json::from_value(Value::Object(super::settings::tidy(settings)?));
        read.map_err(|error| error.to_string().into())
    }

    pub(crate) fn model(&self) -> Result<&str, String> {
        match self.model.as_str() {
            "" => Err("say which model: -m PROVIDER/MODEL, or -a claw:PROVIDER/MODEL".into()),
            model => Ok(model),
        }
    }

    /// Its models of which nobody knows what they cost.
    pub fn unpriced(&self) -> Result<Vec<&str>, SettingError> {
        let models = [Some(self.model()?), self.grounder.as_ref().map(|grounder| grounder.model.as_str())];
        self.unpriced_of(models.into_iter().flatten())
    }

    /// Those of some models of which nobody knows what they cost.
    pub(crate) fn unpriced_of<'a>(&self, models: impl Iterator<Item = &'a str>) -> Result<Vec<&'a str>, SettingError> {
        let prices = Prices::load(self.prices.as_deref().map(Path::new))?;
        // This one tells with each answer what it charged.
        let is_told = |model: &str| model.starts_with("openrouter/");
        Ok(models.filter(|model| prices.of(model).is_none() && !is_told(model)).collect())
    }

    /// Looks at what is only used later.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.window()?;
        self.policy()?;
        if let Some(other) = self.prompts.as_deref().filter(|version| *version != super::PROMPTS_VERSION) {
            let ours = super::PROMPTS_VERSION;
            return Err(format!("prompts must be {ours:?}, got {other:?}: this version of agon has no others"));
        }
        Ok(())
    }

    pub(crate) fn dialect(&self) -> Result<Option<&'static dyn Dialect>, String> {
        self.dialect.as_deref().map(find_dialect).transpose()
    }

    /// What was asked for; else it is the dialect's to say.
    pub(crate) fn policy(&self) -> Result<Option<Policy>, String> {
        let policy = self.several.as_deref().map(str::parse::<Policy>).transpose();
        policy.map_err(|error| error.to_string())
    }

    /// What pictures must fit: the model, and the grounder that looks at the same ones.
    pub(crate) fn fits(&self) -> Vec<Fit> {
        match self.picture_px {
            Some(0) => Vec::new(),
            Some(long_px) => vec![Fit::long_side(long_px)],
            None => {
                let names = [Some(self.model.as_str()), self.grounder.as_ref().map(|grounder| grounder.model.as_str())];
                names.into_iter().flatten().filter_map(|name| Abilities::of_name(name).fit()).collect()
            }
        }
    }

    pub(crate) fn thought_rule(&self) -> ThoughtRule {
        ThoughtRule {
            thoughts: Family::of(&self.model).map_or(Thoughts::Free, Family::thoughts),
            keeps_last: self.reasoning_tokens.is_some_and(|tokens| tokens > 0),
        }
    }

    pub(crate) fn window(&self) -> Result<Window, String> {
        let wrong = |value: &Value| format!("history must be a number of turns from 1 on, or \"all\", got {value}");
        match &self.history {
            None => Ok(Window::All),
            Some(Value::String(word)) if word == "all" => Ok(Window::All),
            Some(value) => match value.as_u64().or_else(|| value.as_str()?.parse().ok()) {
                Some(count @ 1..) => Ok(Window::Last(usize::try_from(count).unwrap_or(usize::MAX))),
                _ => Err(wrong(value)),
            },
        }
    }

    pub(crate) fn options(&self) -> Options {
        Options {
            temperature: self.temperature,
            top_p: self.top_p,
            max_tokens: self.max_tokens,
            stop: self.stop.clone(),
            seed: self.seed,
            reasoning_effort: self.reasoning_effort.clone(),
            reasoning_tokens: self.reasoning_tokens,
            detail: self.detail.clone(),
            extra: self.extra.clone(),
        }
    }

    pub(crate) fn patience(&self) -> Patience {
        let usual = Patience::default();
        Patience {
            timeout_secs: self.timeout_secs.unwrap_or(usual.timeout_secs),
            idle_secs: self.idle_secs.unwrap_or(usual.idle_secs),
            retries: self.retries.unwrap_or(usual.retries),
            give_up_secs: self.give_up_secs.unwrap_or(usual.give_up_secs),
            backoff_secs: self.backoff_secs.unwrap_or(usual.backoff_secs),
            connections: self.connections.unwrap_or(usual.connections),
            stream: self.stream.unwrap_or(usual.stream),
        }
    }
}

impl GrounderConfig {
    pub(crate) fn dialect(&self) -> Result<&'static dyn Dialect, String> {
        find_dialect(&self.dialect)
    }
}

fn find_dialect(name: &str) -> Result<&'static dyn Dialect, String> {
    dialect(name).ok_or_else(|| {
        let known: Vec<&str> = DIALECTS.iter().map(|dialect| dialect.name()).collect();
        format!("there is no dialect {name:?}; there are {}", known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn problem(settings: Value) -> String {
        let Value::Object(map) = settings else { panic!("a map") };
        let config = ModelConfig::read(&map).map_err(|error| error.to_string());
        let checked = config.and_then(|config| config.check().and_then(|()| config.dialect().map(drop)));
        checked.err().unwrap_or_default()
    }

    #[test]
    fn settings_are_read_and_faults_in_them_named() {
        for good in [
            json!({"model": "openai/x", "history": 4, "several": "all", "dialect": "pair"}),
            json!({"history": "all", "stop": ["\n"], "grounder": {"model": "vllm/g", "dialect": "pair"}}),
            json!({"history": "2"}),
            json!({"prompts": crate::model::PROMPTS_VERSION.parse::<u32>().unwrap(), "temperature": 0, "connections": 1}),
        ] {
            assert_eq!(problem(good.clone()), "", "{good}");
        }
        for (bad, part) in [
            (json!({"history": 0}), "history must be a number of turns from 1 on, or \"all\", got 0"),
            (json!({"history": "some"}), "got \"some\""),
            (json!({"several": "both"}), "several must be first, last, all or refuse"),
            (json!({"dialect": "french"}), "there is no dialect \"french\"; there are pair"),
            (json!({"temprature": 1}), "there is no setting temprature; there are model, base_url, "),
            (json!({"prompts": "0"}), "prompts must be"),
            (json!({"temperature": "hot"}), "temperature must be a number of at least 0, got \"hot\""),
            (json!({"temperature": -7}), "temperature must be a number of at least 0, got -7"),
            (json!({"top_p": -0.1}), "top_p must be a number of at least 0, got -0.1"),
            (json!({"stop": [1]}), "stop must be a text or a list of texts, got [1]"),
            (json!({"system": ["a"]}), "system must be a text, got [\"a\"]"),
            (json!({"retries": "3"}), "retries must be a whole number from 0 to 4294967295, got \"3\""),
            (json!({"retries": -1}), "retries must be a whole number from 0 to 4294967295, got -1"),
            (json!({"max_tokens": 5_000_000_000_u64}), "max_tokens must be a whole number from 1 to 4294967295, got 5000000000"),
            (json!({"connections": 0}), "connections must be a whole number of at least 1, got 0"),
            (json!({"keep_turns": 0}), "keep_turns must be a whole number of at least 1, got 0"),
            (json!({"timeout_secs": 1e300}), "timeout_secs must be a number of seconds from 0 to 1000000000, got 1e+300"),
            (json!({"detail": "sharp"}), "detail must be low, high, original or auto, got \"sharp\""),
            (json!({"picture_px": -1}), "picture_px must be a whole number from 0 to 4294967295, got -1"),
            (json!({"base_url": "http://h/v1?api_key=hunter2"}), "api_key in a base URL looks like a key"),
            (json!({"extra": {"api_key": "hunter2"}}), "extra.api_key looks like a key"),
            (
                json!({"grounder": {"model": "vllm/g", "dialect": "pair", "base_url": "http://h?key=hunter2"}}),
                "key in a base URL looks like a key",
            ),
            (json!({"stream": 1}), "stream must be true or false, got 1"),
            (json!({"extra": 5}), "extra must be a table, such as {\"top_k\": 5}, got 5"),
            (json!({"grounder": "x"}), "grounder must be a table that names a model and its dialect, such as"),
            (json!({"grounder": {"model": "vllm/g"}}), "grounder must be a table that names a model and its dialect, such as"),
            (
                json!({"grounder": {"model": "vllm/g", "dialect": "pair", "temperature": "hot"}}),
                "grounder.temperature must be a number of at least 0, got \"hot\"",
            ),
            (
                json!({"grounder": {"model": "vllm/g", "dialect": "pair", "history": 1}}),
                "there is no setting grounder.history; there are model, base_url, key_variable, dialect, temperature, ",
            ),
        ] {
            let told = problem(bad.clone());
            assert!(told.contains(part) && !told.contains("hunter2"), "{bad}: {told}");
        }
    }

    #[test]
    fn what_is_plainly_meant_is_taken() {
        let Value::Object(map) = json!({
            "stop": "END", "system": 5, "temperature": null,
            "grounder": {"model": "vllm/g", "dialect": "pair", "temperature": 1, "max_tokens": 50, "stop": "END"},
        }) else {
            panic!("a map")
        };
        let config = ModelConfig::read(&map).unwrap();
        assert_eq!((config.stop, config.system, config.temperature), (vec!["END".to_owned()], Some("5".to_owned()), None));
        let asked = Options { temperature: Some(1.0), max_tokens: Some(50), stop: vec!["END".into()], ..Options::default() };
        assert_eq!(config.grounder.unwrap().options, asked);
    }
}
