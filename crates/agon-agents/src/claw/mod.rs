//! The reference harness, after the ALE-Claw of *Agents' Last Exam*: a single action loop over unified tools, in which the screen is
//! worked like everything else; a system prompt of modules; sub-agents; and a context that is kept within bounds in three tiers.
//!
//! `agent` is the loop and its sub-agents, `conversation` one model's context, `compaction` how that is kept short, `tools` what can
//! be called and what a call comes to, `role` who may do what, `prompt` what a model is told. Models are asked, recorded and replayed
//! as those of [`model`](crate::model) agents are.

mod agent;
mod compaction;
mod config;
mod conversation;
mod plan;
mod prompt;
mod role;
mod tools;

pub use config::ClawConfig;
pub use prompt::PROMPTS_VERSION;

use crate::SettingError;
use crate::model::connect::Connector;
use crate::model::effective::service;
use crate::model::environment;
use agent::{ClawAgent, Minds};
use agon_core::{Agent, AgentMaker, Fault, InstanceId, Placement, Settings, Suite, Surface, TaskId, Unsuitable};
use agon_model::{Model, RecordedCalls};
use conversation::Mind;
use role::Role;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Makes a sitter for each trial; they share their clients.
pub struct Claw {
    config: Arc<ClawConfig>,
    minds: Minds,
}

impl Claw {
    /// Connects to nothing yet, but finds out what is missing.
    pub fn new(config: ClawConfig) -> Result<Self, SettingError> {
        let connector = Connector::new(&config.model)?;
        let main = connector.main()?;
        let model = |role: Role| -> Result<Arc<dyn Model>, SettingError> {
            let Some(own) = config.sub_agent(role) else { return Ok(main.clone()) };
            connector.connect(&own.model, own.base_url.as_deref(), own.key_variable.as_deref(), &own.options)
        };
        let minds = minds(&config, model)?;
        Ok(Self { config: Arc::new(config), minds })
    }

    /// The same agent with recorded calls in place of its models.
    pub fn recorded(config: ClawConfig, calls: RecordedCalls) -> Result<Self, SettingError> {
        let calls: Arc<dyn Model> = Arc::new(calls);
        let minds = minds(&config, |_| Ok(calls.clone()))?;
        Ok(Self { config: Arc::new(config), minds })
    }
}

fn minds(config: &ClawConfig, model: impl Fn(Role) -> Result<Arc<dyn Model>, SettingError>) -> Result<Minds, SettingError> {
    let mind = |role: Role| Ok::<_, SettingError>(Mind::new(role, config, model(role)?));
    let gui = config.sub_agent(Role::Gui).map(|_| mind(Role::Gui)).transpose()?;
    Ok(Minds { main: mind(Role::Main)?, general: mind(Role::General)?, explore: mind(Role::Explore)?, gui })
}

impl AgentMaker for Claw {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        let environment = environment(place.instance.id.task.suite());
        let shows_goal = place.instance.settings.get("goal") == Some(&true.into());
        Ok(Box::new(ClawAgent::new(self.config.clone(), self.minds.clone(), place.repeat, environment, shows_goal)))
    }

    /// A screen must be seen by somebody.
    fn suits(&self, suite: &dyn Suite, task: &TaskId) -> Result<(), Unsuitable> {
        if self.config.sees(Role::Main) || self.config.has_sub_agent(Role::Gui) {
            return Ok(());
        }
        let id = InstanceId { task: task.clone(), seed: 0 };
        // A task that cannot be set so is told by whoever sets it.
        let Ok(instance) = suite.instance(&id, &Settings::new()) else { return Ok(()) };
        let only_screen = instance.brief.surfaces.iter().all(|surface| matches!(surface, Surface::Screen | Surface::Answer));
        if !only_screen {
            return Ok(());
        }
        let model = &self.config.model.model;
        Err(Unsuitable(format!(
            "{task} has nothing but a screen, which {model} does not see: name a model that does, with gui={{\"model\": \"PROVIDER/MODEL\"}}"
        )))
    }
}

/// What the settings came to when a run began, for the manifest.
pub async fn effective(settings: &Map<String, Value>) -> Result<Map<String, Value>, SettingError> {
    let config = ClawConfig::read(settings)?;
    let bounds = config.thresholds();
    let sub_agents: Vec<&str> = Role::SUB_AGENTS.into_iter().filter(|role| config.has_sub_agent(*role)).map(Role::word).collect();
    let modules: Vec<&str> = config::MODULES.into_iter().filter(|name| config.has_module(name)).collect();
    let told = json!({
        "vision": config.sees(Role::Main),
        "context_tokens": config.context_tokens(Role::Main),
        "clear_at": bounds.clear_at,
        "summarise_at": bounds.summarise_at,
        "truncate_at": bounds.truncate_at,
        "keep_turns": bounds.keep_turns,
        "modules": modules,
        "sub_agents": sub_agents,
        "sub_agent_turns": config.sub_agent_turns(),
        "reminders": config.reminders(),
    });
    let mut effective = told.as_object().cloned().unwrap_or_default();
    effective.extend(service(&config.model).await?);
    Ok(effective)
}
