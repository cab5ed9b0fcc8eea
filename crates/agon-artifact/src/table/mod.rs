//! `table`: rows and columns against a reference table, cell by cell.
//!
//! | setting | meaning |
//! |---|---|
//! | `file` | the path below `output/`: CSV, TSV, JSON, XLSX or ODS |
//! | `reference` or `rows` | the right table, as a file below `reference/` or as a list of TOML tables |
//! | `format`, `reference_format` | `csv`, `tsv`, `json`, `xlsx`, `ods`; default: by the file's name |
//! | `sheet`, `reference_sheet` | the sheet of a workbook; default: the first |
//! | `header` | `false`: there is no row of names, columns are called `1`, `2`, … |
//! | `key` | columns by which rows are matched; without it they are matched by their place |
//! | `columns` | settings of single columns, by name: `as`, `absolute`, `relative`, `weight`, `gate`, `also` (other names it may have). Where it is given only these and the keys are compared |
//! | `absolute`, `relative` | the tolerance of numbers in columns without their own; default 0 and 1e-9 |
//! | `decimal` | `comma` where numbers are written `1.234,5` |
//! | `percent` | what `12 %` is: `fraction` (0.12), `points` (12) or `refuse` |
//! | `empty` | texts that stand for an empty cell, such as `NA` |
//! | `score` | `cells` (default): the share of right cells; `rows`: the share of rows that are right in every cell |
//! | `extra_rows` | `penalise` (default): each counts like a wrong row; `ignore`; `fail`: score 0 |
//! | `extra_columns` | `ignore` (default) or `fail` |
//! | `ordered` | `true`: rows with a `key` must also come in the reference's order |
//!
//! A column is compared `as` `number`, `text` (case counts), `folded` (it does not), or `auto`: as a number where the reference
//! has one, else folded. Rows that answer a key more often than the reference does, with different cells, are wrong whatever
//! `extra_rows` says: nobody may try several answers.

mod cells;
mod matching;

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop, Unreadable};
use crate::marks::Parts;
use crate::number::{Decimal, NumberStyle, Percent, ratio};
use crate::settings::{Rule, Tolerance, check_weight, one};
use crate::sheet::{self, Cell, Sheet, SheetFormat};
use crate::written;
use cells::Column;
pub(crate) use cells::{Comparing, Context, of_toml, right};
use matching::{Pairing, pair};
use std::collections::BTreeMap;

/// What the file should be.
const WHAT: &str = "a table";

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableMode {
    file: String,
    reference: Option<String>,
    rows: Option<Vec<toml::Table>>,
    format: Option<SheetFormat>,
    reference_format: Option<SheetFormat>,
    sheet: Option<String>,
    reference_sheet: Option<String>,
    #[serde(default = "yes")]
    header: bool,
    #[serde(default)]
    key: Vec<String>,
    columns: Option<toml::map::Map<String, toml::Value>>,
    #[serde(default)]
    absolute: f64,
    #[serde(default = "tiny")]
    relative: f64,
    #[serde(default)]
    decimal: Decimal,
    #[serde(default)]
    percent: Percent,
    #[serde(default)]
    empty: Vec<String>,
    #[serde(default)]
    score: Scoring,
    #[serde(default)]
    extra_rows: ExtraRows,
    #[serde(default)]
    extra_columns: ExtraColumns,
    #[serde(default)]
    ordered: bool,
}

#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ColumnSettings {
    #[serde(default, rename = "as")]
    comparing: Comparing,
    absolute: Option<f64>,
    relative: Option<f64>,
    #[serde(default = "one")]
    weight: f64,
    #[serde(default)]
    gate: bool,
    #[serde(default)]
    also: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scoring {
    #[default]
    Cells,
    Rows,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum ExtraRows {
    #[default]
    Penalise,
    Ignore,
    Fail,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum ExtraColumns {
    #[default]
    Ignore,
    Fail,
}

fn yes() -> bool {
    true
}

fn tiny() -> f64 {
    1e-9
}

/// A sheet whose columns have names.
struct Named {
    names: Vec<String>,
    sheet: Sheet,
    /// Rows of the sheet before the first row of data.
    skipped: usize,
}

impl Named {
    fn new(sheet: Sheet, header: bool) -> Result<Self, Unreadable> {
        if sheet.rows() == 0 {
            return Err(Unreadable::new("has no rows"));
        }
        if !header {
            return Ok(Self { names: (1..=sheet.width).map(|n| n.to_string()).collect(), sheet, skipped: 0 });
        }
        // Workbooks often have empty rows above their tables.
        let blank = |row: usize| sheet.row(row).iter().all(|cell| *cell == Cell::Empty);
        let Some(top) = (0..sheet.rows()).find(|row| !blank(*row)) else {
            return Err(Unreadable::new("has nothing but empty cells"));
        };
        let names: Vec<String> = sheet.row(top).iter().map(|cell| written::folded(&cell.written())).collect();
        let mut sorted: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Unreadable::new(format!("has two columns called `{}`", twice[0])));
        }
        Ok(Self { names, sheet, skipped: top + 1 })
    }

    fn place(&self, names: &[String]) -> Option<usize> {
        names.iter().find_map(|name| self.names.iter().position(|known| *known == written::folded(name)))
    }

    fn rows(&self) -> usize {
        self.sheet.rows() - self.skipped
    }

    fn row(&self, index: usize) -> &[Cell] {
        self.sheet.row(index + self.skipped)
    }
}

impl TableMode {
    fn style(&self) -> NumberStyle {
        NumberStyle { decimal: self.decimal, percent: self.percent }
    }

    fn column_settings(&self) -> Result<BTreeMap<String, ColumnSettings>, Problem> {
        let mut all = BTreeMap::new();
        for (name, value) in self.columns.iter().flatten() {
            let settings = value
                .clone()
                .try_into()
                .map_err(|error: toml::de::Error| Problem::new(format!("column `{name}`: {}", error.message())))?;
            all.insert(name.clone(), settings);
        }
        Ok(all)
    }

    fn read(&self, bytes: &[u8], format: Option<SheetFormat>, path: &str, name: Option<&str>) -> Result<Named, Unreadable> {
        let format = format.unwrap_or_else(|| SheetFormat::guess(path, bytes));
        Named::new(sheet::read(bytes, format, name)?, self.header)
    }

    /// The table that was handed in, and the one that is expected.
    fn tables(&self, input: &Input<'_>) -> Result<(Named, Named), Stop> {
        let read = |bytes: &[u8]| self.read(bytes, self.format, &self.file, self.sheet.as_deref());
        let Some(path) = &self.reference else {
            let expected = self.listed_rows()?;
            return Ok((input.artifact(&self.file, WHAT, read)?, expected));
        };
        let name = self.reference_sheet.as_deref();
        let read_reference = |bytes: &[u8]| self.read(bytes, self.reference_format, path, name);
        input.both((&self.file, WHAT, read), (path, read_reference))
    }

    /// The rows that stand in the settings.
    fn listed_rows(&self) -> Result<Named, Stop> {
        let fault = |why: String| Stop::Reference(crate::ReferenceError { path: "rows".into(), why });
        let mut names: Vec<&String> = Vec::new();
        for key in self.rows.iter().flatten().flat_map(toml::Table::keys) {
            if !names.contains(&key) {
                names.push(key);
            }
        }
        let mut sheet = Sheet::default();
        let mut push = |mut row: Vec<Cell>| sheet.push(&mut row).map_err(|why| fault(why.to_string()));
        push(names.iter().map(|name| Cell::text(name)).collect())?;
        for row in self.rows.iter().flatten() {
            push(names.iter().map(|name| row.get(*name).map_or(Cell::Empty, cells::of_toml)).collect())?;
        }
        Named::new(sheet, true).map_err(|why| fault(why.to_string()))
    }

    /// The columns to compare, with their places in both tables; `None` in the second where the column is missing.
    fn columns(&self, expected: &Named, seen: &Named) -> Result<Vec<Column>, Stop> {
        let settings = self.column_settings().unwrap_or_default();
        let mut wanted: Vec<(String, ColumnSettings)> = Vec::new();
        for name in &self.key {
            let own = settings.get(name).cloned();
            wanted.push((name.clone(), own.unwrap_or_else(|| ColumnSettings { weight: 0.0, ..Default::default() })));
        }
        if settings.is_empty() {
            let rest = expected.names.iter().filter(|name| !name.is_empty());
            let rest = rest.filter(|name| !self.key.iter().any(|key| written::folded(key) == **name));
            wanted.extend(rest.map(|name| (name.clone(), ColumnSettings { weight: 1.0, ..Default::default() })));
        } else {
            wanted.extend(settings.into_iter().filter(|(name, _)| !self.key.contains(name)));
        }
        wanted.into_iter().map(|(name, own)| self.column(name, own, expected, seen)).collect()
    }

    fn column(&self, name: String, own: ColumnSettings, expected: &Named, seen: &Named) -> Result<Column, Stop> {
        let mut names = own.also;
        names.insert(0, name.clone());
        let place = expected.place(&names).ok_or_else(|| {
            let path = self.reference.clone().unwrap_or_else(|| "rows".into());
            Stop::Reference(crate::ReferenceError { path, why: format!("has no column `{name}`") })
        })?;
        Ok(Column {
            is_key: self.key.contains(&name),
            seen: seen.place(&names),
            name,
            expected: place,
            comparing: own.comparing,
            tolerance: Tolerance {
                absolute: own.absolute.unwrap_or(self.absolute),
                relative: own.relative.unwrap_or(self.relative),
                ..Tolerance::absolute(0.0)
            },
            rule: Rule { weight: own.weight, gate: own.gate },
        })
    }

    fn mark_columns(&self, parts: &mut Parts, columns: &[Column], expected: &Named, seen: &Named, pairing: &Pairing) {
        let extra = if self.extra_rows == ExtraRows::Ignore { 0 } else { pairing.extra.len() };
        let context = cells::Context { style: self.style(), empty: &self.empty };
        let mut row_right = vec![true; expected.rows()];
        let only_keys = columns.iter().all(|column| column.rule.weight == 0.0);
        for column in columns {
            let mut right = 0;
            let mut first_wrong = None;
            for (index, partner) in pairing.partners.iter().enumerate() {
                let wanted = &expected.row(index)[column.expected];
                let given = column.seen.zip(partner.as_option()).map(|(place, row)| &seen.row(row)[place]);
                if given.is_some_and(|given| column.right(wanted, given, &context)) {
                    right += 1;
                } else {
                    row_right[index] = false;
                    first_wrong.get_or_insert((index, wanted, given));
                }
            }
            let score = ratio(right, expected.rows() + extra);
            let mut words = format!("{right} of {}", expected.rows());
            if column.seen.is_none() {
                words = "there is no such column".into();
            } else if let Some((index, wanted, given)) = first_wrong {
                let label = pairing.label(index, columns, |place| &expected.row(index)[place]);
                let given = given.map_or_else(|| pairing.partners[index].why().to_owned(), Cell::shown);
                words.push_str(&format!("; first wrong: {label}: {given} instead of {}", wanted.shown()));
            }
            // Rows are found by their keys: these count only where there is nothing else to count.
            let weight = match self.score {
                Scoring::Cells if only_keys => 1.0,
                Scoring::Cells => column.rule.weight,
                Scoring::Rows => 0.0,
            };
            let rule = Rule { weight, gate: column.rule.gate };
            parts.add(&column.name, rule, score, format!("{} cells{}", expected.rows(), column.tolerance_words()), words);
        }
        if self.score == Scoring::Rows {
            let right = row_right.iter().filter(|right| **right).count();
            let words = format!("{right} of {}, and {} extra", expected.rows(), pairing.extra.len());
            parts.add("right rows", Rule::ONE, ratio(right, expected.rows() + extra), format!("{} rows", expected.rows()), words);
        }
    }

    fn mark_rows(&self, parts: &mut Parts, expected: &Named, seen: &Named, pairing: &Pairing) {
        let missing = pairing.partners.iter().filter(|partner| partner.is_missing()).count();
        let again = pairing.partners.iter().filter(|partner| partner.is_contested()).count();
        let extra = pairing.extra.len();
        let mut words = format!("{} rows: {missing} missing, {extra} extra", seen.rows());
        if again > 0 {
            words.push_str(&format!(", {again} keys answered more than once"));
        }
        let fine = missing == 0 && again == 0 && (extra == 0 || self.extra_rows == ExtraRows::Ignore);
        let rule = if self.extra_rows == ExtraRows::Fail && extra > 0 { Rule::GATE } else { Rule::TOLD };
        parts.check("rows", rule, fine, format!("{} rows", expected.rows()), words);
    }
}

impl Mode for TableMode {
    fn check(&self) -> Result<(), Problem> {
        if self.reference.is_some() == self.rows.is_some() {
            return Err(Problem::new("it needs either a `reference` or `rows`"));
        }
        if self.rows.as_ref().is_some_and(Vec::is_empty) {
            return Err(Problem::new("`rows` is empty"));
        }
        let whole = Tolerance { absolute: self.absolute, relative: self.relative, ..Tolerance::absolute(0.0) };
        whole.check("table")?;
        for (name, column) in self.column_settings()? {
            check_weight(&name, column.weight)?;
            let own = Tolerance {
                absolute: column.absolute.unwrap_or(0.0),
                relative: column.relative.unwrap_or(0.0),
                ..Tolerance::absolute(0.0)
            };
            own.check(&name)?;
        }
        if self.ordered && self.key.is_empty() {
            return Err(Problem::new("`ordered` needs a `key`: rows without one are matched by their place anyway"));
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
        let (seen, expected) = self.tables(input)?;
        let columns = self.columns(&expected, &seen)?;
        if let Some(missing) = columns.iter().find(|column| column.is_key && column.seen.is_none()) {
            return Err(Stop::Artifact {
                expected: format!("a column `{}`, by which rows are matched", missing.name),
                seen: format!("columns {}", seen.names.join(", ")),
            });
        }
        let pairing = pair(&expected, &seen, &columns, &cells::Context { style: self.style(), empty: &self.empty });
        let mut parts = Parts::default();
        self.mark_rows(&mut parts, &expected, &seen, &pairing);
        self.mark_columns(&mut parts, &columns, &expected, &seen, &pairing);
        if self.extra_columns == ExtraColumns::Fail {
            let known: Vec<usize> = columns.iter().filter_map(|column| column.seen).collect();
            let extra: Vec<&str> = (0..seen.names.len())
                .filter(|place| !known.contains(place) && !seen.names[*place].is_empty())
                .map(|place| seen.names[place].as_str())
                .collect();
            parts.check("columns", Rule::GATE, extra.is_empty(), "no other columns", extra.join(", "));
        }
        if self.ordered {
            let places: Vec<usize> = pairing.partners.iter().filter_map(matching::Partner::as_option).collect();
            parts.check("order", Rule::ONE, places.is_sorted(), "rows in the reference's order", "rows in another order");
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
