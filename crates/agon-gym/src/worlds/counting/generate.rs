//! Setting a counting task: compose a scene, or choose a user's picture.

use super::params::Params;
use super::{Counting, Subject, View};
use crate::data::{Annotations, Layout, Mask, SCENE_SIZE, Use, any_order, background, compose, objects};
use crate::{ParamError, Starts};
use agon_core::Rng;
use std::sync::Arc;

/// How many scenes are tried before the parameters are called impossible.
const TRIES: usize = 20;
/// How many of a user's pictures are tried before the data is called unusable.
const PICTURES: usize = 200;
/// How many objects there are of another kind, at most.
const OTHERS: i64 = 5;

pub(super) fn generate(params: &Params, seed: u64) -> Result<Counting, ParamError> {
    let mut rng = Rng::new("counting", seed);
    if params.data.is_empty() { composed(params, &mut rng) } else { annotated(params, &mut rng) }
}

fn composed(params: &Params, rng: &mut Rng) -> Result<Counting, ParamError> {
    let mut background_rng = rng.fork("background");
    let mut kinds: Vec<usize> = (0..objects().len()).collect();
    rng.shuffle(&mut kinds);
    let count = rng.integer(params.min_count as i64, params.max_count as i64) as usize;
    let mut things = vec![kinds[0]; count];
    for kind in kinds.iter().skip(1).take(rng.index(params.other_kinds + 1)) {
        things.extend((0..rng.integer(1, OTHERS)).map(|_| *kind));
    }
    let background = background(&params.pictures, params.picture, &things, &mut background_rng)?;
    let (smaller, larger) = sizes(things.len());
    for _ in 0..TRIES {
        rng.shuffle(&mut things);
        let layout = Layout {
            things: things.clone(),
            size_px: (smaller, larger),
            upside_down_share: 0.0,
            min_visible: params.min_visible,
        };
        if let Some(scene) = compose(&layout, rng) {
            let masks: Vec<&Mask> = scene.items.iter().filter(|item| item.object == kinds[0]).map(|item| &item.mask).collect();
            let object = &objects()[kinds[0]];
            let subject =
                Subject { one: object.name.into(), many: object.plural.into(), centres: centres(&masks), composed: true };
            return Ok(Counting::new(subject, View::new(&scene.picture(&background), params.frame_px), params));
        }
    }
    Err(ParamError::key(
        "min_visible",
        format!("{} objects do not fit so that {} of each is seen", things.len(), params.min_visible),
    ))
}

/// Few things are large, many are small: together they cover a good third of the picture.
fn sizes(count: usize) -> (u32, u32) {
    let area = u64::from(SCENE_SIZE.0 * SCENE_SIZE.1) * 40 / 100;
    let side = (area / count.max(1) as u64).isqrt().clamp(30, 96) as u32;
    (side * 3 / 4, side * 5 / 4)
}

fn annotated(params: &Params, rng: &mut Rng) -> Result<Counting, ParamError> {
    let annotations = Annotations::open(&params.data, &params.images, "", Use::Counting)?;
    let groups = annotations.groups(params.min_count, params.max_count);
    if groups.is_empty() {
        let (min, max) = (params.min_count, params.max_count);
        return Err(ParamError::key("data", format!("no picture has between {min} and {max} objects of one kind")));
    }
    for index in any_order(groups.len(), rng).take(PICTURES) {
        let (kind, objects) = annotations.group(groups[index]);
        if let Some((picture, masks)) = annotations.load(objects) {
            let centres = centres(&masks.iter().collect::<Vec<_>>());
            let many = format!("objects of the kind '{kind}'");
            let subject = Subject { one: format!("'{kind}'"), many, centres, composed: false };
            return Ok(Counting::new(subject, View::new(&picture, params.frame_px), params));
        }
    }
    Err(ParamError::key("data", "none of its pictures could be read; the warnings say why"))
}

/// The pictures and kinds of a user's file within the bounds.
pub(super) fn starts(params: &Params, _sample: usize) -> Result<Starts, ParamError> {
    let groups = Annotations::open(&params.data, &params.images, "", Use::Counting)?.groups(params.min_count, params.max_count);
    let how = format!("pictures and kinds with {} to {} objects", params.min_count, params.max_count);
    Ok(Starts::counted(groups.len(), groups.len() as f64, how))
}

/// Where to put dots, from the left to the right.
fn centres(masks: &[&Mask]) -> Arc<Vec<(u32, u32)>> {
    let mut centres: Vec<(u32, u32)> = masks.iter().map(|mask| mask.centre()).collect();
    centres.sort_unstable();
    Arc::new(centres)
}
