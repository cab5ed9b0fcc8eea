//! What the oracles of all applications do with mouse and keys, and where a page with pan and zoom shows what.

use agon_core::{Action, Button, MAX_WAIT_SECS, Point, Target};

pub(crate) fn at((x, y): (f64, f64)) -> Target {
    Target::Point(Point { x, y })
}

pub(crate) fn typed(text: &str) -> Action {
    Action::Type { text: text.into() }
}

pub(crate) fn chord(keys: &[&str]) -> Action {
    Action::Keys { keys: keys.iter().map(|key| (*key).to_owned()).collect() }
}

pub(crate) fn click(at: Target, button: Button) -> Action {
    Action::Click { at, button, count: 1, holding: Vec::new() }
}

pub(crate) fn left(place: (f64, f64)) -> Action {
    click(at(place), Button::Left)
}

pub(crate) fn double_click(at: Target) -> Action {
    Action::Click { at, button: Button::Left, count: 2, holding: Vec::new() }
}

pub(crate) fn click_holding(at: Target, key: &str) -> Action {
    Action::Click { at, button: Button::Left, count: 1, holding: vec![key.to_owned()] }
}

pub(crate) fn drag(from: Target, to: Target) -> Action {
    Action::Drag { path: vec![from, to], button: Button::Left, holding: Vec::new() }
}

/// A long wait in pieces that the world allows.
pub(crate) fn waits(secs: f64) -> impl Iterator<Item = Action> {
    let pieces = (secs / MAX_WAIT_SECS).ceil().max(1.0);
    (0..pieces as u32).map(move |_| Action::Wait { secs: secs / pieces })
}

/// A rectangle, by its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) from: (f64, f64),
    pub(crate) to: (f64, f64),
}

impl Area {
    pub(crate) fn holds(&self, (x, y): (f64, f64)) -> bool {
        x >= self.from.0 && x <= self.to.0 && y >= self.from.1 && y <= self.to.1
    }

    pub(crate) fn grown(&self, by: f64) -> Self {
        Self { from: (self.from.0 - by, self.from.1 - by), to: (self.to.0 + by, self.to.1 + by) }
    }
}

/// Which part of its content a canvas shows: `web/kit/ui/viewport.ts`, step for step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Viewport {
    /// Where content point (0, 0) lies on the canvas.
    pub(crate) origin: (f64, f64),
    pub(crate) zoom: f64,
}

impl Viewport {
    pub(crate) const START: Self = Self { origin: (0.0, 0.0), zoom: 1.0 };

    pub(crate) fn to_canvas(self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.origin.0 + x * self.zoom, self.origin.1 + y * self.zoom)
    }

    pub(crate) fn to_content(self, (x, y): (f64, f64)) -> (f64, f64) {
        ((x - self.origin.0) / self.zoom, (y - self.origin.1) / self.zoom)
    }

    /// Zooms by a factor; what lies at the canvas point stays there.
    pub(crate) fn zoomed_at(self, (x, y): (f64, f64), factor: f64, (least, greatest): (f64, f64)) -> Self {
        let zoom = (self.zoom * factor).clamp(least, greatest);
        let ratio = zoom / self.zoom;
        Self { origin: (x - (x - self.origin.0) * ratio, y - (y - self.origin.1) * ratio), zoom }
    }

    /// Shows a box of the content in the middle of a canvas, not larger than life.
    pub(crate) fn fitted(area: Area, (width, height): (f64, f64), margin: f64, least: f64) -> Self {
        let across = area.to.0 - area.from.0 + 2.0 * margin;
        let down = area.to.1 - area.from.1 + 2.0 * margin;
        let zoom = (width / across).min(height / down).min(1.0).max(least);
        let middle = ((area.from.0 + area.to.0) / 2.0, (area.from.1 + area.to.1) / 2.0);
        Self { origin: (round(width / 2.0 - middle.0 * zoom), round(height / 2.0 - middle.1 * zoom)), zoom }
    }
}

/// Halves go up, as in the page.
fn round(value: f64) -> f64 {
    (value + 0.5).floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewport_is_the_pages_own() {
        let area = Area { from: (0.0, 192.0), to: (1584.0, 333.0) };
        let view = Viewport::fitted(area, (720.0, 672.0), 48.0, 0.1);
        assert!((view.zoom - 720.0 / 1680.0).abs() < 1e-12);
        assert_eq!(view.origin, (21.0, 224.0));
        let (x, y) = view.to_content(view.to_canvas((700.0, 250.0)));
        assert!((x - 700.0).abs() < 1e-9 && (y - 250.0).abs() < 1e-9);
        let zoomed = Viewport::START.zoomed_at((360.0, 336.0), 0.8, (0.1, 2.5));
        assert_eq!((zoomed.zoom, zoomed.to_content((360.0, 336.0))), (0.8, (360.0, 336.0)));
    }

    #[test]
    fn long_waits_are_made_of_shorter_ones() {
        let secs: Vec<f64> = waits(70.0)
            .map(|action| match action {
                Action::Wait { secs } => secs,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(secs.iter().all(|secs| *secs <= MAX_WAIT_SECS) && (secs.iter().sum::<f64>() - 70.0).abs() < 1e-9);
    }
}
