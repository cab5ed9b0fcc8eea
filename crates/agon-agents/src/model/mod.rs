//! A model at the seat: it is shown what the seat shows, and what it answers becomes actions.
//!
//! `sitting` is the loop; `history` decides what the model still sees of what came before; `prompt` is what it is told;
//! `calls` keeps every request and reply with the trial, and `recorded` gives them out again.

pub(crate) mod calls;
pub(crate) mod compact;
mod config;
pub(crate) mod connect;
pub(crate) mod effective;
mod grounding;
pub(crate) mod history;
pub(crate) mod prompt;
mod recorded;
pub(crate) mod settings;
pub(crate) mod sitting;

pub use config::ModelConfig;
pub(crate) use config::Window;
pub use effective::effective;
pub use prompt::PROMPTS_VERSION;
pub use recorded::recorded_calls;

use crate::SettingError;
use agon_core::{Agent, AgentMaker, Fault, InstanceId, Placement, Settings, Suite, TaskId, Unsuitable};
use agon_dialect::{Dialect, Environment};
use agon_model::{Abilities, Model, RecordedCalls};
use connect::Connector;
use sitting::{ModelAgent, Voice};
use std::sync::Arc;

/// Makes a sitter for each trial; they share their clients.
pub struct Models {
    config: ModelConfig,
    voice: Voice,
    grounder: Option<Voice>,
}

impl Models {
    /// Connects to nothing yet, but finds out what is missing.
    pub fn new(config: ModelConfig) -> Result<Self, SettingError> {
        let connector = Connector::new(&config)?;
        let model = connector.main()?;
        let voice = Voice { model, dialect: config.dialect()? };
        let grounder = match &config.grounder {
            None => None,
            Some(grounder) => {
                let (base_url, key_variable) = (grounder.base_url.as_deref(), grounder.key_variable.as_deref());
                let model = connector.connect(&grounder.model, base_url, key_variable, &grounder.options)?;
                Some(Voice { model, dialect: Some(grounder.dialect()?) })
            }
        };
        config.check()?;
        if let Some(refusal) = voice.dialect.and_then(|dialect| Abilities::of_name(&config.model).refuses_dialect(dialect.name()))
        {
            return Err(refusal.into());
        }
        Ok(Self { config, voice, grounder })
    }

    /// The same agent with recorded calls in place of its models.
    pub fn recorded(config: ModelConfig, calls: RecordedCalls) -> Result<Self, SettingError> {
        let dialect = config.dialect()?;
        let grounder = config.grounder.as_ref().map(|grounder| grounder.dialect()).transpose()?;
        let calls: Arc<dyn Model> = Arc::new(calls);
        let voice = Voice { model: calls.clone(), dialect };
        let grounder = grounder.map(|dialect| Voice { model: calls, dialect: Some(dialect) });
        Ok(Self { config, voice, grounder })
    }
}

impl AgentMaker for Models {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        let mut sitter = ModelAgent::new(self.config.clone(), self.voice.clone(), self.grounder.clone(), place.repeat);
        sitter.environment = environment(place.instance.id.task.suite());
        sitter.shows_goal = place.instance.settings.get("goal") == Some(&true.into());
        Ok(Box::new(sitter))
    }

    /// A dialect that was asked for must have words for something the task takes.
    fn suits(&self, suite: &dyn Suite, task: &TaskId) -> Result<(), Unsuitable> {
        let Some(dialect) = self.voice.dialect else { return Ok(()) };
        let id = InstanceId { task: task.clone(), seed: 0 };
        // A task that cannot be set so is told by whoever sets it.
        let Ok(instance) = suite.instance(&id, &Settings::new()) else { return Ok(()) };
        let surfaces = &instance.brief.surfaces;
        if surfaces.iter().any(|surface| dialect.speaks(*surface)) {
            return Ok(());
        }
        let words: Vec<&str> = surfaces.iter().map(|surface| surface.word()).collect();
        let words = words.join(", ");
        Err(Unsuitable(format!("the dialect {} has no words for {task}, which takes {words}", dialect.name())))
    }
}

/// What the screens of a suite belong to: pages are drawn by a browser, everything else stands on a desktop.
pub(crate) fn environment(suite: &str) -> Environment {
    if suite == "web" { Environment::Browser } else { Environment::Desktop }
}

/// The dialect that suits a task if none is asked for: pairs where there are functions, as the gym's papers have it;
/// code for the pointer where there is a screen.
fn usual_dialect(brief: &agon_core::Brief) -> &'static dyn Dialect {
    let name = if brief.functions.is_empty() { "pyautogui" } else { "pair" };
    agon_dialect::dialect(name).unwrap_or(agon_dialect::DIALECTS[0])
}
