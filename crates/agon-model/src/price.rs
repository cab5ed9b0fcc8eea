//! What tokens cost: a file that users can edit.

use crate::Tokens;
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
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Prices(BTreeMap<String, Price>);

/// List prices of a few well-known models. They change; users' files come first.
const BUILT_IN: &str = include_str!("prices.toml");

impl Prices {
    /// The built-in prices with those of a file laid over them.
    pub fn load(file: Option<&Path>) -> Result<Self, String> {
        let mut prices: Self = toml::from_str(BUILT_IN).map_err(|error| error.to_string())?;
        if let Some(path) = file {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let own: Self = toml::from_str(&text).map_err(|error| format!("{}: {}", path.display(), error.message()))?;
            let bad = own.0.iter().find(|(_, price)| !price.is_plausible());
            if let Some((name, _)) = bad {
                return Err(format!("{}: the price of {name} must be made of numbers from 0 on", path.display()));
            }
            prices.0.extend(own.0);
        }
        Ok(prices)
    }

    pub fn of(&self, name: &str) -> Option<&Price> {
        let fits = |pattern: &str| pattern.strip_suffix('*').is_some_and(|start| name.starts_with(start));
        let longest = || self.0.iter().filter(|(pattern, _)| fits(pattern)).max_by_key(|(pattern, _)| pattern.len());
        self.0.get(name).or_else(|| longest().map(|(_, price)| price))
    }
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
        let tokens = Tokens { input: 1_000_000, cached: 500_000, output: 100_000, ..Tokens::default() };
        assert_eq!(prices.of("a/big-1").map(|price| price.cost(&tokens)), Some(5.0 + 0.5 + 2.0));
        std::fs::write(&path, "[\"a/*\"]\ninput = -1\noutput = 2\n").unwrap();
        assert!(Prices::load(Some(&path)).unwrap_err().contains("the price of a/*"));
        std::fs::write(&path, "[\"a/*\"]\ninput = 1\n").unwrap();
        assert!(Prices::load(Some(&path)).unwrap_err().contains("missing field `output`"));
    }
}
