//! By mouse: objects are clicked where they are seen, or else in the scene list, and moved, turned and stretched by the gizmo. Only texts and numbers are typed.

use super::fields::{set_by_menu, set_setting, typed_fields};
use super::keys;
use crate::apps::modeller::pose::rotation_matrix;
use crate::apps::modeller::scene::{Object, Shape, Vector};
use crate::apps::modeller::steps::{Model, Step};
use crate::apps::modeller::view::{CORNER, PIXELS_PER_UNIT, SIZE, View};
use crate::hand::{at, chord, click, click_holding, drag, left, typed};
use agon_core::{Action, Button};

/// Where the page shows what on the default screen. See `web/modeller/README.md`.
mod screen {
    use crate::apps::modeller::scene::Shape;

    pub(super) const NEW_NAME: (f64, f64) = (300.0, 108.0);
    pub(super) const SCENE_TAB: (f64, f64) = (1068.0, 66.0);

    /// The middle of a scene's picture on the dashboard.
    pub(super) fn card(index: usize) -> (f64, f64) {
        (244.0 + 264.0 * (index % 4) as f64, 235.0 + 212.0 * (index / 4) as f64)
    }

    /// A row of the scene list.
    pub(super) fn row(index: usize) -> (f64, f64) {
        (120.0, 102.0 + 28.0 * index as f64)
    }

    /// The button that adds an object.
    pub(super) fn add(shape: Shape) -> (f64, f64) {
        let index = Shape::ALL.iter().position(|other| *other == shape).unwrap_or_default();
        (44.0 + 75.0 * (index % 3) as f64, 626.0 + 58.0 * (index / 3) as f64)
    }
}

/// Pixels from the gizmo's middle at which its arms are taken.
const ARM_GRIP: f64 = 60.0;
const STRETCH_GRIP: f64 = 40.0;
const CIRCLE: f64 = 80.0;
/// Pixels of the viewport's border where nothing is clicked.
const BORDER: f64 = 56.0;
/// Pixels between a click and what else might be hit.
const CLEARANCE: f64 = 6.0;

pub(super) struct Mouse {
    view: View,
}

impl Default for Mouse {
    fn default() -> Self {
        Self { view: View::Start }
    }
}

impl Mouse {
    pub(super) fn act(&mut self, model: &Model, visit: &[Step], actions: &mut Vec<Action>) -> Result<(), String> {
        let Some(first) = visit.first() else { return Ok(()) };
        match first {
            Step::Open(index) => {
                match model.open {
                    None => actions.push(left(screen::card(*index))),
                    Some(_) => actions.extend(keys::open(*index)),
                }
                self.put_gizmo_away(actions);
            }
            Step::New(name) if model.open.is_none() => {
                actions.extend([left(screen::NEW_NAME), typed(&format!("{name}\n"))]);
                self.put_gizmo_away(actions);
            }
            Step::Add { shape, .. } => actions.push(left(screen::add(*shape))),
            Step::Copy { from, .. } => {
                self.select(model, std::slice::from_ref(from), actions)?;
                actions.push(chord(&["ctrl", "d"]));
            }
            Step::Delete(id) => {
                self.select(model, std::slice::from_ref(id), actions)?;
                actions.push(chord(&["delete"]));
            }
            Step::Set { ids, .. } => {
                let id = ids.first().ok_or("nothing is to be set")?;
                self.select(model, ids, actions)?;
                actions.extend([typed(&format!("\n{}", typed_fields(model.object(id)?, visit)?)), chord(&["escape"])]);
            }
            Step::Nudge { id, axis, by } => {
                self.select(model, std::slice::from_ref(id), actions)?;
                keys::nudge(*axis, *by, actions);
            }
            Step::Drag { id, axis, by } => {
                let view = self.across(*axis);
                let start = self.grip(model, id, view, *axis, ARM_GRIP)?;
                let (dx, dy) = view.direction(*axis);
                let way = by * PIXELS_PER_UNIT;
                self.pull(model, id, (view, 'w'), (start, (start.0 + way * dx, start.1 + way * dy)), actions)?;
            }
            Step::Turn { id, axis, degrees } => {
                let view = [View::Side, View::Top, View::Front][*axis];
                let (x, y) = whole(view.place(model.object(id)?.position));
                let (sine, cosine) = degrees.to_radians().sin_cos();
                let end = whole((x + CIRCLE * cosine, y - CIRCLE * sine));
                self.pull(model, id, (view, 'e'), ((x + CIRCLE, y), end), actions)?;
            }
            Step::Stretch { id, axis: Some(axis), factor } => {
                let view = self.across(*axis);
                let start = self.grip(model, id, view, *axis, STRETCH_GRIP)?;
                let (dx, dy) = view.direction(*axis);
                let way = STRETCH_GRIP * (factor - 1.0);
                self.pull(model, id, (view, 'r'), (start, (start.0 + way * dx, start.1 + way * dy)), actions)?;
            }
            Step::Stretch { id, axis: None, factor } => {
                let view = self.across(0);
                let (x, y) = whole(view.place(model.object(id)?.position));
                self.pull(model, id, (view, 'r'), ((x, y), (x + CIRCLE * (factor - 1.0), y)), actions)?;
            }
            Step::Settings { setting, is_by_menu: true } => set_by_menu(setting, actions)?,
            Step::Settings { setting, .. } => {
                actions.extend([left(screen::SCENE_TAB), typed("\t")]);
                set_setting(setting, actions);
            }
            Step::View(view) => {
                self.view = *view;
                actions.push(typed(&view.key().to_string()));
            }
            Step::New(_) | Step::Camera | Step::Undo => keys::act(model, visit, actions)?,
        }
        Ok(())
    }

    /// A scene has just been opened. Handles would lie over what is to be clicked.
    fn put_gizmo_away(&mut self, actions: &mut Vec<Action>) {
        self.view = View::Start;
        actions.push(typed("q"));
    }

    /// A view that an axis lies across, this one if it does.
    fn across(&self, axis: usize) -> View {
        match (self.view, axis) {
            (View::Top | View::Front, 0) | (View::Front | View::Side, 1) | (View::Top | View::Side, 2) => self.view,
            (_, 1) => View::Front,
            _ => View::Top,
        }
    }

    /// Where an arm of the gizmo is taken, so many pixels from its middle.
    fn grip(&self, model: &Model, id: &str, view: View, axis: usize, from_middle: f64) -> Result<(f64, f64), String> {
        let (x, y) = view.place(model.object(id)?.position);
        let (dx, dy) = view.direction(axis);
        Ok(whole((x + from_middle * dx, y + from_middle * dy)))
    }

    /// Takes a handle of a tool and moves it.
    fn pull(
        &mut self,
        model: &Model,
        id: &str,
        (view, tool): (View, char),
        (from, to): ((f64, f64), (f64, f64)),
        actions: &mut Vec<Action>,
    ) -> Result<(), String> {
        if !is_inside(from, 4.0) || !is_inside(to, 4.0) {
            return Err("the handle would leave the viewport".into());
        }
        let id = id.to_owned();
        self.select(model, std::slice::from_ref(&id), actions)?;
        actions.extend([typed(&format!("{}{tool}", view.key())), drag(at(from), at(to)), typed("q")]);
        self.view = view;
        Ok(())
    }

    fn select(&self, model: &Model, ids: &[String], actions: &mut Vec<Action>) -> Result<(), String> {
        if model.selection == ids {
            return Ok(());
        }
        if let [id] = ids
            && let Some(place) = self.place_to_click(model, model.object(id)?)?
        {
            actions.push(left(place));
            return Ok(());
        }
        for (i, id) in ids.iter().enumerate() {
            let index = model.scene()?.objects.iter().position(|object| object.id == *id);
            let row = at(screen::row(index.ok_or_else(|| format!("there is no object {id:?}"))?));
            actions.push(if i == 0 { click(row, Button::Left) } else { click_holding(row, "ctrl") });
        }
        // The keyboard goes back to the viewport.
        actions.push(chord(&["escape"]));
        Ok(())
    }

    /// Where an object is seen and surely nothing else is hit.
    fn place_to_click(&self, model: &Model, object: &Object) -> Result<Option<(f64, f64)>, String> {
        let anchor = anchor(object);
        let place = self.view.place(anchor);
        let is_clear = |other: &Object| {
            let (x, y) = self.view.place(other.position);
            let is_behind = self.view.depth(other.position) - reach(other) > self.view.depth(anchor);
            is_behind || (x - place.0).hypot(y - place.1) > self.pixels(other.position, reach(other)) + CLEARANCE
        };
        let others = model.scene()?.objects.iter().filter(|other| other.id != object.id && other.visible);
        let least = object.scale.iter().map(|scale| scale.abs()).fold(f64::INFINITY, f64::min);
        let is_large = self.pixels(object.position, 0.1 * least) > 3.0;
        let is_seen = object.visible && !object.locked && is_large && is_inside(place, BORDER);
        Ok((is_seen && others.into_iter().all(is_clear)).then(|| whole(place)))
    }

    /// How many pixels a length at a point takes at most.
    fn pixels(&self, position: Vector, length: f64) -> f64 {
        let (x, y) = self.view.place(position);
        let along = |axis: usize| {
            let mut moved = position;
            moved[axis] += length;
            let (to_x, to_y) = self.view.place(moved);
            (to_x - x).hypot(to_y - y)
        };
        (0..3).map(along).fold(0.0, f64::max)
    }
}

/// A point inside of an object: its middle, or inside of a ring's tube.
fn anchor(object: &Object) -> Vector {
    const RING_RADIUS: f64 = 0.35;
    if object.shape != Shape::Torus {
        return object.position;
    }
    let matrix = rotation_matrix(object.rotation);
    [0, 1, 2].map(|i| object.position[i] + RING_RADIUS * object.scale[0] * matrix[i][0])
}

/// How far an object reaches from its position, at most.
fn reach(object: &Object) -> f64 {
    object.scale.iter().map(|scale| (scale / 2.0).powi(2)).sum::<f64>().sqrt()
}

fn is_inside((x, y): (f64, f64), border: f64) -> bool {
    let (from, to) = ((CORNER.0 + border, CORNER.1 + border), (CORNER.0 + SIZE.0 - border, CORNER.1 + SIZE.1 - border));
    x >= from.0 && x <= to.0 && y >= from.1 && y <= to.1
}

fn whole((x, y): (f64, f64)) -> (f64, f64) {
    (x.round(), y.round())
}
