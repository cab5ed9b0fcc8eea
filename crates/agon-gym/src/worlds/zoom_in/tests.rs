//! The rules of the zoom puzzle, written from the paper's description.

use super::*;
use crate::data::{Choice, Pictures};
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;
use serde_json::json;

fn params(views: usize) -> Params {
    Params { views, frame_px: 96, ..Params::default() }
}

fn world(seed: u64, views: usize) -> ZoomIn {
    generate::generate(&params(views), seed).expect("fair parameters")
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(ZoomInKind.mark(state).unwrap()).passed
}

/// Plays calls in a fresh episode and gives the end state.
fn play(world: &ZoomIn, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(world.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn views_lie_in_the_picture_and_differ_clearly(seed: u64, views in 2usize..=5, nest: bool) {
        let world = generate::generate(&Params { nest, ..params(views) }, seed).unwrap();
        let views = &world.scene.views;
        let pictures = Pictures::open("").unwrap();
        let number = (0..pictures.count()).find(|number| pictures.name(*number) == world.scene.picture).unwrap();
        let whole = pictures.picture(number).unwrap().width();
        for view in views {
            prop_assert!(view.zoom >= 2.0 && view.x + view.side <= whole && view.y + view.side <= whole);
            prop_assert!((f64::from(view.side) * view.zoom - f64::from(whole)).abs() <= view.zoom);
        }
        for pair in views.windows(2) {
            prop_assert!(pair[1].zoom >= 1.12 * pair[0].zoom && pair[1].side < pair[0].side);
            let inside = |a: u32, b: u32| b >= a && b + pair[1].side <= a + pair[0].side;
            prop_assert!(!nest || inside(pair[0].x, pair[1].x) && inside(pair[0].y, pair[1].y));
        }
    }

    #[test]
    fn padded_solutions_have_the_asked_length(seed: u64, extra in 0usize..12) {
        let world = world(seed % 16, 5);
        let solve = |strategy: &str, length| {
            world.solve(&mut Solve { strategy, length, rng: &mut Rng::new("test", seed) })
        };
        let fewest = solve("swap", None).len();
        prop_assert!(fewest <= 4);
        let calls = solve("padded", Some(fewest + extra));
        prop_assert_eq!(calls.len(), fewest + extra / 2 * 2);
        prop_assert!(passes(&play(&world, &calls)));
        prop_assert_eq!(solve("reorder", None).len(), 1);
    }

    #[test]
    fn swapping_again_undoes_a_swap(seed: u64, i in 1usize..=5, j in 1usize..=5) {
        let mut world = world(seed % 16, 5);
        let before = world.arrangement.clone();
        let functions = world.functions();
        let (function, args) = Function::bind(&functions, &Call::new("swap", json!([i, j]))).unwrap();
        match world.apply(&function.name, &args) {
            Effect::Blocked(text) => prop_assert!(i == j && text.contains("itself") && world.arrangement == before),
            Effect::Executed(_) => {
                prop_assert_eq!((world.arrangement[i - 1], world.arrangement[j - 1]), (before[j - 1], before[i - 1]));
                world.apply(&function.name, &args);
                prop_assert_eq!(world.arrangement, before);
            }
        }
    }
}

#[test]
fn presets_are_solvable_within_their_steps_and_near_misses_miss() {
    for seed in 0..200 {
        let world = world(seed, 4 + seed as usize % 2);
        assert!(!passes(&world.state()));
        for strategy in ZoomInKind.strategies() {
            let calls = world.solve(&mut Solve { strategy, length: None, rng: &mut Rng::new("test", seed) });
            assert!(calls.len() < 20 && passes(&play(&world, &calls)), "{strategy} with seed {seed}");
        }
        for miss in world.near_misses() {
            let marks = agon_grade::all_of(ZoomInKind.mark(&play(&world, &miss.calls)).unwrap());
            assert_eq!(marks.failed(), [miss.fails], "{} with seed {seed}", miss.name);
        }
    }
}

#[test]
fn the_least_zoomed_view_comes_first() {
    let view = |zoom: f64| json!({"zoom": zoom, "x": 0, "y": 0, "side": 10});
    let mark = |zooms: &[f64]| passes(&json!({"picture": "x", "views": zooms.iter().map(|z| view(*z)).collect::<Vec<_>>()}));
    assert!(mark(&[2.5, 3.1, 6.0]));
    assert!(!mark(&[6.0, 3.1, 2.5]) && !mark(&[2.5, 6.0, 3.1]) && !mark(&[2.5, 2.5]));
    for state in [json!({"agent": 1}), json!({"picture": "x", "views": []}), json!({"picture": "x", "views": [{"zoom": 1}]})] {
        assert!(ZoomInKind.mark(&state).is_none(), "{state}");
    }
}

#[test]
fn plain_pictures_are_refused_and_most_of_ours_are_not() {
    let mut plain = Canvas::new(384, 384);
    plain.clear([90, 140, 220]);
    let zooms = [3.0, 4.0, 5.0, 6.0];
    assert!(generate::views(&plain, &zooms, false, &mut Rng::new("test", 1)).is_none());
    // Something to see in one corner only: every view is drawn to it.
    for i in 0..20 {
        plain.disc(20.0 + (i % 5) as f32 * 40.0, 20.0 + (i / 5) as f32 * 40.0, 12.0, [20, 20, 20]);
    }
    let views = generate::views(&plain, &zooms, false, &mut Rng::new("test", 1)).unwrap();
    assert!(views.iter().all(|view| view.x < 200 && view.y < 160), "{views:?}");
    let pictures = Pictures::open("").unwrap();
    let zooms = [3.0, 4.0, 5.0, 6.0, 7.0];
    let suits = |n: &usize| generate::views(&pictures.picture(*n).unwrap(), &zooms, true, &mut Rng::new("test", 2)).is_some();
    let count = (0..pictures.count()).filter(suits).count();
    assert!(count * 3 >= pictures.count() * 2, "{count} of {}", pictures.count());
}

#[test]
fn frames_show_the_views_in_their_order() {
    let draw = |puzzle: &dyn Puzzle| {
        let (width, height) = puzzle.frame_size();
        let mut canvas = Canvas::new(width, height);
        canvas.clear([255, 0, 255]);
        puzzle.draw(&mut canvas);
        assert!(!canvas.pixels().chunks_exact(3).any(|pixel| pixel == [255, 0, 255]), "something was not drawn");
        canvas
    };
    for views in 2..=6 {
        let mut world = generate::generate(&Params { views, ..Params::default() }, 3).unwrap();
        let (width, height) = world.frame_size();
        assert!(width > 224 * (views as u32 + 1) && height > 224);
        let goal = draw(world.goal().unwrap().as_ref());
        assert_ne!(draw(&world), goal);
        world.arrangement = (0..views).collect();
        assert_eq!(draw(&world), goal);
    }
}

#[test]
fn settings_of_the_looks_leave_the_episode_alone() {
    let other = generate::generate(&Params { frame_px: 224, ..params(5) }, 5).unwrap();
    assert_eq!(other.state(), world(5, 5).state());
    let chosen = generate::generate(&Params { picture: Choice::Number(2), ..params(5) }, 5).unwrap();
    assert_eq!(chosen.arrangement, other.arrangement);
    let zooms = |world: &ZoomIn| world.scene.views.iter().map(|view| view.zoom).collect::<Vec<_>>();
    assert_eq!(zooms(&chosen), zooms(&other));
}

#[test]
fn secrets_are_not_in_the_prompt_and_bad_parameters_are_named() {
    for seed in 0..40 {
        let world = world(seed, 4);
        let secrets = world.secrets();
        let brief = Episode::new(Box::new(world), Switches::default()).brief("Zoom-In Puzzle").instruction;
        assert!(!secrets.is_empty() && secrets.iter().all(|secret| !brief.contains(secret)), "{brief}");
    }
    let start = |json: Value| ZoomInKind.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"views": 1})).contains("views: must be between 2 and 8"));
    assert!(start(json!({"zoom_gap": 0})).contains("zoom_gap: must be between"));
    assert!(start(json!({"zoom_gap": 5})).contains("zoom_gap: the closest of 4 views would be zoomed 22 times"));
    assert!(start(json!({"zoom_std": -1})).contains("zoom_std"));
    assert!(start(json!({"min_zoom": 0.4})).contains("min_zoom"));
    assert!(start(json!({"frame_px": 20})).contains("frame_px"));
    assert!(start(json!({"nest": 3})).contains("nest"));
    assert!(start(json!({"zoom_gap": 0.2, "min_zoom": 6})).contains("zoomed almost alike"));
    assert!(start(json!({"picture": 100_000})).contains("picture: must be \"any\" or below"));
    assert_eq!(start(json!({"views": 8, "zoom_gap": 1.4, "zoom_std": 0.2})), "");
}

/// Views that are zoomed almost alike can be told apart only by something that both show.
#[test]
fn neighbours_that_are_zoomed_almost_alike_share_a_part() {
    for seed in 0..300 {
        let params = Params { views: 5, ..Params::default() };
        let episode = generate::generate(&params, seed).unwrap();
        for pair in episode.scene.views.windows(2) {
            let apart = pair[1].zoom >= pair[0].zoom * generate::ALIKE_RATIO;
            assert!(apart || pair[0].shares_pixels_with(&pair[1]), "seed {seed}: {pair:?}");
        }
    }
}
