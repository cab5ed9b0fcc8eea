//! Whole actions between a model's coordinates and the screen's.

use crate::{Space, View};
use agon_core::{Action, Point, Region, Target};

/// An action whose places are a model's, as it is on the screen.
pub(crate) fn to_screen(action: Action, space: Space, view: &View) -> Result<Action, String> {
    each(action, |point| space.to_screen(point.x, point.y, view))
}

/// An action as a model would place it.
pub(crate) fn from_screen(action: Action, space: Space, view: &View) -> Option<Action> {
    each(action, |point| space.from_screen(point, view).map(|(x, y)| Point { x, y }).ok_or(())).ok()
}

/// An action with every place in it replaced; labels stay what they are.
fn each<E>(mut action: Action, change: impl Fn(Point) -> Result<Point, E>) -> Result<Action, E> {
    let place = |target: &mut Target| match target {
        Target::Point(point) => change(*point).map(|changed| *point = changed),
        Target::Label(_) => Ok(()),
    };
    match &mut action {
        Action::Move { to: at }
        | Action::Click { at, .. }
        | Action::Press { at, .. }
        | Action::Release { at, .. }
        | Action::Scroll { at, .. } => place(at)?,
        Action::Drag { path, .. } => path.iter_mut().try_for_each(place)?,
        Action::Zoom { region } => {
            let near = change(Point { x: region.x, y: region.y })?;
            let far = change(Point { x: region.x + region.width, y: region.y + region.height })?;
            *region = Region { x: near.x, y: near.y, width: far.x - near.x, height: far.y - near.y };
        }
        _ => {}
    }
    Ok(action)
}

/// The region between two corners of a model's; an error if nothing is between them.
pub(crate) fn region(corners: [f64; 4], space: Space, view: &View) -> Result<Region, String> {
    let [left, top, right, bottom] = corners;
    let (near, far) = (space.to_screen(left, top, view)?, space.to_screen(right, bottom, view)?);
    if far.x <= near.x || far.y <= near.y {
        return Err("the region must go from its top left to its bottom right".into());
    }
    Ok(Region { x: near.x, y: near.y, width: far.x - near.x, height: far.y - near.y })
}
