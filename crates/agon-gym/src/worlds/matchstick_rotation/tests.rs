//! The rules of the matchsticks, written from the paper's description.

use super::*;
use crate::worlds::published;
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;
use serde_json::json;

fn hard() -> Params {
    Params { position_tolerance_px: 5.0, angle_tolerance_deg: 10.0, ..Params::default() }
}

fn world(seed: u64) -> Matchsticks {
    generate::generate(hard(), seed).expect("fair parameters")
}

fn act(world: &mut Matchsticks, call: &Call) -> Effect {
    let functions = world.functions();
    let (function, args) = Function::bind(&functions, call).unwrap();
    world.apply(&function.name, &args)
}

fn failed(state: &Value) -> Vec<String> {
    let marks = agon_grade::all_of(MatchstickRotation.mark(state).unwrap());
    marks.failed().into_iter().map(String::from).collect()
}

/// Plays calls in a fresh episode and gives the end state.
fn play(world: &Matchsticks, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(world.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

fn solve(world: &Matchsticks, strategy: &str, length: Option<usize>) -> Vec<Call> {
    world.solve(&mut Solve { strategy, length, rng: &mut Rng::new("test", 3) })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn sticks_start_clearly_apart_and_wholly_on_the_canvas(seed: u64) {
        let world = world(seed);
        prop_assert!(world.stick.distance_px(world.target) >= 60.0);
        prop_assert!(world.stick.turn_to(world.target, true).abs() >= 29.9);
        prop_assert_eq!(failed(&world.state()), ["position", "angle"]);
        let [least, most] = world.params.scale_range;
        prop_assert!(least <= world.scale && world.scale <= most);
        for pose in [world.stick, world.target] {
            prop_assert!([pose.x, pose.y].iter().all(|v| *v >= 60.0 && *v <= 340.0));
        }
    }

    #[test]
    fn moves_shift_by_the_scale_and_turn_in_degrees_or_change_nothing(
        seed: u64, dx in -60.0..60.0f64, dy in -60.0..60.0f64, dtheta in -800.0..800.0f64,
    ) {
        let mut world = world(seed);
        let before = world.stick;
        let (x, y) = (before.x + dx * world.scale, before.y + dy * world.scale);
        match act(&mut world, &Call::new("move", json!([dx, dy, dtheta]))) {
            Effect::Executed(_) => {
                prop_assert!((0.0..=400.0).contains(&x) && (0.0..=400.0).contains(&y));
                prop_assert!((world.stick.x - x).abs() < 1e-9 && (world.stick.y - y).abs() < 1e-9);
                let off = (world.stick.angle_deg - before.angle_deg - dtheta).rem_euclid(360.0);
                prop_assert!(off.min(360.0 - off) < 1e-6);
            }
            Effect::Blocked(_) => {
                prop_assert!(!(0.0..=400.0).contains(&x) || !(0.0..=400.0).contains(&y));
                prop_assert_eq!(world.stick, before);
            }
        }
    }

    #[test]
    fn padded_solutions_have_the_asked_length_and_arrive(seed: u64, length in 1usize..25, least in 0.05..50.0f64) {
        let params = Params { scale_range: [least, 50.0], ..hard() };
        let world = generate::generate(params, seed).unwrap();
        let calls = solve(&world, "padded", Some(length));
        prop_assert_eq!(calls.len(), length);
        prop_assert!(failed(&play(&world, &calls)).is_empty());
    }

    #[test]
    fn it_can_be_solved_from_anywhere_on_the_canvas(seed: u64, x in 0.0..=400.0f64, y in 0.0..=400.0f64, angle_deg in 0.0..360.0f64) {
        let mut world = world(seed);
        world.stick = Pose { x, y, angle_deg };
        for strategy in MatchstickRotation.strategies() {
            prop_assert!(failed(&play(&world, &solve(&world, strategy, None))).is_empty(), "{}", strategy);
        }
    }
}

#[test]
fn presets_are_solvable_within_their_steps_and_near_misses_miss() {
    for seed in 0..300 {
        let world = world(seed);
        for strategy in MatchstickRotation.strategies() {
            let calls = solve(&world, strategy, None);
            assert!(calls.len() < 20);
            assert!(failed(&play(&world, &calls)).is_empty(), "{strategy} with seed {seed}");
        }
        for miss in world.near_misses() {
            assert_eq!(failed(&play(&world, &miss.calls)), [miss.fails], "{} with seed {seed}", miss.name);
        }
    }
}

#[test]
fn the_strategies_differ_as_the_paper_tells() {
    let world = world(11);
    assert_eq!(solve(&world, "direct", None).len(), 1);
    let three = solve(&world, "three-moves", None);
    assert_eq!(three.len(), 3);
    assert_ne!(three, world.solve(&mut Solve { strategy: "three-moves", length: None, rng: &mut Rng::new("test", 4) }));
    let revealing = solve(&world, "unit-first", None);
    assert_eq!(revealing.len(), 3);
    for call in &revealing[..2] {
        let part = |i: usize| call.args[i].as_f64().unwrap();
        assert!((part(0).powi(2) + part(1).powi(2) - 1.0).abs() < 1e-3 && part(2) == 0.0, "{call}");
    }
    let mut nearer = world.clone();
    act(&mut nearer, &revealing[0]);
    assert!(nearer.stick.distance_px(world.target) < world.stick.distance_px(world.target));
}

#[test]
fn tolerances_hold_to_the_edge_and_no_further() {
    let mut world = world(1);
    for (px, degrees, fails) in [
        (0.0, 0.0, &[][..]),
        (4.9, 9.9, &[]),
        (5.0, 10.0, &[]),
        (5.1, 0.0, &["position"]),
        (0.0, 10.1, &["angle"]),
        (5.1, 180.0, &["position", "angle"]),
        (0.0, 359.0, &[]),
        (0.0, -3605.0, &[]),
        (0.0, 720.0 + 10.1, &["angle"]),
    ] {
        for (side, turn) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)] {
            // A 3-4-5 triangle: both axes count.
            let (x, y) = (world.target.x + side * px * 0.6, world.target.y + px * 0.8);
            world.stick = Pose { x, y, angle_deg: (world.target.angle_deg + turn * degrees).rem_euclid(360.0) };
            assert_eq!(failed(&world.state()), fails, "{px} px and {degrees} degrees");
        }
    }
    let seen = agon_grade::all_of(MatchstickRotation.mark(&world.state()).unwrap());
    let angle = seen.check("angle").unwrap();
    assert_eq!((angle.expected.as_str(), angle.seen.as_str()), ("within 10 degrees", "10.10 degrees off"));
}

#[test]
fn huge_numbers_are_answered() {
    let mut world = world(2);
    let before = world.stick;
    for call in ["('move', (1e308, 0, 0))", "('move', (-1e308, 1e308, 1e308))", "('move', (0, 9223372036854775807, 90))"] {
        assert!(matches!(act(&mut world, &call.parse().unwrap()), Effect::Blocked(text) if text.contains("off the canvas")));
        assert_eq!(world.stick, before);
    }
    assert!(matches!(act(&mut world, &"('move', (0, 0, 1e308))".parse().unwrap()), Effect::Executed(_)));
    assert!((0.0..360.0).contains(&world.stick.angle_deg));
    act(&mut world, &"('move', (1e-300, -0.0, -1e-300))".parse().unwrap());
    let mut canvas = Canvas::new(400, 400);
    world.draw(&mut canvas);
}

#[test]
fn down_is_down_and_counter_clockwise_is_counter_clockwise() {
    let mut world = world(4);
    world.stick = Pose { x: 200.0, y: 200.0, angle_deg: 0.0 };
    world.scale = 10.0;
    act(&mut world, &"('move', (3, 2, 90))".parse().unwrap());
    assert_eq!(world.stick, Pose { x: 230.0, y: 220.0, angle_deg: 90.0 });
    // Turned up: the head is the wider end, and it is above the middle now.
    let mut canvas = Canvas::new(400, 400);
    world.target = Pose { x: 60.0, y: 60.0, angle_deg: 0.0 };
    world.background = Arc::new(render::background(&world.params, world.target));
    world.draw(&mut canvas);
    let blue = |y: u32| (200..260).filter(|x| i32::from(canvas.pixel(*x, y)[2]) - i32::from(canvas.pixel(*x, y)[0]) > 60).count();
    assert!(blue(170) > blue(270) && blue(270) > 0, "{} {}", blue(170), blue(270));
}

#[test]
fn both_sticks_are_seen_even_when_aligned() {
    let world = world(6);
    let goal = world.goal().unwrap();
    let mut canvas = Canvas::new(400, 400);
    goal.draw(&mut canvas);
    let count =
        |test: fn(i32, i32) -> bool| canvas.pixels().chunks_exact(3).filter(|p| test(i32::from(p[0]), i32::from(p[2]))).count();
    assert!(count(|red, blue| red - blue > 90) > 300);
    assert!(count(|red, blue| blue - red > 90) > 300);
}

#[test]
fn secrets_are_not_in_the_prompt() {
    for seed in 0..100 {
        let world = world(seed);
        let secrets = world.secrets();
        assert!(secrets.iter().any(|secret| *secret == format!("{:.4}", world.scale)));
        let brief = Episode::new(Box::new(world), Switches::default()).brief("Matchsticks").instruction;
        assert!(secrets.iter().all(|secret| !brief.contains(secret)), "{secrets:?}");
    }
}

#[test]
fn the_scale_is_spread_evenly_over_its_magnitudes() {
    // The middle of 2 to 32 by ratio is 8: half of the units are smaller.
    let smaller = (0..2000).filter(|seed| world(*seed).scale < 8.0).count();
    assert!((900..1100).contains(&smaller), "{smaller}");
}

#[test]
fn impossible_parameters_are_named() {
    let start =
        |json: Value| MatchstickRotation.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"scale_range": [0.0, 5.0]})).contains("scale_range: must be between 0.01 and 50"));
    assert!(start(json!({"scale_range": [5.0, 1.0]})).contains("scale_range: must go from small to large"));
    assert!(start(json!({"scale_range": 3})).contains("scale_range"));
    assert!(start(json!({"position_tolerance_px": 0})).contains("position_tolerance_px: must be"));
    assert!(start(json!({"angle_tolerance_deg": 90})).contains("angle_tolerance_deg: must be"));
    assert!(start(json!({"frame_px": 100})).contains("frame_px: must be"));
    assert!(start(json!({"stick_px": 300})).contains("stick_px: must be"));
    assert!(start(json!({"length": 3})).contains("length"));
    for seed in 0..50 {
        let tight = json!({"frame_px": 200, "stick_px": 66, "position_tolerance_px": 10.0, "scale_range": [50, 50]});
        assert!(MatchstickRotation.start(tight.as_object().unwrap(), seed).is_ok());
    }
}

#[test]
fn states_of_other_kinds_are_refused() {
    assert!(MatchstickRotation.mark(&json!({"agent": [0, 0]})).is_none());
    assert!(MatchstickRotation.mark(&json!({"stick": {"x": 1}})).is_none());
}

/// The parameters of the published evaluation, its easy half.
fn paper() -> Value {
    json!({"canvas_units": 120.0, "stick_units": 20.0, "position_tolerance_units": 10.0, "angle_tolerance_deg": 15.0,
           "scale_range": [0.3, 3.0], "heads": false, "y_axis": "up", "edges": "clip", "frame_px": 480})
}

/// Places count in hidden lengths of two canvas units from the lower left: the canvas is 60 wide.
fn published_state() -> Value {
    json!({"scale": 2.0, "target_mid": [30.0, 30.0], "target_ang": 190.0, "initial_mid": [10.0, 10.0], "initial_ang": 40.0})
}

#[test]
fn a_published_episode_is_played_to_its_end() {
    // A unit is four canvas units, sixteen pixels. The first move ends at the right edge; half a turn makes no difference.
    let calls = ["('move', [100, 10, 0])", "('move', [-15, 0.0, -30])", "('stop', 'stop')"];
    let episode = published::replay(&MatchstickRotation, &paper(), &published_state(), &calls);
    let state = episode.puzzle().state();
    assert_eq!((&state["px_per_unit"], &state["position_tolerance_px"]), (&json!(16.0), &json!(80.0)));
    assert_eq!(state["stick"], json!({"x": 240.0, "y": 240.0, "angle_deg": 10.0}));
    // What ours does with the same state: down is down.
    let ours = published::start(&MatchstickRotation, &json!({"frame_px": 480}), &published_state()).unwrap();
    assert_eq!(ours.puzzle().state()["stick"], json!({"x": 80.0, "y": 400.0, "angle_deg": 40.0}));
}

#[test]
fn the_published_rules_are_told_and_solved() {
    let start = |seed: u64| Episode::start(&MatchstickRotation, paper().as_object().unwrap().clone(), seed).unwrap();
    let prompt = start(0).brief("").instruction;
    for said in ["no heads", "at most 10 hidden lengths apart", "ends at the edge", "the canvas is 120 by 120"] {
        assert!(prompt.contains(said), "{said}: {prompt}");
    }
    for seed in 0..300 {
        for strategy in MatchstickRotation.strategies() {
            let mut episode = start(seed);
            assert!(!failed(&episode.puzzle().state()).is_empty(), "{seed}");
            for call in episode.solve(strategy, None, seed) {
                assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
            }
            assert!(failed(&episode.puzzle().state()).is_empty(), "{strategy} with seed {seed}");
        }
        for miss in start(seed).puzzle().near_misses() {
            let mut episode = start(seed);
            miss.calls.iter().for_each(|call| assert_eq!(episode.act(&call.clone().into()).status, Status::Executed));
            assert_eq!(failed(&episode.puzzle().state()), [miss.fails], "{} with seed {seed}", miss.name);
        }
    }
}

#[test]
fn states_that_are_no_episode_are_refused() {
    let refused = |key: &str, value: Value| {
        let mut state = published_state();
        state[key] = value;
        published::refusal(&MatchstickRotation, &state)
    };
    assert!(refused("scale", json!(0)).contains("scale must be between 0.05 and 10"));
    assert!(refused("initial_mid", json!([90.0, 3.0])).contains("initial_mid must be between"));
    assert!(
        refused("initial_mid", json!([9.0])).contains("initial_mid") || refused("initial_mid", json!([9.0])).contains("length")
    );
    let mut own = world(1).state();
    own["stick"]["x"] = json!(-3.0);
    assert!(published::refusal(&MatchstickRotation, &own).contains("stick/x must be between 0 and 400"));
}
