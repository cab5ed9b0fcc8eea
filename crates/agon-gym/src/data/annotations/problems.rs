//! What in a file could not be used: counted, and the first of each kind named.

use crate::data::warn;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A damaged data set may have a fault in every entry; the first ones are enough to find out why.
const NAMED: usize = 20;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Problems {
    /// How many of each kind there are, and the first of them.
    kinds: BTreeMap<String, (u64, Vec<String>)>,
}

impl Problems {
    pub(crate) fn add(&mut self, kind: &str, text: impl FnOnce() -> String) {
        if !self.kinds.contains_key(kind) {
            self.kinds.insert(kind.to_owned(), Default::default());
        }
        if let Some((count, named)) = self.kinds.get_mut(kind) {
            *count += 1;
            if named.len() < NAMED {
                named.push(text());
            }
        }
    }

    /// Tells of them as warnings.
    pub(crate) fn tell(&self, file: &str) {
        for (kind, (count, named)) in &self.kinds {
            named.iter().for_each(|text| warn(text.clone()));
            if let Some(more) = count.checked_sub(named.len() as u64).filter(|more| *more > 0) {
                warn(format!("{file}: {more} more of the kind: {kind}"));
            }
        }
    }

    /// Each kind with how often it came and its first sentence.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (&str, u64, &str)> {
        self.kinds.iter().map(|(kind, (count, named))| (kind.as_str(), *count, named.first().map_or("", String::as_str)))
    }
}

/// An entry's number, or the beginning of the entry where it has none.
pub(super) fn name_of(value: &Value, key: &str) -> String {
    match value.get(key) {
        Some(id) => id.to_string().chars().take(60).collect(),
        None => value.to_string().chars().take(60).collect(),
    }
}
