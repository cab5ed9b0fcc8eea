//! Riddles from written states: our own, and those of the published environment.

use super::equation::{self, Move, Symbols};
use super::glyph::{self, LAST_SEGMENT, Segments};
use super::params::{MAX_MOVES, Params};
use super::{Riddle, solve};
use serde_json::Value;

/// How many symbols a row may have; published rows have no more either.
const SYMBOLS: std::ops::RangeInclusive<usize> = 3..=30;

/// The riddle of a state, or what is wrong with it.
pub(super) fn read(state: &Value, params: &Params) -> Result<Riddle, String> {
    let symbols = match state.get("broken") {
        Some(broken) => published(broken).ok_or("broken must be a list of symbols, each one of 0 to 9, +, -, *, / and =")?,
        None => symbols(state).ok_or("symbols must be a list that has the numbers of the segments for each symbol")?,
    };
    if !SYMBOLS.contains(&symbols.len()) {
        return Err(format!("an equation has {} to {} symbols, got {}", SYMBOLS.start(), SYMBOLS.end(), symbols.len()));
    }
    if let Some(at) = symbols.iter().position(|segments| glyph::symbol(*segments).is_none()) {
        return Err(format!("the segments of symbol {at} form no symbol"));
    }
    let history = history(state, symbols.len()).ok_or("moves must be a list of moves, each of four numbers")?;
    let mut start = symbols.clone();
    for (number, step) in history.iter().enumerate().rev() {
        equation::perform(&mut start, step.reversed()).map_err(|_| format!("move {number} cannot have led here"))?;
    }
    let count = |key: &str| match &state[key] {
        Value::Null => Ok(None),
        number => {
            let count =
                number.as_u64().and_then(|count| usize::try_from(count).ok()).filter(|count| (1..=MAX_MOVES).contains(count));
            count.map(Some).ok_or_else(|| format!("{key} must be between 1 and {MAX_MOVES}, got {number}"))
        }
    };
    let written = count("break_moves")?;
    let budget = match state.get("budget") {
        Some(_) => count("budget")?,
        None => params.move_budget.then_some(params.break_moves),
    };
    if budget.is_some_and(|budget| history.len() > budget) {
        return Err(format!("{} moves stand, which is more than the budget", history.len()));
    }
    // A published state does not say how many moves it takes.
    let most = written.or(budget).unwrap_or(MAX_MOVES);
    let fewest = solve::shortest(&start, most).ok_or_else(|| format!("the equation cannot be made true by {most} moves"))?.len();
    let break_moves = written.unwrap_or(fewest.max(1));
    let riddle = Riddle::new(symbols, params);
    Ok(Riddle { history, break_moves, budget, ..riddle })
}

/// The symbols as [`crate::Puzzle::state`] writes them.
pub(super) fn symbols(state: &Value) -> Option<Symbols> {
    let segment = |value: &Value| value.as_u64().filter(|segment| *segment <= LAST_SEGMENT as u64);
    let symbol = |value: &Value| -> Option<Segments> {
        value.as_array()?.iter().try_fold(0, |set, value| Some(set | 1 << segment(value)?))
    };
    state["symbols"].as_array()?.iter().map(symbol).collect()
}

/// A list of characters.
fn published(broken: &Value) -> Option<Symbols> {
    let symbol = |value: &Value| {
        let mut characters = value.as_str()?.chars();
        characters.next().filter(|_| characters.next().is_none()).and_then(glyph::segments)
    };
    broken.as_array()?.iter().map(symbol).collect()
}

/// The moves that stand; a published state has none.
fn history(state: &Value, symbols: usize) -> Option<Vec<Move>> {
    let Some(moves) = state.get("moves") else { return Some(Vec::new()) };
    let step = |value: &Value| {
        let numbers: Option<Vec<usize>> = value.as_array()?.iter().map(|number| usize::try_from(number.as_u64()?).ok()).collect();
        let [from, from_segment, to, to_segment] = <[usize; 4]>::try_from(numbers?).ok()?;
        let inside = from < symbols && to < symbols && from_segment <= LAST_SEGMENT && to_segment <= LAST_SEGMENT;
        inside.then_some(Move { from, from_segment, to, to_segment })
    };
    moves.as_array()?.iter().map(step).collect()
}
