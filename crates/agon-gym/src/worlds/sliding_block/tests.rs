//! The rules of the puzzle, written from the paper's description. The model here knows a board only as a grid of numbers.

use super::*;
use crate::worlds::published;
use crate::{Episode, GymSuite, Switches};
use agon_core::{Status, Suite, TaskId};
use agon_grade::all_of;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, VecDeque};

/// The number on each cell, 0 where it is empty.
type Grid = [[usize; COLUMNS]; ROWS];

fn easy() -> Params {
    Params::default()
}

fn hard() -> Params {
    Params { shuffle_moves: 90, min_solution: 14, max_solution: 29, ..Params::default() }
}

fn puzzle(seed: u64, params: &Params) -> Sliding {
    let (current, target) = generate::generate(params, seed).expect("fair parameters");
    Sliding::new(current, target, params.frame_px)
}

fn grid(board: Board) -> Grid {
    let mut grid = [[0; COLUMNS]; ROWS];
    for (cell, on) in board.blocks_by_cell().iter().enumerate() {
        grid[cell / COLUMNS][cell % COLUMNS] = on.map_or(0, |block| block + 1);
    }
    grid
}

fn cells(grid: &Grid, number: usize) -> Vec<(usize, usize)> {
    (0..ROWS).flat_map(|r| (0..COLUMNS).map(move |c| (r, c))).filter(|(r, c)| grid[*r][*c] == number).collect()
}

/// Moves every cell of a block, or says what is ahead: 0 for the edge, else the numbers in the way.
fn model_move(grid: &Grid, number: usize, direction: usize) -> Result<Grid, BTreeSet<usize>> {
    let (down, right) = [(-1, 0), (0, 1), (1, 0), (0, -1)][direction];
    let old = cells(grid, number);
    let new: Vec<_> = old.iter().map(|(r, c)| (r.wrapping_add_signed(down), c.wrapping_add_signed(right))).collect();
    if new.iter().any(|(r, c)| *r >= ROWS || *c >= COLUMNS) {
        return Err(BTreeSet::from([0]));
    }
    let ahead: BTreeSet<usize> = new.iter().map(|(r, c)| grid[*r][*c]).filter(|on| *on != 0 && *on != number).collect();
    if !ahead.is_empty() {
        return Err(ahead);
    }
    let mut moved = *grid;
    old.iter().for_each(|(r, c)| moved[*r][*c] = 0);
    new.iter().for_each(|(r, c)| moved[*r][*c] = number);
    Ok(moved)
}

/// How many moves the plainest search needs.
fn model_distance(from: Grid, to: Grid) -> usize {
    let mut distances = HashMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(grid) = queue.pop_front() {
        let distance = distances[&grid];
        if grid == to {
            return distance;
        }
        for (number, direction) in (1..=BLOCKS).flat_map(|n| (0..4).map(move |d| (n, d))) {
            if let Ok(next) = model_move(&grid, number, direction)
                && !distances.contains_key(&next)
            {
                distances.insert(next, distance + 1);
                queue.push_back(next);
            }
        }
    }
    panic!("a shuffle can be undone")
}

fn apply(puzzle: &mut Sliding, number: usize, direction: usize) -> Effect {
    let call = Call::new("move", vec![number, direction]);
    let args = Function::bind(&puzzle.functions(), &call).expect("a lawful call").1;
    puzzle.apply("move", &args)
}

fn play(episode: &mut Episode, calls: Vec<Call>) {
    for call in calls {
        let reaction = episode.act(&call.into());
        assert_eq!(reaction.status, Status::Executed, "{}", reaction.feedback);
    }
}

fn failed(state: &Value) -> Vec<String> {
    let marks = all_of(SlidingBlock.mark(state).expect("a state of this kind"));
    marks.failed().iter().map(|name| (*name).to_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn blocks_move_where_all_cells_ahead_are_free_and_only_there(
        seed: u64, moves in prop::collection::vec((1..=BLOCKS, 0usize..4), 0..200),
    ) {
        let mut puzzle = puzzle(seed, &easy());
        for (number, direction) in moves {
            let before = grid(puzzle.current);
            match (apply(&mut puzzle, number, direction), model_move(&before, number, direction)) {
                (Effect::Executed(_), Ok(after)) => prop_assert_eq!(grid(puzzle.current), after),
                (Effect::Blocked(text), Err(ahead)) => {
                    prop_assert_eq!(grid(puzzle.current), before);
                    let numbers: Vec<String> = ahead.iter().map(usize::to_string).collect();
                    let reason = match &numbers[..] {
                        [edge] if edge == "0" => "at the edge of the board.".to_owned(),
                        [one] => format!(": block {one} is in the way."),
                        many => format!(": blocks {} are in the way.", many.join(" and ")),
                    };
                    prop_assert!(text.ends_with(&reason), "{text:?} should end with {reason:?}");
                }
                (effect, model) => prop_assert!(false, "{effect:?} but {model:?}"),
            }
        }
    }

    #[test]
    fn blocks_keep_their_shapes_and_leave_two_cells_empty(seed: u64, picks in prop::collection::vec(any::<u16>(), 0..100)) {
        let mut board = puzzle(seed, &easy()).current;
        for pick in picks {
            let slides = board.slides();
            board = board.after(slides[usize::from(pick) % slides.len()]).expect("it is lawful");
            let grid = grid(board);
            for number in 0..=BLOCKS {
                let found = cells(&grid, number);
                let (rows, columns) = match number {
                    0 => { prop_assert_eq!(found.len(), 2); continue }
                    1 => (2, 2),
                    2 => (1, 2),
                    3..=6 => (2, 1),
                    _ => (1, 1),
                };
                let (top, left) = found[0];
                let whole: Vec<_> = (top..top + rows).flat_map(|r| (left..left + columns).map(move |c| (r, c))).collect();
                prop_assert_eq!(found, whole);
            }
        }
    }

    #[test]
    fn every_move_can_be_taken_back(seed: u64) {
        let board = puzzle(seed, &hard()).current;
        for slide in board.slides() {
            let there = board.after(slide).expect("it is lawful");
            prop_assert_ne!(there, board);
            prop_assert_eq!(there.after(slide.reverse()), Some(board));
        }
    }

    #[test]
    fn no_plain_search_finds_a_shorter_solution(seed: u64, shuffle_moves in 5usize..16) {
        let puzzle = puzzle(seed, &Params { shuffle_moves, min_solution: 3, ..easy() });
        let way = puzzle.way();
        prop_assert_eq!(puzzle.current.after_all(&way), Some(puzzle.target));
        prop_assert_eq!(way.len(), model_distance(grid(puzzle.current), grid(puzzle.target)));
        prop_assert!(way.len() <= shuffle_moves && way.len() % 2 == shuffle_moves % 2);
        prop_assert_eq!(solve::shortest(puzzle.current, puzzle.target, way.len() - 1), None);
    }

    #[test]
    fn padded_solutions_have_the_asked_length_and_arrive(seed: u64, extra in 0usize..10) {
        let puzzle = puzzle(seed, &easy());
        let shortest = puzzle.way().len();
        let mut rng = agon_core::Rng::new("test", seed);
        let calls = puzzle.solve(&mut Solve { strategy: "padded", length: Some(shortest + extra), rng: &mut rng });
        prop_assert_eq!(calls.len(), shortest + extra / 2 * 2);
        let default = puzzle.solve(&mut Solve { strategy: "padded", length: None, rng: &mut rng });
        prop_assert_eq!(default.len(), shortest + 4);
        let mut episode = Episode::new(Box::new(puzzle), Switches::default());
        play(&mut episode, calls);
        prop_assert!(failed(&episode.puzzle().state()).is_empty());
    }
}

#[test]
fn both_presets_are_solvable_within_their_steps_and_near_misses_fail() {
    let suite = GymSuite::new().expect("the built-in tasks");
    for name in ["gym/sliding-block/easy", "gym/sliding-block/hard"] {
        let id = TaskId::new(name);
        let steps = suite.tasks().iter().find(|card| card.id == id).and_then(|card| card.limits.steps).expect("a step limit");
        let settings = suite.settings(&id).expect("a known task");
        let mut targets = BTreeSet::new();
        for seed in 0..300 {
            let start = || Episode::start(&SlidingBlock, settings.clone(), seed).expect("fair parameters");
            let mut episode = start();
            let calls = episode.solve("shortest", None, 0);
            assert!((4..=steps as usize).contains(&calls.len()), "{name} {seed} takes {} calls", calls.len());
            assert_eq!(failed(&episode.puzzle().state()), ["at_target"]);
            targets.insert(episode.puzzle().state()["target"].to_string());
            let misses = episode.puzzle().near_misses();
            assert_eq!(misses.len(), 2);
            play(&mut episode, calls);
            assert!(episode.stopped() && failed(&episode.puzzle().state()).is_empty());
            for miss in misses {
                let mut episode = start();
                assert!(miss.calls.len() < steps as usize);
                play(&mut episode, miss.calls);
                assert_eq!(failed(&episode.puzzle().state()), [miss.fails], "{}", miss.name);
            }
        }
        assert!(targets.len() > 290, "only {} different targets", targets.len());
    }
}

#[test]
fn marks_name_the_misplaced_blocks_and_refuse_other_states() {
    let mut puzzle = puzzle(5, &easy());
    puzzle.current = puzzle.target;
    let slide = puzzle.target.slides()[0];
    apply(&mut puzzle, slide.block + 1, slide.direction);
    let mut state = puzzle.state();
    let marks = all_of(SlidingBlock.mark(&state).expect("a state of this kind"));
    let seen = &marks.checks[0].seen;
    assert!(seen.starts_with(&format!("block {} at row", slide.block + 1)) && !seen.contains(';'), "{seen}");
    state["current"]["1"] = json!([4, 3]);
    assert!(SlidingBlock.mark(&state).is_none(), "a block over the edge");
    assert!(SlidingBlock.mark(&json!({"agent": [0, 0]})).is_none());
    assert!(SlidingBlock.mark(&Value::Null).is_none());
}

#[test]
fn the_text_form_shows_both_boards() {
    let puzzle = puzzle(3, &easy());
    let text = puzzle.text().expect("a text form");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "target         current");
    let read = |from: usize| -> Vec<Vec<usize>> {
        let cell = |line: &str, column: usize| match line[from + 3 * column..][..2].trim() {
            "." => 0,
            number => number.parse().expect("a number"),
        };
        lines[1..].iter().map(|line| (0..COLUMNS).map(|column| cell(line, column)).collect()).collect()
    };
    assert!(lines[1..].iter().all(|line| line.len() == 26));
    assert_eq!(read(0), grid(puzzle.target).map(Vec::from));
    assert_eq!(read(15), grid(puzzle.current).map(Vec::from));
}

#[test]
fn the_same_seed_gives_the_same_frame_and_the_solved_one_shows_two_equal_boards() {
    let draw = |puzzle: &dyn Puzzle| {
        let (width, height) = puzzle.frame_size();
        let mut canvas = Canvas::new(width, height);
        puzzle.draw(&mut canvas);
        canvas
    };
    let first = draw(&puzzle(9, &hard()));
    assert_eq!(first, draw(&puzzle(9, &hard())));
    assert!(first.width() >= 420 && first.height() >= 290, "{} by {}", first.width(), first.height());
    let solved = draw(puzzle(9, &hard()).goal().expect("a goal").as_ref());
    assert_ne!(solved, first);
    // The right board lies as far from the right edge as the left one from the left edge.
    let ink = |x: u32| (0..solved.height()).any(|y| solved.pixel(x, y) != solved.pixel(0, 0));
    let left = (0..solved.width()).find(|x| ink(*x)).expect("a board");
    let gap = (left..solved.width()).find(|x| !ink(*x)).expect("a gap");
    let shift = solved.width() - left - gap;
    let same = |x: u32, y: u32| solved.pixel(x, y) == solved.pixel(x + shift, y);
    let top = solved.height() / 4;
    assert!((left..gap).all(|x| (top..solved.height()).all(|y| same(x, y))));
}

#[test]
fn frames_scale_with_frame_px() {
    for frame_px in [240, 448, 1000, 2048] {
        let (width, height) = puzzle(1, &Params { frame_px, ..easy() }).frame_size();
        assert!(width <= frame_px && width + 12 > frame_px && height < width, "{width} by {height} for {frame_px}");
    }
}

#[test]
fn impossible_parameters_are_named() {
    let start = |json: Value| SlidingBlock.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"shuffle_moves": 2})).contains("shuffle_moves: must be between 3 and 1000"));
    assert!(start(json!({"shuffle_moves": "x"})).contains("shuffle_moves"));
    assert!(start(json!({"min_solution": 0})).contains("min_solution: must be between 1 and 30"));
    assert!(start(json!({"min_solution": 9, "max_solution": 8})).contains("max_solution: must be between 9"));
    assert!(start(json!({"min_solution": 7, "max_solution": 7})).contains("max_solution: must be odd or even"));
    assert!(start(json!({"frame_px": 10})).contains("frame_px: must be between"));
    assert!(start(json!({"colour": 1})).contains("colour"));
    assert!(start(json!({"min_solution": 30, "max_solution": 30})).contains("no shuffle of 30 moves"));
    assert_eq!(start(json!({})), "");
}

/// The start of every published puzzle, with some blocks elsewhere.
fn published_blocks(moved: &[(&str, [usize; 2])]) -> Value {
    let board = write_board(generate::klotski().expect("a board"));
    let blocks = board.as_object().expect("blocks").iter().map(|(number, place)| {
        let (rows, columns) = SHAPES[number.parse::<usize>().expect("a number") - 1].size();
        let position = moved.iter().find(|(name, _)| name == number).map_or(place.clone(), |(_, place)| json!(place));
        (number.clone(), json!({"size": [rows, columns], "color": "red", "is_target": number == "1", "position": position}))
    });
    Value::Object(blocks.collect())
}

#[test]
fn a_published_episode_is_played_to_its_end() {
    let state = json!({
        "original_blocks": published_blocks(&[]),
        "target_blocks": published_blocks(&[("9", [4, 1]), ("10", [4, 2])]),
        "current_blocks": published_blocks(&[]),
    });
    let calls = ["('move', (9, 2))", "('move', (10, 2))", "('stop', 'stop')"];
    let episode = published::replay(&SlidingBlock, &json!({}), &state, &calls);
    assert_eq!(episode.puzzle().state()["current"]["10"], json!([4, 2]));
}

#[test]
fn states_that_are_no_puzzle_are_refused() {
    let refused = |state: Value| published::refusal(&SlidingBlock, &state);
    let two_on_one_cell = json!({"current_blocks": published_blocks(&[("9", [4, 0])]), "target_blocks": published_blocks(&[])});
    assert!(refused(two_on_one_cell).starts_with("init_state: current_blocks must give each of the blocks"));
    let mut wider = published_blocks(&[]);
    wider["9"]["size"] = json!([1, 2]);
    assert!(refused(json!({"current_blocks": published_blocks(&[]), "target_blocks": wider})).contains("target_blocks must"));
    // Two of the tall blocks exchanged takes more moves than anybody gets.
    let exchanged = published_blocks(&[("3", [0, 3]), ("4", [0, 0])]);
    let problem = refused(json!({"current_blocks": published_blocks(&[]), "target_blocks": exchanged}));
    assert!(problem.contains("cannot be reached from the current board in 60 moves"), "{problem}");
}

#[test]
fn the_klotski_board_is_the_start_of_every_published_puzzle() {
    let params = Params { board: Layout::Klotski, min_solution: 1, ..easy() };
    let mut targets = BTreeSet::new();
    for seed in 0..50 {
        let (current, target) = generate::generate(&params, seed).expect("fair parameters");
        assert_eq!(Some(current), generate::klotski());
        assert_ne!(current, target);
        targets.insert(target.key());
    }
    assert!(targets.len() > 45, "{}", targets.len());
}
