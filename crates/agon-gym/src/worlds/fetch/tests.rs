//! The rules of the two worlds, written from the paper and from gymnasium-robotics. What needs physics is checked where the
//! library is there; the rest everywhere.

use super::*;
use crate::worlds::published;
use crate::{Canvas, Effect, Solve, Switches};
use agon_core::{Action, Call, Function, Rng, Status};
use proptest::prelude::*;
use serde_json::json;

fn is_installed() -> bool {
    robot::need().found.is_some()
}

/// Both worlds as their presets set them.
fn easy_pick() -> PickParams {
    PickParams { max_solution: Some(17), ..PickParams::default() }
}

fn pick(seed: u64) -> Episode {
    start_pick(&easy_pick(), seed).expect("fair parameters")
}

fn reach(seed: u64) -> Episode {
    start_reach(&ReachParams::default(), seed).expect("fair parameters")
}

fn kind_of(episode: &Episode) -> &'static dyn Kind {
    match episode.arm.robot.task {
        Task::Reach => &FetchReach,
        Task::PickAndPlace => &FetchPickAndPlace,
    }
}

fn failed(kind: &dyn Kind, state: &Value) -> Vec<String> {
    let marks = agon_grade::all_of(kind.mark(state).expect("a state of this kind"));
    marks.failed().into_iter().map(String::from).collect()
}

fn act(episode: &mut Episode, call: &Call) -> Effect {
    let functions = episode.functions();
    let (function, args) = Function::bind(&functions, call).expect("a lawful call");
    episode.apply(&function.name, &args)
}

/// Plays calls through the shared episode, as an agent would, and gives the end state.
fn play(episode: &Episode, calls: &[Call]) -> Value {
    let mut played = crate::Episode::new(Box::new(episode.try_clone().unwrap()), Switches::default());
    for call in calls {
        assert_eq!(played.act(&Action::from(call.clone())).status, Status::Executed, "{call}");
    }
    played.puzzle().state()
}

fn solve_with(episode: &Episode, strategy: &str, length: Option<usize>) -> Vec<Call> {
    episode.solve(&mut Solve { strategy, length, rng: &mut Rng::new("test", 3) })
}

fn frame(episode: &Episode) -> Vec<u8> {
    let (width, height) = episode.frame_size();
    let mut canvas = Canvas::new(width, height);
    episode.draw(&mut canvas);
    canvas.pixels().to_vec()
}

/// The motion that gymnasium-robotics' own environments made; `data/fetch/reference.py` says how.
#[test]
fn the_arm_moves_as_in_the_reference() {
    if !is_installed() {
        return;
    }
    #[derive(Deserialize)]
    struct Reference {
        episodes: Vec<Played>,
    }
    #[derive(Deserialize)]
    struct Played {
        world: String,
        cube_xy: Option<[f64; 2]>,
        actions: Vec<[f64; 4]>,
        gripper: Vec<[f64; 3]>,
        cube: Vec<[f64; 3]>,
    }
    let reference: Reference = serde_json::from_str(include_str!("../../../data/fetch/reference.json")).unwrap();
    assert_eq!(reference.episodes.len(), 7);
    for played in reference.episodes {
        let task = if played.world == "reach" { Task::Reach } else { Task::PickAndPlace };
        let mut arm = Arm::new(robot(task).unwrap(), played.cube_xy.as_ref().map(|place| &place[..])).unwrap();
        for (step, [x, y, z, fingers]) in played.actions.into_iter().enumerate() {
            arm.control([x, y, z], fingers);
            let off = distance(arm.gripper(), played.gripper[step]);
            assert!(off < 1e-6, "{} gripper off by {off} after step {step}", played.world);
            if let Some(cube) = arm.cube() {
                let off = distance(cube, played.cube[step]);
                assert!(off < 1e-6, "cube off by {off} after step {step}");
            }
        }
    }
}

#[test]
fn without_the_library_the_worlds_say_what_to_do() {
    let need = &FetchReach.needs()[0];
    assert!(need.remedy.contains("scripts/install-fetch"));
    if let Err(error) = FetchReach.start(&Map::new(), 0) {
        assert!(error.to_string().contains("scripts/install-fetch"), "{error}");
        assert!(need.found.is_none());
    }
}

#[test]
fn only_less_than_the_threshold_is_near_enough() {
    let state = |off: f64| json!({"gripper": [1.3 + off, 0.7, 0.5], "target": [1.3, 0.7, 0.5], "threshold_m": 0.05});
    assert!(failed(&FetchReach, &state(0.0499)).is_empty());
    assert_eq!(failed(&FetchReach, &state(0.0501)), ["gripper at the target"]);
    // The cube counts, not the gripper.
    let state = |cube: f64, gripper: f64| json!({"gripper": [1.3, 0.7, gripper], "fingers": [0.02, 0.02], "cube": [1.3, 0.7, cube], "target": [1.3, 0.7, 0.5], "threshold_m": 0.05});
    assert!(failed(&FetchPickAndPlace, &state(0.549, 0.9)).is_empty());
    assert_eq!(failed(&FetchPickAndPlace, &state(0.551, 0.5)), ["cube at the target"]);
    assert!(FetchReach.mark(&json!({"lamps": 3})).is_none());
}

#[test]
fn thresholds_are_told_in_plain_centimetres() {
    for (metres, text) in [(0.05, "5"), (0.07, "7"), (0.055, "5.5"), (0.1, "10")] {
        assert_eq!(super::centimetres(metres).to_string(), text);
    }
}

#[test]
fn bad_parameters_are_named() {
    let named = |kind: &dyn Kind, key: &str, value: Value| {
        let params = [(key.to_owned(), value)].into_iter().collect();
        let error = kind.start(&params, 0).err().unwrap_or_else(|| panic!("{key} was accepted"));
        assert!(matches!(&error, ParamError::Key { key: named, .. } if named == key), "{key}: {error}");
    };
    let both: [(&str, Value); 7] = [
        ("step_m", json!(0.5)),
        ("control_steps", json!(0)),
        ("threshold_m", json!(0.0)),
        ("target_range_m", json!(3.0)),
        ("least_distance_m", json!(0.0)),
        ("frame_px", json!(5000)),
        ("frame_px", json!("wide")),
    ];
    for (key, value) in both {
        named(&FetchReach, key, value.clone());
        named(&FetchPickAndPlace, key, value);
    }
    let picking = [("cube_range_m", 0.01), ("air_chance", 2.0), ("air_height_m", 9.0), ("max_solution", 2.0)];
    for (key, value) in picking {
        named(&FetchPickAndPlace, key, if key == "max_solution" { json!(2) } else { json!(value) });
    }
}

/// Every strategy solves every instance within the presets' steps, of which the last is `stop`.
#[test]
fn presets_are_solvable_within_their_steps() {
    if !is_installed() {
        return;
    }
    for seed in 0..12 {
        let hard = PickParams { max_solution: Some(27), ..PickParams::default() };
        for (episode, steps) in [(reach(seed), 20), (pick(seed), 20), (start_pick(&hard, seed).unwrap(), 30)] {
            let kind = kind_of(&episode);
            assert_eq!(failed(kind, &episode.state()).len(), 1, "{} {seed} is solved at the start", kind.name());
            for strategy in kind.strategies() {
                // What `agon check` asks where a solution of the strategy's own length would not fit.
                let mut calls = solve_with(&episode, strategy, None);
                if calls.len() >= steps {
                    calls = solve_with(&episode, strategy, Some(steps - 1));
                }
                assert!(calls.len() < steps, "{strategy} takes {} calls and stop for {} {seed}", calls.len(), kind.name());
                assert!(failed(kind, &play(&episode, &calls)).is_empty(), "{strategy} fails at {} {seed}", kind.name());
            }
        }
    }
}

#[test]
fn padded_solutions_have_the_asked_length() {
    if !is_installed() {
        return;
    }
    for (episode, length) in [(reach(1), 15), (reach(2), 18), (pick(1), 19), (pick(4), 24), (pick(5), 25)] {
        let calls = solve_with(&episode, "padded", Some(length));
        assert_eq!(calls.len(), length);
        assert!(failed(kind_of(&episode), &play(&episode, &calls)).is_empty());
    }
}

#[test]
fn near_misses_fail_on_the_check_they_name() {
    if !is_installed() {
        return;
    }
    let mut names = std::collections::BTreeSet::new();
    for seed in 0..6 {
        for episode in [reach(seed), pick(seed)] {
            for miss in episode.near_misses() {
                assert!(miss.calls.len() < 20, "{} takes {} calls", miss.name, miss.calls.len());
                assert_eq!(failed(kind_of(&episode), &play(&episode, &miss.calls)), [miss.fails], "{}", miss.name);
                names.insert(miss.name);
            }
        }
    }
    assert_eq!(names.len(), 4, "{names:?}");
}

#[test]
fn the_same_seed_gives_the_same_episode_and_bytes() {
    if !is_installed() {
        return;
    }
    for make in [reach as fn(u64) -> Episode, pick] {
        let (mut one, mut other) = (make(7), make(7));
        assert_ne!(one.state(), make(8).state());
        for call in solve_with(&one, "greedy", None) {
            act(&mut one, &call);
            // Looking, solving and copying in between change nothing.
            frame(&one);
            one.try_clone().unwrap().move_by([1, 1, 1]);
            act(&mut other, &call);
        }
        assert_eq!(one.state(), other.state());
        assert_eq!(frame(&one), frame(&other));
    }
    // How large the frame is decides nothing but that.
    let small = start_pick(&PickParams { frame_px: 96, ..easy_pick() }, 7).unwrap();
    assert_eq!(small.state(), pick(7).state());
    assert_eq!(small.frame_size(), (192, 96));
}

#[test]
fn the_table_stops_the_gripper_and_the_feedback_says_so() {
    if !is_installed() {
        return;
    }
    let mut episode = reach(0);
    let said: Vec<Effect> = (0..6).map(|_| episode.move_by([0, 0, -1])).collect();
    assert_eq!(said[0], Effect::Executed("the gripper moved.".into()));
    assert!(matches!(&said[5], Effect::Executed(text) if text.contains("in its way")), "{said:?}");
    assert!(episode.arm.gripper()[2] > 0.41);
    // It is free again at once: the aim did not sink into the table.
    assert_eq!(episode.move_by([0, 0, 1]), Effect::Executed("the gripper moved.".into()));
}

#[test]
fn a_grasped_cube_is_lifted_and_falls_when_let_go() {
    if !is_installed() {
        return;
    }
    let in_the_air = PickParams { air_chance: 1.0, ..easy_pick() };
    let episode = (0..).map(|seed| start_pick(&in_the_air, seed).unwrap()).find(|e| e.target[2] > 0.55).unwrap();
    let (mut end, calls) = solve::greedy(&episode).unwrap();
    assert_eq!(calls.iter().filter(|call| call.name == "gripper").count(), 2);
    assert!(end.arm.cube().unwrap()[2] > 0.5);
    end.set_fingers(false);
    for _ in 0..5 {
        end.move_by([0; 3]);
    }
    assert!(end.arm.cube().unwrap()[2] < 0.45, "{:?}", end.arm.cube());
    assert!(end.distance_m() > 0.05);
    assert!(episode.goal().is_some_and(|goal| failed(&FetchPickAndPlace, &goal.state()).is_empty()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn free_moves_are_steps_of_one_length_as_seen_from_the_front(seed in 0u64..50, moves in prop::collection::vec((-1i64..=1, -1i64..=1, 0i64..=1), 1..4)) {
        if is_installed() {
            let mut episode = reach(seed);
            let start = episode.arm.gripper();
            let mut sum = [0; 3];
            // A fourth move in one direction leaves what the arm reaches.
            for (right, away, up) in moves {
                act(&mut episode, &Call::new("move", json!([right, away, up])));
                sum = [sum[0] - away, sum[1] + right, sum[2] + up];
            }
            let expected = [0, 1, 2].map(|axis| start[axis] + 0.05 * sum[axis] as f64);
            prop_assert!(distance(episode.arm.gripper(), expected) < 0.008, "{:?} {:?}", episode.arm.gripper(), expected);
        }
    }

    #[test]
    fn targets_and_cubes_lie_where_the_original_puts_them(seed: u64) {
        if is_installed() {
            let (target, start) = (reach(seed).target, robot(Task::Reach).unwrap().settled.gripper);
            prop_assert!((0..3).all(|axis| (target[axis] - start[axis]).abs() <= 0.1501) && distance(target, start) > 0.0999);
            let episode = pick(seed);
            let (cube, target, start) = (episode.arm.cube().unwrap(), episode.target, episode.arm.robot.settled.gripper);
            prop_assert!((0..2).all(|axis| (cube[axis] - start[axis]).abs() <= 0.1501));
            prop_assert!((0..2).all(|axis| (target[axis] - start[axis]).abs() <= 0.1501));
            prop_assert!(distance([cube[0], cube[1], 0.0], [start[0], start[1], 0.0]) > 0.0999);
            prop_assert!(target[2] > 0.42 && target[2] < 0.88);
        }
    }
}

/// A written state goes on as the episode it was taken from, to the last bit.
#[test]
fn a_motion_goes_on_from_where_it_was_written() {
    if !is_installed() {
        return;
    }
    for make in [reach as fn(u64) -> Episode, pick] {
        let mut episode = make(3);
        let (kind, calls) = (kind_of(&episode), solve_with(&episode, "greedy", None));
        for call in calls {
            let state: Value = serde_json::from_str(&episode.state().to_string()).unwrap();
            let params = json!({"max_solution": 17, "frame_px": 96});
            let mut again = published::start(kind, &params, &state).unwrap();
            assert_eq!(again.puzzle().state(), state);
            act(&mut episode, &call);
            again.act(&call.into());
            assert_eq!(again.puzzle().state(), episode.state());
        }
    }
}

/// The parameters of the published evaluation.
fn paper() -> Value {
    json!({"moves": "published", "least_distance_m": 0.05, "frame_px": 96})
}

#[test]
fn published_episodes_are_played_to_their_end() {
    if !is_installed() {
        return;
    }
    // As written by the published environment: two steps to the front, which pull a little beyond twice three centimetres.
    let start = robot(Task::Reach).unwrap().settled.gripper;
    let state = json!({"goal_pos": [start[0] + 0.08, start[1], start[2] + 0.04], "camera_config": {"azimuth": 132.0}});
    let calls = ["('move', [1.0, 0.0, 0.5])", "('move', [1, 0, 0.5])", "('stop', 'stop')"];
    published::replay(&FetchReach, &paper(), &state, &calls);

    let robot = robot(Task::PickAndPlace).unwrap();
    let (start, height) = (robot.settled.gripper, robot.settled.cube_height);
    let state = json!({"object_pos": [start[0] + 0.1, start[1] - 0.05, height], "goal_pos": [start[0], start[1] + 0.05, height + 0.2],
                       "camera_config": null});
    for params in [paper(), json!({"frame_px": 96})] {
        let episode = published::start(&FetchPickAndPlace, &params, &state).unwrap();
        let calls: Vec<String> = episode.solve("greedy", None, 0).iter().map(Call::to_string).collect();
        published::replay(&FetchPickAndPlace, &params, &state, &calls.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// What was measured with the published environments: a full pull from rest goes some three centimetres.
#[test]
fn a_published_move_is_one_control_step_of_any_strength() {
    if !is_installed() {
        return;
    }
    let params: ReachParams = serde_json::from_value(paper()).unwrap();
    for (call, axis, metres) in
        [("('move', [1, 0, 0])", 0, 0.0306), ("('move', [0, -1.0, 0])", 1, -0.0306), ("('move', [0, 0, 0.5])", 2, 0.0153)]
    {
        let mut episode = start_reach(&params, 1).unwrap();
        let before = episode.arm.gripper();
        act(&mut episode, &call.parse().unwrap());
        let gone = episode.arm.gripper()[axis] - before[axis];
        assert!((gone - metres).abs() < 0.005, "{call}: {gone}");
    }
    let mut shared = crate::Episode::start(&FetchReach, paper().as_object().unwrap().clone(), 1).unwrap();
    assert_eq!(shared.act(&"('move', [1.5, 0, 0])".parse::<Call>().unwrap().into()).status, Status::OutOfRange);
}

#[test]
fn states_that_are_no_motion_are_refused() {
    if !is_installed() {
        return;
    }
    let refused = |key: &str, value: Value| {
        let mut state = pick(1).state();
        state[key] = value;
        published::refusal(&FetchPickAndPlace, &state)
    };
    assert!(refused("target", json!([9.0, 0.0, 0.5])).contains("target must be three metres within 0.21"));
    assert!(refused("motion", json!({"before": [1.0], "last": "step"})).contains("motion is not of this robot"));
    assert!(refused("fingers_told", json!(0.5)).contains("fingers_told must be -1, 0 or 1"));
    assert!(refused("aim", json!([9.0, 9.0, 9.0])).contains("aim must be a place near the gripper"));
    assert!(refused("threshold_m", json!(3)).contains("threshold_m must be"));
    let fallen = json!({"goal_pos": [1.34, 0.75, 0.6], "object_pos": [1.34, 0.75, 0.1]});
    assert!(published::refusal(&FetchPickAndPlace, &fallen).contains("object_pos must be"));
}
