//! An equation in characters, in the style of figlet: three lines of strokes, then the symbols' numbers.

use super::equation::Symbols;
use super::glyph::Segments;

/// The places of strokes: row, column, character, and the segment that has to be there.
const STROKES: [(usize, usize, char, usize); 13] = [
    (0, 1, '_', 0),
    (1, 2, '|', 1),
    (2, 2, '|', 2),
    (2, 1, '_', 3),
    (2, 0, '|', 4),
    (1, 0, '|', 5),
    (1, 1, '_', 6),
    (0, 2, '/', 9),
    (2, 0, '/', 9),
    (0, 0, '\\', 8),
    (2, 2, '\\', 8),
    (1, 1, '_', 11),
    (2, 1, '_', 12),
];

/// Columns from one symbol to the next.
const PITCH: usize = 5;

pub(super) fn text(symbols: &Symbols) -> String {
    let mut lines = [const { String::new() }; 4];
    for (index, segments) in symbols.iter().enumerate() {
        for (row, drawn) in rows(*segments).iter().enumerate() {
            lines[row].extend(drawn);
            lines[row].push_str("  ");
        }
        lines[3].push_str(&format!("{:<PITCH$}", format!(" {index}")));
    }
    lines.map(|line| line.trim_end().to_owned()).join("\n")
}

fn rows(segments: Segments) -> [[char; 3]; 3] {
    let has = |segment: usize| segments & (1 << segment) != 0;
    let mut rows = [[' '; 3]; 3];
    for (row, column, stroke, _) in STROKES.iter().filter(|(.., segment)| has(*segment)) {
        rows[*row][*column] = *stroke;
    }
    match () {
        // A plus: the bar has the width of three characters so that the upright shows between its ends.
        () if has(7) => rows = [[' ', ' ', ' '], ['_', '|', '_'], [' ', '|', ' ']],
        () if segments == 1 << 6 => rows[1] = ['_'; 3],
        () if has(11) => (rows[1], rows[2]) = (['_'; 3], ['_'; 3]),
        () if has(8) && has(9) => rows[1][1] = 'X',
        () if has(9) => rows[1][1] = '/',
        () => (),
    }
    rows
}
