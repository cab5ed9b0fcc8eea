//! The rules of referring, written from the paper's description and sample episode.

use super::*;
use crate::data::{Item, objects};
use crate::{Episode, Switches};
use agon_core::Status;
use std::collections::BTreeSet;
use std::fs;

fn referring(seed: u64) -> Referring {
    generate::generate(&Params::default(), seed).expect("fair parameters")
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(ReferringKind.mark(state).unwrap()).passed
}

fn play(referring: &Referring, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(referring.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

/// What a reader of the phrase would find, word by word and without margins.
fn satisfying(text: &str, items: &[Item]) -> Vec<usize> {
    let phrase = text.strip_prefix("the ").unwrap();
    let of_kind = |name: &str| -> Vec<usize> {
        let kind = objects().iter().position(|object| object.name == name).unwrap_or_else(|| panic!("no {name} in {text}"));
        (0..items.len()).filter(|index| items[*index].object == kind).collect()
    };
    let centre = |index: usize| {
        let (x, y) = items[index].mask.centre_of_mass();
        (i64::from(x), i64::from(y))
    };
    let keep_least = |group: Vec<usize>, key: &dyn Fn(usize) -> i64| -> Vec<usize> {
        let least = group.iter().map(|index| key(*index)).min();
        group.into_iter().filter(|index| Some(key(*index)) == least).collect()
    };
    let toward = |word: &str, index: usize| match word {
        "left" | "leftmost" => centre(index).0,
        "right" | "rightmost" => -centre(index).0,
        "top" | "topmost" => centre(index).1,
        _ => -centre(index).1,
    };
    if let Some((name, other)) = phrase.split_once(" closest to the ") {
        let [other] = of_kind(other)[..] else { panic!("{other} is not alone") };
        let distance = |index: usize| (centre(index).0 - centre(other).0).pow(2) + (centre(index).1 - centre(other).1).pow(2);
        return keep_least(of_kind(name), &distance);
    }
    let sides =
        [(" to the left of the ", "left"), (" to the right of the ", "right"), (" above the ", "top"), (" below the ", "bottom")];
    for (words, side) in sides {
        if let Some((name, other)) = phrase.split_once(words) {
            let [other] = of_kind(other)[..] else { panic!("{other} is not alone") };
            return of_kind(name).into_iter().filter(|index| toward(side, *index) < toward(side, other)).collect();
        }
    }
    let (first, rest) = phrase.split_once(' ').unwrap_or((phrase, ""));
    match first {
        "leftmost" | "rightmost" | "topmost" | "bottommost" => keep_least(of_kind(rest), &|index| toward(first, index)),
        "largest" => keep_least(of_kind(rest), &|index| -i64::from(items[index].size_px)),
        "smallest" => keep_least(of_kind(rest), &|index| i64::from(items[index].size_px)),
        "upside-down" => of_kind(rest).into_iter().filter(|index| items[*index].upside_down).collect(),
        "second" | "third" | "fourth" => {
            let (name, side) = rest.split_once(" from the ").unwrap();
            let mut order = of_kind(name);
            order.sort_by_key(|index| toward(side, *index));
            vec![order[1 + ["second", "third", "fourth"].iter().position(|word| *word == first).unwrap()]]
        }
        _ => of_kind(phrase),
    }
}

#[test]
fn exactly_one_thing_satisfies_every_expression() {
    let mut patterns = BTreeSet::new();
    for seed in 0..60 {
        let (scene, chosen) = generate::composed(&Params::default(), &mut Rng::new("referring", seed)).unwrap();
        let all = expression::all(&scene.items);
        assert!(all.contains(&chosen));
        for expression in all {
            assert_eq!(satisfying(&expression.text, &scene.items), [expression.target], "{}", expression.text);
            patterns.insert(expression.pattern);
        }
    }
    assert_eq!(
        patterns.into_iter().collect::<Vec<_>>(),
        ["beside", "closest", "edge", "largest", "only", "ordinal", "smallest", "upside_down"]
    );
}

#[test]
fn two_hundred_scenes_differ_and_are_solved_by_every_strategy_within_the_steps() {
    let mut phrases = BTreeSet::new();
    let mut families = BTreeSet::new();
    for seed in 0..200 {
        let referring = referring(seed);
        phrases.insert(referring.state().to_string());
        families.insert(referring.expression.split(' ').nth(1).unwrap().to_owned());
        assert!(!passes(&referring.state()));
        let mut rng = Rng::new("test", seed);
        for length in [None, Some(1), Some(5), Some(19)] {
            let calls = referring.solve(&mut Solve { strategy: "approach", length, rng: &mut rng });
            assert_eq!(calls.len(), length.unwrap_or(3));
            let state = play(&referring, &calls);
            assert!(passes(&state));
            assert_eq!(state["dot"], json!(referring.target.centre()));
        }
        let first = referring.approach(4, &mut rng)[0];
        assert!(referring.target.contains(first.0, first.1));
        for miss in referring.near_misses() {
            let marks = agon_grade::all_of(ReferringKind.mark(&play(&referring, &miss.calls)).unwrap());
            assert_eq!(marks.failed(), [miss.fails], "{}", miss.name);
        }
        assert!(passes(&referring.goal().unwrap().state()));
        let secrets = referring.secrets();
        let brief = Episode::new(Box::new(referring), Switches::default()).brief("").instruction;
        assert!(secrets.iter().all(|secret| !brief.contains(secret)), "{brief}");
    }
    assert_eq!(phrases.len(), 200);
    assert!(families.len() > 20, "{families:?}");
}

#[test]
fn the_last_dot_decides_to_the_pixel() {
    let referring = referring(5);
    let mut episode = Episode::new(Box::new(referring.clone()), Switches::default());
    let [left, top, right, bottom] = referring.target.edges();
    for (x, y) in (top..bottom).step_by(3).flat_map(|y| (left..right).step_by(5).map(move |x| (x, y))) {
        episode.act(&referring.mark_call((x, y)).into());
        assert_eq!(episode.puzzle().state()["dot"], json!([x, y]));
        assert_eq!(passes(&episode.puzzle().state()), referring.target.contains(x, y), "{x}, {y}");
    }
    let outside = episode.act(&agon_core::Action::Text { text: "('mark', (1.2, 0.5))".into() });
    assert_eq!(outside.status, Status::OutOfRange);
}

#[test]
fn the_family_of_expressions_can_be_chosen_and_looks_change_nothing() {
    for (family, words) in [
        ("attribute", vec!["largest", "smallest", "upside-down"]),
        ("position", vec!["most", " from the "]),
        ("relation", vec!["closest", " of the ", "above", "below"]),
    ] {
        for seed in 0..12 {
            let puzzle = ReferringKind.start(json!({"expressions": family}).as_object().unwrap(), seed).unwrap();
            let expression = puzzle.state()["expression"].as_str().unwrap().to_owned();
            let kind_only = family == "attribute" && objects().iter().any(|object| expression == format!("the {}", object.name));
            assert!(kind_only || words.iter().any(|word| expression.contains(word)), "{family}: {expression}");
        }
    }
    let with = |json: Value| ReferringKind.start(json.as_object().unwrap(), 8).unwrap();
    assert_eq!(with(json!({})).situation(), with(json!({"frame_px": 320, "picture": 3})).situation());
}

#[test]
fn users_references_are_read_and_broken_ones_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(folder.path().join("a.png")).unwrap(), 40, 20);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[90; 40 * 20 * 3]).unwrap();
    let data = json!({
        "images": [{"id": 1, "file_name": "a.png", "width": 40, "height": 20}],
        "annotations": [
            {"id": 10, "image_id": 1, "category_id": 7, "segmentation": [[1.0, 2.0, 5.0, 2.0, 5.0, 6.0, 1.0, 6.0]]},
            {"id": 11, "image_id": 9, "category_id": 7, "segmentation": [[1.0, 2.0, 5.0, 2.0, 5.0, 6.0, 1.0, 6.0]]},
        ],
    });
    let refs = json!([
        {"ref_id": 100, "ann_id": 10, "image_id": 1, "sentences": [{"sent": "plant with brown pot", "sent_id": 3}, "the plant"]},
        {"ref_id": 101, "ann_id": 77, "sentences": ["nothing"]},
        {"ref_id": 102, "ann_id": 11, "sentences": ["elsewhere"]},
        {"ref_id": 103, "ann_id": 10, "sentences": []},
        {"ref_id": 104},
    ]);
    let (instances, references) = (folder.path().join("instances.json"), folder.path().join("refs.json"));
    fs::write(&instances, data.to_string()).unwrap();
    fs::write(&references, refs.to_string()).unwrap();
    let settings = json!({"data": instances.to_str().unwrap(), "references": references.to_str().unwrap()});
    let mut phrases = BTreeSet::new();
    for seed in 0..40 {
        let puzzle = ReferringKind.start(settings.as_object().unwrap(), seed).unwrap();
        phrases.insert(puzzle.state()["expression"].as_str().unwrap().to_owned());
        assert_eq!(puzzle.state()["target"]["box"], json!([1, 2, 4, 4]));
        assert!(puzzle.instruction(Form::Image).contains("round(x * 39)"));
    }
    assert_eq!(phrases.into_iter().collect::<Vec<_>>(), ["plant with brown pot", "the plant"]);
    // Published states are the reference's id and the sentence's place; ours have them within the source.
    let reference = ReferringKind.start(settings.as_object().unwrap(), 0).unwrap().state()["source"].clone();
    let puzzle = ReferringKind.restore(settings.as_object().unwrap(), &reference).unwrap();
    assert_eq!(puzzle.state()["source"], reference);
    let again = ReferringKind.restore(settings.as_object().unwrap(), &puzzle.state()).unwrap();
    assert_eq!(again.state(), puzzle.state());
    let missing = json!({"ref_id": 9999, "sentence_idx": 0});
    let refused = ReferringKind.restore(settings.as_object().unwrap(), &missing).err().unwrap().to_string();
    assert!(refused.contains("no usable reference 9999"), "{refused}");
    let warnings = crate::data_warnings().join("\n");
    for named in ["reference 101", "annotation 11", "reference 103", "reference 104"] {
        assert!(warnings.contains(named), "{named} is not in\n{warnings}");
    }
    // Beside the annotations they would be found.
    fs::remove_file(&references).unwrap();
    let without = json!({"data": instances.to_str().unwrap()});
    let error = ReferringKind.start(without.as_object().unwrap(), 0).err().unwrap().to_string();
    assert!(error.contains("data: has no references"), "{error}");
}

#[test]
fn impossible_parameters_and_foreign_states_are_refused() {
    let start = |json: Value| ReferringKind.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"expressions": "poems"})).contains("expressions"));
    assert!(start(json!({"references": "x"})).contains("references"));
    assert!(start(json!({"picture": 999})).contains("picture: must be \"any\" or below"));
    assert!(start(json!({"frame_px": 20})).contains("frame_px"));
    for state in [
        json!({"agent": 1}),
        json!({"expression": "x", "target": {"box": [0, 0, 2, 2], "runs": [1, 1]}, "dot": null}),
        json!({"expression": "x", "target": {"box": [0, 0, 2, 1], "runs": [1, 1]}, "dot": [1]}),
    ] {
        assert!(ReferringKind.mark(&state).is_none(), "{state}");
    }
    assert!(passes(&json!({"expression": "x", "target": {"box": [3, 4, 2, 1], "runs": [1, 1]}, "dot": [4, 4]})));
    assert!(!passes(&json!({"expression": "x", "target": {"box": [3, 4, 2, 1], "runs": [1, 1]}, "dot": [3, 4]})));
}
