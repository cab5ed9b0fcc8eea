//! The rules of counting, written from the paper's description and sample episode.

use super::*;
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;
use std::fs;

fn params(hard: bool) -> Params {
    let (min_count, max_count) = if hard { (5, 30) } else { (2, 20) };
    Params { min_count, max_count, ..Params::default() }
}

fn counting(seed: u64, hard: bool) -> Counting {
    generate::generate(&params(hard), seed).expect("fair parameters")
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(CountingKind.mark(state).unwrap()).passed
}

fn act(episode: &mut Episode, text: &str) -> (Status, String) {
    let reaction = episode.act(&agon_core::Action::Text { text: text.into() });
    (reaction.status, reaction.feedback)
}

fn play(counting: &Counting, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(counting.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

#[test]
fn only_the_last_guess_counts() {
    let counting = counting(4, false);
    let right = counting.count();
    let wrong = if right > 2 { right - 1 } else { right + 1 };
    let mut episode = Episode::new(Box::new(counting), Switches::default());
    assert!(!passes(&episode.puzzle().state()));
    for (guess, passed) in [(wrong, false), (right, true), (wrong, false), (right, true)] {
        assert_eq!(act(&mut episode, &format!("('guess', {guess})")).0, Status::Executed);
        assert_eq!(passes(&episode.puzzle().state()), passed);
    }
    // Dots change nothing.
    act(&mut episode, "('mark', (0.1, 0.9))");
    assert!(passes(&episode.puzzle().state()));
}

#[test]
fn marks_and_guesses_outside_are_refused_and_undo_takes_the_last_dot() {
    let mut episode = Episode::new(Box::new(counting(1, true)), Switches::default());
    for text in ["('mark', (1.01, 0.5))", "('mark', (0.5, -0.2))", "('guess', 31)", "('guess', 4)"] {
        let (status, feedback) = act(&mut episode, text);
        assert_eq!(status, Status::OutOfRange, "{text}");
        assert!(feedback.contains("must be between"), "{feedback}");
    }
    assert_eq!(act(&mut episode, "('undo', 'undo')"), (Status::Blocked, "Blocked: there is no dot to remove.".into()));
    act(&mut episode, "('mark', (0.0, 0.0))");
    act(&mut episode, "('mark', (1.0, 1.0))");
    assert_eq!(episode.puzzle().state()["dots"], json!([[0, 0], [639, 479]]));
    act(&mut episode, "('undo', 'undo')");
    assert_eq!(episode.puzzle().state()["dots"], json!([[0, 0]]));
}

#[test]
fn presets_have_fair_counts_and_every_strategy_solves_them_within_the_steps() {
    for (hard, steps) in [(false, 20), (true, 30)] {
        let range = if hard { 5..=30 } else { 2..=20 };
        for seed in 0..40 {
            let counting = counting(seed, hard);
            assert!(range.contains(&counting.count()), "{}", counting.count());
            assert_eq!(counting.frame_size(), (640, 480));
            let mut rng = Rng::new("test", seed);
            for strategy in CountingKind.strategies() {
                for length in [None, Some(steps - 1)] {
                    let calls = counting.solve(&mut Solve { strategy, length, rng: &mut rng });
                    assert!(passes(&play(&counting, &calls)));
                    assert!(length.is_none() || calls.len() < steps, "{strategy} with seed {seed}");
                }
            }
            let all = counting.solve(&mut Solve { strategy: "mark_all", length: None, rng: &mut rng });
            assert_eq!(all.len() as i64, counting.count() + 1);
            let dots = play(&counting, &all)["dots"].clone();
            assert_eq!(dots, json!(*counting.subject.centres));
            for miss in counting.near_misses() {
                let marks = agon_grade::all_of(CountingKind.mark(&play(&counting, &miss.calls)).unwrap());
                assert_eq!(marks.failed(), [miss.fails], "{}", miss.name);
                assert!(miss.calls.len() < 20);
            }
            let secrets = counting.secrets();
            let brief = Episode::new(Box::new(counting), Switches::default()).brief("").instruction;
            assert!(secrets.iter().all(|secret| !brief.contains(secret)), "{brief}");
        }
    }
}

#[test]
fn looks_do_not_change_the_count_and_dots_are_drawn() {
    let with = |json: Value| CountingKind.start(json.as_object().unwrap(), 8).unwrap();
    assert_eq!(with(json!({})).situation(), with(json!({"frame_px": 320, "picture": 3})).situation());
    assert_eq!(with(json!({"frame_px": 320})).frame_size(), (320, 240));
    let mut counting = counting(8, false);
    let (mut before, mut after) = (Canvas::new(640, 480), Canvas::new(640, 480));
    counting.draw(&mut before);
    counting.dots.push((100, 200));
    counting.draw(&mut after);
    assert_ne!(before.pixel(100, 200), after.pixel(100, 200));
    assert_eq!(before.pixel(120, 200), after.pixel(120, 200));
}

#[test]
fn impossible_parameters_and_foreign_states_are_refused() {
    let start = |json: Value| CountingKind.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"min_count": 0})).contains("min_count: must be between 1 and 60"));
    assert!(start(json!({"min_count": 9, "max_count": 3})).contains("max_count: must be between 9 and 60"));
    assert!(start(json!({"min_visible": 0.0})).contains("min_visible"));
    assert!(start(json!({"picture": 999})).contains("picture: must be \"any\" or below"));
    assert!(start(json!({"data": "/no/such/file.json"})).contains("data: \"/no/such/file.json\" cannot be read"));
    assert!(start(json!({"images": "x"})).contains("images"));
    assert!(start(json!({"frame_px": 20})).contains("frame_px"));
    for state in [json!({"agent": 1}), json!({"object": "owl", "objects": []}), json!({"object": "owl", "guess": 2})] {
        assert!(CountingKind.mark(&state).is_none(), "{state}");
    }
}

fn write_png(path: &std::path::Path, width: u32, height: u32) {
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![90; (width * height * 3) as usize]).unwrap();
}

#[test]
fn users_pictures_are_counted_by_their_annotations_and_broken_entries_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let square = |x: f64| json!([[x, 2.0, x + 4.0, 2.0, x + 4.0, 6.0, x, 6.0]]);
    let data = json!({
        "images": [
            {"id": 1, "file_name": "a.png", "width": 40, "height": 20},
            {"id": 2, "coco_url": "http://example.org/val/b.png", "width": 30, "height": 30, "not_exhaustive_category_ids": [7]},
            {"id": 3, "file_name": "broken.png", "width": 30, "height": 30},
            {"id": 4, "file_name": "../a.png", "width": 40, "height": 20},
            {"id": "five"},
        ],
        "categories": [{"id": 7, "name": "cup"}, {"id": 8, "name": "dog"}, {"id": 9, "name": "hat"}],
        "annotations": [
            {"id": 10, "image_id": 1, "category_id": 7, "segmentation": square(1.0), "iscrowd": 0, "bbox": [1, 2, 4, 4]},
            {"id": 11, "image_id": 1, "category_id": 7, "segmentation": {"counts": [400, 40, 360], "size": [20, 40]}},
            {"id": 12, "image_id": 1, "category_id": 8, "segmentation": square(9.0)},
            {"id": 13, "image_id": 1, "category_id": 8, "segmentation": square(20.0), "iscrowd": 1},
            {"id": 14, "image_id": 2, "category_id": 7, "segmentation": square(1.0)},
            {"id": 15, "image_id": 2, "category_id": 7, "segmentation": square(9.0)},
            {"id": 16, "image_id": 2, "category_id": 8, "segmentation": square(9.0)},
            {"id": 17, "image_id": 2, "category_id": 8, "segmentation": {"counts": "bad", "size": [30, 30]}},
            {"id": 18, "image_id": 3, "category_id": 7, "segmentation": square(1.0)},
            {"id": 19, "image_id": 3, "category_id": 7, "segmentation": square(9.0)},
            {"id": 20, "image_id": 3, "category_id": 8, "segmentation": square(9.0)},
            {"id": 21, "image_id": 3, "category_id": 8, "segmentation": square(9.0)},
            {"id": 22, "image_id": 3, "category_id": 8, "segmentation": "?"},
            {"id": 23, "image_id": 4, "category_id": 8, "segmentation": square(9.0)},
            {"id": 24, "image_id": 4, "category_id": 8, "segmentation": square(2.0)},
            {"id": 25, "image_id": 1, "category_id": 9, "segmentation": square(2.0)},
            {"id": 26, "image_id": 1, "category_id": 9, "segmentation": square(9.0)},
            {"id": 26, "image_id": 1, "category_id": 9, "segmentation": square(16.0)},
        ],
    });
    write_png(&folder.path().join("a.png"), 40, 20);
    write_png(&folder.path().join("b.png"), 30, 30);
    fs::write(folder.path().join("broken.png"), b"no picture").unwrap();
    let file = folder.path().join("instances.json");
    fs::write(&file, data.to_string()).unwrap();
    let params = json!({"data": file.to_str().unwrap(), "min_count": 2, "max_count": 9});
    // Of all pictures and kinds, only the cups of the first picture can be counted.
    for seed in 0..12 {
        let puzzle = CountingKind.start(params.as_object().unwrap(), seed).unwrap();
        assert_eq!(puzzle.state()["object"], "'cup'");
        assert_eq!(puzzle.state()["objects"], json!([[3, 4], [21, 10]]));
        assert_eq!(puzzle.frame_size(), (640, 320));
        assert!(puzzle.instruction(Form::Image).contains("objects of the kind 'cup'"));
    }
    // Published states name the picture and the kind; ours name them within the source.
    let published = json!({"file_name": "val/a.png", "category_name": "cup", "true_count": 2, "cat_id": 7, "img_id": 1});
    let puzzle = CountingKind.restore(params.as_object().unwrap(), &published).unwrap();
    assert_eq!(puzzle.state()["objects"], json!([[3, 4], [21, 10]]));
    let again = CountingKind.restore(params.as_object().unwrap(), &puzzle.state()).unwrap();
    assert_eq!(again.state(), puzzle.state());
    let other = json!({"file_name": "a.png", "category_name": "cat"});
    let refused = CountingKind.restore(params.as_object().unwrap(), &other).err().unwrap().to_string();
    assert!(refused.contains("no picture \"a.png\" with objects of \"cat\""), "{refused}");
    let warnings = crate::data_warnings().join("\n");
    for named in [
        "image \"five\"",
        "second annotation 26",
        "annotation 17",
        "annotation 22",
        "broken.png",
        "image 4 has no usable file name",
    ] {
        assert!(warnings.contains(named), "{named} is not in\n{warnings}");
    }
    let none = json!({"data": file.to_str().unwrap(), "min_count": 7, "max_count": 9});
    let error = CountingKind.start(none.as_object().unwrap(), 0).err().unwrap().to_string();
    assert!(error.contains("no picture has between 7 and 9"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_sequence_of_dots_can_be_taken_back(dots in prop::collection::vec((0.0f64..=1.0, 0.0f64..=1.0), 0..20)) {
        let mut episode = Episode::new(Box::new(SHARED.clone()), Switches::default());
        for (x, y) in &dots {
            act(&mut episode, &format!("('mark', ({x}, {y}))"));
        }
        prop_assert_eq!(episode.puzzle().state()["dots"].as_array().unwrap().len(), dots.len());
        for _ in &dots {
            act(&mut episode, "('undo', 'undo')");
        }
        prop_assert_eq!(episode.puzzle().state(), SHARED.state());
    }
}

static SHARED: std::sync::LazyLock<Counting> = std::sync::LazyLock::new(|| counting(2, false));
