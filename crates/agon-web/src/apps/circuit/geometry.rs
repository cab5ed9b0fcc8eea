//! Where a placed part's pins and body are: the twin of `web/circuit/src/model/geometry.ts`. The rules are in
//! `web/circuit/README.md`.

use super::catalogue::{GridPoint, Kind, Pin, Shape};

impl Kind {
    /// The least distance from a to b, in grid squares.
    pub(super) fn least_length(&self) -> i32 {
        match self.shape {
            Shape::Line => 1,
            Shape::Post | Shape::Transistor => 2,
            Shape::Gate | Shape::OpAmp => 4,
            Shape::Chip => 0,
        }
    }

    /// The names and places of the pins of one that was drawn from `a` to `b`. `inputs` matters to gates only.
    pub(super) fn pins(&self, a: GridPoint, b: GridPoint, inputs: usize) -> Vec<(String, GridPoint)> {
        let (dx, dy) = direction(a, b);
        let beside = |(x, y): GridPoint, k: i32| (x - dy * k, y + dx * k);
        match self.shape {
            Shape::Line | Shape::Post => self.pin_names(0).into_iter().zip([a, b]).collect(),
            Shape::Gate => {
                let inputs = offsets(inputs).enumerate().map(|(i, k)| (format!("in{}", i + 1), beside(a, k)));
                inputs.chain([("out".to_owned(), b)]).collect()
            }
            Shape::OpAmp => vec![("minus".into(), beside(a, -1)), ("plus".into(), beside(a, 1)), ("out".into(), b)],
            Shape::Transistor => {
                let mut places = vec![a, beside(b, -1), beside(b, 1)];
                // Positive supplies are drawn above: there stands the emitter of a pnp and the source of a pmos.
                if matches!(self.kind.as_str(), "pnp" | "pmos") {
                    places.swap(1, 2);
                }
                self.pin_names(0).into_iter().zip(places).collect()
            }
            Shape::Chip => self
                .pins
                .iter()
                .filter_map(|pin| match pin {
                    Pin::Plain(_) => None,
                    Pin::OfChip { name, at: (x, y) } => Some((name.clone(), (a.0 + x, a.1 + y))),
                })
                .collect(),
        }
    }

    /// The rectangle of the body, without the leads, in half grid squares: left, top, right, bottom.
    pub(super) fn body(&self, a: GridPoint, b: GridPoint, inputs: usize) -> [i32; 4] {
        let (dx, dy) = direction(a, b);
        let half = |place: GridPoint, along: i32| (2 * place.0 + along * dx, 2 * place.1 + along * dy);
        let (from, to, beside) = match self.shape {
            Shape::Line => (half(a, 1), half(b, -1), 1),
            Shape::Post => (half(a, 1), half(b, 0), 1),
            Shape::Gate => (half(a, 1), half(b, -1), (2 * (inputs as i32 / 2)).max(2)),
            Shape::OpAmp => (half(a, 1), half(b, -1), 3),
            Shape::Transistor => (half(a, 1), half(b, 0), 1),
            Shape::Chip => {
                let (width, height) = self.size.unwrap_or_default();
                let corner = (a.0 + width, a.1 + height);
                return [2 * a.0 + 1, 2 * a.1 + 1, 2 * corner.0 - 1, 2 * corner.1 - 1];
            }
        };
        let (across_x, across_y) = (beside * dy.abs(), beside * dx.abs());
        [from.0.min(to.0) - across_x, from.1.min(to.1) - across_y, from.0.max(to.0) + across_x, from.1.max(to.1) + across_y]
    }
}

/// The unit direction from a to b of a part that lies along an axis.
fn direction(a: GridPoint, b: GridPoint) -> GridPoint {
    let dx = (b.0 - a.0).signum();
    (dx, if dx == 0 { (b.1 - a.1).signum() } else { 0 })
}

/// A gate's inputs across its axis: an even number leaves the middle free.
fn offsets(count: usize) -> impl Iterator<Item = i32> {
    let half = count as i32 / 2;
    (-half..=half).filter(move |k| count % 2 == 1 || *k != 0)
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::kind_of;
    use super::*;

    fn pins(kind: &str, a: GridPoint, b: GridPoint, inputs: usize) -> Vec<(String, GridPoint)> {
        kind_of(kind).unwrap().pins(a, b, inputs)
    }

    fn named(pins: &[(&str, GridPoint)]) -> Vec<(String, GridPoint)> {
        pins.iter().map(|(name, place)| ((*name).to_owned(), *place)).collect()
    }

    #[test]
    fn pins_stand_where_the_contract_says() {
        assert_eq!(pins("resistor", (1, 1), (5, 1), 0), named(&[("a", (1, 1)), ("b", (5, 1))]));
        assert_eq!(pins("logic-input", (6, 4), (3, 4), 0), named(&[("a", (6, 4))]));
        assert_eq!(pins("and", (10, 10), (14, 10), 2), named(&[("in1", (10, 9)), ("in2", (10, 11)), ("out", (14, 10))]));
        assert_eq!(
            pins("or", (10, 10), (10, 16), 3),
            named(&[("in1", (11, 10)), ("in2", (10, 10)), ("in3", (9, 10)), ("out", (10, 16))])
        );
        assert_eq!(pins("opamp", (10, 10), (15, 10), 0), named(&[("minus", (10, 9)), ("plus", (10, 11)), ("out", (15, 10))]));
        assert_eq!(
            pins("npn", (10, 10), (12, 10), 0),
            named(&[("base", (10, 10)), ("collector", (12, 9)), ("emitter", (12, 11))])
        );
        assert_eq!(
            pins("pnp", (10, 10), (12, 10), 0),
            named(&[("base", (10, 10)), ("collector", (12, 11)), ("emitter", (12, 9))])
        );
        assert_eq!(pins("timer-555", (10, 10), (10, 10), 0)[5], ("out".to_owned(), (18, 14)));
    }
}
