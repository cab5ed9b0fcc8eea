//! Comma-separated values, and what else separates them.

use super::{Cell, Sheet};
use crate::input::Unreadable;

const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Lines from which the separator is guessed.
const LOOKED_AT: usize = 30;
/// Longest line that is guessed from.
const LONGEST_LINE: usize = 100_000;

/// Reads `text`, separated by `delimiter` or by what separates its first lines most evenly.
pub(super) fn read(text: &str, delimiter: Option<u8>) -> Result<Sheet, Unreadable> {
    let delimiter = delimiter.unwrap_or_else(|| guess(text));
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut sheet = Sheet::default();
    let mut record = csv::StringRecord::new();
    let mut row = Vec::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {
                row.extend(record.iter().map(Cell::text));
                // Programs end lines with separators; that does not make a column.
                while row.len() > sheet.width && row.last() == Some(&Cell::Empty) && sheet.rows() > 0 {
                    row.pop();
                }
                sheet.push(&mut row)?;
            }
            Ok(false) => return Ok(sheet),
            Err(error) => return Err(Unreadable::from_error("is not a table of separated values", &error)),
        }
    }
}

fn guess(text: &str) -> u8 {
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim().is_empty()).map(|line| cut(line, LONGEST_LINE)).take(LOOKED_AT).collect();
    let evenness = |delimiter: u8| {
        let counts: Vec<usize> = lines.iter().map(|line| count_outside_quotes(line, delimiter)).collect();
        let least = counts.iter().copied().min().unwrap_or(0);
        let even = counts.iter().all(|count| *count == least);
        (least > 0, even, least)
    };
    // The last of equals wins `max_by_key`, hence the reversal.
    CANDIDATES.into_iter().rev().max_by_key(|delimiter| evenness(*delimiter)).unwrap_or(b',')
}

fn count_outside_quotes(line: &str, delimiter: u8) -> usize {
    let mut quoted = false;
    line.bytes()
        .filter(|&byte| {
            quoted ^= byte == b'"';
            byte == delimiter && !quoted
        })
        .count()
}

fn cut(line: &str, length: usize) -> &str {
    line.get(..length).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_guessed() {
        assert_eq!(guess("a,b\n1,2"), b',');
        assert_eq!(guess("a;b\n1,5;2,5\n"), b';');
        assert_eq!(guess("name\tnote\nx\ta, b, c"), b'\t');
        assert_eq!(guess("\"a,b\"|c\nd|e"), b'|');
        assert_eq!(guess("one"), b',');
    }

    #[test]
    fn quotes_and_ragged_rows() {
        let sheet = read("a,b,c\n\"x, \"\"y\"\"\",2\n3,4,5,,\n", None).unwrap();
        assert_eq!(sheet.width, 3);
        assert_eq!(sheet.row(1), [Cell::text("x, \"y\""), Cell::text("2"), Cell::Empty]);
    }
}
