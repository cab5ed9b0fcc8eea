//! One comparison as a task file writes it.

use crate::files::{Files, ReferenceError};
use crate::input::{Input, Stop};
use crate::marks::{Marked, Parts};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use std::fmt::Debug;
use std::sync::Arc;

/// What is wrong with a comparison's settings: one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Problem(pub(crate) String);

impl Problem {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// One comparison as a task file writes it: `[[key.compare]]`, a TOML table with `mode = "table"` and the mode's own settings.
/// Every mode also takes `all_or_nothing = true`: less than full marks in any part is then a score of 0.
#[derive(Debug, Clone)]
pub struct Comparison {
    mode: Arc<dyn Mode>,
    all_or_nothing: bool,
}

/// One way of comparing. Its settings are read by serde; what serde cannot see is held by `check`.
pub(crate) trait Mode: Debug + Send + Sync {
    /// Whether the settings make sense together.
    fn check(&self) -> Result<(), Problem>;
    fn references(&self) -> Vec<&str>;
    fn artifacts(&self) -> Vec<&str>;
    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop>;
}

type Reader = fn(toml::Table) -> Result<Arc<dyn Mode>, toml::de::Error>;

fn reader<M: Mode + DeserializeOwned + 'static>() -> Reader {
    |table| Ok(Arc::new(table.try_into::<M>()?))
}

/// Every mode by its name.
fn modes() -> Vec<(&'static str, Reader)> {
    vec![
        ("exact", reader::<crate::exact::Exact>()),
        ("table", reader::<crate::table::TableMode>()),
        ("values", reader::<crate::values::Values>()),
        ("mesh", reader::<crate::mesh::MeshMode>()),
        ("picture", reader::<crate::picture::PictureMode>()),
        ("text", reader::<crate::text::TextMode>()),
        ("sound", reader::<crate::sound::SoundMode>()),
        ("notes", reader::<crate::notes::NotesMode>()),
        ("svg", reader::<crate::svg::SvgMode>()),
        ("pdf", reader::<crate::pdf::PdfMode>()),
        ("gcode", reader::<crate::gcode::GcodeMode>()),
        ("graph", reader::<crate::graph::GraphMode>()),
    ]
}

impl Comparison {
    /// Reads the settings of one comparison.
    ///
    /// # Errors
    /// One sentence on an unknown mode, an unknown setting or a value that cannot be meant.
    pub fn read(mut table: toml::Table) -> Result<Self, Problem> {
        let name = match table.remove("mode") {
            Some(toml::Value::String(name)) => name,
            Some(other) => return Err(Problem(format!("`mode` is a name, not {other}"))),
            None => return Err(Problem::new(format!("a comparison needs a `mode`: one of {}", names()))),
        };
        let all_or_nothing = match table.remove("all_or_nothing") {
            None => false,
            Some(toml::Value::Boolean(value)) => value,
            Some(other) => return Err(Problem(format!("`all_or_nothing` is true or false, not {other}"))),
        };
        let Some((_, read)) = modes().into_iter().find(|(known, _)| *known == name) else {
            return Err(Problem(format!("no mode is called `{name}`: there are {}", names())));
        };
        let mode = read(table).map_err(|error| Problem(format!("mode `{name}`: {}", one_line(error.message()))))?;
        mode.check().map_err(|problem| Problem(format!("mode `{name}`: {problem}")))?;
        for (folder, path) in
            mode.artifacts().into_iter().map(|p| ("output", p)).chain(mode.references().into_iter().map(|p| ("reference", p)))
        {
            if !is_below(path) {
                return Err(Problem(format!("mode `{name}`: `{path}` is not a path below {folder}/")));
            }
        }
        Ok(Self { mode, all_or_nothing })
    }

    /// The names of all modes.
    #[must_use]
    pub fn modes() -> Vec<&'static str> {
        modes().into_iter().map(|(name, _)| name).collect()
    }

    /// The paths below `reference/` that it needs.
    #[must_use]
    pub fn references(&self) -> Vec<&str> {
        self.mode.references()
    }

    /// The paths below `output/` that it looks at.
    #[must_use]
    pub fn artifacts(&self) -> Vec<&str> {
        self.mode.artifacts()
    }

    /// Marks files that were handed in. `files` gives bytes by path below `output/`, `reference` by path below `reference/`.
    ///
    /// # Errors
    /// Only when a reference is missing or cannot be used: whatever is wrong with `files` is a score.
    pub fn mark(&self, files: &dyn Files, reference: &dyn Files) -> Result<Marked, ReferenceError> {
        match self.mode.compare(&Input { files, reference }) {
            Ok(parts) => Ok(parts.finish(self.all_or_nothing)),
            Err(stop) => stop.settle(),
        }
    }
}

impl<'de> Deserialize<'de> for Comparison {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(toml::Table::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

fn names() -> String {
    modes().iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether `path` stays below the folder it is meant in.
fn is_below(path: &str) -> bool {
    !path.is_empty()
        && !path.contains(['\\', '\0'])
        && path.split('/').all(|step| !step.is_empty() && step != "." && step != "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        Comparison::read(text.parse().unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn wrong_settings_are_told_in_one_sentence() {
        assert!(problem("file = 'a'").starts_with("a comparison needs a `mode`: one of exact, "));
        assert!(problem("mode = 'tabel'").starts_with("no mode is called `tabel`: there are "));
        assert!(problem("mode = 'exact'\nfile = 'a'\nvalue = 'x'\nfoo = 1").contains("unknown field `foo`"));
        assert_eq!(problem("mode = 'exact'\nfile = '../a'\nvalue = 'x'"), "mode `exact`: `../a` is not a path below output/");
        assert!(problem("mode = 'exact'\nfile = 'a'\nvalue = 'x'\nall_or_nothing = 1").contains("true or false"));
    }

    #[test]
    fn it_is_read_by_serde_too() {
        #[derive(serde::Deserialize)]
        struct Key {
            compare: Vec<Comparison>,
        }
        let key: Key = toml::from_str("[[compare]]\nmode = 'exact'\nfile = 'a.txt'\nreference = 'b.txt'").unwrap();
        assert_eq!(key.compare[0].artifacts(), ["a.txt"]);
        assert_eq!(key.compare[0].references(), ["b.txt"]);
    }
}
