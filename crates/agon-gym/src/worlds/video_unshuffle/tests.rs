//! The rules of unshuffling, written from the paper's description.

use super::params::Sampling;
use super::*;
use crate::data::{Choice, Clips};
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;

fn unshuffle(seed: u64, frames: usize) -> VideoUnshuffle {
    generate::generate(&Params { frames, ..Params::default() }, seed).expect("fair parameters")
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(VideoUnshuffleKind.mark(state).unwrap()).passed
}

/// Plays calls in a fresh episode and gives the end state.
fn play(puzzle: &VideoUnshuffle, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(puzzle.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_puzzle_starts_solved_and_every_strategy_solves_it(seed: u64, frames in 3usize..=6) {
        let puzzle = unshuffle(seed, frames);
        prop_assert!(!passes(&puzzle.state()));
        for strategy in VideoUnshuffleKind.strategies() {
            let mut rng = Rng::new("test", seed);
            let calls = puzzle.solve(&mut Solve { strategy, length: None, rng: &mut rng });
            prop_assert!(passes(&play(&puzzle, &calls)), "{}", strategy);
        }
    }

    #[test]
    fn padded_solutions_have_the_asked_length(seed: u64, extra in 0usize..12) {
        let puzzle = unshuffle(seed, 5);
        let fewest = order::swaps(&puzzle.frames).len();
        let mut rng = Rng::new("test", seed);
        let calls = puzzle.solve(&mut Solve { strategy: "padded", length: Some(fewest + extra), rng: &mut rng });
        prop_assert_eq!(calls.len(), fewest + extra / 2 * 2);
        prop_assert!(passes(&play(&puzzle, &calls)));
    }

    #[test]
    fn swapping_again_undoes_a_swap(seed: u64, a in 1usize..=5, b in 1usize..=5) {
        let mut episode = Episode::new(Box::new(unshuffle(seed, 5)), Switches::default());
        let before = episode.puzzle().state();
        let call = Call::new("swap", json!([a, b]));
        let first = episode.act(&call.clone().into());
        if a == b {
            prop_assert_eq!(first.status, Status::Blocked);
        } else {
            prop_assert!(episode.puzzle().state() != before);
            episode.act(&call.into());
        }
        prop_assert_eq!(episode.puzzle().state(), before);
    }

    #[test]
    fn near_misses_miss(seed: u64, frames in 3usize..=5) {
        let puzzle = unshuffle(seed, frames);
        for miss in puzzle.near_misses() {
            let marks = agon_grade::all_of(VideoUnshuffleKind.mark(&play(&puzzle, &miss.calls)).unwrap());
            prop_assert_eq!(marks.failed(), [miss.fails], "{}", miss.name);
        }
    }

    #[test]
    fn shown_frames_are_in_time_order_when_solved_and_clearly_differ(seed: u64, frames in 3usize..=5, random: bool) {
        let sampling = if random { Sampling::Random } else { Sampling::Uniform };
        let params = Params { frames, sampling, ..Params::default() };
        let puzzle = generate::generate(&params, seed).unwrap();
        let moments = &puzzle.strip.moments;
        prop_assert!(moments.windows(2).all(|pair| pair[0] < pair[1]));
        if sampling == Sampling::Uniform {
            prop_assert!(moments.windows(3).all(|three| three[1] - three[0] == three[2] - three[1]));
        }
        let clips = Clips::open("").unwrap();
        let number = (0..clips.count()).find(|number| clips.name(*number) == puzzle.strip.clip).unwrap();
        let clip = clips.clip(number).unwrap();
        let differences = clip.differences();
        for (i, a) in moments.iter().enumerate() {
            for b in &moments[..i] {
                prop_assert!(differences[*a][*b] >= params.min_difference);
            }
        }
    }
}

#[test]
fn a_clip_that_runs_back_gives_no_frames_across_its_turn() {
    // Differences of a clip that goes to a place and returns the same way: frame i equals frame 8 - i.
    let at = |index: usize| index.min(8 - index) as u32;
    let differences: Vec<Vec<u32>> = (0..9).map(|a| (0..9).map(|b| 30 * at(a).abs_diff(at(b))).collect()).collect();
    for sampling in [Sampling::Uniform, Sampling::Random] {
        let params = Params { frames: 4, sampling, ..Params::default() };
        for seed in 0..40 {
            let moments = generate::moments(&differences, |_, _| 0.0, &params, &mut Rng::new("test", seed)).unwrap();
            let mut places: Vec<u32> = moments.iter().map(|moment| at(*moment)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), 4, "{moments:?}");
        }
        let params = Params { frames: 6, ..params };
        assert!(
            generate::moments(&differences, |_, _| 0.0, &params, &mut Rng::new("test", 0)).is_none(),
            "there are only five places"
        );
    }
}

#[test]
fn every_built_in_clip_moves_on_and_never_returns() {
    let clips = Clips::open("").unwrap();
    let params = Params { frames: 5, ..Params::default() };
    for number in 0..clips.count() {
        let name = clips.name(number);
        let clip = clips.clip(number).unwrap();
        let differences = clip.differences();
        let last = differences.len() - 1;
        assert!(
            generate::moments(differences, |_, _| 0.0, &params, &mut Rng::new("test", 0)).is_some(),
            "{name} has no five clear frames"
        );
        // Far apart in time is far apart in looks: nothing comes back to where it was.
        let far = (0..=last).flat_map(|a| (0..=last).map(move |b| (a, b))).filter(|(a, b)| b.saturating_sub(*a) > last / 2);
        let least = far.map(|(a, b)| differences[a][b]).min().unwrap();
        assert!(least >= params.min_difference, "{name}: {least}");
    }
}

#[test]
fn presets_are_solvable_within_their_steps() {
    for (frames, steps) in [(4, 20), (5, 30)] {
        for seed in 0..300 {
            let puzzle = generate::generate(&Params { frames, frame_px: 80, ..Params::default() }, seed).unwrap();
            let mut rng = Rng::new("test", seed);
            for strategy in VideoUnshuffleKind.strategies() {
                let calls = puzzle.solve(&mut Solve { strategy, length: None, rng: &mut rng });
                assert!(calls.len() < steps, "{strategy} with seed {seed} needs {} calls and stop", calls.len());
            }
        }
    }
}

#[test]
fn how_it_looks_does_not_move_the_episode() {
    let state = |params: Params| generate::generate(&params, 7).unwrap().state();
    let plain = state(Params::default());
    assert_eq!(state(Params { frame_px: 320, ..Params::default() }), plain);
    assert_eq!(state(Params { caption: false, ..Params::default() }), plain);
    assert_eq!(state(Params { clip: Choice::Number(3), ..Params::default() })["frames"], plain["frames"]);
}

#[test]
fn the_prompt_tells_the_action_unless_it_is_switched_off() {
    let brief = |caption| {
        let params = Params { clip: Choice::Number(8), caption, ..Params::default() };
        let puzzle = generate::generate(&params, 3).unwrap();
        let secrets = puzzle.secrets();
        let text = Episode::new(Box::new(puzzle), Switches::default()).brief("Video Unshuffle").instruction;
        assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
        text
    };
    assert!(brief(true).contains("a woman walks across a lawn") && !brief(false).contains("woman"));
}

#[test]
fn frames_are_drawn_whole_and_the_goal_is_the_solved_state() {
    let draw = |puzzle: &dyn Puzzle| {
        let (width, height) = puzzle.frame_size();
        let mut canvas = Canvas::new(width, height);
        canvas.clear([255, 0, 255]);
        puzzle.draw(&mut canvas);
        assert!(!canvas.pixels().chunks_exact(3).any(|pixel| pixel == [255, 0, 255]), "something was not drawn");
        canvas
    };
    for frames in 3..=5 {
        let mut puzzle = unshuffle(5, frames);
        let goal = draw(puzzle.goal().unwrap().as_ref());
        assert_ne!(draw(&puzzle), goal);
        puzzle.frames = (0..frames).collect();
        assert_eq!(draw(&puzzle), goal);
    }
}

#[test]
fn impossible_parameters_are_named() {
    let start =
        |json: Value| VideoUnshuffleKind.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"frames": 2})).contains("frames: must be between 3 and 8"));
    assert!(start(json!({"min_difference": 0})).contains("min_difference: must be between 4 and 200"));
    assert!(start(json!({"frame_px": 10})).contains("frame_px"));
    assert!(start(json!({"sampling": "often"})).contains("sampling"));
    assert!(start(json!({"clip": 99})).contains("clip: must be \"any\" or below 25"));
    assert!(start(json!({"clips": "/nowhere/at-all"})).contains("clips: the folder"));
    let most = json!({"min_difference": 200, "frames": 8});
    assert!(start(most).contains("no clip can be read and has 8 frames with a difference of 200"));
    assert!(start(json!({"min_difference": 190, "clip": 2})).contains("clip: 2 (bird) cannot be read or has no 4 frames"));
    assert!(start(json!({"tiles": 4})).contains("tiles"));
    assert_eq!(start(json!({"sampling": "random", "frames": 5})), "");
}

#[test]
fn states_of_other_kinds_are_refused() {
    for state in [json!({"agent": [0, 0]}), json!({"clip": "bird", "frames": [0, 0]}), json!({"frames": [0, 1, 2]})] {
        assert!(VideoUnshuffleKind.mark(&state).is_none(), "{state}");
    }
}

#[test]
fn salient_frames_are_those_that_changed_since_the_last_one() {
    let params = Params { sampling: Sampling::Salient, frames: 3, min_difference: 4, ..Params::default() };
    let brightness = [0.0, 0.1, 0.2, 0.3, 0.31, 0.5, 0.9_f64];
    let differences: Vec<Vec<u32>> = (0..7).map(|a| (0..7).map(|b| if a == b { 0 } else { 50 }).collect()).collect();
    let moments = |brightness: [f64; 7]| {
        let change = |a: usize, b: usize| (brightness[a] - brightness[b]).abs();
        generate::moments(&differences, change, &params, &mut Rng::new("test", 0)).unwrap()
    };
    assert_eq!(moments(brightness), [0, 2, 5]);
    assert_eq!(moments(brightness.map(|value| value / 10.0)), [0, 3, 6], "too few change: the whole clip evenly");
    assert!(VideoUnshuffleKind.start(json!({"min_frame_diff": 2.0}).as_object().unwrap(), 0).is_err());
}
