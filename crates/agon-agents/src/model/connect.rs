//! From the name of a model to a client of its service.

use super::ModelConfig;
use crate::SettingError;
use agon_model::{Abilities, Cache, Client, Endpoint, Model, Options, Prices};
use std::path::Path;
use std::sync::Arc;

/// Makes the clients of one agent: they share its cache, its prices and its patience.
pub(crate) struct Connector<'a> {
    config: &'a ModelConfig,
    cache: Option<Cache>,
    prices: Prices,
}

impl<'a> Connector<'a> {
    pub(crate) fn new(config: &'a ModelConfig) -> Result<Self, SettingError> {
        let cache = config.cache.as_deref().map(|folder| Cache::open(Path::new(folder))).transpose()?;
        let prices = Prices::load(config.prices.as_deref().map(Path::new))?;
        Ok(Self { config, cache, prices })
    }

    /// A client for a model; `Err` says what is missing, or which option it is known to refuse.
    pub(crate) fn connect(
        &self,
        model: &str,
        base_url: Option<&str>,
        key_variable: Option<&str>,
        options: &Options,
    ) -> Result<Arc<dyn Model>, SettingError> {
        let endpoint = Endpoint::find(model, base_url, key_variable)?;
        let lacking = endpoint.family.lacks(options);
        if !lacking.is_empty() {
            return Err(format!("the API of {model} has no place for {} as it is set up", lacking.join(" and ")).into());
        }
        if let Some(refusal) = Abilities::of_name(model).refuses(options) {
            return Err(refusal.into());
        }
        let client = Client::new(endpoint, self.config.patience(), self.cache.clone(), self.prices.of(model).copied())?;
        Ok(Arc::new(client))
    }

    /// The client of the agent's own model.
    pub(crate) fn main(&self) -> Result<Arc<dyn Model>, SettingError> {
        let (base_url, key_variable) = (self.config.base_url.as_deref(), self.config.key_variable.as_deref());
        self.connect(self.config.model()?, base_url, key_variable, &self.config.options())
    }
}
