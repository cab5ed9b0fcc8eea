//! The rules of patch reassembly, written from the paper's description and sample episode.

use super::*;
use crate::worlds::published;
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;

fn params(hard: bool) -> Params {
    let (side, patches) = if hard { (8, 6) } else { (6, 5) };
    Params { rows: side, cols: side, patches, frame_px: 360, ..Params::default() }
}

fn table(seed: u64, hard: bool) -> Table {
    Table::new(generate::generate(&params(hard), seed).expect("fair parameters"), 360).unwrap()
}

/// Two dominoes and a bar of two lying on a 2 by 3 board: `0 0 1 / 2 2 1`.
fn small() -> Table {
    let patch = |cells: &[Cell]| Patch::new(cells).unwrap();
    let patches = vec![patch(&[(0, 0), (0, 1)]), patch(&[(0, 2), (1, 2)]), patch(&[(1, 0), (1, 1)])];
    Table::new(Set { rows: 2, cols: 3, patches }, 360).unwrap()
}

fn do_call(table: &mut Table, text: &str) -> Effect {
    let functions = table.functions();
    let (function, args) = Function::bind(&functions, &text.parse().unwrap()).unwrap();
    table.apply(&function.name, &args)
}

fn passes(state: &Value) -> bool {
    agon_grade::all_of(PatchReassembly.mark(state).unwrap()).passed
}

fn play(table: &Table, calls: &[Call]) -> Value {
    let mut episode = Episode::new(Box::new(table.clone()), Switches::default());
    for call in calls {
        let reaction = episode.act(&call.clone().into());
        assert_eq!(reaction.status, Status::Executed, "{call}: {}", reaction.feedback);
    }
    episode.puzzle().state()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn patches_are_connected_and_cover_as_many_cells_as_the_grid_has(seed: u64, hard: bool) {
        let table = table(seed, hard);
        let params = params(hard);
        prop_assert_eq!(table.set.patches.len(), params.patches);
        prop_assert_eq!(table.set.patches.iter().map(|p| p.cells.len()).sum::<usize>(), params.rows * params.cols);
        for patch in &table.set.patches {
            prop_assert!(patch.cells.len() >= 3 && patch.cells[0] == (0, 0));
            let mut reached = vec![patch.cells[0]];
            let mut at = 0;
            while at < reached.len() {
                let (down, right) = reached[at];
                at += 1;
                for cell in &patch.cells {
                    let apart = cell.0.abs_diff(down) + (cell.1 - right).unsigned_abs();
                    if apart == 1 && !reached.contains(cell) {
                        reached.push(*cell);
                    }
                }
            }
            prop_assert_eq!(reached.len(), patch.cells.len());
        }
    }

    #[test]
    fn no_call_ever_leaves_the_board_or_overlaps(seed: u64, calls in prop::collection::vec((0usize..5, 0usize..6, 0usize..6, 0u8..4), 40)) {
        let mut table = table(seed, false);
        for (patch, row, column, kind) in calls {
            let before = table.places.clone();
            let effect = match kind {
                0 => do_call(&mut table, &format!("('remove', {patch})")),
                _ => do_call(&mut table, &format!("('place', ({patch}, {row}, {column}))")),
            };
            let covered: Vec<Cell> =
                (0..5).filter_map(|p| Some(table.set.covered(p, table.places[p]?).expect("inside"))).flatten().collect();
            let mut once = covered.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), covered.len());
            match effect {
                Effect::Blocked(_) => prop_assert_eq!(&table.places, &before),
                Effect::Executed(_) => prop_assert_ne!(&table.places, &before),
            }
        }
    }

    #[test]
    fn every_strategy_fills_the_board_and_padding_has_the_asked_length(seed: u64, hard: bool, extra in 0usize..14) {
        let table = table(seed, hard);
        prop_assert!(!passes(&table.state()));
        let mut rng = Rng::new("test", seed);
        let shortest = table.solve(&mut Solve { strategy: "shortest", length: None, rng: &mut rng });
        prop_assert_eq!(shortest.len(), params(hard).patches);
        prop_assert!(passes(&play(&table, &shortest)));
        let length = shortest.len() + extra;
        let padded = table.solve(&mut Solve { strategy: "padded", length: Some(length), rng: &mut rng });
        prop_assert_eq!(padded.len(), length);
        prop_assert!(passes(&play(&table, &padded)));
    }

    #[test]
    fn near_misses_miss_and_secrets_stay_secret(seed: u64, hard: bool) {
        let table = table(seed, hard);
        let misses = table.near_misses();
        prop_assert_eq!(misses.len(), 3);
        for miss in misses {
            let marks = agon_grade::all_of(PatchReassembly.mark(&play(&table, &miss.calls)).unwrap());
            prop_assert_eq!(marks.failed(), [miss.fails], "{}", miss.name);
        }
        let brief = Episode::new(Box::new(table.clone()), Switches::default()).brief("").instruction;
        let seen = format!("{brief}\n{}", table.text().unwrap());
        prop_assert!(table.secrets().iter().all(|secret| !seen.contains(secret)), "{}", brief);
    }

    #[test]
    fn solving_goes_on_from_anywhere(seed: u64) {
        let mut table = table(seed, true);
        let mut rng = Rng::new("test", seed);
        for patch in [3, 1, 4] {
            table.places[patch] = rng.choose(&table.set.room(&table.places, patch)).copied();
        }
        for strategy in PatchReassembly.strategies() {
            let calls = table.solve(&mut Solve { strategy, length: None, rng: &mut rng });
            prop_assert!(passes(&play(&table, &calls)));
        }
    }
}

#[test]
fn feedback_tells_breaches_apart() {
    let mut table = small();
    for (call, executed, says) in [
        ("('remove', 0)", false, "not on the board"),
        ("('place', (0, 0, 2))", false, "outside"),
        ("('place', (1, 1, 0))", false, "outside"),
        ("('place', (0, 0, 0))", true, "was laid"),
        ("('place', (0, 0, 0))", false, "already lies there"),
        ("('place', (1, 0, 1))", false, "overlap patch 0"),
        ("('place', (0, 0, 1))", true, "moved to row 0, column 1"),
        ("('place', (1, 0, 0))", true, "was laid"),
        ("('place', (2, 1, 0))", false, "overlap patch 1"),
        ("('place', (2, 0, 0))", false, "overlap patch 0 and 1"),
        ("('remove', 1)", true, "parked again"),
    ] {
        let effect = do_call(&mut table, call);
        let says = says.replace("patch 0 and 1", "patches 0 and 1");
        let fits = match &effect {
            Effect::Executed(text) => executed && text.contains(&says),
            Effect::Blocked(text) => !executed && text.contains(&says),
        };
        assert!(fits, "{call}: {effect:?}");
    }
}

#[test]
fn any_perfect_tiling_counts() {
    // The two lying dominoes may change places, and the standing one may go to the left.
    for places in [[(0, 0), (0, 2), (1, 0)], [(1, 0), (0, 2), (0, 0)], [(0, 1), (0, 0), (1, 1)]] {
        let mut table = small();
        table.places = places.into_iter().map(Some).collect();
        assert!(passes(&table.state()), "{places:?}");
    }
    let mut table = small();
    table.places = vec![Some((0, 0)), Some((0, 1)), Some((1, 0))];
    let marks = agon_grade::all_of(PatchReassembly.mark(&table.state()).unwrap());
    assert_eq!(marks.failed(), ["no_overlap", "filled"]);
}

#[test]
fn boards_without_room_for_mistakes_are_padded_by_removing() {
    let patch = |cells: &[Cell]| Patch::new(cells).unwrap();
    let wide: Vec<Cell> = (0..2).flat_map(|row| (0..3).map(move |column| (row, column))).collect();
    let table = Table::new(Set { rows: 2, cols: 3, patches: vec![patch(&wide)] }, 360).unwrap();
    let mut rng = Rng::new("test", 0);
    for (asked, length) in [(1, 1), (2, 1), (5, 5)] {
        let calls = table.solve(&mut Solve { strategy: "padded", length: Some(asked), rng: &mut rng });
        assert_eq!(calls.len(), length);
        assert!(passes(&play(&table, &calls)));
    }
}

#[test]
fn presets_are_solvable_within_their_steps() {
    for (hard, steps) in [(false, 20), (true, 30)] {
        for seed in 0..300 {
            let table = table(seed, hard);
            let mut rng = Rng::new("test", seed);
            for strategy in PatchReassembly.strategies() {
                let calls = table.solve(&mut Solve { strategy, length: None, rng: &mut rng });
                assert!(calls.len() < steps && passes(&play(&table, &calls)), "{strategy} with seed {seed}");
            }
        }
    }
}

#[test]
fn the_text_marks_anchors_of_parked_patches() {
    let mut table = small();
    do_call(&mut table, "('place', (1, 0, 0))");
    assert_eq!(table.text().unwrap(), "board:\n1..\n1..\n\nparked patch 0:\n*0\n\nparked patch 2:\n*2");
    let left = Patch::new(&[(0, 1), (1, 0), (1, 1)]).unwrap();
    let table = Table::new(Set { rows: 2, cols: 2, patches: vec![Patch { cells: vec![(0, 0)] }, left] }, 360).unwrap();
    assert!(table.text().unwrap().ends_with("parked patch 1:\n *\n11"));
}

#[test]
fn parking_places_never_overlap_or_leave_the_frame() {
    for (rows, cols, patches) in [(6, 6, 5), (8, 8, 6), (2, 2, 2), (12, 12, 10), (2, 12, 2), (12, 3, 4), (12, 12, 2)] {
        for frame_px in [360, 900] {
            let params = Params { rows, cols, patches, frame_px, min_cells: 1, ..Params::default() };
            let set = generate::generate(&params, 4).unwrap();
            let size = (frame_px, frame_px * 38 / 45);
            let fits = |cell_px: &u32| render::pack(&set, *cell_px, size.0, size.1).is_some();
            let cell_px = (4..frame_px / 8).rev().find(fits).unwrap();
            let slots = render::pack(&set, cell_px, size.0, size.1).unwrap();
            let boxes: Vec<[u32; 4]> = slots
                .iter()
                .zip(&set.patches)
                .map(|((x, y), patch)| [*x, *y, x + patch.width() as u32 * cell_px, y + patch.height() as u32 * cell_px])
                .collect();
            for (index, a) in boxes.iter().enumerate() {
                assert!(a[0] > cols as u32 * cell_px && a[2] <= size.0 && a[3] <= size.1, "{a:?}");
                assert!(boxes[..index].iter().all(|b| a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3]), "{boxes:?}");
            }
            let table = Table::new(set, frame_px).unwrap();
            assert_eq!(table.frame_size(), size);
            let mut canvas = Canvas::new(size.0, size.1);
            table.draw(&mut canvas);
            let parked = canvas.clone();
            table.goal().unwrap().draw(&mut canvas);
            assert_ne!(parked, canvas);
        }
    }
}

#[test]
fn the_frame_does_not_change_the_puzzle() {
    let with = |json: Value| PatchReassembly.start(json.as_object().unwrap(), 8).unwrap().state();
    assert_eq!(with(json!({})), with(json!({"frame_px": 500})));
}

#[test]
fn impossible_parameters_and_foreign_states_are_refused() {
    let start =
        |json: Value| PatchReassembly.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"rows": 1})).contains("rows: must be between 2 and 12"));
    assert!(start(json!({"patches": 11})).contains("patches: must be between 2 and 10"));
    assert!(start(json!({"min_cells": 8})).contains("min_cells: 5 patches of at least 8"));
    assert!(start(json!({"frame_px": 20})).contains("frame_px"));
    assert!(start(json!({"pieces": 4})).contains("pieces"));
    for state in [
        json!({"agent": [0, 0]}),
        json!({"rows": 2, "cols": 2, "patches": [[[0, 0]]], "places": []}),
        json!({"rows": 2, "cols": 2, "patches": [[[0, 0]]], "places": [[0, -1]]}),
        json!({"rows": 2, "cols": 0, "patches": [[[0, 0]]], "places": [null]}),
    ] {
        assert!(PatchReassembly.mark(&state).is_none(), "{state}");
    }
}

/// `0 0 1 / 2 2 1` with all patches parked, as the published environment parks them.
fn published_puzzle() -> Value {
    json!({"patches": [[[0, 0], [0, 1]], [[0, 2], [1, 2]], [[1, 0], [1, 1]]], "patch_anchor": [[0, 0], [0, 2], [1, 0]],
           "parking_slot": [[-2, 0], [0, 4], [3, 0]], "current_state": [[-2, 0], [0, 4], [3, 0]]})
}

#[test]
fn a_published_episode_is_played_to_its_end() {
    let calls = [
        "('place', (1, 0, 2))",
        "('remove', 1)",
        "('place', (2, 1, 0))",
        "('place', (1, 0, 2))",
        "('place', (0, 0, 0))",
        "('stop', 'stop')",
    ];
    published::replay(&PatchReassembly, &json!({}), &published_puzzle(), &calls);
    let mut begun = published_puzzle();
    begun["current_state"][1] = json!([0, 2]);
    let rest = ["('place', (2, 1, 0))", "('place', (0, 0, 0))", "('stop', 'stop')"];
    published::replay(&PatchReassembly, &json!({}), &begun, &rest);
}

#[test]
fn states_that_are_no_puzzle_are_refused() {
    let refused = |key: &str, value: Value| {
        let mut state = published_puzzle();
        state[key] = value;
        published::refusal(&PatchReassembly, &state)
    };
    assert!(refused("patches", json!([[[0, 0], [0, 1]], [[0, 2], [1, 2]]])).contains("must have the same length"));
    assert!(refused("patch_anchor", json!([[0, 1], [0, 2], [1, 0]])).contains("anchor of patch 0 must be its first cell"));
    assert!(refused("current_state", json!([[0, 1], [0, 2], [3, 0]])).contains("patch 1 lies outside the board or over another"));
    assert!(refused("patches", json!([[[0, 0], [1, 1]], [[0, 2], [1, 2]], [[1, 0], [0, 1]]])).contains("anchor of patch 2"));
    // As many cells as the board has, but two patches want the same one.
    let doubled = refused("patches", json!([[[0, 0], [0, 1]], [[0, 2], [1, 2]], [[1, 0], [1, 1], [1, 2]]]));
    assert!(doubled.contains("the patches have 7 cells and the board has 6"), "{doubled}");
    let apart = published::refusal(
        &PatchReassembly,
        &json!({"rows": 2, "cols": 2, "patches": [[[0, 0], [1, 1]], [[0, 0], [1, -1]]], "places": [null, null]}),
    );
    assert!(apart.contains("patch 0 must be connected cells"), "{apart}");
    let never =
        json!({"rows": 2, "cols": 3, "patches": [[[0, 0], [0, 1], [0, 2], [1, 1]], [[0, 0], [0, 1]]], "places": [null, null]});
    assert!(published::refusal(&PatchReassembly, &never).contains("do not fill the grid"));
}
