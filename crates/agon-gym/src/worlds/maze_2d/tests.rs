//! The rules of the maze, written from the paper's description.

use super::*;
use crate::Episode;
use crate::Switches;
use crate::worlds::published;
use agon_core::Status;
use proptest::prelude::*;

fn maze(seed: u64, hard: bool) -> Maze {
    let side = if hard { 11 } else { 9 };
    let params = Params { width: side, height: side, max_solution: if hard { 29 } else { 19 }, ..Params::default() };
    let (grid, agent, target) = generate::generate(&params, seed).expect("fair parameters");
    Maze::new(grid, agent, target, params.frame_px)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_maze_is_a_tree_with_closed_borders(seed: u64, hard: bool) {
        let maze = maze(seed, hard);
        let grid = &maze.grid;
        let floor: Vec<Cell> = (0..grid.height).flat_map(|r| (0..grid.width).map(move |c| (r, c))).filter(|c| grid.is_open(*c)).collect();
        prop_assert!(floor.iter().all(|(r, c)| *r > 0 && *c > 0 && r + 1 < grid.height && c + 1 < grid.width));
        let edges: usize = floor.iter().map(|c| (0..4).filter(|d| grid.neighbor(*c, *d).is_some()).count()).sum::<usize>() / 2;
        prop_assert_eq!(edges, floor.len() - 1);
        let reached = grid.distances(maze.agent).iter().filter(|d| **d != usize::MAX).count();
        prop_assert_eq!(reached, floor.len());
    }

    #[test]
    fn moves_go_to_floor_and_only_to_floor(seed: u64, directions in prop::collection::vec(0usize..4, 0..40)) {
        let mut maze = maze(seed, true);
        for direction in directions {
            let before = maze.agent;
            let (_, down, right) = DIRECTIONS[direction];
            let ahead = (before.0.wrapping_add_signed(down), before.1.wrapping_add_signed(right));
            let args = Function::bind(&maze.functions(), &Call::new("move", direction)).unwrap().1;
            match maze.apply("move", &args) {
                Effect::Executed(_) => prop_assert!(maze.grid.is_open(ahead) && maze.agent == ahead),
                Effect::Blocked(_) => prop_assert!(!maze.grid.is_open(ahead) && maze.agent == before),
            }
        }
    }

    #[test]
    fn padded_ways_have_the_asked_length_and_arrive(seed: u64, extra in 0usize..10) {
        let maze = maze(seed, false);
        let shortest = maze.way().len();
        let mut rng = agon_core::Rng::new("test", seed);
        let calls = maze.solve(&mut Solve { strategy: "padded", length: Some(shortest + extra), rng: &mut rng });
        prop_assert_eq!(calls.len(), shortest + extra / 2 * 2);
        let mut episode = Episode::new(Box::new(maze), Switches::default());
        for call in calls {
            prop_assert_eq!(episode.act(&call.into()).status, Status::Executed);
        }
        prop_assert!(Maze2d.mark(&episode.puzzle().state()).unwrap().into_iter().all(|c| agon_grade::all_of(vec![c]).passed));
    }
}

#[test]
fn the_text_form_shows_the_maze() {
    let text = maze(3, false).text().unwrap();
    assert_eq!(text.lines().count(), 9);
    assert!(text.lines().all(|line| line.len() == 9));
    assert_eq!((text.matches('A').count(), text.matches('T').count()), (1, 1));
}

#[test]
fn impossible_parameters_are_named() {
    let start = |json: Value| Maze2d.start(json.as_object().unwrap(), 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(start(json!({"width": 8})).contains("width: must be odd"));
    assert!(start(json!({"colour": 1})).contains("colour"));
    assert!(start(json!({"width": "x"})).contains("width"));
    assert!(start(json!({"min_solution": 80, "max_solution": 90})).contains("no 9 by 9 maze"));
}

#[test]
fn no_maze_is_solved_at_the_start() {
    for seed in 0..50 {
        let params = serde_json::json!({"width": 5, "height": 5, "min_solution": 0, "max_solution": 4});
        let state = Maze2d.start(params.as_object().unwrap(), seed).unwrap().state();
        assert!(!agon_grade::all_of(Maze2d.mark(&state).unwrap()).failed().is_empty(), "{state}");
    }
}

/// From one corner to the other: right twice, down twice.
fn published_maze() -> Value {
    json!({"maze_map": [[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 0, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1]],
           "agent_location": [1, 1], "target_location": [3, 3]})
}

#[test]
fn a_published_episode_is_played_to_its_end() {
    let calls = ["('move', 0)", "('move', 0)", "('move', 3)", "('move', 3)", "('stop', 'stop')"];
    let episode = published::replay(&Maze2d, &json!({}), &published_maze(), &calls);
    assert_eq!(episode.puzzle().state()["walls"][2], "###.#");
}

#[test]
fn states_that_are_no_maze_are_refused() {
    let refused = |key: &str, value: Value| {
        let mut state = published_maze();
        state[key] = value;
        published::refusal(&Maze2d, &state)
    };
    assert!(refused("agent_location", json!([0, 0])).contains("agent_location must be the row and the column of a floor cell"));
    assert!(refused("maze_map", json!([[1, 1, 1], [1, 0, 1]])).contains("between 3 by 3 and 99 by 99"));
    assert!(refused("maze_map", json!([[1, 1, 1], [0, 0, 1], [1, 1, 1]])).contains("open at its edge"));
    let walled = json!([[1, 1, 1, 1, 1], [1, 0, 1, 0, 1], [1, 1, 1, 0, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1]]);
    assert!(refused("maze_map", walled).contains("no way from the agent to the target"));
}
