//! One form for every study: named columns, rows of entries, and a sentence on how they were computed.

use crate::compare::p_value;
use crate::csv::quoted;
use crate::number::{NOTHING, cost, duration, grouped, percent, plain, points, range, tokens};
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{TableOptions, wrapped};
use agon_stats::Interval;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// A study as a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Short and stable.
    pub name: &'static str,
    pub title: &'static str,
    /// How it was computed.
    pub how: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Entry>>,
    /// What a reader should know before believing the figures.
    pub notes: Vec<String>,
}

/// A column: its name in files, and its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub title: String,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    Text(String),
    Count(u64),
    /// A number with two decimals.
    Number(f64),
    /// A p-value.
    Chance(f64),
    /// Written in percent.
    Share(f64),
    /// A difference of shares, written in percentage points.
    Points(f64),
    Seconds(f64),
    Dollars(f64),
    Tokens(f64),
    /// Of shares.
    Range(Interval),
    /// Of differences of shares.
    PointsRange(Interval),
    /// Of numbers.
    NumberRange(Interval),
    Flag(bool),
    Nothing,
}

impl Entry {
    pub(super) fn or_nothing<T>(value: Option<T>, of: fn(T) -> Self) -> Self {
        value.map_or(Self::Nothing, of)
    }

    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The number behind it.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(*count as f64),
            Self::Number(value) | Self::Chance(value) | Self::Share(value) | Self::Points(value) => Some(*value),
            Self::Seconds(value) | Self::Dollars(value) | Self::Tokens(value) => Some(*value),
            _ => None,
        }
    }

    fn interval(&self) -> Option<&Interval> {
        match self {
            Self::Range(interval) | Self::PointsRange(interval) | Self::NumberRange(interval) => Some(interval),
            _ => None,
        }
    }

    fn is_text(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Range(_) | Self::PointsRange(_) | Self::NumberRange(_))
    }

    /// As people read it.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => plain(text),
            Self::Count(count) => grouped(*count),
            Self::Number(value) => format!("{value:.2}").replace('-', "−"),
            Self::Chance(p) => p_value(*p).trim_start_matches("= ").to_owned(),
            Self::Share(share) => percent(*share),
            Self::Points(difference) => points(*difference),
            Self::Seconds(secs) => duration(*secs),
            Self::Dollars(usd) => cost(*usd),
            Self::Tokens(count) => tokens(*count),
            Self::Range(interval) => range(*interval),
            Self::PointsRange(interval) => format!("{} to {}", points(interval.low), points(interval.high)),
            Self::NumberRange(interval) => format!("{:.2} to {:.2}", interval.low, interval.high).replace('-', "−"),
            Self::Flag(is) => if *is { "yes" } else { "no" }.into(),
            Self::Nothing => NOTHING.into(),
        }
    }
}

impl Table {
    pub(super) fn new(name: &'static str, title: &'static str, how: impl Into<String>, columns: &[(&str, &str)]) -> Self {
        let columns = columns.iter().map(|(name, title)| Column { name: (*name).into(), title: (*title).into() }).collect();
        Self { name, title, how: how.into(), columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// Where a column stands.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The entry of a row in a column.
    pub fn entry<'a>(&self, row: &'a [Entry], name: &str) -> &'a Entry {
        self.column(name).and_then(|place| row.get(place)).unwrap_or(&Entry::Nothing)
    }
}

/// As a table for a terminal, with the sentence below it.
pub fn text(table: &Table, options: &TableOptions) -> String {
    let is_left = |place: usize| table.rows.iter().all(|row| row[place].is_text() || row[place] == Entry::Nothing);
    let align = (0..table.columns.len()).map(|place| if is_left(place) { Align::Left } else { Align::Right });
    let mut grid = Grid::new(align.collect());
    grid.head(&table.columns.iter().map(|column| column.title.as_str()).collect::<Vec<_>>());
    for row in &table.rows {
        grid.push(Line::Cells(row.iter().map(|entry| Cell::new(entry.shown())).collect()));
    }
    let mut text = paint(&format!("{}\n", table.title), Tone::Strong, options.paint);
    text.push_str(&grid.render(options));
    for words in std::iter::once(&table.how).chain(&table.notes) {
        text.push_str(&paint(&wrapped(words, "  ", options.page_width()), Tone::Dim, options.paint));
    }
    text
}

/// As comma-separated values: numbers as they are, an interval as two columns.
pub fn csv(table: &Table) -> String {
    let is_range = |place: usize| table.rows.iter().any(|row| row[place].interval().is_some());
    let ranges: Vec<bool> = (0..table.columns.len()).map(is_range).collect();
    let mut heads = Vec::new();
    for (column, is_range) in table.columns.iter().zip(&ranges) {
        match is_range {
            true => heads.extend([format!("{}_low", column.name), format!("{}_high", column.name)]),
            false => heads.push(quoted(&column.name)),
        }
    }
    let mut text = heads.join(",") + "\n";
    for row in &table.rows {
        let mut cells = Vec::new();
        for (entry, is_range) in row.iter().zip(&ranges) {
            if *is_range {
                let [low, high] =
                    entry.interval().map_or([String::new(), String::new()], |i| [i.low.to_string(), i.high.to_string()]);
                cells.extend([low, high]);
            } else {
                cells.push(match entry {
                    Entry::Text(text) => quoted(text),
                    Entry::Flag(is) => is.to_string(),
                    Entry::Count(count) => count.to_string(),
                    other => other.number().map_or_else(String::new, |value| value.to_string()),
                });
            }
        }
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Flag(is) => serializer.serialize_bool(*is),
            other => match (other.interval(), other.number()) {
                (Some(interval), _) => interval.serialize(serializer),
                (None, Some(number)) => serializer.serialize_f64(number),
                (None, None) => serializer.serialize_none(),
            },
        }
    }
}

/// A row as an object by the names of its columns.
struct NamedRow<'a>(&'a [Column], &'a [Entry]);

impl Serialize for NamedRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (column, entry) in self.0.iter().zip(self.1) {
            map.serialize_entry(&column.name, entry)?;
        }
        map.end()
    }
}

struct NamedRows<'a>(&'a Table);

impl Serialize for NamedRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.0.rows.len()))?;
        for row in &self.0.rows {
            rows.serialize_element(&NamedRow(&self.0.columns, row))?;
        }
        rows.end()
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name)?;
        map.serialize_entry("title", self.title)?;
        map.serialize_entry("how", &self.how)?;
        map.serialize_entry("notes", &self.notes)?;
        map.serialize_entry("rows", &NamedRows(self))?;
        map.end()
    }
}
