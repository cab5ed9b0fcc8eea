//! Workbooks of LibreOffice: rows and cells that are repeated a million times are counted before they are made.

use super::{Archive, Cell, MOST_CELLS, MOST_COLUMNS, Sheet};
use crate::input::Unreadable;
use crate::written;
use roxmltree::{Document, Node};

const TABLE: &str = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
const OFFICE: &str = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const TEXT: &str = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

pub(super) fn read(bytes: &[u8], name: Option<&str>) -> Result<Sheet, Unreadable> {
    let content = Archive::open(bytes)?.entry("content.xml")?;
    let content = written::decode(&content)?;
    let document = crate::xml::parse(&content)?;
    let table = find(&document, name)?;
    let mut sheet = Sheet::default();
    let mut waiting = 0_usize;
    for row in table.descendants().filter(|node| node.has_tag_name((TABLE, "table-row"))) {
        let repeated = repeats(row, "number-rows-repeated");
        let cells = cells_of(row)?;
        if cells.is_empty() {
            // Empty rows are made when something comes below them.
            waiting = waiting.saturating_add(repeated);
            continue;
        }
        let rows = sheet.rows().saturating_add(waiting).saturating_add(repeated);
        if rows.saturating_mul(cells.len().max(sheet.width)) > MOST_CELLS {
            return Err(Unreadable::new(format!("has more than {MOST_CELLS} cells")));
        }
        for _ in 0..std::mem::take(&mut waiting) {
            sheet.push(&mut Vec::new())?;
        }
        for _ in 0..repeated {
            sheet.push(&mut cells.clone())?;
        }
    }
    Ok(sheet)
}

fn find<'a, 'input>(document: &'a Document<'input>, name: Option<&str>) -> Result<Node<'a, 'input>, Unreadable> {
    let mut tables = document.descendants().filter(|node| node.has_tag_name((TABLE, "table")));
    match name {
        None => tables.next().ok_or_else(|| Unreadable::new("is a workbook without sheets")),
        Some(name) => tables
            .find(|table| table.attribute((TABLE, "name")).is_some_and(|n| n.trim().eq_ignore_ascii_case(name.trim())))
            .ok_or_else(|| Unreadable::new(format!("has no sheet `{name}`"))),
    }
}

/// The cells of a row without the empty ones at its end.
fn cells_of(row: Node<'_, '_>) -> Result<Vec<Cell>, Unreadable> {
    let mut cells = Vec::new();
    let mut empty = 0_usize;
    for node in
        row.children().filter(|node| node.has_tag_name((TABLE, "table-cell")) || node.has_tag_name((TABLE, "covered-table-cell")))
    {
        let repeated = repeats(node, "number-columns-repeated");
        let cell = cell_of(node);
        if cell == Cell::Empty {
            empty = empty.saturating_add(repeated);
            continue;
        }
        let width = cells.len().saturating_add(empty).saturating_add(repeated);
        if width > MOST_COLUMNS {
            return Err(Unreadable::new(format!("has more than {MOST_COLUMNS} columns")));
        }
        cells.resize(cells.len() + std::mem::take(&mut empty), Cell::Empty);
        cells.resize(width, cell);
    }
    Ok(cells)
}

fn cell_of(node: Node<'_, '_>) -> Cell {
    let value = |name: &str| node.attribute((OFFICE, name));
    match value("value-type") {
        Some("float" | "percentage" | "currency") => {
            value("value").and_then(|text| text.parse::<f64>().ok()).map_or(Cell::Empty, Cell::finite)
        }
        Some("boolean") => Cell::Bool(value("boolean-value") == Some("true")),
        Some("date") => value("date-value").map_or(Cell::Empty, |text| Cell::text(&text.replace('T', " "))),
        _ => {
            let paragraphs = node.children().filter(|child| child.has_tag_name((TEXT, "p")));
            let lines: Vec<String> =
                paragraphs.map(|p| p.descendants().filter(Node::is_text).filter_map(|t| t.text()).collect()).collect();
            Cell::text(&lines.join("\n"))
        }
    }
}

fn repeats(node: Node<'_, '_>, name: &str) -> usize {
    node.attribute((TABLE, name)).and_then(|text| text.parse().ok()).unwrap_or(1).max(1)
}
