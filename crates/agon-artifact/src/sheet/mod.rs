//! Tables of cells, whatever file they came in: CSV, TSV, JSON, XLSX, ODS.

mod archive;
mod delimited;
mod json;
mod ods;
mod xlsx;

pub(crate) use archive::Archive;

use crate::input::Unreadable;
use crate::number::{self, NumberStyle};
use crate::written::{self, extension};

/// Most cells of a table, empty ones inside its outline included.
const MOST_CELLS: usize = 8_000_000;
const MOST_COLUMNS: usize = 16_384;

/// One cell. Text that writes a number stays text: whether it is a number is the comparison's question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Empty,
    Text(Box<str>),
    Number(f64),
    Bool(bool),
}

impl Cell {
    pub(crate) fn text(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() { Self::Empty } else { Self::Text(text.into()) }
    }

    /// A number, unless it is not finite: no file can write such a number on purpose.
    pub(crate) fn finite(value: f64) -> Self {
        if value.is_finite() { Self::Number(value) } else { Self::Text(value.to_string().into()) }
    }

    pub(crate) fn number(&self, style: NumberStyle) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            Self::Text(text) => number::parse(text, style),
            Self::Empty | Self::Bool(_) => None,
        }
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Text(text) if text.eq_ignore_ascii_case("true") => Some(true),
            Self::Text(text) if text.eq_ignore_ascii_case("false") => Some(false),
            _ => None,
        }
    }

    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Empty => "nothing".into(),
            Self::Text(text) => format!("`{text}`"),
            Self::Number(value) => number::shown(*value),
            Self::Bool(value) => value.to_string(),
        }
    }

    /// The cell as text that can be compared: dates of midnight are dates.
    pub(crate) fn written(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => without_midnight(text).to_owned(),
            Self::Number(value) => number::shown(*value),
            Self::Bool(value) => value.to_string(),
        }
    }
}

fn without_midnight(text: &str) -> &str {
    match text.as_bytes() {
        [_, _, _, _, b'-', _, _, b'-', _, _, b' ' | b'T', time @ ..] if time.starts_with(b"00:00:00") => {
            let rest = &text[19..];
            if rest.trim_start_matches('.').bytes().all(|b| b == b'0' || b == b'Z') { &text[..10] } else { text }
        }
        _ => text,
    }
}

/// Rows of cells, all of one width.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Sheet {
    pub(crate) width: usize,
    cells: Vec<Cell>,
}

impl Sheet {
    /// Puts a row below the others. `row` may be shorter than the sheet; a longer one widens it.
    pub(crate) fn push(&mut self, row: &mut Vec<Cell>) -> Result<(), Unreadable> {
        // An empty row at the top is a row too: cells below it keep their places.
        if row.len() > self.width || self.width == 0 {
            self.widen(row.len().max(1))?;
        }
        if self.cells.len() + self.width > MOST_CELLS {
            return Err(Unreadable::new(format!("has more than {MOST_CELLS} cells")));
        }
        row.resize(self.width, Cell::Empty);
        self.cells.append(row);
        Ok(())
    }

    fn widen(&mut self, width: usize) -> Result<(), Unreadable> {
        if width > MOST_COLUMNS || self.rows().saturating_mul(width) > MOST_CELLS {
            return Err(Unreadable::new(format!("has more than {MOST_COLUMNS} columns or {MOST_CELLS} cells")));
        }
        if self.width > 0 && !self.cells.is_empty() {
            let mut wider = Vec::with_capacity(self.rows() * width);
            for row in std::mem::take(&mut self.cells).chunks_mut(self.width) {
                wider.extend(row.iter_mut().map(|cell| std::mem::replace(cell, Cell::Empty)));
                wider.resize(wider.len().next_multiple_of(width), Cell::Empty);
            }
            self.cells = wider;
        }
        self.width = width;
        Ok(())
    }

    pub(crate) fn rows(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    pub(crate) fn row(&self, index: usize) -> &[Cell] {
        &self.cells[index * self.width..(index + 1) * self.width]
    }

    pub(crate) fn cell(&self, row: usize, column: usize) -> &Cell {
        if column < self.width && row < self.rows() { &self.cells[row * self.width + column] } else { &Cell::Empty }
    }
}

/// What a file that holds tables is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SheetFormat {
    Csv,
    Tsv,
    Json,
    Xlsx,
    Ods,
}

impl SheetFormat {
    /// By the file's name, then by its first bytes.
    pub(crate) fn guess(path: &str, bytes: &[u8]) -> Self {
        match extension(path).as_str() {
            "tsv" | "tab" => Self::Tsv,
            "json" => Self::Json,
            "xlsx" | "xlsm" => Self::Xlsx,
            "ods" => Self::Ods,
            _ if bytes.starts_with(b"PK\x03\x04") => Self::Xlsx,
            _ => Self::Csv,
        }
    }
}

/// Reads one sheet of a file: the one called `name` where the file has several, else the first.
pub(crate) fn read(bytes: &[u8], format: SheetFormat, name: Option<&str>) -> Result<Sheet, Unreadable> {
    match format {
        SheetFormat::Csv => delimited::read(&written::decode(bytes)?, None),
        SheetFormat::Tsv => delimited::read(&written::decode(bytes)?, Some(b'\t')),
        SheetFormat::Json => json::read(&written::decode(bytes)?),
        SheetFormat::Xlsx => xlsx::read(bytes, name),
        SheetFormat::Ods => ods::read(bytes, name),
    }
}

/// The row and column of an address such as `B4`, counted from 0.
pub(crate) fn address(text: &str) -> Option<(usize, usize)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = text.split_at(digits);
    if letters.is_empty() || letters.len() > 3 || !letters.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    let column = letters.bytes().fold(0, |sum, b| sum * 26 + usize::from(b.to_ascii_uppercase() - b'A') + 1);
    let row: usize = row.parse().ok()?;
    (row > 0 && column <= MOST_COLUMNS).then(|| (row - 1, column - 1))
}

#[cfg(test)]
mod tests;
