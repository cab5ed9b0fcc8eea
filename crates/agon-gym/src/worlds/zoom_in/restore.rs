//! Reading views from written states.

use super::generate::View;
use super::{State, order};
use crate::{Canvas, ParamError};
use serde::Deserialize;
use serde_json::Value;

/// As published: how much each view is zoomed, its box in the pixels of the picture's file, and which view is at each position.
#[derive(Deserialize)]
struct Published {
    zoom_levels: Vec<f64>,
    crop_boxes: Vec<[f64; 4]>,
    current_view_order: Value,
}

const MOST_VIEWS: usize = 8;

/// The views from the least to the most zoomed, and which of them is at each position.
type Views = (Vec<View>, Vec<usize>);

pub(super) fn own(state: &Value) -> Result<Views, ParamError> {
    let State { views: shown, .. } = State::deserialize(state).map_err(|error| ParamError::state(error.to_string()))?;
    let mut views = shown.clone();
    views.sort_by(|a, b| a.zoom.total_cmp(&b.zoom));
    let place = |view: &View| views.iter().position(|other| other == view).unwrap_or_default();
    let arrangement = shown.iter().map(place).collect();
    Ok((views, arrangement))
}

/// Boxes keep the shape of the file's picture, of which a stretched square is seen.
pub(super) fn published(state: &Value, (width, height): (u32, u32), side: u32) -> Result<Views, ParamError> {
    let Published { zoom_levels, crop_boxes, current_view_order } =
        Published::deserialize(state).map_err(|error| ParamError::state(error.to_string()))?;
    let arrangement = order::read(&current_view_order).filter(|order| order.len() == zoom_levels.len());
    let arrangement = arrangement.filter(|_| crop_boxes.len() == zoom_levels.len() && zoom_levels.is_sorted());
    let unlike = || ParamError::state("zoom_levels, crop_boxes and current_view_order must be as many, and the levels rise");
    let arrangement = arrangement.ok_or_else(unlike)?;
    let scale = |value: f64, from: u32| value * f64::from(side) / f64::from(from.max(1));
    let views = zoom_levels.iter().zip(crop_boxes).map(|(zoom, [left, top, right, _])| View {
        zoom: *zoom,
        x: scale(left, width).round() as u32,
        y: scale(top, height).round() as u32,
        side: (scale(right - left, width).round() as u32).max(1),
    });
    Ok((views.collect(), arrangement))
}

/// Views must lie in the picture, and differ in how much they are zoomed.
pub(super) fn check(views: &[View], picture: &Canvas) -> Result<(), ParamError> {
    if !(2..=MOST_VIEWS).contains(&views.len()) {
        return Err(ParamError::state(format!("there must be 2 to {MOST_VIEWS} views, got {}", views.len())));
    }
    let inside = |view: &View| {
        let fits = |from: u32, whole: u32| from.checked_add(view.side).is_some_and(|to| to <= whole);
        view.side > 0 && fits(view.x, picture.width()) && fits(view.y, picture.height())
    };
    if let Some(view) = views.iter().find(|view| !inside(view)) {
        return Err(ParamError::state(format!("a view at ({}, {}) of {} pixels leaves the picture", view.x, view.y, view.side)));
    }
    if !views.is_sorted_by(|one, next| one.zoom < next.zoom) {
        return Err(ParamError::state("two views are zoomed alike"));
    }
    Ok(())
}
