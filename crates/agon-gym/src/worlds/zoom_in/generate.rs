//! Setting an episode: zooms that differ clearly, and places in a photograph that show something at them.

use super::{Params, ZoomIn, params::MAX_ZOOM, scene::Scene};
use crate::data::Pictures;
use crate::starts::scrambles;
use crate::worlds::{order, picture};
use crate::{Canvas, ParamError, Starts};
use agon_core::Rng;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A square part of a picture, in its pixels, and how much larger the picture is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct View {
    pub(super) zoom: f64,
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) side: u32,
}

impl View {
    pub(super) fn shares_pixels_with(&self, other: &Self) -> bool {
        let meet = |a: u32, b: u32| a < b + other.side && b < a + self.side;
        meet(self.x, other.x) && meet(self.y, other.y)
    }
}

/// Each view is zoomed at least so many times as much as the former.
pub(super) const CLEAR_RATIO: f64 = 1.12;
/// Neighbours that differ by less than this must show a part in common, by which they can be compared.
pub(super) const ALIKE_RATIO: f64 = 1.2;
/// How many sets of zooms, and places for a view, are drawn before the parameters or the picture are given up.
const ZOOM_TRIES: usize = 2_000;
const PLACE_TRIES: usize = 60;
/// How many samples of a view are looked at in each direction.
const SAMPLE_PX: u32 = 12;
/// The least [`detail`] of a view, in levels of 0 to 255: plain sky looks alike at any zoom.
pub(super) const CLEAR_DETAIL: u32 = 8;

pub(super) fn generate(params: &Params, seed: u64) -> Result<ZoomIn, ParamError> {
    let mut rng = Rng::new("zoom-in", seed);
    let (mut picture_rng, mut zoom_rng, place_rng) = (rng.fork("picture"), rng.fork("zoom"), rng.fork("place"));
    let arrangement = order::scramble(params.views, &mut rng);
    let too_close = "the views would be zoomed almost alike; use a larger zoom_gap, a smaller zoom_std or fewer views";
    let zooms = zooms(params, &mut zoom_rng).ok_or_else(|| ParamError::Invalid(too_close.into()))?;
    let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
    let problem = "has too few places that show something when zoomed";
    // Every picture is tried with the same numbers, so that one that does not suit leaves no trace in another.
    let places = |picture: &Canvas| views(picture, &zooms, params.nest, &mut place_rng.clone());
    let (number, picture) =
        picture::choose(&pictures, params.picture, &mut picture_rng, problem, |_, picture| places(picture).is_some())?;
    let views = places(&picture).ok_or_else(|| ParamError::key("picture", problem))?;
    let scene = Scene::new(params.frame_px, pictures.name(number), &picture, views);
    Ok(ZoomIn { arrangement, scene: Arc::new(scene) })
}

/// How many sets of views are drawn from a picture to see how many differ.
const SETS: u64 = 16;

/// Pictures that show something when zoomed, in every order of their views but the right one. A picture gives more sets of
/// views than can be counted; those that a few seeds draw are the least there are.
pub(super) fn starts(params: &Params, sample: usize) -> Result<Starts, ParamError> {
    let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
    let orders = scrambles(params.views);
    let how = format!("{orders} orders of {} views, and at least {SETS} sets of views of most pictures", params.views);
    let starts = picture::starts(&pictures, sample, how, |picture| {
        let drawn = (0..SETS).filter_map(|seed| {
            let mut rng = Rng::new("starts", seed);
            let zooms = zooms(params, &mut rng)?;
            views(picture, &zooms, params.nest, &mut rng)
        });
        let mut sets: Vec<String> = drawn.map(|views| format!("{views:?}")).collect();
        sets.sort_unstable();
        sets.dedup();
        sets.len() as f64 * orders
    });
    Ok(starts.at_least())
}

/// How much each view is zoomed, from the least to the most.
pub(super) fn zooms(params: &Params, rng: &mut Rng) -> Option<Vec<f64>> {
    (0..ZOOM_TRIES).find_map(|_| {
        let mut zooms: Vec<f64> = (1..=params.views)
            .map(|index| {
                let mean = params.min_zoom + index as f64 * params.zoom_gap;
                let zoom = (mean + params.zoom_std * normal(rng)).clamp(params.min_zoom, MAX_ZOOM);
                (zoom * 100.0).round() / 100.0
            })
            .collect();
        zooms.sort_by(f64::total_cmp);
        zooms.windows(2).all(|pair| pair[1] >= pair[0] * CLEAR_RATIO).then_some(zooms)
    })
}

/// A normal deviate as the sum of twelve uniform ones: near enough, and the same on every machine.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}

/// A place for each zoom; `None` if the picture has none that shows something.
pub(super) fn views(picture: &Canvas, zooms: &[f64], nest: bool, rng: &mut Rng) -> Option<Vec<View>> {
    let whole = picture.width().min(picture.height());
    let mut outer = View { zoom: 1.0, x: 0, y: 0, side: whole };
    let mut views = Vec::with_capacity(zooms.len());
    for zoom in zooms {
        let side = ((f64::from(whole) / zoom).round() as u32).clamp(1, outer.side);
        let place = (0..PLACE_TRIES).find_map(|_| {
            let mut within = |from: u32| from + rng.index((outer.side - side) as usize + 1) as u32;
            let view = View { zoom: *zoom, x: within(outer.x), y: within(outer.y), side };
            let comparable =
                views.last().is_none_or(|former: &View| *zoom >= former.zoom * ALIKE_RATIO || former.shares_pixels_with(&view));
            (comparable && detail(picture, view) >= CLEAR_DETAIL).then_some(view)
        })?;
        views.push(place);
        if nest {
            outer = place;
        }
    }
    Some(views)
}

/// How far a sample is from the middle between its neighbors, on average. Smooth changes of light do not count: they too
/// look alike at any zoom.
pub(super) fn detail(picture: &Canvas, view: View) -> u32 {
    let at = |from: u32, index: u32| from + (2 * index + 1) * view.side / (2 * SAMPLE_PX);
    let sample = |column: u32, row: u32| {
        let [red, green, blue] = picture.pixel(at(view.x, column), at(view.y, row)).map(u32::from);
        (2 * red + 5 * green + blue) / 8
    };
    let samples: [[u32; SAMPLE_PX as usize]; SAMPLE_PX as usize] =
        std::array::from_fn(|row| std::array::from_fn(|column| sample(column as u32, row as u32)));
    let bend = |before: u32, here: u32, after: u32| (2 * here).abs_diff(before + after);
    let inner = 1..SAMPLE_PX as usize - 1;
    let total: u32 = inner
        .clone()
        .flat_map(|row| inner.clone().map(move |column| (row, column)))
        .map(|(row, column)| {
            let here = samples[row][column];
            bend(samples[row][column - 1], here, samples[row][column + 1])
                + bend(samples[row - 1][column], here, samples[row + 1][column])
        })
        .sum();
    // Each sample has two bends, each of which counts the distance twice.
    total / (4 * (SAMPLE_PX - 2).pow(2))
}
