use super::*;
use crate::{Episode, GymSuite, kind};
use agon_core::{InstanceId, Suite as _, TaskId};
use serde_json::{Map, json};

fn settings(key: &str, value: impl Into<Value>) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), value.into())])
}

fn maze() -> &'static dyn Kind {
    kind("maze-2d").unwrap()
}

/// As the published environment writes an episode: a corridor of so many cells.
fn published(length: usize) -> Value {
    let rows = [vec![1; length + 2], [vec![1], vec![0; length], vec![1]].concat(), vec![1; length + 2]];
    json!({"maze_map": rows, "agent_location": [1, 1], "target_location": [1, length]})
}

fn write(folder: &Path, name: &str, value: &Value) {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, value.to_string()).unwrap();
}

fn length(episode: &Episode) -> usize {
    episode.solve("shortest", None, 0).len()
}

fn refusal(settings: Map<String, Value>, number: u64) -> String {
    Episode::start(maze(), settings, number).err().expect("a refusal").to_string()
}

#[test]
fn a_state_may_be_given_whole_in_its_wrapping_or_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "one.json", &published(5));
    let path = folder.path().join("one.json").display().to_string();
    for given in
        [published(5), json!({"stopped": false, "state": published(5)}), json!({"init_state": published(5)}), json!(path)]
    {
        let episode = Episode::start(maze(), settings("init_state", given), 9).unwrap();
        assert_eq!(length(&episode), 5);
    }
}

#[test]
fn the_published_folders_give_episodes_by_number() {
    let folder = tempfile::tempdir().unwrap();
    for (name, cells) in [("seed1_episode2", 4), ("seed1_episode10", 5), ("seed0_episode7", 3)] {
        write(folder.path(), &format!("maze_2d__easy/{name}/initial_state.json"), &published(cells));
    }
    write(folder.path(), "jigsaw__easy/seed0_episode0/initial_state.json", &json!({}));
    // The folder with all environments, and the one of this world.
    for path in [folder.path().to_owned(), folder.path().join("maze_2d__easy")] {
        let episodes = || settings("episodes", path.display().to_string());
        let lengths: Vec<usize> = (0..3).map(|number| length(&Episode::start(maze(), episodes(), number).unwrap())).collect();
        assert_eq!(lengths, [3, 4, 5]);
        let refused = refusal(episodes(), 3);
        assert!(refused.contains("holds 3 episodes of maze-2d, numbered from 0; there is no episode 3"), "{refused}");
    }
}

#[test]
fn files_give_episodes_by_line_or_place() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "list.json", &json!([published(3), published(4)]));
    fs::write(folder.path().join("lines.jsonl"), format!("{}\n\n{}\n", published(3), json!({"init_state": published(4)})))
        .unwrap();
    for name in ["list.json", "lines.jsonl"] {
        let episodes = || settings("episodes", folder.path().join(name).display().to_string());
        assert_eq!(length(&Episode::start(maze(), episodes(), 1).unwrap()), 4);
        assert!(refusal(episodes(), 2).contains("holds 2 episodes"));
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    write(folder.path(), "two.json", &json!([published(3), published(4)]));
    fs::write(folder.path().join("broken.json"), "{").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    write(folder.path(), "both/maze_2d__easy/seed0_episode0/initial_state.json", &published(3));
    write(folder.path(), "both/maze_2d__hard/seed0_episode0/initial_state.json", &published(3));
    for (settings, expected) in [
        (settings("init_state", 3), "init_state: must be an object or the path of a JSON file, got 3"),
        (settings("init_state", path("two.json")), "holds 2 states; give it as episodes"),
        (settings("init_state", path("broken.json")), "is not JSON"),
        (settings("init_state", path("none.json")), "cannot be read"),
        (settings("episodes", path("empty")), "holds no episodes"),
        (settings("episodes", path("both")), "name one of them: maze_2d__easy, maze_2d__hard"),
        (settings("episodes", "/dev/zero"), "is no file"),
    ] {
        let refused = refusal(settings, 0);
        assert!(refused.contains(expected), "{refused}");
    }
}

#[test]
fn a_task_does_not_start_in_a_solved_state() {
    let suite = GymSuite::new().unwrap();
    let id = InstanceId { task: TaskId::new("gym/maze-2d/easy"), seed: 0 };
    let mut state = published(3);
    assert!(suite.instance(&id, &settings("init_state", state.clone())).is_ok());
    state["agent_location"] = state["target_location"].clone();
    let refused = suite.instance(&id, &settings("init_state", state)).err().unwrap().to_string();
    assert!(refused.contains("the state it starts in is solved"), "{refused}");
}
