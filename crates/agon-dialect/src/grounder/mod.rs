//! Models that were trained to point: each writes places in its own brackets and its own coordinates.

mod internvl;
mod os_atlas;
mod place;
mod places;
mod qwen;
mod ui_tars;

pub use internvl::InternVl;
pub use os_atlas::OsAtlas;
pub use place::PointDialect;
pub use qwen::Qwen;
pub use ui_tars::UiTars;

use crate::{Reading, Space, View};
use agon_core::{Action, Button, Target};

/// Notches for models that name a direction and no amount.
const SCROLL_NOTCHES: f64 = 5.0;

fn click(at: Target, button: Button, count: u8) -> Action {
    Action::Click { at, button, count, holding: Vec::new() }
}

/// The place of a plain click, if it is one.
fn clicked(action: &Action) -> Option<Target> {
    match action {
        Action::Click { at, button: Button::Left, count: 1, holding } if holding.is_empty() => Some(*at),
        _ => None,
    }
}

/// Clicks at every place in a text, each a thing said of its own.
fn clicks(places: Vec<(f64, f64)>, space: Space, view: &View, none: &str) -> Reading {
    if places.is_empty() {
        return Reading::problem(none);
    }
    let at = |(x, y)| space.to_screen(x, y, view).map(|point| vec![click(Target::Point(point), Button::Left, 1)]);
    match places.into_iter().map(at).collect::<Result<Vec<_>, _>>() {
        Ok(groups) => Reading::grouped(groups),
        Err(problem) => Reading::problem(problem),
    }
}

/// So many notches in a direction.
fn direction(word: &str, notches: f64) -> Result<(f64, f64), String> {
    match word.trim().to_lowercase().as_str() {
        "up" => Ok((0.0, -notches)),
        "down" => Ok((0.0, notches)),
        "left" => Ok((-notches, 0.0)),
        "right" => Ok((notches, 0.0)),
        other => Err(format!("there is no direction '{}'", crate::text::short(other))),
    }
}

/// The direction of a scroll by the usual amount.
fn directed(dx: f64, dy: f64) -> Option<&'static str> {
    ["up", "down", "left", "right"].into_iter().find(|word| direction(word, SCROLL_NOTCHES) == Ok((dx, dy)))
}

/// The middle of the screen, for scrolls that do not say where.
fn middle(view: &View) -> Result<Target, String> {
    Space::Unit.to_screen(0.5, 0.5, view).map(Target::Point)
}
