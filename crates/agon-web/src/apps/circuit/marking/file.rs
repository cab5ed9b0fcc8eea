//! What may stand under `key.mark` of a task file.

use super::super::construction::Count;
use super::super::reading::Nearness;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::marker::PhantomData;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) inputs: Vec<String>,
    #[serde(default)]
    pub(super) outputs: Ordered<String>,
    #[serde(default)]
    pub(super) dont_care: Ordered<String>,
    pub(super) allowed_rows: Option<String>,
    #[serde(default)]
    pub(super) only: Vec<String>,
    #[serde(default)]
    pub(super) chips: bool,
    #[serde(default = "yes")]
    pub(super) constants: bool,
    #[serde(default)]
    pub(super) gates: Ordered<CountOf>,
    #[serde(default)]
    pub(super) made_by: Ordered<MakerOf>,
    #[serde(default)]
    pub(super) made_from: Ordered<Vec<String>>,
    #[serde(default)]
    pub(super) apart: Vec<String>,
    #[serde(default)]
    pub(super) terms: Ordered<TermOf>,
    pub(super) circuit: Option<Vec<String>>,
    #[serde(default)]
    pub(super) answer: Ordered<ReadingOf>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a number, or a table with `min` and `max`")]
pub(super) enum CountOf {
    Exactly(usize),
    Between(Between),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Between {
    #[serde(default)]
    min: usize,
    max: Option<usize>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a text or a list of texts")]
pub(super) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a kind of gate, a list of kinds, or a table with `by` and `of`")]
pub(super) enum MakerOf {
    By(OneOrMore),
    Full(FullMaker),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FullMaker {
    pub(super) by: Option<OneOrMore>,
    #[serde(default)]
    pub(super) of: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "an expression, or a table with `is` and, if needed, `by`, `of` and `single`")]
pub(super) enum TermOf {
    Is(String),
    Full(FullTerm),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FullTerm {
    pub(super) is: String,
    pub(super) by: Option<OneOrMore>,
    #[serde(default)]
    pub(super) of: Vec<String>,
    #[serde(default)]
    pub(super) single: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadingOf {
    pub(super) value: String,
    tolerance: Option<f64>,
    decimals: Option<usize>,
}

fn yes() -> bool {
    true
}

const FIVE_PER_CENT: f64 = 0.05;

impl ReadingOf {
    pub(super) fn nearness(&self) -> Result<Nearness, String> {
        match (self.tolerance, self.decimals) {
            (Some(_), Some(_)) => Err("give a tolerance or decimals, not both".into()),
            (None, Some(decimals)) => Ok(Nearness::Rounded(decimals)),
            (tolerance, None) => match tolerance.unwrap_or(FIVE_PER_CENT) {
                share if (0.0..1.0).contains(&share) => Ok(Nearness::Share(share)),
                share => Err(format!("the tolerance is a share from 0 to 1, not {share}")),
            },
        }
    }
}

impl MakerOf {
    pub(super) fn full(self) -> FullMaker {
        match self {
            Self::By(by) => FullMaker { by: Some(by), of: Vec::new() },
            Self::Full(maker) => maker,
        }
    }
}

impl CountOf {
    pub(super) fn count(self) -> Result<Count, String> {
        let count = match self {
            Self::Exactly(count) => Count { min: count, max: count },
            Self::Between(Between { min, max }) => Count { min, max: max.unwrap_or(usize::MAX) },
        };
        if count.min <= count.max { Ok(count) } else { Err(format!("gates: {} is more than {}", count.min, count.max)) }
    }
}

impl OneOrMore {
    pub(super) fn list(self) -> Vec<String> {
        match self {
            Self::One(one) => vec![one],
            Self::More(more) => more,
        }
    }
}

impl TermOf {
    pub(super) fn full(self) -> FullTerm {
        match self {
            Self::Is(is) => FullTerm { is, by: None, of: Vec::new(), single: false },
            Self::Full(term) => term,
        }
    }
}

/// A table in the order of the file.
pub(super) struct Ordered<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Ordered<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}
