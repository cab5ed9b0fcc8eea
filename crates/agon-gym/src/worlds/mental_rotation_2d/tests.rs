//! The rules of the rotation, written from the paper's description.

use super::*;
use crate::data::{Choice, Pictures};
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;

fn hard() -> Params {
    Params { angle_tolerance_deg: 5.0, frame_px: 128, ..Params::default() }
}

fn world(seed: u64) -> MentalRotation {
    generate::generate(&hard(), seed).expect("fair parameters")
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(MentalRotation2d.mark(state).unwrap()).passed
}

/// Plays calls in a fresh episode and gives the end state.
fn play(world: &MentalRotation, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(world.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

fn solve(world: &MentalRotation, strategy: &str, length: Option<usize>, seed: u64) -> Vec<Call> {
    world.solve(&mut Solve { strategy, length, rng: &mut Rng::new("test", seed) })
}

fn draw(puzzle: &dyn Puzzle) -> Canvas<'static> {
    let (width, height) = puzzle.frame_size();
    let mut canvas = Canvas::new(width, height);
    canvas.clear([255, 0, 255]);
    puzzle.draw(&mut canvas);
    canvas
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_strategy_ends_upright_in_the_asked_length(seed: u64, angle_deg in 0i64..360, length in 1usize..30) {
        let mut world = world(seed % 6);
        world.angle_deg = angle_deg;
        for strategy in ["split", "padded"] {
            let calls = solve(&world, strategy, Some(length), seed);
            prop_assert_eq!(calls.len(), length);
            prop_assert_eq!(&play(&world, &calls)["turned_deg"], 0);
        }
        prop_assert_eq!(solve(&world, "single", None, seed).len(), 1);
        prop_assert_eq!(&play(&world, &solve(&world, "single", None, seed))["turned_deg"], 0);
    }

    #[test]
    fn parts_go_the_shortest_way_together(angle_deg in 40i64..=320, count in 1usize..12, seed: u64) {
        let total = solve::turn_back(angle_deg);
        prop_assert!(total.abs() <= 180 && (angle_deg + total) % 360 == 0);
        let parts = solve::split(total, count, &mut Rng::new("test", seed));
        prop_assert_eq!(parts.len(), count);
        prop_assert_eq!(parts.iter().sum::<i64>(), total);
        prop_assert!(parts.iter().all(|part| part.signum() == total.signum()));
    }

    #[test]
    fn turns_add_up_and_can_be_taken_back(seed: u64, by in -180i64..=180, and in -180i64..=180) {
        let world = world(seed % 6);
        let turn = |degrees: i64| Call::new("rotate", degrees);
        prop_assert_eq!(play(&world, &[turn(by), turn(-by)]), world.state());
        let turned = play(&world, &[turn(by), turn(and)])["turned_deg"].as_i64().unwrap();
        prop_assert_eq!((turned - world.angle_deg - by - and).rem_euclid(360), 0);
    }
}

#[test]
fn presets_are_solvable_within_their_steps_and_near_misses_miss() {
    for seed in 0..200 {
        let world = world(seed);
        assert!(!passes(&world.state()));
        assert!((25..=335).contains(&world.angle_deg));
        for strategy in MentalRotation2d.strategies() {
            let calls = solve(&world, strategy, None, seed);
            assert!(calls.len() < 20 && passes(&play(&world, &calls)), "{strategy} with seed {seed}");
        }
        for miss in world.near_misses() {
            let marks = agon_grade::all_of(MentalRotation2d.mark(&play(&world, &miss.calls)).unwrap());
            assert_eq!(marks.failed(), [miss.fails], "{} with seed {seed}", miss.name);
        }
    }
}

#[test]
fn the_tolerance_holds_to_the_edge_and_no_further() {
    let mark = |turned: f64| passes(&json!({"picture": "x", "turned_deg": turned, "angle_tolerance_deg": 5.0}));
    for (turned, passed) in [
        (0.0, true),
        (4.9, true),
        (5.0, true),
        (5.1, false),
        (355.1, true),
        (355.0, true),
        (354.9, false),
        (-4.0, true),
        (180.0, false),
    ] {
        assert_eq!(mark(turned), passed, "{turned}");
    }
    assert!(MentalRotation2d.mark(&json!({"turned_deg": 3})).is_none());
    assert!(MentalRotation2d.mark(&json!({"agent": [0, 0]})).is_none());
}

#[test]
fn round_and_striped_pictures_are_refused() {
    let mut round = Canvas::new(384, 384);
    round.clear([20, 40, 90]);
    round.disc(192.0, 192.0, 90.0, [230, 200, 40]);
    assert!(generate::least_difference(&round) < generate::CLEAR_DIFFERENCE);
    // Half a turn brings these back.
    let mut stripes = Canvas::new(384, 384);
    (0..6).for_each(|stripe| stripes.rect(32 + stripe * 64 - 16, 0, 32, 384, [240, 240, 240]));
    assert!(generate::least_difference(&stripes) < generate::CLEAR_DIFFERENCE);
    // A quarter does it here.
    let mut checks = Canvas::new(384, 384);
    checks.rect(0, 0, 192, 192, [250, 250, 250]);
    checks.rect(192, 192, 192, 192, [250, 250, 250]);
    assert!(generate::least_difference(&checks) < generate::CLEAR_DIFFERENCE);
    let mut half = Canvas::new(384, 384);
    half.rect(0, 0, 384, 192, [250, 250, 250]);
    assert!(generate::least_difference(&half) >= generate::CLEAR_DIFFERENCE);
    let pictures = Pictures::open("").unwrap();
    let suits = |number: &usize| generate::least_difference(&pictures.picture(*number).unwrap()) >= generate::CLEAR_DIFFERENCE;
    let count = (0..pictures.count()).filter(suits).count();
    assert!(count * 2 >= pictures.count(), "{count} of {}", pictures.count());
}

#[test]
fn clockwise_is_clockwise_and_the_corners_tell_nothing() {
    let mut picture = Canvas::new(384, 384);
    picture.clear([10, 10, 10]);
    // A red spot above the middle.
    picture.disc(192.0, 60.0, 40.0, [250, 0, 0]);
    let scene = Arc::new(Scene::new(256, "spot", &picture));
    let at = |angle_deg: i64| draw(&MentalRotation { angle_deg, angle_tolerance_deg: 5.0, scene: scene.clone() });
    let red = |canvas: &Canvas, x: u32, y: u32| canvas.pixel(x, y)[0] > 200;
    let [upright, right, down, left] = [0, 90, 180, 270].map(at);
    assert!(red(&upright, 384, 45) && red(&right, 467, 128) && red(&down, 384, 211) && red(&left, 301, 128));
    for canvas in [&upright, &right, &down, &left, &at(33)] {
        assert!(red(canvas, 128, 45), "the left picture stays");
        assert!(!canvas.pixels().chunks_exact(3).any(|pixel| pixel == [255, 0, 255]), "something was not drawn");
        for (x, y) in [(511, 0), (256, 255), (511, 255)] {
            assert_eq!(canvas.pixel(x, y), upright.pixel(x, y));
        }
    }
}

#[test]
fn upright_the_halves_are_equal_at_every_size() {
    for frame_px in [128, 200, 256, 333, 1024] {
        let world = generate::generate(&Params { frame_px, ..hard() }, 4).unwrap();
        assert_eq!(world.frame_size(), (2 * frame_px, frame_px));
        let goal = draw(world.goal().unwrap().as_ref());
        // Inside the discs and away from their edges.
        for (x, y) in (0..20).flat_map(|i| (0..20).map(move |j| (i, j))) {
            let at = |part: u32| frame_px / 4 + part * frame_px / 40;
            assert_eq!(goal.pixel(at(x), at(y)), goal.pixel(frame_px + at(x), at(y)));
        }
        assert_ne!(draw(&world), goal);
    }
}

#[test]
fn settings_of_the_looks_leave_the_episode_alone() {
    let other = generate::generate(&Params { frame_px: 300, ..hard() }, 5).unwrap();
    assert_eq!(other.state(), world(5).state());
    let chosen = generate::generate(&Params { picture: Choice::Number(1), ..hard() }, 5).unwrap();
    assert_eq!(chosen.angle_deg, other.angle_deg);
}

#[test]
fn secrets_are_not_in_the_prompt_and_bad_parameters_are_named() {
    for seed in 0..40 {
        let world = world(seed);
        let secrets = world.secrets();
        let brief = Episode::new(Box::new(world), Switches::default()).brief("Mental Rotation 2D").instruction;
        assert!(secrets.iter().all(|secret| !brief.contains(secret)), "{brief}");
    }
    let start =
        |json: Value| MentalRotation2d.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"angle_tolerance_deg": 0})).contains("angle_tolerance_deg: must be between 0.5 and 45"));
    assert!(start(json!({"frame_px": 40})).contains("frame_px: must be between 64 and 1024"));
    assert!(start(json!({"picture": 100_000})).contains("picture: must be \"any\" or below"));
    assert!(start(json!({"angle": 4})).contains("angle"));
}
