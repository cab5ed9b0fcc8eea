//! Episodes in the published environments' form, of the worlds with pictures and clips, played by published calls.

use agon_core::{Call, Status};
use agon_gym::{Episode, Kind, kind};
use serde_json::{Map, Value, json};

fn world(name: &str) -> &'static dyn Kind {
    kind(name).expect("a world of this name")
}

fn set(name: &str, settings: Value) -> Episode {
    let settings: Map<String, Value> = serde_json::from_value(settings).expect("an object");
    Episode::start(world(name), settings, 0).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Plays calls as text, the way a model would, to a state that passes.
fn solved_by(name: &str, settings: Value, calls: &[&str]) {
    let mut episode = set(name, settings);
    assert!(!passes(name, &episode), "{name} is solved at the start");
    for call in calls {
        let reaction = episode.act(&agon_core::Action::Text { text: (*call).to_owned() });
        assert_eq!(reaction.status, Status::Executed, "{name}: {call}: {}", reaction.feedback);
    }
    assert!(episode.stopped() && passes(name, &episode), "{name}: {}", episode.puzzle().state());
}

fn passes(name: &str, episode: &Episode) -> bool {
    let checks = world(name).mark(&episode.puzzle().state()).expect("a state of this kind");
    agon_grade::all_of(checks).failed().is_empty()
}

#[test]
fn pieces_have_any_numbers_and_belong_where_the_target_has_them() {
    for (target, current) in [([0, 1, 2, 3], [1, 0, 2, 3]), ([2, 0, 1, 3], [0, 2, 1, 3])] {
        let state = json!({"image_name": "coffee.jpg", "current_state": current, "target_state": target});
        let settings = json!({"init_state": state, "rows": 2, "cols": 2});
        solved_by("jigsaw", settings.clone(), &["('swap', ((0, 0), (0, 1)))", "('stop', 'stop')"]);
        solved_by("jigsaw", settings, &["('reorder', [1, 0, 2, 3])", "('stop', 'stop')"]);
    }
}

#[test]
fn a_picture_is_turned_by_what_is_left_of_the_secret_angle() {
    let state = json!({"image_name": "coffee.jpg", "secret_angle": 70.0, "agent_angle": 10.0});
    solved_by("mental-rotation-2d", json!({"init_state": state}), &["('rotate', 60)", "('stop', 'stop')"]);
}

#[test]
fn views_are_boxes_of_the_file_and_positions_count_from_one() {
    let boxes = [[0, 0, 256, 256], [10, 10, 184, 184], [40, 30, 164, 154], [50, 60, 146, 156]];
    let state = json!({
        "image_name": "coffee.jpg", "zoom_levels": [1.5, 2.2, 3.1, 4.0], "crop_boxes": boxes, "current_view_order": [1, 0, 2, 3],
    });
    let settings = json!({"init_state": state, "fit": "stretch"});
    solved_by("zoom-in", settings.clone(), &["('swap', (1, 2))", "('stop', 'stop')"]);
    solved_by("zoom-in", settings, &["('reorder', [2, 1, 3, 4])", "('stop', 'stop')"]);
}

#[test]
fn a_circle_lies_at_a_pixel_of_the_file() {
    let state = json!({
        "user_image_path": "coffee.jpg", "target_pos": [200, 180], "target_hue": 30.0, "target_sat": 120, "target_val": 180,
        "current_hue": 200.0, "current_sat": 40,
    });
    let mut episode = set("colorization", json!({"init_state": state, "crop": false, "fit": "stretch"}));
    assert!(!passes("colorization", &episode));
    for call in episode.solve("direct", None, 0) {
        assert_eq!(episode.act(&call.into()).status, Status::Executed);
    }
    assert!(passes("colorization", &episode));
}

#[test]
fn frames_are_positions_in_the_film_and_are_shown_counted_from_one() {
    let state = json!({"video_id": "africa", "label": "", "frame_positions": [0, 3, 6, 9], "shuffled_order": [2, 1, 3, 4]});
    solved_by("video-unshuffle", json!({"init_state": state}), &["('swap', (1, 2))", "('stop', 'stop')"]);
    // What such an episode writes down sets it again.
    let mut episode = set("video-unshuffle", json!({"init_state": state}));
    episode.act(&Call::new("swap", json!([3, 4])).into());
    let again = set("video-unshuffle", json!({"init_state": episode.puzzle().state()}));
    assert_eq!(again.puzzle().state(), episode.puzzle().state());
}
