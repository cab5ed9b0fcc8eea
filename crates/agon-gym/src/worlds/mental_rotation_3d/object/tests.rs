//! The rules of the objects, written from the paper's description.

use super::super::testing::{act, failed, is_fair, play, solve};
use super::*;
use crate::solid::Rotation;
use crate::worlds::published;
use agon_core::{Call, Rng};
use proptest::prelude::*;

fn hard() -> Params {
    Params { angle_tolerance_deg: 5.0, frame_px: 64, ..Params::default() }
}

fn world(seed: u64) -> Turned {
    generate(&hard(), seed).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_orientation_can_be_turned_to_the_target_by_yaw_and_pitch_alone(seed in 0u64..50, parts in [0.0..1.0f64, 0.0..1.0, 0.0..1.0]) {
        let mut world = Turned { angle_tolerance_deg: 0.5, ..world(seed) };
        world.orientation = Rotation::uniform(parts);
        for strategy in STRATEGIES {
            let calls = solve(&world, strategy, None);
            prop_assert!(calls.iter().all(|call| call.args.as_array().unwrap().len() == 2));
            prop_assert!(failed(&play(&world, &calls)).is_empty(), "{}", strategy);
        }
    }

    #[test]
    fn padded_solutions_have_the_asked_length_and_arrive(seed in 0u64..50, length in 1usize..30) {
        let world = world(seed);
        let calls = solve(&world, "padded", Some(length));
        prop_assert_eq!(calls.len(), length);
        prop_assert!(failed(&play(&world, &calls)).is_empty());
    }

    #[test]
    fn yaw_comes_before_pitch(seed in 0u64..50, yaw in -180.0..180.0f64, pitch in -180.0..180.0f64) {
        let mut at_once = world(seed);
        let mut in_turn = at_once.clone();
        act(&mut at_once, &Call::new("rotate", json!([yaw, pitch])));
        act(&mut in_turn, &Call::new("rotate", json!([yaw, 0])));
        act(&mut in_turn, &Call::new("rotate", json!([0, pitch])));
        prop_assert!(at_once.orientation.degrees_to(in_turn.orientation) < 1e-5);
    }
}

#[test]
fn presets_are_fair() {
    for seed in 0..100 {
        is_fair(&generate(&Params { frame_px: 64, ..Params::default() }, seed).unwrap(), 20);
        is_fair(&world(seed), 30);
    }
}

#[test]
fn tolerances_hold_to_the_edge_and_no_further() {
    let base = world(3);
    for (degrees, passes) in [(0.0, true), (4.9, true), (5.0, true), (5.1, false), (-4.9, true), (-5.1, false), (180.0, false)] {
        for turn in [[degrees, 0.0, 0.0], [0.0, degrees, 0.0], [0.0, 0.0, degrees]] {
            let world = Turned { orientation: Frame::image().rotation(turn).after(base.target), ..base.clone() };
            assert_eq!(failed(&world.state()).is_empty(), passes, "{turn:?}");
        }
    }
}

#[test]
fn the_start_is_one_call_away_and_full_turns_show_all_sides() {
    let world = world(8);
    assert_eq!((solve(&world, "single", None).len(), solve(&world, "per-axis", None).len()), (1, 2));
    let full = solve(&world, "full-turns", None);
    assert_eq!(full.len(), 10);
    assert!(full[..4].iter().all(|call| *call == Call::new("rotate", json!([90, 0]))));
    assert!(full[5..9].iter().all(|call| *call == Call::new("rotate", json!([0, 90]))));
}

#[test]
fn targets_show_what_tells_the_object_from_itself() {
    let meshes = Meshes::open("").unwrap();
    for index in 0..meshes.count() {
        let (name, mesh) = meshes.object(index).unwrap();
        for seed in 0..3 {
            let target = choose::target(&mesh, &mut Rng::new("test", seed));
            assert!(choose::clarity(&mesh, target) >= 0.06, "{name}");
        }
    }
}

#[test]
fn objects_can_be_chosen_and_all_come() {
    let name = |mesh: Choice, seed: u64| generate(&Params { mesh, ..hard() }, seed).unwrap().body["mesh"].clone();
    assert_eq!(name(Choice::Number(0), 9), "airplane");
    let all: std::collections::BTreeSet<String> = (0..600).map(|seed| name(Choice::Any, seed).to_string()).collect();
    assert_eq!(all.len(), 43);
    // Choosing the object that came anyway changes nothing.
    let any = world(4);
    let index = (0..43).find(|index| name(Choice::Number(*index), 4) == any.body["mesh"]).unwrap();
    assert_eq!(generate(&Params { mesh: Choice::Number(index), frame_px: 96, ..hard() }, 4).unwrap().state(), any.state());
}

#[test]
fn a_users_folder_is_used_and_its_broken_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.obj"), "v 1\n").unwrap();
    // A tetrahedron with four different faces.
    let text = "v 0 0 0\nv 3 0 0\nv 0 2 0\nv 0.4 0.5 1.2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    std::fs::write(folder.path().join("wedge.obj"), text).unwrap();
    let params = json!({"meshes": folder.path().to_str().unwrap(), "frame_px": 64});
    let params = params.as_object().unwrap();
    let state = Object.start(params, 1).unwrap().state();
    assert_eq!(state["mesh"], "wedge.obj");
    assert!(crate::data_warnings().iter().any(|warning| warning.contains("bad.obj was skipped")));
}

#[test]
fn impossible_parameters_are_named() {
    let start = |json: Value| Object.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"mesh": 99})).contains("mesh: must be \"any\" or below 43"));
    assert!(start(json!({"mesh": "boat"})).contains("mesh"));
    assert!(start(json!({"meshes": "/no/such/folder"})).contains("meshes: "));
    assert!(start(json!({"angle_tolerance_deg": 90})).contains("angle_tolerance_deg: must be"));
    assert!(start(json!({"frame_px": 4000})).contains("frame_px: must be"));
}

/// Published arguments: about the upright axis, about the one to the right, and clockwise about the one towards the viewer.
#[test]
fn a_published_episode_is_played_to_its_end() {
    let name = Meshes::open("").unwrap().listed_name(1).to_owned();
    let mut state = json!({"object_path": format!("glbs/000-001/{name}")});
    for (key, degrees) in [("secret_yaw", 20.0f64), ("secret_pitch", 30.0), ("secret_roll", 40.0)] {
        state[key] = json!(degrees.to_radians());
    }
    let paper = json!({"axes": "published", "frame_px": 64, "angle_tolerance_deg": 5.0});
    let back = ["('rotate', [0, -40, 0])", "('rotate', [-30, 0, 0])", "('rotate', [0, 0, 20])", "('stop', 'stop')"];
    let episode = published::replay(&Object, &paper, &state, &back);
    assert_eq!(episode.puzzle().state()["mesh"], json!(name));
    // All four rows and columns of the published matrix, as it is written beside the angles.
    state["current_rot"] = json!([[0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 1]]);
    published::replay(&Object, &paper, &state, &["('rotate', [-90, 0, 0])", "('stop', 'stop')"]);
    state["object_path"] = json!("nowhere.glb");
    assert!(published::refusal(&Object, &state).contains("no object named \"nowhere.glb\""));
}

#[test]
fn published_parameters_are_fair() {
    for seed in 0..40 {
        let params = Params { axes: TurnAxes::Published, frame_px: 64, ..Params::default() };
        is_fair(&generate(&params, seed).unwrap(), 20);
    }
}
