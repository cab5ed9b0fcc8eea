//! Always the same size of step.

use super::{Course, Finding, Mode, Turn};
use agon_core::{Function, Space};
use serde_json::Value;

/// How many calls of a function there must be.
pub const MIN_CALLS: usize = 6;

/// A function that was called at least six times with a number other than 0, where in each of its arguments all these
/// numbers have the same size, whatever their sign. Only arguments that are amounts count: those that may be negative and
/// may have more than one size. Directions, positions, counts and coordinates are none.
pub fn fixed_magnitudes(course: &Course) -> Vec<Finding> {
    let functions = course.header.instance.brief.functions.iter();
    functions.filter_map(|function| fixed(function, &course.turns)).collect()
}

fn fixed(function: &Function, turns: &[Turn]) -> Option<Finding> {
    let mut sizes: Vec<Option<f64>> = Vec::new();
    let mut steps = Vec::new();
    for turn in turns {
        let Some((called, values)) = &turn.call else { continue };
        if called.name != function.name {
            continue;
        }
        let mut amounts = Vec::new();
        for (param, value) in called.params.iter().zip(values) {
            collect(&param.space, value, &mut amounts);
        }
        sizes.resize(amounts.len(), None);
        for (size, amount) in sizes.iter_mut().zip(&amounts) {
            let amount = amount.abs();
            match size {
                _ if amount == 0.0 => {}
                None => *size = Some(amount),
                Some(known) if same(*known, amount) => {}
                Some(_) => return None,
            }
        }
        if amounts.iter().any(|amount| *amount != 0.0) {
            steps.push(turn.step);
        }
    }
    let shown: Vec<String> = sizes.iter().flatten().map(|size| format!("±{size}")).collect();
    let detail = format!("{} in {} calls always by {}", function.name, steps.len(), shown.join(", "));
    (steps.len() >= MIN_CALLS).then(|| Finding::new(Mode::FixedMagnitude, steps, detail))
}

/// The amounts in an argument; anything else in it is left out.
fn collect(space: &Space, value: &Value, amounts: &mut Vec<f64>) {
    match space {
        Space::Tuple { items } => {
            let values = value.as_array().map(Vec::as_slice).unwrap_or_default();
            items.iter().zip(values).for_each(|(space, value)| collect(space, value, amounts));
        }
        Space::Integer { min, max } if *min < 0 && *max > 0 && (*min < -1 || *max > 1) => amounts.extend(value.as_f64()),
        Space::Real { min, max, .. } if min.is_none_or(|min| min < 0.0) && max.is_none_or(|max| max > 0.0) => {
            amounts.extend(value.as_f64());
        }
        _ => {}
    }
}

/// Equal but for rounding.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b)
}
