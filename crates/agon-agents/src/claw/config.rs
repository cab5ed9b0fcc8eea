//! The settings of the reference harness, as a job file and the manifest have them.

use super::role::Role;
use crate::SettingError;
use crate::model::{ModelConfig, settings};
use agon_dialect::DesktopTools;
use agon_model::{Abilities, Options};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Everything that decides how the reference harness sits. Keys come from the environment.
#[derive(Clone, Debug, PartialEq)]
pub struct ClawConfig {
    /// The main model: which, where, how it is to answer, how patiently it is asked.
    pub model: ModelConfig,
    pub(super) own: Own,
}

/// What only this harness has.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Own {
    vision: Option<bool>,
    coordinates: Option<String>,
    modules: Option<Vec<String>>,
    sub_agents: Option<Vec<String>>,
    sub_agent_turns: Option<u32>,
    general: Option<SubAgentConfig>,
    explore: Option<SubAgentConfig>,
    gui: Option<SubAgentConfig>,
    clear_at: Option<f64>,
    summarise_at: Option<f64>,
    truncate_at: Option<f64>,
    reminders: Option<u32>,
}

/// The model of a sub-agent, where it has one of its own.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct SubAgentConfig {
    pub(super) model: String,
    #[serde(default)]
    pub(super) base_url: Option<String>,
    #[serde(default)]
    pub(super) key_variable: Option<String>,
    #[serde(default)]
    pub(super) vision: Option<bool>,
    #[serde(default)]
    pub(super) context_tokens: Option<u64>,
    /// Its own; none is taken from the main model.
    #[serde(flatten)]
    pub(super) options: Options,
}

/// When a conversation is made shorter, as parts of what the model takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Thresholds {
    pub(super) clear_at: f64,
    pub(super) summarise_at: f64,
    pub(super) truncate_at: f64,
    /// So many of the last turns are neither cleared nor summarised.
    pub(super) keep_turns: usize,
}

/// The parts of the system prompt, in their order.
pub(super) const MODULES: [&str; 7] = ["identity", "environment", "tools", "rules", "plan", "delegation", "verification"];
/// What a model of which nobody knows takes at least.
const CONTEXT_TOKENS: u64 = 128_000;
const SUB_AGENT_TURNS: u32 = 30;
const REMINDERS: u32 = 3;
const KEEP_TURNS: usize = 6;

impl ClawConfig {
    pub fn read(settings: &Map<String, Value>) -> Result<Self, SettingError> {
        let (own, model) = settings::tidy_claw(settings)?;
        let own = serde_json::from_value(Value::Object(own)).map_err(|error| error.to_string())?;
        let config = Self { model: ModelConfig::read(&model)?, own };
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), String> {
        let known =
            |setting: &str, given: &[String], names: &[&str]| match given.iter().find(|name| !names.contains(&name.as_str())) {
                Some(name) => Err(format!("there is no {setting} {name:?}; there are {}", names.join(", "))),
                None => Ok(()),
            };
        known("prompt module", self.own.modules.as_deref().unwrap_or_default(), &MODULES)?;
        known("sub-agent", self.own.sub_agents.as_deref().unwrap_or_default(), &Role::SUB_AGENTS.map(Role::word))?;
        let Thresholds { clear_at, summarise_at, truncate_at, .. } = self.thresholds();
        if !(clear_at <= summarise_at && summarise_at <= truncate_at) {
            return Err(format!(
                "clear_at, summarise_at and truncate_at must not decrease, got {clear_at}, {summarise_at}, {truncate_at}"
            ));
        }
        if let Some(other) = self.model.prompts.as_deref().filter(|version| *version != super::PROMPTS_VERSION) {
            let ours = super::PROMPTS_VERSION;
            return Err(format!("prompts must be {ours:?}, got {other:?}: this version of agon has no others"));
        }
        self.dialect().map(drop)
    }

    /// The tools, with places in the numbers that were asked for.
    pub(super) fn dialect(&self) -> Result<&'static DesktopTools, String> {
        match self.own.coordinates.as_deref() {
            None | Some("pixels") => Ok(&DesktopTools::PIXELS),
            Some("thousand") => Ok(&DesktopTools::THOUSAND),
            Some(other) => Err(format!("coordinates must be pixels or thousand, got {other:?}")),
        }
    }

    pub(super) fn has_module(&self, name: &str) -> bool {
        self.own.modules.as_ref().is_none_or(|modules| modules.iter().any(|module| module == name))
    }

    /// Whether a sub-agent is to be had, if the task has something for it to do.
    pub(super) fn has_sub_agent(&self, role: Role) -> bool {
        let is_wanted = self.own.sub_agents.as_ref().is_none_or(|names| names.iter().any(|name| name == role.word()));
        // A screen that the main model sees is worked by itself, unless somebody names a model for it.
        let has_eyes = role != Role::Gui || self.own.gui.is_some();
        is_wanted && has_eyes && self.has_module("delegation")
    }

    /// The model that a sub-agent has for itself.
    pub(super) fn sub_agent(&self, role: Role) -> Option<&SubAgentConfig> {
        match role {
            Role::Main => None,
            Role::General => self.own.general.as_ref(),
            Role::Explore => self.own.explore.as_ref(),
            Role::Gui => self.own.gui.as_ref(),
        }
    }

    /// Whether the model in a role is sent pictures.
    pub(super) fn sees(&self, role: Role) -> bool {
        match self.sub_agent(role) {
            Some(sub_agent) => sub_agent.vision.unwrap_or_else(|| Abilities::of_name(&sub_agent.model).sees()),
            None => self.own.vision.unwrap_or_else(|| Abilities::of_name(&self.model.model).sees()),
        }
    }

    /// How long a conversation the model in a role takes.
    pub(super) fn context_tokens(&self, role: Role) -> u64 {
        let (asked, model) = match self.sub_agent(role) {
            Some(sub_agent) => (sub_agent.context_tokens, &sub_agent.model),
            None => (self.model.context_tokens, &self.model.model),
        };
        asked.or_else(|| Abilities::of_name(model).context_tokens()).unwrap_or(CONTEXT_TOKENS)
    }

    pub(super) fn thresholds(&self) -> Thresholds {
        Thresholds {
            clear_at: self.own.clear_at.unwrap_or(0.6),
            summarise_at: self.own.summarise_at.unwrap_or(0.8),
            truncate_at: self.own.truncate_at.unwrap_or(0.95),
            keep_turns: self.model.keep_turns.unwrap_or(KEEP_TURNS),
        }
    }

    pub(super) fn sub_agent_turns(&self) -> u32 {
        self.own.sub_agent_turns.unwrap_or(SUB_AGENT_TURNS)
    }

    /// How often in a row it is told that nothing happens without a call.
    pub(super) fn reminders(&self) -> u32 {
        self.own.reminders.unwrap_or(REMINDERS)
    }

    /// Its models of which nobody knows what they cost.
    pub fn unpriced(&self) -> Result<Vec<&str>, SettingError> {
        let own = Role::SUB_AGENTS.into_iter().filter_map(|role| self.sub_agent(role)).map(|sub_agent| sub_agent.model.as_str());
        self.model.unpriced_of(std::iter::once(self.model.model()?).chain(own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(settings: Value) -> Result<ClawConfig, String> {
        let Value::Object(map) = settings else { panic!("a map") };
        ClawConfig::read(&map).map_err(|error| error.to_string())
    }

    #[test]
    fn settings_are_read_and_faults_in_them_named() {
        for (bad, part) in [
            (json!({"dialect": "pair"}), "there is no setting dialect; there are model, base_url, key_variable, vision, "),
            (json!({"modules": ["soul"]}), "there is no prompt module \"soul\"; there are identity, environment, "),
            (json!({"sub_agents": "boss"}), "there is no sub-agent \"boss\"; there are general, explore, gui"),
            (json!({"clear_at": 0.9}), "must not decrease, got 0.9, 0.8, 0.95"),
            (json!({"clear_at": 0}), "clear_at must be a number above 0, and at most 1, got 0"),
            (json!({"summarise_at": 1.5}), "summarise_at must be a number above 0"),
            (json!({"sub_agent_turns": 1}), "sub_agent_turns must be a whole number from 2"),
            (json!({"coordinates": "inches"}), "coordinates must be pixels or thousand, got \"inches\""),
            (json!({"gui": "vllm/eyes"}), "gui must be a table that names a model, such as"),
            (json!({"gui": {"model": "vllm/eyes", "dialect": "pair"}}), "there is no setting gui.dialect; there are model, "),
            (json!({"gui": {"model": "vllm/eyes", "base_url": "http://h?key=hunter2"}}), "looks like a key"),
            (json!({"prompts": "0"}), "prompts must be"),
        ] {
            let told = read(bad.clone()).unwrap_err();
            assert!(told.contains(part) && !told.contains("hunter2"), "{bad}: {told}");
        }
    }

    #[test]
    fn what_is_not_set_follows_from_the_model() {
        let config = read(json!({"model": "openai/gpt-5.5"})).unwrap();
        assert_eq!((config.context_tokens(Role::Main), config.sees(Role::Main)), (400_000, true));
        assert!(config.has_sub_agent(Role::General) && !config.has_sub_agent(Role::Gui), "it works the screen itself");
        let gui = json!({"model": "vllm/eyes", "context_tokens": 9000, "temperature": 0});
        let config = read(json!({"model": "deepseek/deepseek-v4", "gui": gui, "modules": "delegation"})).unwrap();
        assert_eq!((config.sees(Role::Main), config.sees(Role::General), config.sees(Role::Gui)), (false, false, true));
        assert_eq!((config.context_tokens(Role::Gui), config.context_tokens(Role::Explore)), (9000, CONTEXT_TOKENS));
        assert!(config.has_sub_agent(Role::Gui) && config.has_module("delegation") && !config.has_module("plan"));
        assert_eq!(config.sub_agent(Role::Gui).unwrap().options.temperature, Some(0.0));
        assert_eq!(config.unpriced().unwrap(), ["deepseek/deepseek-v4", "vllm/eyes"]);
        assert!(!read(json!({"modules": ["plan"]})).unwrap().has_sub_agent(Role::General), "nobody tells it how to delegate");
    }
}
