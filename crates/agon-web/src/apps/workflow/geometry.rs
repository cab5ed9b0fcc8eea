//! Where cards, ports and edges lie: `web/workflow/src/model/geometry.ts`, as far as the hand needs it.

use super::graph::{Edge, Graph, Node};
use crate::hand::Area;

pub(super) const GRID: f64 = 16.0;
pub(super) const CARD_WIDTH: f64 = 240.0;
const CARD_HEIGHT: f64 = 113.0;
const PORT_SPACING: f64 = 28.0;
const FIRST_PORT: f64 = 120.0;

type At = (f64, f64);

impl Node {
    pub(super) fn height(&self) -> f64 {
        CARD_HEIGHT + PORT_SPACING * self.ports().len() as f64
    }

    pub(super) fn area(&self) -> Area {
        Area { from: self.at, to: (self.at.0 + CARD_WIDTH, self.at.1 + self.height()) }
    }

    pub(super) fn input(&self) -> At {
        (self.at.0, self.at.1 + FIRST_PORT)
    }

    pub(super) fn output(&self, handle: Option<&str>) -> At {
        let index = self.ports().iter().position(|port| port.handle.as_deref() == handle).unwrap_or_default();
        (self.at.0 + CARD_WIDTH, self.at.1 + FIRST_PORT + PORT_SPACING * index as f64)
    }

    /// Every output's place.
    pub(super) fn outputs(&self) -> Vec<At> {
        self.ports().iter().map(|port| self.output(port.handle.as_deref())).collect()
    }
}

/// The box around cards.
pub(super) fn area_of<'a>(nodes: impl IntoIterator<Item = &'a Node>) -> Option<Area> {
    nodes.into_iter().map(Node::area).reduce(|a, b| Area {
        from: (a.from.0.min(b.from.0), a.from.1.min(b.from.1)),
        to: (a.to.0.max(b.to.0), a.to.1.max(b.to.1)),
    })
}

/// A cubic curve.
pub(super) struct Curve([At; 4]);

impl Curve {
    pub(super) fn of(graph: &Graph, edge: &Edge) -> Option<Self> {
        let (from, to) = (graph.node(&edge.source)?.output(edge.handle.as_deref()), graph.node(&edge.target)?.input());
        let distance = to.0 - from.0;
        let reach = if distance >= 0.0 { (distance / 2.0).max(32.0) } else { (64.0 - distance / 4.0).min(240.0) };
        Some(Self([from, (from.0 + reach, from.1), (to.0 - reach, to.1), to]))
    }

    pub(super) fn at(&self, t: f64) -> At {
        let [a, b, c, d] = self.0;
        let s = 1.0 - t;
        let along = |a: f64, b: f64, c: f64, d: f64| s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d;
        (along(a.0, b.0, c.0, d.0), along(a.1, b.1, c.1, d.1))
    }

    /// How far a point lies from it, near enough.
    pub(super) fn distance(&self, at: At) -> f64 {
        const PIECES: u32 = 200;
        let from_start = |i: u32| {
            let (x, y) = self.at(f64::from(i) / f64::from(PIECES));
            (x - at.0).hypot(y - at.1)
        };
        (0..=PIECES).map(from_start).fold(f64::INFINITY, f64::min)
    }
}
