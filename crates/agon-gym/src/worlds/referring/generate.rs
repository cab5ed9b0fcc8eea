//! Setting a referring task: compose a scene and name a thing in it, or choose a user's reference.

use super::expression::{self, Expression};
use super::params::{Expressions, Params};
use super::{Referring, View, photographs};
use crate::data::{Annotations, BUILT_IN, Layout, Pictures, Scene, Use, any_order, background, compose, objects, prepared};
use crate::worlds::part::Crop;
use crate::worlds::picture;
use crate::{Canvas, ParamError, Starts};
use agon_core::Rng;
use serde_json::{Value, json};
use std::sync::Arc;

/// How many scenes are tried before the parameters are called impossible.
const TRIES: usize = 60;
/// How many of a user's references are tried before the data is called unusable.
const REFERENCES: usize = 200;
/// The longer side of things in a scene, at least and at most.
const SIZE_PX: (u32, u32) = (48, 132);

pub(super) fn generate(params: &Params, seed: u64) -> Result<Referring, ParamError> {
    let mut rng = Rng::new("referring", seed);
    match params.data.as_str() {
        "" => {}
        BUILT_IN => return photographs::draw(params, &mut rng),
        _ => return annotated(params, &mut rng),
    }
    let mut background_rng = rng.fork("background");
    let (scene, expression) = composed(params, &mut rng)?;
    let things: Vec<usize> = scene.items.iter().map(|item| item.object).collect();
    let (name, background) = background(&params.pictures, params.picture, &things, &mut background_rng)?;
    Ok(of_scene(params, &scene, expression, &name, &background))
}

fn of_scene(params: &Params, scene: &Scene, expression: Expression, name: &str, background: &Canvas<'static>) -> Referring {
    let others = scene.items.iter().enumerate().filter(|(index, _)| *index != expression.target);
    let others = others.map(|(_, item)| item.mask.clone()).collect();
    let target = scene.items[expression.target].mask.clone();
    let view = View::new(&scene.picture(background), params.frame_px);
    Referring {
        expression: expression.text,
        target: Arc::new(target),
        others: Arc::new(others),
        dot: None,
        source: Arc::new(json!({"background": name, "things": scene.written()})),
        view: Arc::new(view),
    }
}

/// The episode of a written state, without its dot.
pub(super) fn restore(params: &Params, state: &Value) -> Result<Referring, ParamError> {
    let source = &state["source"];
    if source.get("things").is_none() {
        // Published states are the reference alone.
        let reference = if state.get("ref_id").is_some() { state } else { source };
        return restore_annotated(params, reference);
    }
    let hidden = "things must be known objects that lie in the picture, and none may be hidden";
    let scene = Scene::read(&source["things"]).ok_or_else(|| ParamError::state(hidden))?;
    // Only what is clear in the scene may be asked for.
    let expression = expression::all(&scene.items).into_iter().find(|expression| state["expression"] == expression.text);
    let expression = expression
        .ok_or_else(|| ParamError::state(format!("{} does not name one thing of the scene clearly", state["expression"])))?;
    let pictures = Pictures::open(&params.pictures)?;
    let (number, _) = picture::named(&pictures, &source["background"])?;
    let background = prepared(&params.pictures, &pictures, number)?;
    Ok(of_scene(params, &scene, expression, pictures.name(number), &background))
}

fn restore_annotated(params: &Params, reference: &Value) -> Result<Referring, ParamError> {
    let sentence = reference["sentence_idx"].as_u64().and_then(|number| usize::try_from(number).ok());
    let (Some(id), Some(sentence)) = (reference["ref_id"].as_i64(), sentence) else {
        return Err(ParamError::state("it must name a scene's things, or a reference by ref_id and sentence_idx"));
    };
    if params.data.is_empty() {
        return Err(ParamError::state(format!("it names reference {id}: set data to the annotations it is from")));
    }
    let annotations = Annotations::open(&params.data, &params.images, &params.references, Use::Referring)?;
    let number = annotations.find_reference(id);
    let found = match (number, params.data.as_str()) {
        (None, _) => None,
        (Some(number), BUILT_IN) => photographs::of_part(params, &annotations, (number, sentence), Crop::read(reference)?)?,
        (Some(number), _) => of_reference(params, &annotations, number, sentence),
    };
    found.ok_or_else(|| ParamError::state(format!("the data has no usable reference {id} with a sentence {sentence}")))
}

fn of_reference(params: &Params, annotations: &Annotations, number: usize, sentence: usize) -> Option<Referring> {
    let (sentences, object) = annotations.reference(number)?;
    let expression = sentences.get(sentence)?.clone();
    let (picture, mut masks) = annotations.load(&[object])?;
    let source = json!({"ref_id": annotations.reference_id(number), "sentence_idx": sentence});
    Some(Referring {
        expression,
        target: Arc::new(masks.pop()?),
        others: Arc::new(Vec::new()),
        dot: None,
        source: Arc::new(source),
        view: Arc::new(View::new(&picture, params.frame_px)),
    })
}

/// A scene and a phrase that names one thing in it.
pub(super) fn composed(params: &Params, rng: &mut Rng) -> Result<(Scene, Expression), ParamError> {
    for _ in 0..TRIES {
        let layout = Layout { things: things(rng), size_px: SIZE_PX, upside_down_share: 0.25, min_visible: params.min_visible };
        let Some(scene) = compose(&layout, rng) else { continue };
        let wanted = |expression: &Expression| params.expressions == Expressions::Any || params.expressions == expression.family;
        let clear: Vec<Expression> = expression::all(&scene.items).into_iter().filter(wanted).collect();
        // Patterns first, so that those with few chances come as often as those with many.
        let mut patterns: Vec<&str> = clear.iter().map(|expression| expression.pattern).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let Some(pattern) = rng.choose(&patterns) else { continue };
        let of_pattern: Vec<&Expression> = clear.iter().filter(|expression| expression.pattern == *pattern).collect();
        if let Some(expression) = rng.choose(&of_pattern) {
            return Ok((scene, (*expression).clone()));
        }
    }
    Err(ParamError::key("min_visible", "no scene was found in which something can be named clearly"))
}

/// Two or three kinds of which there are several, and some of which there is one.
fn things(rng: &mut Rng) -> Vec<usize> {
    let mut kinds: Vec<usize> = (0..objects().len()).collect();
    rng.shuffle(&mut kinds);
    let counts = [rng.integer(3, 4), rng.integer(2, 3), 1, 1, rng.integer(0, 2)];
    let mut things: Vec<usize> = kinds.iter().zip(counts).flat_map(|(kind, count)| (0..count).map(move |_| *kind)).collect();
    rng.shuffle(&mut things);
    things
}

fn annotated(params: &Params, rng: &mut Rng) -> Result<Referring, ParamError> {
    let annotations = Annotations::open(&params.data, &params.images, &params.references, Use::Referring)?;
    if annotations.reference_count() == 0 {
        return Err(ParamError::key("data", "has no references: it needs refs, or references a file of them"));
    }
    for index in any_order(annotations.reference_count(), rng).take(REFERENCES) {
        let Some((sentences, _)) = annotations.reference(index).filter(|(sentences, _)| !sentences.is_empty()) else { continue };
        let sentence = rng.index(sentences.len());
        if let Some(episode) = of_reference(params, &annotations, index, sentence) {
            return Ok(episode);
        }
    }
    Err(ParamError::key("data", "none of its references could be used; the warnings say why"))
}

/// The sentences of a user's references, or those about the built-in photographs for each of their parts.
pub(super) fn starts(params: &Params, _sample: usize) -> Result<Starts, ParamError> {
    if params.data == BUILT_IN {
        return photographs::starts(params);
    }
    let annotations = Annotations::open(&params.data, &params.images, &params.references, Use::Referring)?;
    let numbers = 0..annotations.reference_count();
    let sentences: usize = numbers.filter_map(|number| Some(annotations.reference(number)?.0.len())).sum();
    Ok(Starts::counted(annotations.reference_count(), sentences as f64, "sentences that refer to an object"))
}
