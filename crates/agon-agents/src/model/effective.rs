//! What a model's settings came to when a run began, for the manifest: a reader must not have to know our defaults.

use super::{ModelConfig, usual_dialect};
use crate::SettingError;
use agon_core::Brief;
use agon_model::{Client, Endpoint, Patience, Prices};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The dialect and the policy for each task, the address without secrets, the date of our prices where they count, and what
/// the service says of the model. `Err` says what is wrong with the settings.
pub async fn effective(
    settings: &Map<String, Value>,
    briefs: &BTreeMap<String, Brief>,
) -> Result<Map<String, Value>, SettingError> {
    let config = ModelConfig::read(settings)?;
    let (asked, policy) = (config.dialect()?, config.policy()?);
    let dialects = briefs.iter().map(|(task, brief)| (task, asked.unwrap_or_else(|| usual_dialect(brief))));
    let dialects: Vec<_> = dialects.collect();
    let mut effective = Map::new();
    effective.insert("dialect".into(), by_task(dialects.iter().map(|(task, dialect)| (*task, dialect.name().to_owned()))));
    let several = |dialect: &dyn agon_dialect::Dialect| policy.unwrap_or_else(|| dialect.several()).to_string();
    effective.insert("several".into(), by_task(dialects.iter().map(|(task, dialect)| (*task, several(*dialect)))));
    effective.extend(service(&config).await?);
    Ok(effective)
}

/// The address without secrets, the date of our prices where they count, and what the service says of the model.
pub(crate) async fn service(config: &ModelConfig) -> Result<Map<String, Value>, SettingError> {
    let mut told = Map::new();
    let (base_url, key_variable) = (config.base_url.as_deref(), config.key_variable.as_deref());
    let endpoint = Endpoint::find(config.model()?, base_url, key_variable)?;
    told.insert("base_url".into(), endpoint.base_url.as_str().into());
    let prices = Prices::load(config.prices.as_deref().map(Path::new))?;
    if prices.is_built_in(config.model()?) {
        told.insert("prices_of".into(), prices.date().into());
    }
    let client = Client::new(endpoint, Patience::default(), None, None)?;
    if let Some(revision) = client.revision().await {
        told.insert("revision".into(), revision);
    }
    Ok(told)
}

/// One value if it is the same for all tasks, else one for each.
fn by_task<'a>(values: impl Iterator<Item = (&'a String, String)>) -> Value {
    let values: BTreeMap<&String, String> = values.collect();
    let mut all: Vec<&String> = values.values().collect();
    all.dedup();
    match all.as_slice() {
        [one] => Value::from(one.as_str()),
        _ => json!(values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Function, Surface};

    #[tokio::test]
    async fn defaults_are_told_as_they_are() {
        let calls =
            Brief { functions: vec![Function::new("move", "", vec![])], surfaces: vec![Surface::Calls], ..Brief::default() };
        let screen = Brief { surfaces: vec![Surface::Screen], ..Brief::default() };
        let settings = |value: Value| value.as_object().cloned().unwrap_or_default();
        // Nobody listens there.
        let model = json!({"model": "vllm/m", "base_url": "http://127.0.0.1:9/v1"});
        let both = BTreeMap::from([("gym/maze".to_owned(), calls.clone()), ("web/circuit".to_owned(), screen)]);
        let told = effective(&settings(model.clone()), &both).await.unwrap();
        assert_eq!(told["dialect"], json!({"gym/maze": "pair", "web/circuit": "pyautogui"}));
        assert_eq!(told["several"], json!({"gym/maze": "last", "web/circuit": "first"}));
        assert_eq!((&told["base_url"], told.get("revision")), (&json!("http://127.0.0.1:9/v1"), None));
        let one = BTreeMap::from([("gym/maze".to_owned(), calls)]);
        let mut asked = settings(model);
        asked.extend(settings(json!({"dialect": "tools", "several": "all"})));
        let told = effective(&asked, &one).await.unwrap();
        assert_eq!((&told["dialect"], &told["several"]), (&json!("tools"), &json!("all")));
    }
}
