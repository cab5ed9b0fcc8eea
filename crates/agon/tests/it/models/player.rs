//! A player for the stand-in: it walks mazes from their text form.

use std::collections::{HashSet, VecDeque};

/// The next call on the board that stands in a text: a step on the shortest way, or the end.
pub(crate) fn next_call(text: &str) -> (&'static str, Option<usize>) {
    let rows: Vec<&str> = text.lines().filter(|line| line.len() > 4 && line.chars().all(|c| "#.AT@".contains(c))).collect();
    let rows = &rows[rows.len().saturating_sub(9)..];
    match way(rows).first() {
        Some(direction) => ("move", Some(*direction)),
        None => ("stop", None),
    }
}

/// The same as the gym's prompts teach it.
pub(crate) fn next_pair(text: &str) -> String {
    match next_call(text) {
        (name, Some(direction)) => format!("The way is clear.\n\n('{name}', {direction})"),
        (name, None) => format!("I am there: ('{name}', '{name}')"),
    }
}

fn way(rows: &[&str]) -> Vec<usize> {
    let at = |row: usize, column: usize| rows.get(row).and_then(|row| row.chars().nth(column)).unwrap_or('#');
    let cells = || (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)));
    let Some(start) = cells().find(|(row, column)| at(*row, *column) == 'A') else { return Vec::new() };
    let (mut queue, mut seen) = (VecDeque::from([(start, Vec::new())]), HashSet::from([start]));
    while let Some(((row, column), moves)) = queue.pop_front() {
        if at(row, column) == 'T' {
            return moves;
        }
        for (direction, (down, right)) in [(0, 1), (-1, 0), (0, -1), (1, 0)].into_iter().enumerate() {
            let cell = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            if at(cell.0, cell.1) != '#' && seen.insert(cell) {
                queue.push_back((cell, [moves.clone(), vec![direction]].concat()));
            }
        }
    }
    Vec::new()
}
