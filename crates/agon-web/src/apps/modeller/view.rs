//! Where the page shows a point of the scene: `web/modeller/README.md` has the formulas.

use super::scene::Vector;

/// The views that a hand uses: how a scene opens, and those along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Start,
    Front,
    Side,
    Top,
}

/// The viewport on the default screen: its corner and its size.
pub(super) const CORNER: (f64, f64) = (240.0, 48.0);
pub(super) const SIZE: (f64, f64) = (720.0, 672.0);
/// Of the views along an axis.
pub(super) const PIXELS_PER_UNIT: f64 = 48.0;
const DISTANCE: f64 = 12.0;
const FIELD_OF_VIEW: f64 = 50.0;

impl View {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "start" => Some(Self::Start),
            "front" => Some(Self::Front),
            "side" => Some(Self::Side),
            "top" => Some(Self::Top),
            _ => None,
        }
    }

    pub(super) fn key(self) -> char {
        match self {
            Self::Start => '0',
            Self::Front => '1',
            Self::Side => '2',
            Self::Top => '3',
        }
    }

    fn angles(self) -> (f64, f64) {
        match self {
            Self::Start => (30.0, 25.0),
            Self::Front => (0.0, 0.0),
            Self::Side => (90.0, 0.0),
            Self::Top => (0.0, 90.0),
        }
    }

    /// Right, up and towards the scene, with the orbit's target at the origin.
    fn axes(self) -> [Vector; 3] {
        let (yaw, pitch) = self.angles();
        let ((sa, ca), (sb, cb)) = (yaw.to_radians().sin_cos(), pitch.to_radians().sin_cos());
        [[ca, 0.0, -sa], [-sb * sa, cb, -sb * ca], [-cb * sa, -sb, -cb * ca]]
    }

    /// The place on the screen.
    pub(super) fn place(self, at: Vector) -> (f64, f64) {
        let [right, up, forward] = self.axes();
        let per_unit = match self {
            Self::Start => SIZE.1 / 2.0 / (FIELD_OF_VIEW / 2.0).to_radians().tan() / (DISTANCE + dot(at, forward)),
            _ => PIXELS_PER_UNIT,
        };
        let middle = (CORNER.0 + SIZE.0 / 2.0, CORNER.1 + SIZE.1 / 2.0);
        (middle.0 + per_unit * dot(at, right), middle.1 - per_unit * dot(at, up))
    }

    /// How far away a point is, along the line of sight.
    pub(super) fn depth(self, at: Vector) -> f64 {
        dot(at, self.axes()[2])
    }

    /// The direction of an axis of the world on the screen, in which down is positive; its length is 1 where the axis lies across the view.
    pub(super) fn direction(self, axis: usize) -> (f64, f64) {
        let [right, up, _] = self.axes();
        (right[axis], -up[axis])
    }
}

fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_at(view: View, at: Vector, (x, y): (f64, f64)) {
        let place = view.place(at);
        assert!((place.0 - x).abs() < 0.01 && (place.1 - y).abs() < 0.01, "{view:?} {at:?}: {place:?}");
    }

    #[test]
    fn the_views_are_the_pages_own() {
        is_at(View::Top, [3.0, 9.0, 1.0], (744.0, 432.0));
        is_at(View::Front, [3.0, 1.0, 9.0], (744.0, 336.0));
        is_at(View::Side, [9.0, 1.0, 3.0], (456.0, 336.0));
        is_at(View::Start, [0.0; 3], (600.0, 384.0));
        // To the right along X, and farther away along −Z.
        let (near, far) = (View::Start.place([3.0, 0.0, 0.0]), View::Start.place([0.0, 0.0, -3.0]));
        assert!(near.0 > 600.0 && far.0 > 600.0 && far.1 < 384.0, "{near:?} {far:?}");
        assert!(View::Start.depth([0.0, 0.0, -3.0]) > View::Start.depth([0.0, 0.0, 3.0]));
    }
}
