//! The rules of the maze, written from the paper's description.

use super::*;
use crate::{Episode, Switches};
use agon_core::{Rng, Status};
use proptest::prelude::*;

fn params(hard: bool) -> Params {
    let side = if hard { 9 } else { 7 };
    Params { width: side, height: side, max_solution: if hard { 29 } else { 19 }, frame_px: 256, ..Params::default() }
}

fn maze(seed: u64, hard: bool) -> Maze {
    generate::generate(&params(hard), seed).unwrap()
}

fn act(maze: &mut Maze, function: &str, number: i64) -> Effect {
    let args = Function::bind(&maze.functions(), &Call::new(function, number)).unwrap().1;
    maze.apply(function, &args)
}

fn failed(state: &Value) -> Vec<String> {
    agon_grade::all_of(Maze3d.mark(state).unwrap()).failed().into_iter().map(String::from).collect()
}

/// Plays calls in a fresh episode and gives the end state.
fn play(maze: &Maze, calls: Vec<Call>) -> Value {
    let mut episode = Episode::new(Box::new(maze.clone()), Switches::default());
    for call in calls {
        assert_eq!(episode.act(&call.into()).status, Status::Executed);
    }
    episode.puzzle().state()
}

fn frame(maze: &dyn Puzzle) -> Canvas<'static> {
    let (width, height) = maze.frame_size();
    let mut canvas = Canvas::new(width, height);
    maze.draw(&mut canvas);
    canvas
}

fn red(pixel: crate::Color) -> bool {
    let [red, green, blue] = pixel.map(i32::from);
    red > 110 && 10 * red > 24 * green && 10 * red > 24 * blue
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn one_walks_on_floor_the_way_one_looks_and_turning_moves_nobody(seed: u64, calls in prop::collection::vec(0i64..4, 0..40)) {
        let mut maze = maze(seed, true);
        for number in calls {
            let (cell, heading) = (maze.agent, maze.heading);
            if number > 0 {
                prop_assert!(matches!(act(&mut maze, "turn", number), Effect::Executed(_)));
                prop_assert_eq!(maze.agent, cell);
                // Left of right is up: counter-clockwise on the map.
                let expected = [1, 3, 2][number as usize - 1];
                prop_assert_eq!((maze.heading + 4 - heading) % 4, expected);
                continue;
            }
            let (_, down, right) = DIRECTIONS[heading];
            let ahead = (cell.0.wrapping_add_signed(down), cell.1.wrapping_add_signed(right));
            match act(&mut maze, "move", 0) {
                Effect::Executed(_) => prop_assert!(maze.grid.is_open(ahead) && maze.agent == ahead),
                Effect::Blocked(text) => {
                    prop_assert!(!maze.grid.is_open(ahead) && maze.agent == cell);
                    prop_assert!(text.contains("wall ahead"));
                }
            }
            prop_assert_eq!(maze.heading, heading);
        }
    }

    #[test]
    fn padded_ways_have_the_asked_length_and_arrive(seed: u64, extra in 0usize..10) {
        let maze = maze(seed, false);
        let way = maze.way();
        let mut rng = Rng::new("test", seed);
        let calls = maze.solve(&mut Solve { strategy: "padded", length: Some(way.len() + extra), rng: &mut rng });
        let straight = way.iter().all(|step| *step == Step::Forward);
        prop_assert_eq!(calls.len(), way.len() + if extra == 1 && straight { 0 } else { extra });
        prop_assert!(failed(&play(&maze, calls)).is_empty());
    }

    #[test]
    fn the_ball_is_seen_down_a_straight_corridor_and_not_through_walls(seed: u64) {
        let mut maze = maze(seed, true);
        for cell in maze.grid.rooms().collect::<Vec<_>>() {
            maze.agent = cell;
            for (heading, (_, down, right)) in DIRECTIONS.into_iter().enumerate() {
                maze.heading = heading;
                let canvas = frame(&maze);
                let seen = canvas.pixels().chunks_exact(3).filter(|p| red([p[0], p[1], p[2]])).count();
                // Straight ahead with nothing in between, or in the very cell.
                let mut ahead = Some(cell);
                while let Some(here) = ahead && here != maze.target {
                    ahead = maze.grid.neighbor(here, heading);
                }
                if ahead.is_some() {
                    prop_assert!(seen >= 16, "{:?} heading {} sees {} red pixels", cell, heading, seen);
                }
                let forward = (maze.target.0 as isize - cell.0 as isize) * down + (maze.target.1 as isize - cell.1 as isize) * right;
                let blocked = maze.grid.neighbor(cell, heading).is_none();
                if forward < 0 || (blocked && forward > 0) {
                    prop_assert_eq!(seen, 0, "{:?} heading {}", cell, heading);
                }
            }
        }
    }
}

#[test]
fn presets_are_solvable_within_their_steps_and_near_misses_miss() {
    for seed in 0..200 {
        for hard in [false, true] {
            let maze = maze(seed, hard);
            assert_eq!(failed(&maze.state()), ["at_target"]);
            for strategy in Maze3d.strategies() {
                let length = (*strategy == "padded").then_some(if hard { 29 } else { 19 });
                let calls = maze.solve(&mut Solve { strategy, length, rng: &mut Rng::new("test", seed) });
                assert!(calls.len() < if hard { 30 } else { 20 });
                assert!(failed(&play(&maze, calls)).is_empty());
            }
            let longest = maze.way().len();
            for miss in maze.near_misses() {
                assert!(miss.calls.len() <= longest);
                assert_eq!(failed(&play(&maze, miss.calls)), [miss.fails]);
            }
        }
    }
}

#[test]
fn no_shorter_sequence_of_calls_exists() {
    // Breadth first over cells and headings, unlike the code, which follows the map.
    for seed in 0..20 {
        let maze = maze(seed, true);
        let mut seen = std::collections::BTreeSet::from([(maze.agent, maze.heading)]);
        let mut front = vec![(maze.agent, maze.heading)];
        let mut depth = 0;
        while !front.iter().any(|(cell, _)| *cell == maze.target) {
            depth += 1;
            let mut next = Vec::new();
            for (cell, heading) in front {
                let turned = (1..4).map(|by| (cell, (heading + by) % 4));
                let moved = maze.grid.neighbor(cell, heading).map(|ahead| (ahead, heading));
                next.extend(turned.chain(moved).filter(|state| seen.insert(*state)));
            }
            front = next;
        }
        assert_eq!(maze.way().len(), depth, "seed {seed}");
    }
}

#[test]
fn openings_are_seen_where_they_are() {
    // What is open on the left looks different from what is closed there, and the right half does not care.
    let mut views = std::collections::BTreeMap::new();
    for seed in 0..40 {
        let mut maze = maze(seed, true);
        maze.target = (0, 0);
        for cell in maze.grid.rooms().collect::<Vec<_>>() {
            for heading in 0..4 {
                (maze.agent, maze.heading) = (cell, heading);
                let open = |by: usize| maze.grid.neighbor(cell, (heading + by) % 4).is_some();
                let canvas = frame(&maze);
                let edge = |x: u32| (0..144).map(|y| canvas.pixel(x, y)).collect::<Vec<_>>();
                if !open(0) {
                    views.entry((open(1), open(3))).or_insert_with(Vec::new).push((edge(8), edge(247)));
                }
            }
        }
    }
    let first = |left: bool, right: bool| views[&(left, right)][0].clone();
    // Rows at the outermost columns: an opening shows floor farther away than the wall beside one would be.
    assert_ne!(first(true, false).0, first(false, true).0);
    assert_ne!(first(true, false).1, first(false, true).1);
    assert!(views[&(false, false)].iter().all(|edges| *edges == first(false, false)));
}

#[test]
fn visual_settings_change_nothing_else() {
    let small = maze(5, true);
    let large = generate::generate(&Params { frame_px: 320, ..params(true) }, 5).unwrap();
    assert_eq!((small.grid, small.agent, small.heading, small.target), (large.grid, large.agent, large.heading, large.target));
}

#[test]
fn the_goal_is_the_target_cell() {
    let goal = maze(9, true).goal().unwrap();
    assert!(failed(&goal.state()).is_empty());
    let canvas = frame(goal.as_ref());
    assert!(canvas.pixels().chunks_exact(3).filter(|p| red([p[0], p[1], p[2]])).count() > 2000);
}

#[test]
fn impossible_parameters_are_named() {
    let start = |json: Value| Maze3d.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"width": 8})).contains("width: must be odd"));
    assert!(start(json!({"height": 3})).contains("height: must be odd"));
    assert!(start(json!({"frame_px": 20})).contains("frame_px: must be"));
    assert!(start(json!({"colour": 1})).contains("colour"));
    assert!(start(json!({"min_solution": 80, "max_solution": 90})).contains("no 7 by 7 maze"));
    assert!(Maze3d.mark(&json!({"agent": [0, 0], "target": [0, 0]})).is_none());
}

/// Published directions: 0 looks down the map, 1 right, 2 up, 3 left.
#[test]
fn a_published_episode_is_played_to_its_end() {
    let walls = json!([[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 0, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1]]);
    let start = |cam_dir: u64| {
        let state = json!({"maze_map": walls, "agent_location": [1, 1], "target_location": [3, 3], "cam_dir": cam_dir});
        let settings = json!({"frame_px": 128, "init_state": state});
        Episode::start(&Maze3d, settings.as_object().unwrap().clone(), 0)
    };
    let rest = ["('move', 0)", "('move', 0)", "('turn', 2)", "('move', 0)", "('move', 0)"];
    for (cam_dir, heading, first) in [(0, "down", Some(1)), (1, "right", None), (2, "up", Some(2)), (3, "left", Some(3))] {
        let mut episode = start(cam_dir).unwrap();
        assert_eq!(episode.puzzle().state()["heading"], heading);
        let turn = first.map(|turn| format!("('turn', {turn})"));
        for text in turn.into_iter().chain(rest.map(String::from)) {
            assert_eq!(episode.act(&agon_core::Action::Text { text }).status, Status::Executed);
        }
        assert_eq!(episode.puzzle().state()["agent"], json!([3, 3]), "{heading}");
    }
    assert!(start(4).err().unwrap().to_string().contains("cam_dir must be a direction"));
}
