//! Tables in JSON: a list of objects, a list of lists, or one object of columns.

use super::{Cell, Sheet};
use crate::input::Unreadable;
use serde_json::Value;
use std::collections::HashMap;

pub(super) fn read(text: &str) -> Result<Sheet, Unreadable> {
    let value: Value = serde_json::from_str(text).map_err(|error| Unreadable::from_error("is not JSON", &error))?;
    match &value {
        Value::Array(rows) if rows.iter().all(Value::is_object) => of_objects(rows),
        Value::Array(rows) if rows.iter().all(Value::is_array) => of_lists(rows),
        Value::Object(columns) if !columns.is_empty() && columns.values().all(Value::is_array) => of_columns(columns),
        _ => Err(Unreadable::new("is JSON, but neither a list of objects, a list of lists, nor an object of lists")),
    }
}

fn of_objects(rows: &[Value]) -> Result<Sheet, Unreadable> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut header = Vec::new();
    for key in rows.iter().filter_map(Value::as_object).flat_map(serde_json::Map::keys) {
        places.entry(key).or_insert_with(|| {
            header.push(Cell::text(key));
            header.len() - 1
        });
    }
    let width = header.len();
    let mut sheet = Sheet::default();
    sheet.push(&mut header)?;
    for row in rows.iter().filter_map(Value::as_object) {
        let mut cells = vec![Cell::Empty; width];
        for (key, value) in row {
            if let Some(cell) = places.get(key.as_str()).and_then(|&place| cells.get_mut(place)) {
                *cell = cell_of(value)?;
            }
        }
        sheet.push(&mut cells)?;
    }
    Ok(sheet)
}

fn of_lists(rows: &[Value]) -> Result<Sheet, Unreadable> {
    let mut sheet = Sheet::default();
    for row in rows.iter().filter_map(Value::as_array) {
        let mut cells = row.iter().map(cell_of).collect::<Result<Vec<_>, _>>()?;
        sheet.push(&mut cells)?;
    }
    Ok(sheet)
}

fn of_columns(columns: &serde_json::Map<String, Value>) -> Result<Sheet, Unreadable> {
    let mut sheet = Sheet::default();
    sheet.push(&mut columns.keys().map(|key| Cell::text(key)).collect())?;
    let lists: Vec<&Vec<Value>> = columns.values().filter_map(Value::as_array).collect();
    let longest = lists.iter().map(|list| list.len()).max().unwrap_or(0);
    for row in 0..longest {
        let mut cells = lists.iter().map(|list| list.get(row).map_or(Ok(Cell::Empty), cell_of)).collect::<Result<Vec<_>, _>>()?;
        sheet.push(&mut cells)?;
    }
    Ok(sheet)
}

pub(super) fn cell_of(value: &Value) -> Result<Cell, Unreadable> {
    Ok(match value {
        Value::Null => Cell::Empty,
        Value::Bool(value) => Cell::Bool(*value),
        Value::Number(number) => number.as_f64().map_or(Cell::Empty, Cell::finite),
        Value::String(text) => Cell::text(text),
        Value::Array(_) | Value::Object(_) => return Err(Unreadable::new("has a list or an object where a cell should be")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_shapes_are_one_table() {
        let objects = read(r#"[{"a": 1, "b": "x"}, {"b": "y", "a": null}]"#).unwrap();
        assert_eq!(objects, read(r#"[["a", "b"], [1, "x"], [null, "y"]]"#).unwrap());
        assert_eq!(objects, read(r#"{"a": [1], "b": ["x", "y"]}"#).unwrap());
    }

    #[test]
    fn other_shapes_are_refused() {
        for text in ["3", "{}", "[1, 2]", r#"[{"a": [1]}]"#, "[NaN]", &"[".repeat(100_000)] {
            assert!(read(text).is_err(), "{text:.20}");
        }
    }
}
