//! Setting a jigsaw: choose a part of a photograph whose pieces can be told apart, and shuffle them.

use super::params::Params;
use super::{Board, Jigsaw, order};
use crate::data::Pictures;
use crate::starts::scrambles;
use crate::worlds::{part, picture};
use crate::{Canvas, Certainty, ParamError, Starts};
use agon_core::Rng;
use std::sync::Arc;

/// Pieces are compared at this size, so that noise and fine grain do not count as a difference.
const SAMPLE_PX: u32 = 8;
/// Two pieces are told apart by at least this mean difference of their samples, in levels of 0 to 255.
pub(super) const CLEAR_DIFFERENCE: u32 = 8;

pub(super) fn generate(params: &Params, seed: u64) -> Result<Jigsaw, ParamError> {
    let mut rng = Rng::new("jigsaw", seed);
    let (mut picture_rng, mut crop_rng) = (rng.fork("picture"), rng.fork("crop"));
    let pieces = order::scramble(params.rows * params.cols, &mut rng);
    let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
    let (rows, cols) = (params.rows, params.cols);
    let problem = format!("has pieces that look alike when cut into {rows} by {cols}");
    let (wanted, rngs) = ((params.picture, params.crop), (&mut picture_rng, &mut crop_rng));
    let (number, crop, picture) = picture::choose_part(&pictures, wanted, rngs, &problem, |picture| {
        least_difference(picture, rows, cols) >= CLEAR_DIFFERENCE
    })?;
    let board = Board::new(params, (pictures.name(number), crop), &picture);
    Ok(Jigsaw { pieces, board: Arc::new(board) })
}

/// The pictures whose pieces can be told apart, in every order but the right one.
pub(super) fn starts(params: &Params, sample: usize) -> Result<Starts, ParamError> {
    let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
    let (orders, parts) = (scrambles(params.rows * params.cols), part::count(params.crop));
    let how = format!("{orders} orders of {} pieces for each of {parts} parts of each picture", params.rows * params.cols);
    let starts = picture::starts(&pictures, sample, how, |picture| {
        if least_difference(picture, params.rows, params.cols) >= CLEAR_DIFFERENCE { orders * parts } else { 0.0 }
    });
    // Of parts it is not looked whether their pieces can be told apart.
    Ok(if params.crop { Starts { certainty: Certainty::Estimate, ..starts } } else { starts })
}

/// The mean difference between the two pieces that are most alike.
pub(super) fn least_difference(photo: &Canvas, rows: usize, cols: usize) -> u32 {
    let small = photo.resized(cols as u32 * SAMPLE_PX, rows as u32 * SAMPLE_PX);
    let samples: Vec<Canvas<'static>> = (0..rows * cols)
        .map(|piece| {
            let mut sample = Canvas::new(SAMPLE_PX, SAMPLE_PX);
            let (x, y) = ((piece % cols) as u32 * SAMPLE_PX, (piece / cols) as u32 * SAMPLE_PX);
            sample.blit(0, 0, &small, x, y, SAMPLE_PX, SAMPLE_PX);
            sample
        })
        .collect();
    let difference = |a: &Canvas, b: &Canvas| -> u32 {
        let total: u32 = a.pixels().iter().zip(b.pixels()).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        total / a.pixels().len() as u32
    };
    let pairs = samples.iter().enumerate().flat_map(|(i, a)| samples[..i].iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| difference(a, b)).min().unwrap_or(0)
}
