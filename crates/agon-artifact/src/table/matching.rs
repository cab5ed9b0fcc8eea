//! Which row answers which.

use super::Named;
use super::cells::{Column, Comparing, Context};
use crate::sheet::Cell;
use crate::written;
use std::collections::HashMap;

/// The row that answers a row of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Partner {
    Row(usize),
    Missing,
    /// Several rows answer it, and not with the same cells.
    Contested,
}

impl Partner {
    pub(super) fn as_option(&self) -> Option<usize> {
        if let Self::Row(row) = self { Some(*row) } else { None }
    }

    pub(super) fn is_missing(self) -> bool {
        self == Self::Missing
    }

    pub(super) fn is_contested(self) -> bool {
        self == Self::Contested
    }

    pub(super) fn why(self) -> &'static str {
        match self {
            Self::Row(_) => "nothing",
            Self::Missing => "no such row",
            Self::Contested => "several different rows",
        }
    }
}

pub(super) struct Pairing {
    /// One for each row of the reference.
    pub(super) partners: Vec<Partner>,
    /// Rows that answer nothing.
    pub(super) extra: Vec<usize>,
}

impl Pairing {
    /// A row of the reference, named by its key or its place.
    pub(super) fn label<'c>(&self, row: usize, columns: &[Column], cell: impl Fn(usize) -> &'c Cell) -> String {
        let keys: Vec<String> = columns
            .iter()
            .filter(|column| column.is_key)
            .map(|column| format!("{} {}", column.name, cell(column.expected).shown()))
            .collect();
        if keys.is_empty() { format!("row {}", row + 1) } else { keys.join(", ") }
    }
}

pub(super) fn pair(expected: &Named, seen: &Named, columns: &[Column], context: &Context<'_>) -> Pairing {
    let keys: Vec<&Column> = columns.iter().filter(|column| column.is_key).collect();
    let blank = |row: &[Cell]| row.iter().all(|cell| *cell == Cell::Empty);
    if keys.is_empty() {
        let common = expected.rows().min(seen.rows());
        let partners = (0..expected.rows()).map(|row| if row < common { Partner::Row(row) } else { Partner::Missing }).collect();
        let extra = (common..seen.rows()).filter(|row| !blank(seen.row(*row))).collect();
        return Pairing { partners, extra };
    }
    let mut given: HashMap<String, Vec<usize>> = HashMap::new();
    for row in (0..seen.rows()).filter(|row| !blank(seen.row(*row))) {
        let key = key_of(&keys, context, |column| column.seen.map_or(&Cell::Empty, |place| &seen.row(row)[place]));
        given.entry(key).or_default().push(row);
    }
    let mut wanted: HashMap<String, Vec<usize>> = HashMap::new();
    for row in 0..expected.rows() {
        wanted.entry(key_of(&keys, context, |column| &expected.row(row)[column.expected])).or_default().push(row);
    }
    let mut partners = vec![Partner::Missing; expected.rows()];
    let mut taken = vec![false; seen.rows()];
    #[expect(clippy::iter_over_hash_type, reason = "every key is settled by itself, and written to its own places")]
    for (key, rows) in &wanted {
        let Some(answers) = given.get(key) else { continue };
        let contested = answers.len() > rows.len() && answers.iter().any(|row| !same(seen, answers[0], *row, columns, context));
        for (row, answer) in rows.iter().zip(answers) {
            partners[*row] = if contested { Partner::Contested } else { Partner::Row(*answer) };
            taken[*answer] = true;
        }
    }
    let extra = (0..seen.rows()).filter(|row| !taken[*row] && !blank(seen.row(*row))).collect();
    Pairing { partners, extra }
}

fn same(seen: &Named, one: usize, other: usize, columns: &[Column], context: &Context<'_>) -> bool {
    columns.iter().filter_map(|column| column.seen).all(|place| {
        canonical(&seen.row(one)[place], context, Comparing::Auto) == canonical(&seen.row(other)[place], context, Comparing::Auto)
    })
}

fn key_of<'c>(keys: &[&Column], context: &Context<'_>, cell: impl Fn(&Column) -> &'c Cell) -> String {
    // A separator that no cell has: control characters are not kept in folded text.
    keys.iter().map(|column| canonical(cell(column), context, column.comparing)).collect::<Vec<_>>().join("\u{1f}")
}

/// One way of writing for all ways of writing a key. Digits with zeros before them are names, not numbers.
fn canonical(cell: &Cell, context: &Context<'_>, comparing: Comparing) -> String {
    if context.is_empty(cell) {
        return String::new();
    }
    let padded =
        matches!(cell, Cell::Text(text) if text.len() > 1 && text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()));
    match comparing {
        Comparing::Text => written::spaced(&cell.written()),
        Comparing::Auto | Comparing::Number if !padded => match cell.number(context.style) {
            Some(value) => format!("{:e}", if value == 0.0 { 0.0 } else { value }),
            None => written::folded(&cell.written()),
        },
        _ => written::folded(&cell.written()),
    }
}
