//! Pointing in the built-in photographs: a part is shown that has every object of the kind that the phrase tells apart.

use super::params::Params;
use super::{Referring, View};
use crate::data::{Annotations, BUILT_IN, Mask, ObjectNumber, Use};
use crate::worlds::part::{self, Crop, Edges};
use crate::{ParamError, Starts};
use agon_core::Rng;
use serde_json::json;
use std::sync::Arc;

/// A reference and one of its sentences.
type Phrase = (usize, usize);

fn phrases(annotations: &Annotations) -> Vec<(Phrase, ObjectNumber)> {
    let sentences = |number: usize| annotations.reference(number).map(|(sentences, object)| (number, sentences.len(), object));
    let of_reference = |(number, count, object)| (0..count).map(move |sentence| ((number, sentence), object));
    (0..annotations.reference_count()).filter_map(sentences).flat_map(of_reference).collect()
}

/// The boxes of all objects of the same kind, and the side of their photograph.
fn boxes(annotations: &Annotations, object: ObjectNumber) -> Option<(u32, Vec<Edges>)> {
    let alike = annotations.alike(object);
    let (side_px, _) = annotations.picture_size(&alike)?;
    Some((side_px, annotations.masks(&alike)?.iter().map(Mask::edges).collect()))
}

pub(super) fn draw(params: &Params, rng: &mut Rng) -> Result<Referring, ParamError> {
    let annotations = Annotations::open(BUILT_IN, "", "", Use::Referring)?;
    let phrases = phrases(&annotations);
    let unreadable = || ParamError::key("data", "a photograph cannot be read; the warnings say why");
    let (phrase, object) = *rng.choose(&phrases).ok_or_else(unreadable)?;
    let (side_px, boxes) = boxes(&annotations, object).ok_or_else(unreadable)?;
    let crop = match params.crop {
        true => part::draw_uncut(side_px, &boxes, boxes.len(), rng).unwrap_or(Crop::WHOLE),
        false => Crop::WHOLE,
    };
    of_part(params, &annotations, phrase, crop)?.ok_or_else(unreadable)
}

/// A phrase about a part of its photograph; `None` where there is no such sentence, an error where the part lacks an object.
pub(super) fn of_part(
    params: &Params,
    annotations: &Annotations,
    (number, sentence): Phrase,
    crop: Crop,
) -> Result<Option<Referring>, ParamError> {
    let Some((sentences, object)) = annotations.reference(number) else { return Ok(None) };
    let Some(expression) = sentences.get(sentence).cloned() else { return Ok(None) };
    let alike = annotations.alike(object);
    let Some((picture, masks)) = annotations.load(&alike) else { return Ok(None) };
    let boxes: Vec<Edges> = masks.iter().map(Mask::edges).collect();
    if crop.shows(picture.width(), &boxes) != Some(boxes.len()) {
        let problem = "the part of the photograph does not show every object from which the phrase tells its own";
        return Err(ParamError::state(problem));
    }
    let [left, top, ..] = crop.edges(picture.width());
    let (mut target, mut others) = (None, Vec::new());
    for (other, mask) in alike.iter().zip(&masks) {
        let Some(mask) = mask.seen_from((left, top)) else { continue };
        if *other == object { target = Some(mask) } else { others.push(mask) }
    }
    let Some(target) = target else { return Ok(None) };
    // What lies behind the object may have its middle there.
    others.retain(|other| !target.contains(other.centre().0, other.centre().1));
    Ok(Some(Referring {
        expression,
        target: Arc::new(target),
        others: Arc::new(others),
        dot: None,
        source: Arc::new(json!({"ref_id": annotations.reference_id(number), "sentence_idx": sentence, "crop": crop})),
        view: Arc::new(View::new(&crop.cut(&picture), params.frame_px)),
    }))
}

/// The sentences, each with the parts of its photograph that it may be asked about.
pub(super) fn starts(params: &Params) -> Result<Starts, ParamError> {
    let annotations = Annotations::open(BUILT_IN, "", "", Use::Referring)?;
    let phrases = phrases(&annotations);
    let parts = |object: ObjectNumber| match boxes(&annotations, object) {
        Some((side_px, boxes)) if params.crop => part::uncut(side_px, &boxes)[boxes.len()],
        found => u64::from(found.is_some()),
    };
    let starts: u64 = phrases.iter().map(|(_, object)| parts(*object)).sum();
    Ok(Starts::counted(
        phrases.len(),
        starts as f64,
        "sentences, each with the parts of its photograph that show all it tells apart",
    ))
}

#[cfg(test)]
mod tests {
    use super::super::ReferringKind;
    use crate::Kind;
    use crate::data::{Mask, WrittenMask};
    use serde_json::{Map, Value, json};

    fn settings(crop: bool) -> Map<String, Value> {
        json!({"data": "built-in", "crop": crop}).as_object().unwrap().clone()
    }

    #[test]
    fn parts_keep_every_object_of_the_kind_and_the_target_is_where_the_file_has_it() {
        let file: Value = serde_json::from_str(include_str!("../../../data/photos/annotations.json")).unwrap();
        let entry = |list: &str, key: &str, id: &Value| {
            file[list].as_array().unwrap().iter().find(|entry| entry[key] == *id).unwrap().clone()
        };
        for seed in 0..300 {
            let state = ReferringKind.start(&settings(true), seed).unwrap().state();
            let source = &state["source"];
            let reference = entry("refs", "ref_id", &source["ref_id"]);
            let sentence = source["sentence_idx"].as_u64().unwrap() as usize;
            assert_eq!(state["expression"], reference["sentences"][sentence]["sent"]);
            let object = entry("annotations", "id", &reference["ann_id"]);
            let width = entry("images", "id", &object["image_id"])["width"].as_f64().unwrap();
            let part = |at: usize| source["crop"][at].as_f64().unwrap() * width / 240.0;
            let (from, side) = ([part(0), part(1)], part(2));
            let is_alike =
                |other: &&Value| (&other["image_id"], &other["category_id"]) == (&object["image_id"], &object["category_id"]);
            for other in file["annotations"].as_array().unwrap().iter().filter(is_alike) {
                let of_box = |at: usize| other["bbox"][at].as_f64().unwrap();
                for axis in [0, 1] {
                    let is_within = of_box(axis) > from[axis] - 1.5 && of_box(axis) + of_box(axis + 2) < from[axis] + side + 1.5;
                    assert!(is_within, "{source} cuts {other}");
                }
            }
            let written: WrittenMask = serde_json::from_value(state["target"].clone()).unwrap();
            let edges = Mask::read(&written).unwrap().edges();
            for axis in [0, 1] {
                let low = object["bbox"][axis].as_f64().unwrap() - from[axis];
                let high = low + object["bbox"][axis + 2].as_f64().unwrap();
                let apart = |pixel: u32, wanted: f64| (f64::from(pixel) - wanted).abs();
                assert!(apart(edges[axis], low) < 2.5 && apart(edges[axis + 2], high) < 2.5, "{source}: {edges:?}");
            }
        }
    }

    /// The figures in docs/data.md.
    #[test]
    fn the_starts_are_as_many_as_documented() {
        let starts = |crop: bool| {
            let starts = ReferringKind.starts(&settings(crop), 0).unwrap().unwrap();
            (starts.things, starts.starts as u64)
        };
        assert_eq!(starts(true), (135, 7_191_326));
        assert_eq!(starts(false), (135, 135));
    }

    #[test]
    fn near_misses_are_on_objects_of_the_same_kind_and_never_on_the_target() {
        let mut on_others = 0;
        for seed in 0..100 {
            let puzzle = ReferringKind.start(&settings(true), seed).unwrap();
            on_others += usize::from(puzzle.near_misses().iter().any(|miss| miss.name == "on another object"));
            for miss in puzzle.near_misses() {
                let mut episode = crate::Episode::new(puzzle.copy().unwrap(), crate::Switches::default());
                for call in &miss.calls {
                    episode.act(&call.clone().into());
                }
                let marks = agon_grade::all_of(ReferringKind.mark(&episode.puzzle().state()).unwrap());
                assert_eq!(marks.failed(), [miss.fails], "{} with seed {seed}", miss.name);
            }
        }
        assert!(on_others >= 40, "{on_others}");
    }

    #[test]
    fn parts_that_lack_an_object_are_refused() {
        // The second of two flowers ends at 461 of 480 pixels.
        let restore = |crop: Value| {
            let source = json!({"ref_id": 10, "sentence_idx": 1, "crop": crop});
            ReferringKind.restore(&settings(true), &json!({"source": source}))
        };
        let whole = restore(json!([0, 0, 240])).unwrap().state();
        assert_eq!((&whole["expression"], &whole["source"]["crop"]), (&json!("the lower pink flower"), &json!([0, 0, 240])));
        let refused = restore(json!([0, 0, 200])).err().unwrap().to_string();
        assert!(refused.contains("does not show every object"), "{refused}");
        let unknown = json!({"source": {"ref_id": 10, "sentence_idx": 7}});
        let refused = ReferringKind.restore(&settings(true), &unknown).err().unwrap().to_string();
        assert!(refused.contains("no usable reference 10 with a sentence 7"), "{refused}");
        let mut with_file = settings(true);
        with_file.insert("references".into(), "refs.json".into());
        let refused = ReferringKind.start(&with_file, 0).err().unwrap().to_string();
        assert_eq!(refused, "references: the built-in photographs need none: leave it empty");
    }
}
