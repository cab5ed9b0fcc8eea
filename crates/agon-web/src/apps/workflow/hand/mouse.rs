//! By mouse: cards are dragged from the nodes panel, connections are drawn between them. Only texts, and what has no place to click, are typed.

use super::fields::{typed_case, typed_settings};
use super::keys::pick_connection;
use crate::apps::workflow::geometry::{CARD_WIDTH, Curve, GRID, area_of};
use crate::apps::workflow::graph::{Edge, Graph, Node};
use crate::apps::workflow::state::Workflow;
use crate::apps::workflow::steps::{Step, follow};
use crate::hand::{Area, Viewport, at, chord, click, click_holding, drag, left, typed};
use agon_core::{Action, Button, Target};

/// Where the page shows what on the default screen. See `web/workflow/README.md`.
mod screen {
    use crate::hand::Area;

    pub(super) const CANVAS: (f64, f64) = (240.0, 48.0);
    pub(super) const CANVAS_SIZE: (f64, f64) = (720.0, 672.0);
    pub(super) const MARGIN: f64 = 48.0;
    pub(super) const ZOOM_RANGE: (f64, f64) = (0.1, 2.5);
    /// On the canvas.
    pub(super) const MINIMAP: Area = Area { from: (544.0, 556.0), to: (712.0, 664.0) };
    pub(super) const NEW_NAME: (f64, f64) = (300.0, 108.0);
    pub(super) const FIND: (f64, f64) = (100.0, 74.0);
    pub(super) const FIRST_FOUND: (f64, f64) = (120.0, 117.0);
    pub(super) const JSON_TAB: (f64, f64) = (1061.0, 130.0);
    pub(super) const JSON_TEXT: (f64, f64) = (1120.0, 200.0);
    pub(super) const NAME: (f64, f64) = (330.0, 24.0);
    pub(super) const RUN: (f64, f64) = (1234.0, 24.0);
    pub(super) const LIST: (f64, f64) = (24.0, 24.0);

    /// The middle of a template's button.
    pub(super) fn template(index: usize) -> (f64, f64) {
        (288.0 + 352.0 * (index % 3) as f64, 255.0 + 188.0 * (index / 3) as f64)
    }
}

/// Pixels of the screen around a port, and beside an edge, that the page takes for it.
const PORT_REACH: f64 = 10.0;
const EDGE_REACH: f64 = 8.0;
/// Below this an expert looks closer before drawing a connection.
const LEAST_ZOOM_TO_CONNECT: f64 = 0.5;
/// How often an expert zooms out before filling an empty canvas.
const ZOOM_OUTS: usize = 3;
/// After this many, looking from farther away does not help.
const MOST_ZOOM_OUTS: usize = 5;

pub(super) struct Mouse {
    view: Viewport,
}

impl Default for Mouse {
    fn default() -> Self {
        Self { view: Viewport::START }
    }
}

impl Mouse {
    pub(super) fn act(&mut self, workflow: &mut Workflow, visit: &[Step], actions: &mut Vec<Action>) -> Result<(), String> {
        let graph = &workflow.graph;
        let Some(first) = visit.first() else { return Ok(()) };
        match first {
            Step::New(name) => {
                actions.extend([left(screen::NEW_NAME), typed(&format!("{name}\n")), typed(&"-".repeat(ZOOM_OUTS))]);
                self.view = Viewport::START;
                (0..ZOOM_OUTS).for_each(|_| self.zoom_out());
            }
            Step::Template(index) => {
                actions.push(left(screen::template(*index)));
                let mut opened = workflow.clone();
                follow(&mut opened, first)?;
                self.view = fitted(&opened.graph.nodes).ok_or("an empty template")?;
            }
            Step::Add { kind, id } => {
                let mut node = Node { id: id.clone(), kind, data: kind.defaults(), at: (0.0, 0.0) };
                node.at = self.free_place(graph, &node).ok_or("there is no room for it on the screen")?;
                let middle = (node.at.0 + CARD_WIDTH / 2.0, node.at.1 + node.height() / 2.0);
                actions.extend([left(screen::FIND), typed(&kind.name), drag(at(screen::FIRST_FOUND), self.target(middle))]);
                workflow.graph.nodes.push(node);
            }
            Step::Set { id, .. } => {
                let node = graph.node(id).ok_or("it is not there")?;
                actions.extend([self.click_card(node)?, typed(&format!("\n{}", typed_settings(node.kind, &node.data, visit)?))]);
            }
            Step::Case { id, label, expression } => {
                let node = graph.node(id).ok_or("it is not there")?;
                let text = typed_case(&node.data, label, expression.as_deref());
                actions.extend([self.click_card(node)?, typed(&format!("\n{text}"))]);
            }
            Step::Json { id, data } => {
                let node = graph.node(id).ok_or("it is not there")?;
                let json = serde_json::to_string(data).map_err(|error| error.to_string())?;
                let into_field = [left(screen::JSON_TAB), left(screen::JSON_TEXT), chord(&["ctrl", "a"]), typed(&json)];
                actions.push(self.click_card(node)?);
                actions.extend(into_field);
            }
            Step::Connect(edge) => self.connect(graph, edge, actions)?,
            Step::Disconnect(edge) => self.disconnect(graph, edge, actions)?,
            Step::Delete(id) => {
                let node = graph.node(id).ok_or("it is not there")?;
                actions.extend([self.click_card(node)?, chord(&["delete"])]);
            }
            Step::Rename(name) => actions.extend([left(screen::NAME), chord(&["ctrl", "a"]), typed(&format!("{name}\n"))]),
            Step::Run => actions.push(left(screen::RUN)),
            Step::Back => actions.push(left(screen::LIST)),
        }
        Ok(())
    }

    fn connect(&mut self, graph: &Graph, edge: &Edge, actions: &mut Vec<Action>) -> Result<(), String> {
        let (source, target) = ends(graph, edge)?;
        let from = source.output(edge.handle.as_deref());
        let is_ready = |mouse: &Self| mouse.is_seen(from) && mouse.place_on(target).is_some();
        if self.view.zoom < LEAST_ZOOM_TO_CONNECT || !is_ready(self) {
            self.look_at(source, target, actions, is_ready)?;
        }
        let to = self.place_on(target).ok_or("the card to connect to is not seen")?;
        actions.push(drag(self.target(from), self.target(to)));
        self.see_all(graph, actions);
        Ok(())
    }

    fn disconnect(&mut self, graph: &Graph, edge: &Edge, actions: &mut Vec<Action>) -> Result<(), String> {
        let (source, target) = ends(graph, edge)?;
        if self.place_along(graph, edge).is_none() {
            self.look_at(source, target, actions, |_| true)?;
        }
        match self.place_along(graph, edge) {
            Some(place) => actions.push(click(self.target(place), Button::Left)),
            // Where lines lie over each other it is picked by name.
            None => actions.extend([self.click_card(source)?, typed(&pick_connection(graph, edge))]),
        }
        actions.push(chord(&["delete"]));
        self.see_all(graph, actions);
        Ok(())
    }

    /// Selects two cards and zooms to them, then out again until what is to be done can be done: the minimap may lie over it.
    fn look_at(
        &mut self,
        one: &Node,
        other: &Node,
        actions: &mut Vec<Action>,
        is_ready: impl Fn(&Self) -> bool,
    ) -> Result<(), String> {
        actions.push(self.click_card(one)?);
        let place = self.place_on(other).ok_or("a card is not seen")?;
        actions.push(click_holding(self.target(place), "shift"));
        self.view = fitted([one, other]).ok_or("nothing to look at")?;
        let mut keys = "2".to_owned();
        while !is_ready(self) {
            if keys.len() > MOST_ZOOM_OUTS {
                return Err(format!("{} and {} cannot be seen as they should", one.id, other.id));
            }
            keys.push('-');
            self.zoom_out();
        }
        actions.push(typed(&keys));
        Ok(())
    }

    fn zoom_out(&mut self) {
        let middle = (screen::CANVAS_SIZE.0 / 2.0, screen::CANVAS_SIZE.1 / 2.0);
        self.view = self.view.zoomed_at(middle, 1.0 / 1.25, screen::ZOOM_RANGE);
    }

    /// Back to the whole, if the expert had looked closer.
    fn see_all(&mut self, graph: &Graph, actions: &mut Vec<Action>) {
        let is_all_seen = graph.nodes.iter().all(|node| self.place_on(node).is_some());
        if let (false, Some(view)) = (is_all_seen, fitted(&graph.nodes)) {
            actions.push(typed("1"));
            self.view = view;
        }
    }

    fn click_card(&self, node: &Node) -> Result<Action, String> {
        let place = self.place_on(node).ok_or_else(|| format!("the card {} is not seen", node.id))?;
        Ok(click(self.target(place), Button::Left))
    }

    /// A point on a card, away from its ports.
    fn place_on(&self, node: &Node) -> Option<(f64, f64)> {
        let (x, y) = node.at;
        [(0.5, 32.0), (0.3, 64.0), (0.5, 96.0), (0.7, 16.0)]
            .into_iter()
            .map(|(across, down)| (x + across * CARD_WIDTH, y + down))
            .find(|place| self.is_seen(*place))
    }

    /// A point on an edge that is nothing else's: away from cards and ports, and nearer to it than to any other edge.
    fn place_along(&self, graph: &Graph, edge: &Edge) -> Option<(f64, f64)> {
        let line = Curve::of(graph, edge)?;
        let others: Vec<Curve> =
            graph.edges.iter().filter(|other| *other != edge).filter_map(|other| Curve::of(graph, other)).collect();
        let pixels = |length: f64| length / self.view.zoom;
        (2..=18).map(|i| line.at(f64::from(i) / 20.0)).find(|place| {
            let is_free = graph.nodes.iter().all(|node| {
                let is_clear = |port: (f64, f64)| (port.0 - place.0).hypot(port.1 - place.1) > pixels(PORT_REACH + 3.0);
                !node.area().grown(pixels(3.0)).holds(*place) && node.outputs().into_iter().all(is_clear)
            });
            is_free && self.is_seen(*place) && others.iter().all(|other| other.distance(*place) > pixels(EDGE_REACH))
        })
    }

    /// A place on the grid for a new card, where it is seen whole and lies clear of the others.
    fn free_place(&self, graph: &Graph, node: &Node) -> Option<(f64, f64)> {
        let gap = 2.0 * GRID;
        let corner = self.view.to_content((16.0, 16.0));
        let on_grid = |value: f64| (value / GRID).ceil() * GRID;
        let rows = (0..60).map(|row| on_grid(corner.1) + f64::from(row) * 2.0 * GRID);
        let places = rows.flat_map(|y| (0..40).map(move |column| (on_grid(corner.0) + f64::from(column) * 3.0 * GRID, y)));
        places.into_iter().find(|place| {
            let area = Area { from: *place, to: (place.0 + CARD_WIDTH, place.1 + node.height()) };
            let far = (area.to.0, area.from.1);
            let near = (area.from.0, area.to.1);
            let is_seen = [area.from, area.to, far, near].into_iter().all(|corner| self.is_seen(corner));
            is_seen && graph.nodes.iter().all(|other| !overlap(area, other.area().grown(gap)))
        })
    }

    /// Whether a point of the content is on the canvas and not below the minimap.
    fn is_seen(&self, place: (f64, f64)) -> bool {
        let shown = Area { from: (4.0, 4.0), to: (screen::CANVAS_SIZE.0 - 4.0, screen::CANVAS_SIZE.1 - 4.0) };
        let place = self.view.to_canvas(place);
        shown.holds(place) && !screen::MINIMAP.holds(place)
    }

    fn target(&self, place: (f64, f64)) -> Target {
        let (x, y) = self.view.to_canvas(place);
        at(((screen::CANVAS.0 + x).round(), (screen::CANVAS.1 + y).round()))
    }
}

fn ends<'a>(graph: &'a Graph, edge: &Edge) -> Result<(&'a Node, &'a Node), String> {
    graph.node(&edge.source).zip(graph.node(&edge.target)).ok_or_else(|| format!("{edge}: an end is not there"))
}

fn fitted<'a>(nodes: impl IntoIterator<Item = &'a Node>) -> Option<Viewport> {
    Some(Viewport::fitted(area_of(nodes)?, screen::CANVAS_SIZE, screen::MARGIN, screen::ZOOM_RANGE.0))
}

fn overlap(one: Area, other: Area) -> bool {
    one.from.0 < other.to.0 && other.from.0 < one.to.0 && one.from.1 < other.to.1 && other.from.1 < one.to.1
}
