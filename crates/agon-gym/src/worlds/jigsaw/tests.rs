//! The rules of the jigsaw, written from the paper's description.

use super::*;
use crate::data::{Choice, Pictures};
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;

fn jigsaw(seed: u64, side: usize) -> Jigsaw {
    generate::generate(&Params { rows: side, cols: side, ..Params::default() }, seed).expect("fair parameters")
}

fn do_call(jigsaw: &mut Jigsaw, text: &str) -> Effect {
    let functions = jigsaw.functions();
    let (function, args) = Function::bind(&functions, &text.parse().unwrap()).unwrap();
    jigsaw.apply(&function.name, &args)
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(JigsawKind.mark(state).unwrap()).passed
}

/// Plays calls in a fresh episode and gives the end state.
fn play(jigsaw: &Jigsaw, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(jigsaw.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.clone().into()).status, Status::Executed, "{call}");
    }
    episode.puzzle().state()
}

fn cycles(pieces: &[usize]) -> usize {
    let mut seen = vec![false; pieces.len()];
    let mut count = 0;
    for start in 0..pieces.len() {
        let mut at = start;
        count += usize::from(!seen[at]);
        while !seen[at] {
            seen[at] = true;
            at = pieces[at];
        }
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_puzzle_starts_solved_and_every_strategy_solves_it(seed: u64, side in 2usize..=4) {
        let jigsaw = jigsaw(seed, side);
        prop_assert!(!passes(&jigsaw.state()));
        for strategy in JigsawKind.strategies() {
            let mut rng = Rng::new("test", seed);
            let calls = jigsaw.solve(&mut Solve { strategy, length: None, rng: &mut rng });
            prop_assert!(passes(&play(&jigsaw, &calls)), "{}", strategy);
        }
    }

    #[test]
    fn swaps_are_as_few_as_the_cycles_allow(seed: u64, side in 2usize..=4) {
        let jigsaw = jigsaw(seed, side);
        prop_assert_eq!(order::swaps(&jigsaw.pieces).len(), side * side - cycles(&jigsaw.pieces));
    }

    #[test]
    fn padded_solutions_have_the_asked_length(seed: u64, extra in 0usize..12) {
        let jigsaw = jigsaw(seed, 3);
        let fewest = order::swaps(&jigsaw.pieces).len();
        let mut rng = Rng::new("test", seed);
        let calls = jigsaw.solve(&mut Solve { strategy: "padded", length: Some(fewest + extra), rng: &mut rng });
        prop_assert_eq!(calls.len(), fewest + extra / 2 * 2);
        prop_assert!(passes(&play(&jigsaw, &calls)));
    }

    #[test]
    fn swapping_again_undoes_a_swap(seed: u64, a in (0usize..3, 0usize..3), b in (0usize..3, 0usize..3)) {
        let mut jigsaw = jigsaw(seed, 3);
        let before = jigsaw.pieces.clone();
        let call = format!("('swap', {:?})", (a, b));
        match do_call(&mut jigsaw, &call) {
            Effect::Blocked(text) => prop_assert!(a == b && text.contains("itself") && jigsaw.pieces == before),
            Effect::Executed(_) => {
                prop_assert_eq!(jigsaw.pieces.iter().zip(&before).filter(|(now, then)| now != then).count(), 2);
                do_call(&mut jigsaw, &call);
                prop_assert_eq!(jigsaw.pieces, before);
            }
        }
    }

    #[test]
    fn reorder_fetches_the_piece_named_at_each_index(seed: u64, order in Just((0..9).collect::<Vec<usize>>()).prop_shuffle()) {
        let mut jigsaw = jigsaw(seed, 3);
        let before = jigsaw.pieces.clone();
        do_call(&mut jigsaw, &format!("('reorder', {order:?})"));
        for (index, from) in order.iter().enumerate() {
            prop_assert_eq!(jigsaw.pieces[index], before[*from]);
        }
    }

    #[test]
    fn near_misses_miss(seed: u64, side in 2usize..=3) {
        let jigsaw = jigsaw(seed, side);
        for miss in jigsaw.near_misses() {
            let marks = agon_grade::all_of(JigsawKind.mark(&play(&jigsaw, &miss.calls)).unwrap());
            prop_assert_eq!(marks.failed(), [miss.fails], "{}", miss.name);
        }
    }
}

#[test]
fn the_first_two_pieces_move_as_the_prompt_says() {
    let mut jigsaw = jigsaw(1, 2);
    jigsaw.pieces = vec![2, 0, 3, 1];
    // Index 0 belongs to piece 0, which lies at index 1, and so on.
    do_call(&mut jigsaw, "('reorder', [1, 3, 0, 2])");
    assert_eq!(jigsaw.pieces, [0, 1, 2, 3]);
    assert!(matches!(do_call(&mut jigsaw, "('reorder', [0, 1, 2, 3])"), Effect::Executed(text) if text.contains("leaves")));
    do_call(&mut jigsaw, "('swap', ((0, 1), (1, 0)))");
    assert_eq!(jigsaw.pieces, [0, 2, 1, 3]);
}

#[test]
fn at_every_size_there_are_pictures_whose_pieces_can_be_told_apart() {
    let pictures = Pictures::open("").unwrap();
    for (side, wanted) in [(2, 25), (3, 20), (4, 3), (5, 3), (6, 3), (7, 3), (8, 3)] {
        let suits =
            |p: &usize| generate::least_difference(&pictures.picture(*p).unwrap(), side, side) >= generate::CLEAR_DIFFERENCE;
        let unsuited: Vec<&str> = (0..pictures.count()).filter(|p| !suits(p)).map(|p| pictures.name(p)).collect();
        assert!(pictures.count() - unsuited.len() >= wanted, "{side}: {unsuited:?}");
    }
}

#[test]
fn presets_are_solvable_within_their_steps() {
    for (side, steps) in [(2, 20), (3, 30)] {
        for seed in 0..300 {
            let mut rng = Rng::new("jigsaw", seed);
            let jigsaw = Params {
                rows: side,
                cols: side,
                picture: Choice::Number(seed as usize % 12),
                frame_px: 160,
                ..Params::default()
            };
            let jigsaw = generate::generate(&jigsaw, seed).unwrap();
            for strategy in JigsawKind.strategies() {
                let calls = jigsaw.solve(&mut Solve { strategy, length: None, rng: &mut rng });
                assert!(calls.len() < steps, "{strategy} with seed {seed} needs {} calls and stop", calls.len());
            }
        }
    }
}

#[test]
fn frames_show_the_pieces_and_the_goal_shows_the_photograph() {
    let draw = |puzzle: &dyn Puzzle| {
        let (width, height) = puzzle.frame_size();
        assert!(width >= 342 && height >= 342 && width < 352 && height < 352, "{width} by {height}");
        let mut canvas = Canvas::new(width, height);
        canvas.clear([255, 0, 255]);
        puzzle.draw(&mut canvas);
        assert!(!canvas.pixels().chunks_exact(3).any(|pixel| pixel == [255, 0, 255]), "something was not drawn");
        canvas
    };
    for (rows, cols) in [(2, 2), (3, 3), (2, 5), (8, 8)] {
        let mut jigsaw = generate::generate(&Params { rows, cols, ..Params::default() }, 5).unwrap();
        let goal = draw(jigsaw.goal().unwrap().as_ref());
        assert_ne!(draw(&jigsaw), goal);
        jigsaw.pieces = (0..rows * cols).collect();
        assert_eq!(draw(&jigsaw), goal);
    }
}

#[test]
fn a_chosen_picture_leaves_the_scramble_alone() {
    let with = |picture| generate::generate(&Params { picture, ..Params::default() }, 9).unwrap();
    assert_eq!(with(Choice::Any).pieces, with(Choice::Number(3)).pieces);
    assert_eq!(with(Choice::Number(3)).board.picture, Pictures::open("").unwrap().name(3));
}

#[test]
fn secrets_are_not_in_the_prompt() {
    for seed in 0..40 {
        let jigsaw = jigsaw(seed, 2 + seed as usize % 2);
        let secrets = jigsaw.secrets();
        assert_eq!(secrets.len(), 6);
        let brief = Episode::new(Box::new(jigsaw), Switches::default()).brief("Jigsaw").instruction;
        assert!(secrets.iter().all(|secret| !brief.contains(secret)), "{brief}");
    }
}

#[test]
fn impossible_parameters_are_named() {
    let start = |json: Value| JigsawKind.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"rows": 1})).contains("rows: must be between 2 and 8"));
    assert!(start(json!({"cols": 9})).contains("cols: must be between 2 and 8"));
    assert!(start(json!({"picture": 154})).contains("picture: must be \"any\" or below 154"));
    assert!(start(json!({"picture": "owl"})).contains("picture: must be \"any\" or an item's number"));
    assert!(
        start(json!({"rows": 8, "cols": 8, "picture": 10, "crop": false}))
            .contains("picture: 10 (retina) has pieces that look alike")
    );
    assert!(start(json!({"frame_px": 20})).contains("frame_px"));
    assert!(start(json!({"pieces": 4})).contains("pieces"));
    assert_eq!(start(json!({"picture": 4, "rows": 3, "cols": 2})), "");
}

#[test]
fn states_of_other_kinds_are_refused() {
    for state in [
        json!({"agent": [0, 0]}),
        json!({"rows": 2, "cols": 2, "pieces": [0, 1, 2]}),
        json!({"rows": 2, "cols": 2, "pieces": [0, 1, 2, 2]}),
        json!({"rows": 0, "cols": 0, "pieces": []}),
    ] {
        assert!(JigsawKind.mark(&state).is_none(), "{state}");
    }
}
