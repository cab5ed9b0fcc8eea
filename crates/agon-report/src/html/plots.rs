//! Success rates by the value of a factor, with error bars.

use super::markup::escape;
use crate::number::{clip, percent, range};
use crate::summary::{Figures, Level};
use agon_record::value_text;
use serde_json::Value;
use std::fmt::Write;

const HEIGHT: f64 = 176.0;
const LEFT: f64 = 34.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 26.0;
const RIGHT: f64 = 10.0;
/// Room for one value, where there is room.
const PER_VALUE: f64 = 92.0;
const MIN_WIDTH: f64 = 230.0;
const MAX_WIDTH: f64 = 1100.0;
/// The least that a value's name needs.
const LABEL_WIDTH: f64 = 30.0;
/// Between the points of two agents at one value, so that their error bars do not cover each other.
const BESIDE: f64 = 9.0;
/// Colours there are; more agents than that take turns.
pub(super) const COLOURS: usize = 7;

/// One agent's line: a level for each value that has one.
pub(super) struct Series<'a> {
    pub(super) agent: &'a str,
    pub(super) levels: Vec<&'a Level>,
}

/// One panel: the values side by side, a line for each agent. The short bar through a point is the standard error of the
/// mean, the pale one behind it Wilson's 95% interval.
pub(super) fn panel(title: &str, values: &[Value], series: &[Series]) -> String {
    let width = (LEFT + RIGHT + PER_VALUE * values.len() as f64).clamp(MIN_WIDTH, MAX_WIDTH);
    let step = (width - LEFT - RIGHT) / values.len().max(1) as f64;
    let middle = |place: usize| LEFT + step * (place as f64 + 0.5);
    let y = |rate: f64| TOP + (1.0 - rate.clamp(0.0, 1.0)) * (HEIGHT - TOP - BOTTOM);
    let name = escape(title);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {width:.0} {HEIGHT}\" width=\"{width:.0}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{name}\"><title>{name}</title>"
    );
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (at, text) = (y(share), format!("{:.0}%", share * 100.0));
        let _ = write!(
            svg,
            "<path class=\"rule\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            width - RIGHT,
            LEFT - 6.0,
            at + 3.5
        );
    }
    // Names need room, at about six pixels to a character: where values stand close, only some are named.
    let every = (LABEL_WIDTH / step).ceil().max(1.0) as usize;
    for (place, value) in values.iter().enumerate().step_by(every) {
        let text = escape(&clip(&value_text(value), (step * every as f64 / 6.0) as usize));
        let _ = write!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>", middle(place), HEIGHT - 8.0);
    }
    let beside = BESIDE.min(step * 0.8 / series.len().max(1) as f64);
    for (number, line) in series.iter().enumerate() {
        let offset = (number as f64 - (series.len() as f64 - 1.0) / 2.0) * beside;
        svg.push_str(&drawn(line, number, values, |place| middle(place) + offset, y));
    }
    svg.push_str("</svg>");
    svg
}

fn drawn(line: &Series, number: usize, values: &[Value], x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
    let (mut path, mut marks) = (String::new(), String::new());
    for (place, value) in values.iter().enumerate() {
        let Some(level) = line.levels.iter().find(|level| level.value == *value) else { continue };
        let Some(success) = level.group.figures.success else { continue };
        let (x, at) = (x(place), y(success.rate));
        let _ = write!(path, "{}{x:.1} {at:.1}", if path.is_empty() { "M" } else { "L" });
        let _ = write!(
            marks,
            "<g><title>{}</title><path class=\"wilson\" d=\"M{x:.1} {:.1}V{:.1}\"/>",
            escape(&format!("{}, {}: {}", line.agent, value_text(value), words(&level.group.figures))),
            y(success.interval.low),
            y(success.interval.high),
        );
        if let Some(error) = success.standard_error {
            let (low, high) = (y(success.rate - error), y(success.rate + error));
            let (left, right) = (x - 3.5, x + 3.5);
            let _ = write!(
                marks,
                "<path class=\"error\" d=\"M{left:.1} {low:.1}H{right:.1}M{left:.1} {high:.1}H{right:.1}M{x:.1} {low:.1}V{high:.1}\"/>"
            );
        }
        let _ = write!(marks, "<circle cx=\"{x:.1}\" cy=\"{at:.1}\" r=\"3.4\"/></g>");
    }
    format!("<g class=\"series series{}\"><path class=\"line\" d=\"{path}\"/>{marks}</g>", number % COLOURS)
}

/// `80.0% ± 13.3, 95% interval 49.0–94.3, 8 of 10`.
fn words(figures: &Figures) -> String {
    let Some(success) = figures.success else { return "no trial".into() };
    let error = success.standard_error.map_or_else(String::new, |error| format!(" ± {:.1}", error * 100.0));
    let counts = &figures.counts;
    let unscored = if counts.unscored() > 0 { format!(", {} without a score", counts.unscored()) } else { String::new() };
    let (rate, interval) = (percent(success.rate), range(success.interval));
    format!("{rate}{error}, 95% interval {interval}, {} of {}{unscored}", counts.passed, counts.planned)
}
