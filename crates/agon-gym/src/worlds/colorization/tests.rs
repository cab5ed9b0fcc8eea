//! The rules of the coloring, written from the paper's description.

use super::*;
use crate::data::{Choice, Pictures};
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;
use serde_json::json;

fn hard() -> Params {
    Params { accuracy_radius: 11.0, frame_px: 160, ..Params::default() }
}

fn world(seed: u64) -> Colorization {
    generate::generate(&hard(), seed).expect("fair parameters")
}

fn act(world: &mut Colorization, call: &Call) -> Effect {
    let functions = world.functions();
    let (function, args) = Function::bind(&functions, call).unwrap();
    world.apply(&function.name, &args)
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(ColorizationKind.mark(state).unwrap()).passed
}

/// Plays calls in a fresh episode and gives the end state.
fn play(world: &Colorization, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(world.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

fn solve(world: &Colorization, strategy: &str, length: Option<usize>, seed: u64) -> Vec<Call> {
    world.solve(&mut Solve { strategy, length, rng: &mut Rng::new("test", seed) })
}

fn tint() -> impl Strategy<Value = Tint> {
    (0i64..360, 0i64..=255).prop_map(|(hue_deg, saturation)| Tint { hue_deg, saturation })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn colors_come_back_from_hue_saturation_and_value(color: [u8; 3]) {
        let value = color.into_iter().max().unwrap();
        let again = Tint::of(color).color(value);
        // A degree is up to four levels of a bright color, and rounding to one costs half of it.
        prop_assert!(color.iter().zip(again).all(|(a, b)| a.abs_diff(b) <= 3), "{:?} became {:?}", color, again);
    }

    #[test]
    fn turns_go_round_and_saturation_stops_at_its_ends(seed: u64, from in tint(), angle in -360i64..=360, delta in -255i64..=255) {
        let mut world = world(seed % 8);
        world.tint = from;
        act(&mut world, &Call::new("rotate", angle));
        prop_assert_eq!(world.tint.hue_deg, (from.hue_deg + angle).rem_euclid(360));
        prop_assert_eq!(world.tint.saturation, from.saturation);
        act(&mut world, &Call::new("rotate", -angle));
        prop_assert_eq!(world.tint, from);
        act(&mut world, &Call::new("saturate", delta));
        prop_assert_eq!(world.tint.hue_deg, from.hue_deg);
        prop_assert_eq!(world.tint.saturation, (from.saturation + delta).clamp(0, 255));
    }

    #[test]
    fn it_can_be_solved_from_any_selection_in_the_asked_length(seed: u64, from in tint(), length in 2usize..25) {
        let mut world = world(seed % 8);
        world.tint = from;
        let calls = solve(&world, "padded", Some(length), seed);
        prop_assert_eq!(calls.len(), length);
        for calls in [calls, solve(&world, "direct", None, seed), solve(&world, "incremental", None, seed)] {
            let state = play(&world, &calls);
            prop_assert_eq!(&state["selected"], &state["target"]);
        }
    }
}

#[test]
fn presets_are_solvable_within_their_steps_and_near_misses_miss() {
    for seed in 0..150 {
        let world = world(seed);
        assert!(!passes(&world.state()));
        assert!(world.tint.distance(world.target) >= 27.5);
        for strategy in ColorizationKind.strategies() {
            let calls = solve(&world, strategy, None, seed);
            assert!(calls.len() < 20);
            assert!(passes(&play(&world, &calls)), "{strategy} with seed {seed}");
        }
        assert_eq!(world.near_misses().len(), 3);
        for miss in world.near_misses() {
            let marks = agon_grade::all_of(ColorizationKind.mark(&play(&world, &miss.calls)).unwrap());
            assert_eq!(marks.failed(), [miss.fails], "{} with seed {seed}", miss.name);
        }
    }
}

#[test]
fn the_incremental_way_moves_steadily_towards_the_color() {
    for seed in 0..40 {
        let world = world(seed);
        let calls = solve(&world, "incremental", None, seed);
        assert!((2..=7).contains(&calls.len()));
        let mut at = world.clone();
        for call in &calls {
            let before = (at.tint.turn_to(at.target).abs(), (at.tint.saturation - at.target.saturation).abs());
            act(&mut at, call);
            let after = (at.tint.turn_to(at.target).abs(), (at.tint.saturation - at.target.saturation).abs());
            assert!(after.0 < before.0 && after.1 == before.1 || after.0 == before.0 && after.1 < before.1, "{call}");
        }
    }
}

#[test]
fn the_radius_holds_to_the_edge_and_no_further() {
    let mark = |hue_deg: i64, saturation: i64, accuracy_radius: f64| {
        passes(&json!({
            "picture": "x", "circle": [50, 50], "accuracy_radius": accuracy_radius,
            "selected": {"hue_deg": hue_deg, "saturation": saturation},
            "target": {"hue_deg": 90, "saturation": 153},
        }))
    };
    assert!(mark(90, 153, 11.0));
    // 153 is 60 percent of the rim: 20 percent of it are 51.
    assert!(mark(90, 204, 20.0) && mark(90, 102, 20.0));
    assert!(!mark(90, 205, 20.0) && !mark(90, 101, 20.0));
    assert!(mark(90, 203, 19.9) && !mark(90, 204, 19.9));
    // A turn by 60 degrees is as far as the radius is long: 60 percent.
    assert!(mark(150, 153, 60.0) && mark(30, 153, 60.0));
    assert!(!mark(150, 153, 59.9) && !mark(151, 153, 60.0));
    // Hue and saturation together, and hues across zero.
    assert!(mark(98, 169, 11.0) && !mark(98, 180, 11.0) && !mark(103, 153, 11.0));
    assert!((Tint { hue_deg: 358, saturation: 200 }.turn_to(Tint { hue_deg: 3, saturation: 9 })) == 5);
    // A smaller radius is the stricter one, so the hard preset has it.
    assert!(mark(103, 153, 16.0));
}

#[test]
fn pale_and_grey_pictures_are_refused() {
    let plain = |color: [u8; 3]| {
        let mut canvas = Canvas::new(384, 384);
        canvas.clear(color);
        generate::spots(&canvas, &hard())
    };
    assert!(plain([120, 120, 120]).is_empty());
    assert!(plain([150, 135, 130]).is_empty());
    assert!(plain([40, 10, 10]).is_empty(), "too dark to see a hue");
    assert!(!plain([180, 60, 50]).is_empty());
    // A small colored thing on grey: nothing around the circle would tell its color.
    let mut canvas = Canvas::new(384, 384);
    canvas.clear([128, 128, 128]);
    canvas.disc(192.0, 192.0, 70.0, [200, 40, 40]);
    assert!(generate::spots(&canvas, &hard()).is_empty());
}

#[test]
fn there_are_enough_pictures_and_the_seed_finds_them() {
    let pictures = Pictures::open("").unwrap();
    let suits = (0..pictures.count()).filter(|n| !generate::spots(&pictures.picture(*n).unwrap(), &hard()).is_empty()).count();
    assert!(suits * 2 >= pictures.count(), "{suits} of {}", pictures.count());
}

#[test]
fn settings_of_the_looks_leave_the_episode_alone() {
    let base = world(5);
    for params in [Params { frame_px: 400, ..hard() }, Params { reference: true, ..hard() }] {
        let other = generate::generate(&params, 5).unwrap();
        assert_eq!(other.state(), base.state());
        assert_ne!(other.frame_size(), base.frame_size());
    }
}

#[test]
fn the_goal_gives_the_circle_its_color_and_only_the_selection_changes_the_frame() {
    let params = Params { reference: true, ..Params::default() };
    for seed in 0..12 {
        let mut world = generate::generate(&params, seed).unwrap();
        let (width, height) = world.frame_size();
        let draw = |puzzle: &dyn Puzzle| {
            let mut canvas = Canvas::new(width, height);
            canvas.clear([255, 0, 255]);
            puzzle.draw(&mut canvas);
            canvas
        };
        let (first, goal) = (draw(&world), draw(world.goal().unwrap().as_ref()));
        assert!(!first.pixels().chunks_exact(3).any(|pixel| pixel == [255, 0, 255]), "something was not drawn");
        // In the middle of the circle, the goal is near the photograph in its own colors.
        let (left, top) = (14 + 252 + 14, 34);
        let (x, y) = (world.scene.spot.x * 336 / 100 + 1, world.scene.spot.y * 336 / 100 + 1);
        let off = |canvas: &Canvas| -> u32 {
            let pairs = (0..9).map(|i| (x + i % 3 - 1, y + i / 3 - 1));
            let pair = |(x, y)| (canvas.pixel(left + x, top + y), canvas.pixel(left + 336 + 14 + x, top + y));
            pairs.map(pair).flat_map(|(a, b)| (0..3).map(move |i| u32::from(a[i].abs_diff(b[i])))).sum::<u32>() / 27
        };
        assert!(off(&goal) < 24 && off(&first) > off(&goal), "{} {}", off(&goal), off(&first));
        world.tint = world.target;
        assert_eq!(draw(&world), goal);
    }
}

#[test]
fn the_wheel_runs_clockwise_from_red() {
    for degree in 0..360 {
        let (cos, sin) = crate::draw::cos_sin(f64::from(degree));
        assert_eq!(scene::direction_deg(cos * 80.0, sin * 80.0), i64::from(degree));
    }
    assert_eq!(Tint { hue_deg: 0, saturation: 255 }.color(200), [200, 0, 0]);
    assert_eq!(Tint { hue_deg: 120, saturation: 255 }.color(200), [0, 200, 0]);
    assert_eq!(Tint { hue_deg: 240, saturation: 255 }.color(200), [0, 0, 200]);
    assert_eq!(Tint { hue_deg: 77, saturation: 0 }.color(200), [200, 200, 200]);
    let (right, down) = Tint { hue_deg: 90, saturation: 100 }.place();
    assert!(right.abs() < 1e-6 && (down - 100.0).abs() < 1e-6);
}

#[test]
fn feedback_tells_what_happened() {
    let mut world = world(3);
    let mut say = |saturation: i64, call: Call| {
        world.tint.saturation = saturation;
        match act(&mut world, &call) {
            Effect::Executed(text) | Effect::Blocked(text) => text,
        }
    };
    assert!(say(200, Call::new("saturate", 100)).contains("as far as the rim"));
    assert!(say(255, Call::new("saturate", 1)).contains("at the rim already"));
    assert!(say(20, Call::new("saturate", -100)).contains("to the middle"));
    assert!(say(0, Call::new("saturate", -1)).contains("in the middle already"));
    assert!(say(100, Call::new("saturate", 0)).contains("leaves"));
    assert!(say(100, Call::new("saturate", 10)).contains("was changed"));
    assert!(say(100, Call::new("rotate", 360)).contains("where it began"));
    assert!(say(100, Call::new("rotate", 10)).contains("was turned"));
}

#[test]
fn secrets_are_not_in_the_prompt() {
    for seed in 0..40 {
        let world = world(seed);
        let secrets = world.secrets();
        let brief = Episode::new(Box::new(world), Switches::default()).brief("Colorization").instruction;
        assert!(secrets.iter().all(|secret| !brief.contains(secret)), "{brief}");
    }
}

#[test]
fn impossible_parameters_are_named() {
    let start =
        |json: Value| ColorizationKind.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"accuracy_radius": 1.0})).contains("accuracy_radius: must be between 2 and 30"));
    assert!(start(json!({"circle_percent": 40})).contains("circle_percent"));
    assert!(start(json!({"ring_percent": 9})).contains("ring_percent"));
    assert!(start(json!({"frame_px": 20})).contains("frame_px"));
    assert!(start(json!({"picture": 100_000})).contains("picture: must be \"any\" or below"));
    assert!(start(json!({"hue": 4})).contains("hue"));
    assert!(ColorizationKind.mark(&json!({"agent": [0, 0]})).is_none());
    for (circle_percent, ring_percent, accuracy_radius) in [(6, 0, 2.0), (20, 8, 16.0), (14, 4, 30.0)] {
        let params = Params { circle_percent, ring_percent, accuracy_radius, picture: Choice::Any, ..hard() };
        assert!(generate::generate(&params, 1).is_ok(), "{params:?}");
    }
}

#[test]
fn the_published_acceptance_counts_hue_twice() {
    let mark = |radius: f64, hue_deg: i64, saturation: i64| {
        passes(&json!({
            "picture": "x", "circle": [50, 50], "accuracy_radius": radius, "distance": "published",
            "target": {"hue_deg": 350, "saturation": 100}, "selected": {"hue_deg": hue_deg, "saturation": saturation},
        }))
    };
    // Easy allows a distance of 84.08, hard one of 122.29.
    for (radius, hue_deg, saturation, passes) in [
        (11.0, 32, 100, true),
        (11.0, 33, 100, false),
        (11.0, 350, 184, true),
        (11.0, 350, 185, false),
        (11.0, 20, 158, true),
        (11.0, 20, 160, false),
        (16.0, 51, 100, true),
        (16.0, 52, 100, false),
    ] {
        assert_eq!(mark(radius, hue_deg, saturation), passes, "{radius} {hue_deg} {saturation}");
    }
}
