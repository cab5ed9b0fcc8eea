//! The rules of the cube chains, written from the paper's description.

use super::super::testing::{act, failed, is_fair, play, solve};
use super::*;
use crate::worlds::published;
use crate::{Canvas, Effect};
use agon_core::{Call, Function, Rng};
use proptest::prelude::*;

fn easy() -> Params {
    Params::default()
}

fn hard() -> Params {
    Params { segments: 6, ..Params::default() }
}

fn world(seed: u64) -> Turned {
    generate(&hard(), seed).unwrap()
}

fn angle_between(a: Rotation, b: Rotation) -> f64 {
    // From the trace, unlike the code.
    let (m, n) = (a.matrix(), b.matrix());
    let trace: f64 = (0..3).map(|row| (0..3).map(|column| m[row][column] * n[row][column]).sum::<f64>()).sum();
    ((trace - 1.0) / 2.0).clamp(-1.0, 1.0).acos().to_degrees()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn chains_are_chains_of_straight_pieces(seed: u64, segments in 3usize..8, least in 2usize..4, more in 0usize..3) {
        let mut rng = Rng::new("test", seed);
        let Some(cubes) = chain::generate(segments, [least, least + more], &mut rng) else {
            // Few pieces of one length are often symmetric, but never all of many different ones.
            prop_assert!(segments < 4 || more == 0);
            return Ok(());
        };
        let steps: Vec<[i32; 3]> = cubes.windows(2).map(|pair| [0, 1, 2].map(|i| pair[1][i] - pair[0][i])).collect();
        prop_assert!(steps.iter().all(|step| step.iter().map(|part| part.abs()).sum::<i32>() == 1));
        let mut pieces = vec![2];
        for pair in steps.windows(2) {
            if pair[0] == pair[1] {
                *pieces.last_mut().unwrap() += 1;
            } else {
                prop_assert!((0..3).map(|i| pair[0][i] * pair[1][i]).sum::<i32>() == 0, "pieces lie across each other");
                pieces.push(2);
            }
        }
        prop_assert_eq!(pieces.len(), segments);
        prop_assert!(pieces.iter().all(|length| (least..=least + more).contains(length)), "{:?}", pieces);
        // No two cubes touch but neighbors.
        for (i, a) in cubes.iter().enumerate() {
            for b in &cubes[i + 2.min(cubes.len() - i)..] {
                prop_assert!((0..3).map(|axis| (a[axis] - b[axis]).abs()).sum::<i32>() > 1);
            }
        }
    }

    #[test]
    fn a_call_turns_about_the_screens_axes_in_order(seed: u64, angles in [-180.0..180.0f64, -180.0..180.0, -180.0..180.0]) {
        let mut at_once = world(seed);
        let mut in_turn = at_once.clone();
        act(&mut at_once, &Call::new("rotate", json!(angles)));
        for axis in 0..3 {
            let mut one = [0.0; 3];
            one[axis] = angles[axis];
            act(&mut in_turn, &Call::new("rotate", json!(one)));
        }
        prop_assert!(angle_between(at_once.orientation, in_turn.orientation) < 1e-4);
    }

    #[test]
    fn turns_can_be_undone(seed: u64, axis in 0usize..3, degrees in -180.0..180.0f64) {
        let mut world = world(seed);
        let before = world.orientation;
        for degrees in [degrees, -degrees] {
            let mut angles = [0.0; 3];
            angles[axis] = degrees;
            prop_assert!(matches!(act(&mut world, &Call::new("rotate", json!(angles))), Effect::Executed(_)));
        }
        prop_assert!(angle_between(world.orientation, before) < 1e-4);
    }

    #[test]
    fn it_can_be_solved_from_anywhere(seed: u64, parts in [0.0..1.0f64, 0.0..1.0, 0.0..1.0]) {
        let mut world = Turned { angle_tolerance_deg: 0.5, ..world(seed) };
        world.orientation = Rotation::uniform(parts);
        for strategy in STRATEGIES {
            let end = play(&world, &solve(&world, strategy, None));
            prop_assert!(failed(&end).is_empty(), "{}", strategy);
        }
    }

    #[test]
    fn padded_solutions_have_the_asked_length_and_arrive(seed: u64, length in 1usize..30) {
        let world = world(seed);
        let calls = solve(&world, "padded", Some(length));
        prop_assert_eq!(calls.len(), length);
        prop_assert!(failed(&play(&world, &calls)).is_empty());
    }
}

#[test]
fn every_figure_looks_like_itself_in_one_orientation_only() {
    for seed in 0..100 {
        for params in [easy(), hard()] {
            let mut rng = Rng::new("test", seed);
            let cubes = chain::generate(params.segments, params.length_range, &mut rng).unwrap();
            assert!(chain::is_unique(&cubes));
        }
    }
    // An L is its own mirror image, a straight piece and a U can be turned onto themselves, an S of equal pieces too.
    assert!(!chain::is_unique(&[[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]]));
    assert!(!chain::is_unique(&[[0, 0, 0], [1, 0, 0], [2, 0, 0]]));
    assert!(!chain::is_unique(&[[0, 1, 0], [0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]]));
    assert!(!chain::is_unique(&[[0, 1, 0], [0, 0, 0], [1, 0, 0], [2, 0, 0], [2, -1, 0]]));
    // A twisted chain of equal pieces has a half turn; with different ends it has none.
    assert!(!chain::is_unique(&[[0, 1, 0], [0, 0, 0], [1, 0, 0], [1, 0, 1]]));
    assert!(chain::is_unique(&[[0, 1, 0], [0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 0, 2]]));
}

#[test]
fn presets_are_fair() {
    for seed in 0..200 {
        is_fair(&generate(&easy(), seed).unwrap(), 20);
        is_fair(&generate(&hard(), seed).unwrap(), 30);
    }
}

#[test]
fn tolerances_hold_to_the_edge_and_no_further() {
    let base = world(3);
    for (degrees, passes) in
        [(0.0, true), (9.9, true), (10.0, true), (10.1, false), (170.0, false), (360.0, true), (-9.9, true), (-10.1, false)]
    {
        for turn in [[degrees, 0.0, 0.0], [0.0, degrees, 0.0], [0.0, 0.0, degrees]] {
            let world = Turned { orientation: Frame::image().rotation(turn).after(base.target), ..base.clone() };
            assert_eq!(failed(&world.state()).is_empty(), passes, "{turn:?}");
        }
    }
    // Small turns about two axes add up to more than each.
    let world = Turned { orientation: Rotation::turns(8.0, 8.0, 0.0).after(base.target), ..base };
    assert_eq!(failed(&world.state()), ["orientation"]);
    let marks = agon_grade::all_of(super::super::mark(&world.state()).unwrap());
    let check = marks.check("orientation").unwrap();
    assert_eq!((check.expected.as_str(), check.seen.as_str()), ("within 10 degrees of the target", "11.31 degrees off"));
}

#[test]
fn the_strategies_differ_as_the_paper_tells() {
    let world = world(7);
    let (per_axis, single, full) =
        (solve(&world, "per-axis", None), solve(&world, "single", None), solve(&world, "full-turns", None));
    assert_eq!((per_axis.len(), single.len(), full.len()), (3, 1, 15));
    for axis in 0..3 {
        let only = |call: &Call| (0..3).all(|i| (call.args[i].as_f64().unwrap() != 0.0) == (i == axis));
        assert!(full[axis * 5..axis * 5 + 5].iter().all(only));
        assert!(full[axis * 5..axis * 5 + 4].iter().all(|call| call.args[axis] == json!(90)));
        assert_eq!(full[axis * 5 + 4], per_axis[axis]);
    }
}

#[test]
fn angles_beyond_half_a_turn_are_out_of_range() {
    let functions = crate::Puzzle::functions(&world(1));
    for call in ["('rotate', [181, 0, 0])", "('rotate', [0, -180.5, 0])", "('rotate', [0, 0, 1e300])"] {
        assert!(matches!(Function::bind(&functions, &call.parse().unwrap()), Err(agon_core::BindError::Range(_))), "{call}");
    }
    assert!(Function::bind(&functions, &"('rotate', [180, -180, 0])".parse().unwrap()).is_ok());
}

#[test]
fn the_right_panel_looks_like_the_left_one_when_solved_and_else_not() {
    for seed in 0..10 {
        let world = world(seed);
        let difference = |world: &dyn Puzzle| {
            let (width, height) = world.frame_size();
            let mut canvas = Canvas::new(width, height);
            world.draw(&mut canvas);
            // Captions and the divider differ.
            let rows = height / 8..height;
            rows.flat_map(|y| (4..width / 2 - 4).map(move |x| (x, y)))
                .filter(|(x, y)| canvas.pixel(*x, *y) != canvas.pixel(x + width / 2, *y))
                .count()
        };
        assert_eq!(difference(world.goal().unwrap().as_ref()), 0);
        assert!(difference(&world) > 1000);
    }
}

#[test]
fn visual_settings_change_nothing_else() {
    let small = generate(&Params { frame_px: 128, ..hard() }, 5).unwrap();
    assert_eq!(small.state(), world(5).state());
    let tight = generate(&Params { angle_tolerance_deg: 20.0, ..hard() }, 5).unwrap();
    assert_eq!((tight.body, tight.target), (world(5).body, world(5).target));
}

#[test]
fn impossible_parameters_are_named() {
    let start = |json: Value| Cube.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"segments": 2})).contains("segments: must be"));
    assert!(start(json!({"length_range": [4, 2]})).contains("length_range: must go from small to large"));
    assert!(start(json!({"length_range": [1, 2]})).contains("length_range: must be"));
    assert!(start(json!({"angle_tolerance_deg": 0})).contains("angle_tolerance_deg: must be"));
    assert!(start(json!({"frame_px": 32})).contains("frame_px: must be"));
    assert!(start(json!({"colour": 1})).contains("colour"));
    assert!(start(json!({"segments": 3, "length_range": [2, 2]})).contains("widen length_range"));
    assert!(start(json!({"segments": 12, "length_range": [2, 8]})).is_empty());
}

#[test]
fn states_of_other_kinds_are_refused() {
    assert!(Cube.mark(&json!({"agent": [0, 0]})).is_none());
    assert!(Cube.mark(&json!({"orientation": [0, 0, 0, 0], "target": [1, 0, 0, 0], "angle_tolerance_deg": 5})).is_none());
}

fn published_state() -> Value {
    json!({"shape_state": {"seg_lens": [2, 3, 2, 4], "dir_indices": [2, 4, 1, 3]}})
}

/// About the scene's axes: yaw about the third, pitch about the second, roll about the first, in this order within a call.
#[test]
fn published_episodes_are_played_to_their_end() {
    let paper = json!({"axes": "published", "frame_px": 64});
    let stop = "('stop', 'stop')";
    let (cos, sin) = (0.75f64.sqrt(), 0.5);
    for (rows, call) in [
        (json!([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), "('rotate', [-90.0, 0.0, 0.0])"),
        (json!([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]]), "('rotate', [0.0, -30.0, 0.0])"),
        (json!([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]]), "('rotate', [0.0, 0.0, -30])"),
    ] {
        let mut state = published_state();
        state["current_rot"] = rows;
        let episode = published::replay(&Cube, &paper, &state, &[call, stop]);
        assert_eq!(episode.puzzle().state()["cubes"].as_array().unwrap().len(), 12);
    }
    let mut state = published_state();
    for (key, degrees) in [("secret_yaw", 20.0f64), ("secret_pitch", 30.0), ("secret_roll", 40.0)] {
        state[key] = json!(degrees.to_radians());
    }
    let back = ["('rotate', [0, 0, -40])", "('rotate', [0, -30, 0])", "('rotate', [-20, 0, 0])", stop];
    published::replay(&Cube, &paper, &state, &back);
    // Our axes turn the same body to the same target.
    let ours = published::start(&Cube, &json!({}), &state).unwrap();
    let calls: Vec<String> = ours.solve("per-axis", None, 0).iter().map(Call::to_string).collect();
    published::replay(&Cube, &json!({}), &state, &calls.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn published_parameters_are_fair() {
    for seed in 0..60 {
        let params = Params { axes: TurnAxes::Published, length_range: [3, 6], ..hard() };
        is_fair(&generate(&params, seed).unwrap(), 20);
    }
}

#[test]
fn states_that_are_no_chain_are_refused() {
    let refused = |key: &str, value: Value| {
        let mut state = published_state();
        state["current_rot"] = json!([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        state[key] = value;
        published::refusal(&Cube, &state)
    };
    assert!(refused("current_rot", json!([[1, 0, 0], [0, 1, 0], [0, 0, -1]])).contains("without a mirror"));
    assert!(refused("current_rot", json!([[2, 0, 0], [0, 2, 0], [0, 0, 2]])).contains("current_rot must be"));
    assert!(refused("shape_state", json!({"seg_lens": [2, 2], "dir_indices": [2, 6]})).contains("a dir_indices of 0 to 5"));
    let mut own = world(1).state();
    own["cubes"] = json!([[0, 0, 0], [3, 0, 0]]);
    assert!(published::refusal(&Cube, &own).contains("different cells that hang together"));
    let mut own = world(1).state();
    own["target"] = json!([1.0, 1.0, 0.0, 0.0]);
    assert!(published::refusal(&Cube, &own).contains("target must be a quaternion of length one"));
}
