//! `values`: single fields of a file, each with its value and tolerance.
//!
//! | setting | meaning |
//! |---|---|
//! | `file` | the path below `output/` |
//! | `format` | `json`, `toml`, `csv`, `tsv`, `xlsx`, `ods` or `text`; default: by the file's name |
//! | `reference` | a JSON file below `reference/` that has the values of fields without `value`, under the same paths |
//! | `decimal`, `percent` | as in `table` |
//! | `fields` | the manifest: a list of tables |
//!
//! | of a field | meaning |
//! |---|---|
//! | `path` | in JSON and TOML `a.b[0].c`; in a workbook `Sheet!B4` or `B4`; in CSV and text the name of the value: the first column, the header of a single row, or what stands before `=` or `:` |
//! | `name` | what it is called in the marks; default: its path |
//! | `value` | a number, text, true or false, or a list of them |
//! | `one_of` | a list of acceptable values |
//! | `min`, `max` | bounds of a number |
//! | `absolute`, `relative`, `fade` | the tolerance of numbers; `fade = 3`: the score falls to 0 at three times it |
//! | `as` | `auto`, `number`, `text`, `folded` as in `table` |
//! | `unordered` | `true`: a list in any order |
//! | `weight`, `gate` | how much it counts; a failed gate is a score of 0 |

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop, Unreadable};
use crate::marks::Parts;
use crate::number::{Decimal, NumberStyle, Percent, ratio, shown};
use crate::settings::{Rule, Tolerance, check_weight, one};
use crate::sheet::Cell;
use crate::table::{Comparing, Context, right};
use document::{Document, DocumentFormat, Found};

mod document;

const MOST_LISTED: usize = 100_000;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Values {
    file: String,
    format: Option<DocumentFormat>,
    reference: Option<String>,
    #[serde(default)]
    decimal: Decimal,
    #[serde(default)]
    percent: Percent,
    fields: Vec<Field>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Field {
    path: String,
    name: Option<String>,
    value: Option<toml::Value>,
    one_of: Option<Vec<toml::Value>>,
    min: Option<f64>,
    max: Option<f64>,
    #[serde(default)]
    absolute: f64,
    #[serde(default = "tiny")]
    relative: f64,
    #[serde(default = "one")]
    fade: f64,
    #[serde(default, rename = "as")]
    comparing: Comparing,
    #[serde(default)]
    unordered: bool,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
}

fn tiny() -> f64 {
    1e-9
}

impl Field {
    fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.path)
    }

    fn tolerance(&self) -> Tolerance {
        Tolerance { absolute: self.absolute, relative: self.relative, fade: self.fade, value: None, rule: self.rule() }
    }

    fn rule(&self) -> Rule {
        Rule { weight: self.weight, gate: self.gate }
    }

    fn needs_reference(&self) -> bool {
        self.value.is_none() && self.one_of.is_none() && self.min.is_none() && self.max.is_none()
    }

    /// The acceptable values: the first that fits best counts.
    fn wanted(&self, reference: Option<&(String, Document)>) -> Result<Vec<Found>, Stop> {
        if let Some(value) = &self.value {
            return Ok(vec![document::of_toml(value)]);
        }
        if let Some(values) = &self.one_of {
            return Ok(values.iter().map(document::of_toml).collect());
        }
        match reference {
            Some((path, document)) if self.needs_reference() => document
                .find(&self.path)
                .map(|found| vec![found])
                .map_err(|why| Stop::Reference(crate::ReferenceError { path: path.clone(), why: why.to_string() })),
            _ => Ok(Vec::new()),
        }
    }

    fn score(&self, wanted: &[Found], seen: &Found, style: NumberStyle) -> f64 {
        let bounded = if self.min.is_some() || self.max.is_some() {
            let Found::One(cell) = seen else { return 0.0 };
            let Some(value) = cell.number(style) else { return 0.0 };
            if self.min.is_some_and(|min| value < min) || self.max.is_some_and(|max| value > max) {
                return 0.0;
            }
            true
        } else {
            false
        };
        if wanted.is_empty() {
            return f64::from(u8::from(bounded));
        }
        wanted.iter().map(|wanted| self.score_of(wanted, seen, style)).fold(0.0, f64::max)
    }

    fn score_of(&self, wanted: &Found, seen: &Found, style: NumberStyle) -> f64 {
        match (wanted, seen) {
            (Found::One(wanted), Found::One(seen)) => self.score_cell(wanted, seen, style),
            (Found::Many(wanted), Found::Many(seen)) if self.unordered => {
                let mut left: Vec<&Cell> = seen.iter().collect();
                let mut common = 0;
                for wanted in wanted {
                    if let Some(at) = left.iter().position(|cell| self.score_cell(wanted, cell, style) >= 1.0) {
                        left.swap_remove(at);
                        common += 1;
                    }
                }
                ratio(common, wanted.len() + left.len())
            }
            (Found::Many(wanted), Found::Many(seen)) => {
                let right = wanted.iter().zip(seen).filter(|(wanted, seen)| self.score_cell(wanted, seen, style) >= 1.0);
                ratio(right.count(), wanted.len().max(seen.len()))
            }
            _ => 0.0,
        }
    }

    fn score_cell(&self, wanted: &Cell, seen: &Cell, style: NumberStyle) -> f64 {
        let context = Context { style, empty: &[] };
        if matches!(self.comparing, Comparing::Auto | Comparing::Number)
            && let (Some(wanted), Some(seen)) = (context.number_of_reference(wanted), seen.number(style))
        {
            return self.tolerance().score(wanted, seen);
        }
        f64::from(u8::from(right(self.comparing, &self.tolerance(), wanted, seen, &context)))
    }

    fn expected_words(&self, wanted: &[Found], style: NumberStyle) -> String {
        let mut words = wanted.iter().map(Found::shown).collect::<Vec<_>>().join(" or ");
        if wanted.iter().any(|found| matches!(found, Found::One(cell) if cell.number(style).is_some())) {
            words.push_str(&self.tolerance().words());
        }
        for (label, bound) in [("at least", self.min), ("at most", self.max)] {
            if let Some(bound) = bound {
                words = format!("{words}{}{label} {}", if words.is_empty() { "" } else { ", " }, shown(bound));
            }
        }
        words
    }
}

impl Mode for Values {
    fn check(&self) -> Result<(), Problem> {
        if self.fields.is_empty() {
            return Err(Problem::new("`fields` is empty"));
        }
        for field in &self.fields {
            let label = field.label();
            field.tolerance().check(label)?;
            check_weight(label, field.weight)?;
            if field.value.is_some() && field.one_of.is_some() {
                return Err(Problem::new(format!("field `{label}` has both `value` and `one_of`")));
            }
            if field.needs_reference() && self.reference.is_none() {
                return Err(Problem::new(format!(
                    "field `{label}` needs a `value`, `one_of`, `min` or `max`, or the comparison a `reference`"
                )));
            }
            if field.min.zip(field.max).is_some_and(|(min, max)| min > max) {
                return Err(Problem::new(format!("field `{label}`: `min` is above `max`")));
            }
        }
        Ok(())
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let open = |bytes: &[u8], path: &str, format: Option<DocumentFormat>| {
            Document::open(bytes, format.unwrap_or_else(|| DocumentFormat::guess(path)))
        };
        let reference = match &self.reference {
            Some(path) => Some((path.clone(), input.reference(path, |bytes| open(bytes, path, None))?)),
            None => None,
        };
        let wanted: Vec<Vec<Found>> =
            self.fields.iter().map(|field| field.wanted(reference.as_ref())).collect::<Result<_, _>>()?;
        // Cells of workbooks are looked up while the decoder's guard is there: sheets are read on demand.
        let found: Vec<Result<Found, Unreadable>> = input.artifact(&self.file, "a file with the values", |bytes| {
            let document = open(bytes, &self.file, self.format)?;
            Ok(self.fields.iter().map(|field| document.find(&field.path)).collect())
        })?;
        let style = NumberStyle { decimal: self.decimal, percent: self.percent };
        let mut parts = Parts::default();
        for ((field, wanted), found) in self.fields.iter().zip(&wanted).zip(found) {
            let expected = field.expected_words(wanted, style);
            let (score, seen) = match found {
                Ok(found) if found.len() > MOST_LISTED => (0.0, "too long a list".to_owned()),
                Ok(found) => (field.score(wanted, &found, style), found.shown()),
                Err(why) => (0.0, why.to_string()),
            };
            parts.add(field.label(), field.rule(), score, expected, seen);
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
