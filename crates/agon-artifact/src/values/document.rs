//! Files in which single values are found by a path.

use crate::input::Unreadable;
use crate::sheet::{self, Cell, Sheet, SheetFormat};
use crate::written::{self, extension};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum DocumentFormat {
    Json,
    Toml,
    Csv,
    Tsv,
    Xlsx,
    Ods,
    Text,
}

impl DocumentFormat {
    pub(super) fn guess(path: &str) -> Self {
        match extension(path).as_str() {
            "json" => Self::Json,
            "toml" => Self::Toml,
            "csv" => Self::Csv,
            "tsv" | "tab" => Self::Tsv,
            "xlsx" | "xlsm" => Self::Xlsx,
            "ods" => Self::Ods,
            _ => Self::Text,
        }
    }
}

/// What stands at a path.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Found {
    One(Cell),
    Many(Vec<Cell>),
}

impl Found {
    pub(super) fn len(&self) -> usize {
        if let Self::Many(cells) = self { cells.len() } else { 1 }
    }

    pub(super) fn shown(&self) -> String {
        match self {
            Self::One(cell) => cell.shown(),
            Self::Many(cells) => {
                let some: Vec<String> = cells.iter().take(20).map(Cell::shown).collect();
                format!("[{}{}]", some.join(", "), if cells.len() > 20 { ", …" } else { "" })
            }
        }
    }
}

/// An open file.
pub(super) enum Document {
    Tree(Value),
    Pairs(Vec<(String, Cell)>),
    Book { bytes: Vec<u8>, format: SheetFormat, sheets: RefCell<BTreeMap<String, Rc<Sheet>>> },
}

impl Document {
    pub(super) fn open(bytes: &[u8], format: DocumentFormat) -> Result<Self, Unreadable> {
        let sheet = |format| sheet::read(bytes, format, None).map(|sheet| Self::Pairs(pairs_of_sheet(&sheet)));
        match format {
            DocumentFormat::Json => serde_json::from_str(&written::decode(bytes)?)
                .map(Self::Tree)
                .map_err(|error| Unreadable::from_error("is not JSON", &error)),
            DocumentFormat::Toml => toml::from_str(&written::decode(bytes)?)
                .map(Self::Tree)
                .map_err(|error| Unreadable::new(format!("is not TOML ({})", error.message()))),
            DocumentFormat::Csv => sheet(SheetFormat::Csv),
            DocumentFormat::Tsv => sheet(SheetFormat::Tsv),
            DocumentFormat::Text => Ok(Self::Pairs(pairs_of_text(&written::decode(bytes)?))),
            DocumentFormat::Xlsx => Self::book(bytes, SheetFormat::Xlsx),
            DocumentFormat::Ods => Self::book(bytes, SheetFormat::Ods),
        }
    }

    fn book(bytes: &[u8], format: SheetFormat) -> Result<Self, Unreadable> {
        let first = sheet::read(bytes, format, None)?;
        let sheets = RefCell::new(BTreeMap::from([(String::new(), Rc::new(first))]));
        Ok(Self::Book { bytes: bytes.to_vec(), format, sheets })
    }

    pub(super) fn find(&self, path: &str) -> Result<Found, Unreadable> {
        match self {
            Self::Tree(value) => in_tree(value, path),
            Self::Pairs(pairs) => {
                let name = written::folded(path);
                let mut found = pairs.iter().filter(|(known, _)| *known == name).map(|(_, cell)| cell);
                let cell = found.next().ok_or_else(|| Unreadable::new(format!("has no `{path}`")))?;
                if found.all(|other| other == cell) {
                    Ok(Found::One(cell.clone()))
                } else {
                    Err(Unreadable::new(format!("has several values for `{path}`")))
                }
            }
            Self::Book { bytes, format, sheets } => {
                let (name, cell) = path.rsplit_once('!').unwrap_or(("", path));
                let name = name.trim_matches('\'');
                let (row, column) =
                    sheet::address(cell).ok_or_else(|| Unreadable::new(format!("has no cell `{cell}`: cells are called B4")))?;
                let known = sheets.borrow().get(name).cloned();
                let sheet = match known {
                    Some(sheet) => sheet,
                    None => {
                        let sheet = Rc::new(sheet::read(bytes, *format, Some(name))?);
                        sheets.borrow_mut().insert(name.to_owned(), Rc::clone(&sheet));
                        sheet
                    }
                };
                Ok(Found::One(sheet.cell(row, column).clone()))
            }
        }
    }
}

/// Names and values: two columns without a header, or one row below a header.
fn pairs_of_sheet(sheet: &Sheet) -> Vec<(String, Cell)> {
    let name = |cell: &Cell| written::folded(&cell.written());
    let mut pairs: Vec<(String, Cell)> = Vec::new();
    if sheet.width >= 2 {
        pairs.extend((0..sheet.rows()).map(|row| (name(sheet.cell(row, 0)), sheet.cell(row, 1).clone())));
    }
    // Of a table of two by two both readings would be possible: a header has no numbers in it.
    let number = |column: usize| sheet.cell(0, column).number(crate::number::NumberStyle::default());
    if sheet.rows() == 2 && (0..sheet.width).all(|column| number(column).is_none()) {
        let headers: Vec<_> =
            (0..sheet.width).map(|column| (name(sheet.cell(0, column)), sheet.cell(1, column).clone())).collect();
        pairs.retain(|(known, _)| !headers.iter().any(|(header, _)| header == known));
        pairs.extend(headers);
    }
    pairs
}

/// Lines with `name = value` or `name: value`.
fn pairs_of_text(text: &str) -> Vec<(String, Cell)> {
    text.lines()
        .filter_map(|line| line.split_once('=').or_else(|| line.split_once(':')))
        .map(|(name, value)| {
            let value = value.trim();
            let bare = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
            let name = name.trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '#' | '`' | '"'));
            (written::folded(name), Cell::text(bare))
        })
        .collect()
}

/// Follows `a.b[0].c`.
fn in_tree(value: &Value, path: &str) -> Result<Found, Unreadable> {
    let mut at = value;
    for step in steps(path) {
        let next = match step {
            Step::Name(name) => at.as_object().and_then(|object| object.get(name)),
            Step::Index(index) => at.as_array().and_then(|array| array.get(index)),
        };
        at = next.ok_or_else(|| Unreadable::new(format!("has no `{path}`")))?;
    }
    found(at).ok_or_else(|| Unreadable::new(format!("has an object or a nested list at `{path}`")))
}

enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

fn steps(path: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for piece in path.split('.') {
        let mut rest = piece;
        if let Some(bracket) = piece.find('[') {
            if bracket > 0 {
                steps.push(Step::Name(&piece[..bracket]));
            }
            rest = &piece[bracket..];
            while let Some((index, behind)) = rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
                match index.parse() {
                    Ok(index) => steps.push(Step::Index(index)),
                    Err(_) => steps.push(Step::Name(index.trim_matches(['"', '\'']))),
                }
                rest = behind;
            }
            if rest.is_empty() {
                continue;
            }
        }
        if !rest.is_empty() {
            steps.push(Step::Name(rest));
        }
    }
    steps
}

fn found(value: &Value) -> Option<Found> {
    match value {
        Value::Array(items) => items.iter().map(cell).collect::<Option<Vec<_>>>().map(Found::Many),
        other => cell(other).map(Found::One),
    }
}

fn cell(value: &Value) -> Option<Cell> {
    Some(match value {
        Value::Null => Cell::Empty,
        Value::Bool(value) => Cell::Bool(*value),
        Value::Number(number) => Cell::finite(number.as_f64()?),
        Value::String(text) => Cell::text(text),
        Value::Array(_) | Value::Object(_) => return None,
    })
}

/// A value of the task file.
pub(super) fn of_toml(value: &toml::Value) -> Found {
    match value {
        toml::Value::Array(items) => Found::Many(items.iter().map(crate::table::of_toml).collect()),
        other => Found::One(crate::table::of_toml(other)),
    }
}
