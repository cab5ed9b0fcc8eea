//! Workbooks of Excel, read cell by cell: a sheet that claims to reach to the last row and column costs nothing.

use super::{Archive, Cell, MOST_CELLS, MOST_COLUMNS, Sheet};
use crate::input::Unreadable;
use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};
use std::io::Cursor;

pub(super) fn read(bytes: &[u8], name: Option<&str>) -> Result<Sheet, Unreadable> {
    // Calamine unpacks what it needs without a limit.
    Archive::open(bytes)?;
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(|error| Unreadable::from_error("is not an XLSX workbook", &error))?;
    let names = book.sheet_names();
    let sheet = match name {
        Some(name) => names
            .iter()
            .find(|known| known.trim().eq_ignore_ascii_case(name.trim()))
            .ok_or_else(|| Unreadable::new(format!("has no sheet `{name}`")))?,
        None => names.first().ok_or_else(|| Unreadable::new("is a workbook without sheets"))?,
    };
    let mut cells =
        book.worksheet_cells_reader(sheet).map_err(|error| Unreadable::from_error("is not an XLSX workbook", &error))?;
    let mut grid = Sheet::default();
    let mut row: Vec<Cell> = Vec::new();
    let mut current = 0_usize;
    while let Some(cell) = cells.next_cell().map_err(|error| Unreadable::from_error("is not an XLSX workbook", &error))? {
        let (at, column) = cell.get_position();
        let (at, column) = (at as usize, column as usize);
        let value = cell_of(cell.get_value());
        if value == Cell::Empty {
            continue;
        }
        if at < current || column >= MOST_COLUMNS || at.saturating_mul(grid.width.max(1)) > MOST_CELLS {
            return Err(Unreadable::new("has cells out of order, or too far out"));
        }
        while current < at {
            grid.push(&mut row)?;
            current += 1;
        }
        if column >= row.len() {
            row.resize(column + 1, Cell::Empty);
        }
        row[column] = value;
    }
    grid.push(&mut row)?;
    Ok(grid)
}

fn cell_of(value: &DataRef<'_>) -> Cell {
    match value {
        DataRef::Int(value) => Cell::Number(*value as f64),
        DataRef::Float(value) => Cell::finite(*value),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => Cell::text(text),
        DataRef::SharedString(text) => Cell::text(text),
        DataRef::Bool(value) => Cell::Bool(*value),
        DataRef::DateTime(date) => date_of(date),
        DataRef::Error(error) => Cell::Text(error.to_string().into()),
        DataRef::Empty => Cell::Empty,
    }
}

/// A date as ISO 8601 writes it; a duration as the number of days that it is.
fn date_of(date: &ExcelDateTime) -> Cell {
    if date.is_duration() || !(0.0..2_958_466.0).contains(&date.as_f64()) {
        return Cell::finite(date.as_f64());
    }
    let (year, month, day, hour, minute, second, milli) = date.to_ymd_hms_milli();
    let days = format!("{year:04}-{month:02}-{day:02}");
    let text = match (hour, minute, second, milli) {
        (0, 0, 0, 0) => days,
        (_, _, _, 0) => format!("{days} {hour:02}:{minute:02}:{second:02}"),
        _ => format!("{days} {hour:02}:{minute:02}:{second:02}.{milli:03}"),
    };
    Cell::Text(text.into())
}
