//! Counting in the built-in photographs: a part is shown that has every object of the kind whole or not at all.

use super::generate::centres;
use super::params::Params;
use super::{Counting, Subject, View};
use crate::data::{Annotations, BUILT_IN, Group, Mask, Use};
use crate::worlds::part::{self, Crop, Edges};
use crate::{ParamError, Starts};
use agon_core::Rng;
use serde_json::json;
use std::sync::OnceLock;

/// A photograph and a kind, with how many of the photograph's parts show none of its objects, one of them, two, and so on.
struct Tally {
    group: Group,
    side_px: u32,
    boxes: Vec<Edges>,
    parts: Vec<u64>,
}

/// Looking through all parts of all photographs takes longer than an episode.
static TALLIES: OnceLock<Vec<Tally>> = OnceLock::new();

fn tallies(annotations: &Annotations) -> &'static [Tally] {
    TALLIES.get_or_init(|| {
        let all = annotations.groups(1, usize::MAX);
        all.iter().filter_map(|group| Tally::new(annotations, *group)).collect()
    })
}

impl Tally {
    fn new(annotations: &Annotations, group: Group) -> Option<Self> {
        let (_, objects) = annotations.group(group);
        let (side_px, _) = annotations.picture_size(objects)?;
        let boxes: Vec<Edges> = annotations.masks(objects)?.iter().map(Mask::edges).collect();
        let parts = part::uncut(side_px, &boxes);
        Some(Self { group, side_px, boxes, parts })
    }

    /// How many parts show so many objects.
    fn ways(&self, count: usize, cropped: bool) -> u64 {
        if cropped { self.parts.get(count).copied().unwrap_or(0) } else { u64::from(count == self.boxes.len()) }
    }
}

/// Every photograph and kind, with every number within the bounds that a part of it shows.
fn choices(params: &Params, annotations: &Annotations) -> Result<Vec<(&'static Tally, usize)>, ParamError> {
    let (min, max) = (params.min_count, params.max_count);
    let numbers = |tally: &'static Tally| (min..=max.min(tally.boxes.len())).map(move |count| (tally, count));
    let mut choices: Vec<(&Tally, usize)> = tallies(annotations).iter().flat_map(numbers).collect();
    choices.retain(|(tally, count)| tally.ways(*count, params.crop) > 0);
    match choices.is_empty() {
        true => Err(ParamError::key("data", format!("no photograph shows between {min} and {max} objects of one kind"))),
        false => Ok(choices),
    }
}

/// Photograph, kind and number first, each choice as likely as the others, and then any of the parts: most parts show the few large
/// things, and would have the same small numbers again and again.
pub(super) fn draw(params: &Params, rng: &mut Rng) -> Result<Counting, ParamError> {
    let annotations = Annotations::open(BUILT_IN, "", "", Use::Counting)?;
    let choices = choices(params, &annotations)?;
    let (tally, count) = choices[rng.index(choices.len())];
    let crop = match params.crop {
        true => part::draw_uncut(tally.side_px, &tally.boxes, count, rng).unwrap_or(Crop::WHOLE),
        false => Crop::WHOLE,
    };
    of_part(params, &annotations, tally.group, crop)
}

/// The objects of a photograph's kind in a part of it, none of which may be cut.
pub(super) fn of_part(params: &Params, annotations: &Annotations, group: Group, crop: Crop) -> Result<Counting, ParamError> {
    let (kind, objects) = annotations.group(group);
    let (picture, masks) =
        annotations.load(objects).ok_or_else(|| ParamError::key("data", "a photograph cannot be read; the warnings say why"))?;
    let boxes: Vec<Edges> = masks.iter().map(Mask::edges).collect();
    if crop.shows(picture.width(), &boxes).is_none() {
        return Err(ParamError::state(format!("the part of the photograph cuts an object of the kind {kind:?}")));
    }
    let [left, top, right, bottom] = crop.edges(picture.width());
    let inside = masks.iter().filter(|mask| mask.edges()[2] <= right && mask.edges()[3] <= bottom);
    let shown: Vec<Mask> = inside.filter_map(|mask| mask.seen_from((left, top))).collect();
    let source = json!({"file_name": annotations.picture_name(group), "category_name": kind, "crop": crop});
    let subject = Subject::of_kind(kind, centres(&shown.iter().collect::<Vec<_>>()), source);
    Ok(Counting::new(subject, View::new(&crop.cut(&picture), params.frame_px), params))
}

/// The parts that show a number of objects within the bounds.
pub(super) fn starts(params: &Params) -> Result<Starts, ParamError> {
    let annotations = Annotations::open(BUILT_IN, "", "", Use::Counting)?;
    let choices = choices(params, &annotations)?;
    let ways: u64 = choices.iter().map(|(tally, count)| tally.ways(*count, params.crop)).sum();
    let how = format!("parts of photographs that show {} to {} objects of a kind", params.min_count, params.max_count);
    Ok(Starts::counted(choices.len(), ways as f64, how))
}

#[cfg(test)]
mod tests {
    use super::super::CountingKind;
    use crate::Kind;
    use serde_json::{Map, Value, json};
    use std::collections::BTreeMap;

    fn settings(more: Value) -> Map<String, Value> {
        let mut settings = json!({"data": "built-in", "min_count": 2, "max_count": 24});
        settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        settings.as_object().unwrap().clone()
    }

    /// The file as anybody reads it: without masks, and without our reader.
    fn annotations() -> Value {
        serde_json::from_str(include_str!("../../../data/photos/annotations.json")).unwrap()
    }

    fn named<'a>(list: &'a Value, key: &str, name: &Value) -> &'a Value {
        list.as_array().unwrap().iter().find(|entry| entry[key] == *name).unwrap()
    }

    #[test]
    fn parts_show_every_object_of_the_kind_whole_or_not_at_all_and_the_file_says_how_many() {
        let (file, settings) = (annotations(), settings(json!({})));
        for seed in 0..300 {
            let state = CountingKind.start(&settings, seed).unwrap().state();
            let source = &state["source"];
            let image = named(&file["images"], "file_name", &source["file_name"]);
            let kind = &named(&file["categories"], "name", &source["category_name"])["id"];
            let not_exhaustive = image["not_exhaustive_category_ids"].as_array().cloned().unwrap_or_default();
            assert!(!not_exhaustive.contains(kind), "{source}");
            let part = |at: usize| source["crop"][at].as_f64().unwrap() * image["width"].as_f64().unwrap() / 240.0;
            let (from, side) = ([part(0), part(1)], part(2));
            let mut shown = 0;
            let is_meant = |entry: &&Value| entry["image_id"] == image["id"] && entry["category_id"] == *kind;
            for entry in file["annotations"].as_array().unwrap().iter().filter(is_meant) {
                let of_box = |at: usize| entry["bbox"][at].as_f64().unwrap();
                // A pixel and a half for rounding: of the box to pixels, and of the part to pixels.
                let inside =
                    |axis: usize| of_box(axis) > from[axis] - 1.5 && of_box(axis) + of_box(axis + 2) < from[axis] + side + 1.5;
                let outside =
                    |axis: usize| of_box(axis) + of_box(axis + 2) < from[axis] - 4.0 || of_box(axis) > from[axis] + side + 4.0;
                assert!((inside(0) && inside(1)) || outside(0) || outside(1), "{source} cuts {entry}");
                shown += usize::from(inside(0) && inside(1));
            }
            assert_eq!(state["objects"].as_array().unwrap().len(), shown, "{source}");
            assert!((2..=24).contains(&shown), "{source}");
        }
    }

    #[test]
    fn numbers_vary() {
        let settings = settings(json!({}));
        let mut counts = BTreeMap::<usize, usize>::new();
        for seed in 0..300 {
            let state = CountingKind.start(&settings, seed).unwrap().state();
            *counts.entry(state["objects"].as_array().unwrap().len()).or_default() += 1;
        }
        assert!(counts.len() >= 15, "{counts:?}");
        // Whoever always says the most frequent number is mostly wrong.
        assert!(counts.values().all(|times| *times <= 130), "{counts:?}");
    }

    /// The figures in docs/data.md.
    #[test]
    fn the_starts_are_as_many_as_documented() {
        let starts = |more: Value| {
            let starts = CountingKind.starts(&settings(more), 0).unwrap().unwrap();
            (starts.things, starts.starts as u64)
        };
        assert_eq!(starts(json!({})), (82, 2_780_276));
        assert_eq!(starts(json!({"crop": false})), (46, 46));
        assert_eq!(starts(json!({"crop": false, "min_count": 1})), (83, 83));
        let none = CountingKind.start(&settings(json!({"min_count": 40, "max_count": 50})), 0).err().unwrap().to_string();
        assert_eq!(none, "data: no photograph shows between 40 and 50 objects of one kind");
        let with_folder = CountingKind.start(&settings(json!({"images": "x"})), 0).err().unwrap().to_string();
        assert_eq!(with_folder, "images: the built-in photographs need no folder: leave it empty");
    }

    #[test]
    fn whole_photographs_are_shown_on_request_and_states_that_cut_objects_are_refused() {
        let whole = settings(json!({"crop": false}));
        for seed in 0..20 {
            assert_eq!(CountingKind.start(&whole, seed).unwrap().state()["source"]["crop"], json!([0, 0, 240]));
        }
        let settings = settings(json!({}));
        let restore = |crop: Value| {
            let source = json!({"file_name": "coins.webp", "category_name": "coin", "crop": crop});
            CountingKind.restore(&settings, &json!({"source": source}))
        };
        assert_eq!(restore(json!([0, 0, 240])).unwrap().state()["objects"].as_array().unwrap().len(), 24);
        for (crop, says) in [
            (json!([0, 0, 144]), "the part of the photograph cuts an object of the kind \"coin\""),
            (json!([60, 0, 240]), "crop must be a part of the picture"),
            (json!([0, 0, 4]), "it has 0 objects to count"),
            (json!("all"), "crop must be a part of the picture"),
        ] {
            let refused = restore(crop).err().unwrap().to_string();
            assert!(refused.contains(says), "{refused}");
        }
        // The apples' number can be disputed.
        let apples = json!({"source": {"file_name": "apples.webp", "category_name": "apple"}});
        let refused = CountingKind.restore(&settings, &apples).err().unwrap().to_string();
        assert!(refused.contains("the data has no picture \"apples.webp\" with objects of \"apple\""), "{refused}");
    }
}
