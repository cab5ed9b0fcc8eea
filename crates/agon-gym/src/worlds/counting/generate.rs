//! Setting a counting task: compose a scene, or choose a user's picture.

use super::params::Params;
use super::{Counting, Subject, View, photographs};
use crate::data::{
    Annotations, BUILT_IN, Group, Layout, Mask, Pictures, SCENE_SIZE, Scene, Use, any_order, background, compose, objects,
    prepared,
};
use crate::worlds::part::Crop;
use crate::worlds::picture;
use crate::{Canvas, ParamError, Starts};
use agon_core::Rng;
use serde_json::{Value, json};
use std::sync::Arc;

/// How many scenes are tried before the parameters are called impossible.
const TRIES: usize = 20;
/// How many of a user's pictures are tried before the data is called unusable.
const PICTURES: usize = 200;
/// How many objects there are of another kind, at most.
const OTHERS: i64 = 5;

pub(super) fn generate(params: &Params, seed: u64) -> Result<Counting, ParamError> {
    let mut rng = Rng::new("counting", seed);
    match params.data.as_str() {
        "" => composed(params, &mut rng),
        BUILT_IN => photographs::draw(params, &mut rng),
        _ => annotated(params, &mut rng),
    }
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
    let (name, background) = background(&params.pictures, params.picture, &things, &mut background_rng)?;
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
            return Ok(of_scene(params, &scene, kinds[0], &name, &background));
        }
    }
    Err(ParamError::key(
        "min_visible",
        format!("{} objects do not fit so that {} of each is seen", things.len(), params.min_visible),
    ))
}

fn of_scene(params: &Params, scene: &Scene, kind: usize, name: &str, background: &Canvas<'static>) -> Counting {
    let masks: Vec<&Mask> = scene.items.iter().filter(|item| item.object == kind).map(|item| &item.mask).collect();
    let (object, source) = (&objects()[kind], json!({"background": name, "things": scene.written()}));
    let subject = Subject { one: object.name.into(), many: object.plural.into(), centres: centres(&masks), source };
    Counting::new(subject, View::new(&scene.picture(background), params.frame_px), params)
}

/// The episode of a written state, without its dots and its guess.
pub(super) fn restore(params: &Params, state: &Value) -> Result<Counting, ParamError> {
    let episode = match (state.get("file_name"), &state["source"]) {
        (Some(_), _) => restore_annotated(params, state)?,
        (None, source) if source.get("things").is_some() => {
            let kind = objects().iter().position(|object| state["object"] == object.name);
            let kind = kind.ok_or_else(|| ParamError::state(format!("there is no object named {}", state["object"])))?;
            let hidden = "things must be known objects that lie in the picture, and none may be hidden";
            let scene = Scene::read(&source["things"]).ok_or_else(|| ParamError::state(hidden))?;
            let pictures = Pictures::open(&params.pictures)?;
            let (number, _) = picture::named(&pictures, &source["background"])?;
            let background = prepared(&params.pictures, &pictures, number)?;
            of_scene(params, &scene, kind, pictures.name(number), &background)
        }
        (None, source) => restore_annotated(params, source)?,
    };
    let (count, (least, most)) = (episode.count(), episode.range);
    match (least..=most).contains(&count) {
        true => Ok(episode),
        false => Err(ParamError::state(format!("it has {count} objects to count, and guesses are from {least} to {most}"))),
    }
}

/// By the names that published states have: the picture's file and the kind.
fn restore_annotated(params: &Params, source: &Value) -> Result<Counting, ParamError> {
    let (Some(file), Some(kind)) = (source["file_name"].as_str(), source["category_name"].as_str()) else {
        return Err(ParamError::state("it must name a scene's things, or a picture's file and a category"));
    };
    if params.data.is_empty() {
        return Err(ParamError::state(format!("it names the picture {file:?}: set data to the annotations it is from")));
    }
    let annotations = Annotations::open(&params.data, &params.images, "", Use::Counting)?;
    let group = annotations.find_group(file, kind);
    let group = group.ok_or_else(|| ParamError::state(format!("the data has no picture {file:?} with objects of {kind:?}")))?;
    if params.data == BUILT_IN {
        return photographs::of_part(params, &annotations, group, Crop::read(source)?);
    }
    of_group(params, &annotations, group).ok_or_else(|| ParamError::state("its picture could not be read; the warnings say why"))
}

fn of_group(params: &Params, annotations: &Annotations, group: Group) -> Option<Counting> {
    let (kind, objects) = annotations.group(group);
    let (picture, masks) = annotations.load(objects)?;
    let centres = centres(&masks.iter().collect::<Vec<_>>());
    let source = json!({"file_name": annotations.picture_name(group), "category_name": kind});
    Some(Counting::new(Subject::of_kind(kind, centres, source), View::new(&picture, params.frame_px), params))
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
        if let Some(episode) = of_group(params, &annotations, groups[index]) {
            return Ok(episode);
        }
    }
    Err(ParamError::key("data", "none of its pictures could be read; the warnings say why"))
}

/// The pictures and kinds of a user's file within the bounds, or the parts of the built-in photographs.
pub(super) fn starts(params: &Params, _sample: usize) -> Result<Starts, ParamError> {
    if params.data == BUILT_IN {
        return photographs::starts(params);
    }
    let groups = Annotations::open(&params.data, &params.images, "", Use::Counting)?.groups(params.min_count, params.max_count);
    let how = format!("pictures and kinds with {} to {} objects", params.min_count, params.max_count);
    Ok(Starts::counted(groups.len(), groups.len() as f64, how))
}

/// Where to put dots, from the left to the right.
pub(super) fn centres(masks: &[&Mask]) -> Arc<Vec<(u32, u32)>> {
    let mut centres: Vec<(u32, u32)> = masks.iter().map(|mask| mask.centre()).collect();
    centres.sort_unstable();
    Arc::new(centres)
}
