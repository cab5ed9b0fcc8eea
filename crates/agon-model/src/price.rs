//! What tokens cost: a file that users can edit.

use crate::{SetupError, Tokens};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub input: f64,
    pub output: f64,
    /// For input from the provider's cache; as `input` if it is not given.
    pub cached: Option<f64>,
    /// For input that is put into the provider's cache; as `input` if it is not given.
    pub cache_written: Option<f64>,
}

/// Prices by `provider/model`; a name that ends in `*` stands for all that begin so, and the longest counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    built_in: Table,
    own: BTreeMap<String, Price>,
}

/// A file of prices, and the day on which they were looked up.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
struct Table {
    #[serde(default)]
    as_of: String,
    #[serde(flatten)]
    prices: BTreeMap<String, Price>,
}

/// List prices of a few well-known models. They change; users' files come first.
const BUILT_IN: &str = include_str!("prices.toml");

impl Prices {
    /// The built-in prices with those of a file laid over them.
    pub fn load(file: Option<&Path>) -> Result<Self, SetupError> {
        Self::read(file).map_err(SetupError::Prices)
    }

    fn read(file: Option<&Path>) -> Result<Self, String> {
        let built_in: Table = toml::from_str(BUILT_IN).map_err(|error| error.to_string())?;
        let mut own = BTreeMap::new();
        if let Some(path) = file {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let table: Table = toml::from_str(&text).map_err(|error| format!("{}: {}", path.display(), error.message()))?;
            let bad = table.prices.iter().find(|(_, price)| !price.is_plausible());
            if let Some((name, _)) = bad {
                return Err(format!("{}: the price of {name} must be made of numbers from 0 on", path.display()));
            }
            own = table.prices;
        }
        Ok(Self { built_in, own })
    }

    /// The user's own price of a model, else the built-in one; within each the longest name that fits.
    pub fn of(&self, name: &str) -> Option<&Price> {
        find(&self.own, name).or_else(|| find(&self.built_in.prices, name))
    }

    /// Whether the price of a model is one of ours.
    pub fn is_built_in(&self, name: &str) -> bool {
        find(&self.own, name).is_none() && find(&self.built_in.prices, name).is_some()
    }

    /// The day of the built-in prices, as `2026-11-15`.
    pub fn date(&self) -> &str {
        &self.built_in.as_of
    }
}

fn find<'p>(prices: &'p BTreeMap<String, Price>, name: &str) -> Option<&'p Price> {
    let fits = |pattern: &str| pattern.strip_suffix('*').is_some_and(|start| name.starts_with(start));
    let longest = || prices.iter().filter(|(pattern, _)| fits(pattern)).max_by_key(|(pattern, _)| pattern.len());
    prices.get(name).or_else(|| longest().map(|(_, price)| price))
}

impl Price {
    pub fn cost(&self, tokens: &Tokens) -> f64 {
        let plain = tokens.input.saturating_sub(tokens.cached).saturating_sub(tokens.cache_written);
        let parts = [
            (plain, self.input),
            (tokens.cached, self.cached.unwrap_or(self.input)),
            (tokens.cache_written, self.cache_written.unwrap_or(self.input)),
            (tokens.output, self.output),
        ];
        parts.iter().map(|(count, price)| *count as f64 * price / 1e6).sum()
    }

    fn is_plausible(&self) -> bool {
        let all = [Some(self.input), Some(self.output), self.cached, self.cache_written];
        all.into_iter().flatten().all(|price| price.is_finite() && price >= 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_counts_and_users_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("prices.toml");
        let text = "[\"a/*\"]\ninput = 1\noutput = 2\n[\"a/big-*\"]\ninput = 10\noutput = 20\ncached = 1\n";
        std::fs::write(&path, text).unwrap();
        let prices = Prices::load(Some(&path)).unwrap();
        assert_eq!(prices.of("a/small").map(|price| price.input), Some(1.0));
        assert_eq!(prices.of("a/big-1").map(|price| price.input), Some(10.0));
        assert_eq!(prices.of("b/small"), None);
        assert!(!prices.is_built_in("a/small") && prices.is_built_in("openai/gpt-5"));
        assert!(prices.date().starts_with("2026-"), "prices have a day: {}", prices.date());
        let tokens = Tokens { input: 1_000_000, cached: 500_000, output: 100_000, ..Tokens::default() };
        assert_eq!(prices.of("a/big-1").map(|price| price.cost(&tokens)), Some(5.0 + 0.5 + 2.0));
        let built_in = |name: &str| prices.of(name).map(|price| (price.input, price.cached, price.output));
        assert_eq!(built_in("gemini/gemini-3.5-flash"), Some((1.5, Some(0.15), 9.0)));
        assert_eq!(built_in("gemini/gemini-3.5-flash-lite"), Some((0.3, Some(0.03), 2.5)), "not that of a name it begins with");
        assert_eq!(built_in("xai/grok-4-fast-reasoning"), Some((0.2, Some(0.05), 0.5)));
        assert_eq!(built_in("mistral/mistral-latest"), None);
        std::fs::write(&path, "[\"a/*\"]\ninput = -1\noutput = 2\n").unwrap();
        assert!(Prices::load(Some(&path)).unwrap_err().to_string().contains("the price of a/*"));
        std::fs::write(&path, "[\"a/*\"]\ninput = 1\n").unwrap();
        assert!(Prices::load(Some(&path)).unwrap_err().to_string().contains("missing field `output`"));
    }
}
