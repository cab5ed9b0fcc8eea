//! Demonstrations: the oracle sits, the record becomes training data.

use crate::support::{TestFolder, wait_until};
use agon_core::{Event, InstanceId, Settings, StartHash, Suite, TaskId};
use agon_gym::GymSuite;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const ALL: [&str; 2] = ["--format", "sharegpt,parquet,webdataset"];

/// Every file below a folder with its content.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().flatten() {
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(entry.path()),
                false => {
                    drop(found.insert(
                        entry.path().strip_prefix(folder).unwrap().display().to_string(),
                        fs::read(entry.path()).unwrap(),
                    ))
                }
            }
        }
    }
    found
}

fn samples(place: &TestFolder, out: &str) -> Vec<Value> {
    serde_json::from_slice(&fs::read(place.path(out).join("sharegpt/train.json")).unwrap()).unwrap()
}

#[test]
fn a_sample_reads_as_a_conversation() {
    let place = TestFolder::new();
    let done = place.agon(&[
        "demos",
        "gym/maze-2d/easy",
        "--count",
        "1",
        "--set",
        "observation=both",
        "--set",
        "max_solution=5",
        "-o",
        "d",
    ]);
    assert_eq!(done.code, 0, "{}", done.err);
    let mut sample = samples(&place, "d").remove(0);
    let brief = sample["conversations"][0]["value"].as_str().unwrap().to_owned();
    let (instruction, rest) = brief.split_once("\n\nYou have").unwrap();
    assert!(instruction.starts_with("Find your way") && instruction.ends_with("misspelt or impossible."), "{instruction}");
    sample["conversations"][0]["value"] = format!("… You have{rest}").into();
    for image in sample["images"].as_array().unwrap() {
        assert!(place.path("d/sharegpt").join(image.as_str().unwrap()).is_file(), "{image}");
    }
    sample["images"] = sample["images"].as_array().unwrap().len().into();
    insta::assert_snapshot!(format!("{sample:#}"), @r##"
    {
      "id": "000000",
      "task": "gym/maze-2d/easy",
      "seed": 1000000,
      "strategy": "shortest",
      "start": "ca651d6bbfd033ad9aa5fca7191c419d",
      "conversations": [
        {
          "from": "human",
          "value": "… You have 20 steps left.\n#########\n#.#.#...#\n#.#.###.#\n#.#A..#.#\n#.###.#.#\n#...#T..#\n#.#.###.#\n#.#.....#\n#########\n<image>"
        },
        {
          "from": "gpt",
          "value": "('move', 0)"
        },
        {
          "from": "human",
          "value": "Executed: you moved right. You have 19 steps left.\n#########\n#.#.#...#\n#.#.###.#\n#.#.A.#.#\n#.###.#.#\n#...#T..#\n#.#.###.#\n#.#.....#\n#########\n<image>"
        },
        {
          "from": "gpt",
          "value": "('move', 0)"
        },
        {
          "from": "human",
          "value": "Executed: you moved right. You have 18 steps left.\n#########\n#.#.#...#\n#.#.###.#\n#.#..A#.#\n#.###.#.#\n#...#T..#\n#.#.###.#\n#.#.....#\n#########\n<image>"
        },
        {
          "from": "gpt",
          "value": "('move', 3)"
        },
        {
          "from": "human",
          "value": "Executed: you moved down. You have 17 steps left.\n#########\n#.#.#...#\n#.#.###.#\n#.#...#.#\n#.###A#.#\n#...#T..#\n#.#.###.#\n#.#.....#\n#########\n<image>"
        },
        {
          "from": "gpt",
          "value": "('move', 3)"
        },
        {
          "from": "human",
          "value": "Executed: you moved down. You have 16 steps left.\n#########\n#.#.#...#\n#.#.###.#\n#.#...#.#\n#.###.#.#\n#...#@..#\n#.#.###.#\n#.#.....#\n#########\n<image>"
        },
        {
          "from": "gpt",
          "value": "('stop', 'stop')"
        }
      ],
      "images": 5
    }
    "##);
    insta::assert_snapshot!(fs::read_to_string(place.path("d/README.md")).unwrap(), @r#"
    ---
    pretty_name: Agon demonstrations
    task_categories:
    - image-text-to-text
    ---

    # Agon demonstrations

    1 demonstrations as 1 samples (one sample per demonstration, with all its turns) with 5 pictures, exported from a recorded and graded run of Agon. `demos.json` says how they were made.

    | task | demonstrations | steps on average |
    |---|---|---|
    | gym/maze-2d/easy | 1 | 5.0 |

    ## Reading it

    - LLaMA-Factory: `--dataset agon_demos --dataset_dir sharegpt --media_dir sharegpt`

    A user's message is what the agent was shown, with `<image>` for each picture in order; an assistant's is the call it made. `start` names the first state by its content, `noise_steps` are random calls from which the solver recovers.
    "#);
}

#[test]
fn one_seed_gives_the_same_files_however_many_sit_at_a_time() {
    let place = TestFolder::new();
    let tasks = ["gym/maze-2d", "gym/matchstick-rotation", "--count", "8", "--strategy", "padded:9-14~0.2=2,*"];
    for (out, more) in [("a", ["-n", "1"]), ("b", ["-n", "4"])] {
        let done = place.agon(&[&["demos", "-o", out], &tasks[..], &ALL, &["--per-shard", "3"], &more].concat());
        assert_eq!(done.code, 0, "{}", done.err);
    }
    let (a, b) = (files(&place.path("a")), files(&place.path("b")));
    assert!(
        a.contains_key("parquet/train-00002-of-00006.parquet") && a.contains_key("webdataset/train-000002.tar"),
        "{:?}",
        a.keys()
    );
    assert!(a == b, "the files differ");
    let other = place.agon(&[&["demos", "-o", "c", "--seed", "1"], &tasks[..], &ALL].concat());
    assert_eq!(other.code, 0, "{}", other.err);
    assert_ne!(samples(&place, "a"), samples(&place, "c"), "another seed demonstrates other starts");
}

#[test]
fn what_was_killed_goes_on_to_the_same_end() {
    let place = TestFolder::new();
    let args = ["gym/maze-3d/easy", "--count", "24", "-n", "1", "--format", "sharegpt,parquet,webdataset", "--per-shard", "5"];
    let whole = place.agon(&[&["demos", "-o", "whole"], &args[..]].concat());
    assert_eq!(whole.code, 0, "{}", whole.err);
    // Once while it sits, once while it writes.
    for sign in ["cut.run/results.jsonl", "cut/webdataset/train-000001.tar"] {
        let mut child =
            place.command(&[&["demos", "-o", "cut"], &args[..]].concat()).stderr(std::process::Stdio::null()).spawn().unwrap();
        wait_until(sign, || fs::metadata(place.path(sign)).is_ok_and(|file| file.len() > 0));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let again = place.agon(&[&["demos", "-o", "cut"], &args[..]].concat());
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.err.contains("going on with cut: 0 of 24 trials are to be run"), "{}", again.err);
    assert!(files(&place.path("whole")) == files(&place.path("cut")), "the files differ");
}

#[test]
fn demonstrations_start_where_no_test_does() {
    let place = TestFolder::new();
    place.run(&["gym/jigsaw/easy@500-503", "-a", "noop", "--set", "picture=1", "--set", "crop=false"], "tests");
    // One whole photograph in four pieces has 23 starts.
    let few = ["gym/jigsaw/easy", "--set", "picture=1", "--set", "crop=false"];
    let args = ["--eval-seeds", "0-3", "--apart-from", "tests", "--count", "40", "-o", "d"];
    let done = place.agon(&[&["demos"], &few[..], &args[..]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let suite = GymSuite::new().unwrap();
    let settings: Settings = serde_json::from_str(r#"{"picture": 1, "crop": false}"#).unwrap();
    let start = |seed| {
        let id = InstanceId { task: TaskId::new("gym/jigsaw/easy"), seed };
        suite.instance(&id, &settings).unwrap().start.unwrap()
    };
    let tests: BTreeSet<StartHash> = (0..4).chain(500..504).map(start).collect();
    let run = place.open("d.run");
    let shown: Vec<StartHash> = (0..run.plan().len() as u32)
        .map(|trial| match run.attempt(trial, 1).unwrap().events.into_iter().next() {
            Some(Event::Opened(header)) => header.instance.start.unwrap(),
            other => panic!("{other:?}"),
        })
        .collect();
    let all: BTreeSet<StartHash> = shown.iter().copied().collect();
    assert!(all.len() == shown.len() && all.is_disjoint(&tests));
    // Twenty-three ways to shuffle four pieces.
    let had = 23 - tests.len();
    let sentence = format!(
        "gym/jigsaw/easy has no more than {had} starts apart from the tests where 40 were asked for: all of them are taken"
    );
    assert!(shown.len() == had && done.err.contains(&sentence), "{}", done.err);
    let description: Value = serde_json::from_slice(&fs::read(place.path("d/demos.json")).unwrap()).unwrap();
    assert_eq!(description["exported"]["demonstrations"], had);
    assert!(samples(&place, "d").iter().all(|sample| sample["start"].as_str().unwrap().len() == 32));
}

#[test]
fn windows_ask_for_what_the_solver_did_and_never_for_noise() {
    let place = TestFolder::new();
    let args = [
        "gym/maze-2d/easy",
        "--count",
        "6",
        "--strategy",
        "shortest~0.4",
        "--set",
        "goal=true",
        "--format",
        "webdataset",
        "-o",
        "d",
    ];
    let done = place.agon(&[&["demos", "--history", "2"], &args[..]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let tar = fs::read(place.path("d/webdataset/train-000000.tar")).unwrap();
    assert!(!String::from_utf8_lossy(&tar).contains(".png\0"), "a picture is no file of its own");
    let mut noise = 0;
    for line in String::from_utf8_lossy(&tar).split("{\"id\":").skip(1) {
        let sample: Value = serde_json::Deserializer::from_str(&format!("{{\"id\":{line}")).into_iter().next().unwrap().unwrap();
        let step: usize = sample["id"].as_str().unwrap()[7..].parse().unwrap();
        let messages = sample["messages"].as_array().unwrap();
        assert_eq!(messages.len(), 2 * step.min(2));
        assert_eq!(messages.last().unwrap()["content"], sample["actions"][step - 1]);
        let is_noise = sample["is_noise"].as_array().unwrap();
        assert_eq!(
            (is_noise.len(), &is_noise[step - 1]),
            (sample["actions"].as_array().unwrap().len(), &false.into()),
            "{sample}"
        );
        noise += is_noise.iter().filter(|is_noise| **is_noise == true).count();
        // Readers take a sample's files for columns, so every sample has the same: pictures stand in the JSON.
        let shown: usize = messages.iter().map(|message| message["content"].as_str().unwrap().matches("<image>").count()).sum();
        let images = sample["images"].as_array().unwrap();
        assert!(images.len() == shown && images.iter().all(|url| url.as_str().unwrap().starts_with("data:image/png;base64,")));
        // The goal is shown once, whichever turns are kept.
        assert_eq!(messages[0]["content"].as_str().unwrap().matches("goal:\n<image>").count(), 1, "{sample}");
    }
    assert!(noise > 0);
}

/// The calls of each demonstration, `stop` included, as the assistant says them.
fn calls(place: &TestFolder, out: &str) -> Vec<(String, Vec<String>)> {
    let said = |sample: &Value| {
        let turns = sample["conversations"].as_array().unwrap().iter().filter(|turn| turn["from"] == "gpt");
        turns.map(|turn| turn["value"].as_str().unwrap().to_owned()).collect()
    };
    samples(place, out).iter().map(|sample| (sample["task"].as_str().unwrap().to_owned(), said(sample))).collect()
}

#[test]
fn the_papers_curations_have_names() {
    let place = TestFolder::new();
    let demos = |out: &str, args: &[&str]| {
        let done = place.agon(&[&["demos", "-o", out, "--count"], args].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        done.err
    };
    // Two units first, then the rest, and in the other world full turns: one name, two strategies.
    let both = ["gym/matchstick-rotation/easy", "gym/mental-rotation-cube/easy"];
    demos("revealing", &[&["4"], &both[..], &["--curation", "information-revealing"]].concat());
    let shown = calls(&place, "revealing");
    assert_eq!(shown.len(), 8);
    for (task, calls) in &shown {
        match task.contains("matchstick") {
            true => assert_eq!(calls.len(), 4, "{calls:?}"),
            false => assert!(calls.len() > 4, "{calls:?}"),
        }
    }
    demos("three", &["4", both[0], "--curation", "fixed-length"]);
    assert!(calls(&place, "three").iter().all(|(_, calls)| calls.len() == 4));
    // Some ways are longer, and cannot be made shorter.
    let said = demos("eight", &["12", "gym/maze-2d/easy", "--curation", "fixed-length:8"]);
    let eight = calls(&place, "eight");
    assert!(!eight.is_empty() && eight.len() < 12 && eight.iter().all(|(_, calls)| calls.len() == 9), "{eight:?}");
    assert!(said.contains("demonstrations are not 8 calls long and are left out"), "{said}");
    let description: Value = serde_json::from_slice(&fs::read(place.path("eight/demos.json")).unwrap()).unwrap();
    assert_eq!(description["arguments"]["curation"], "fixed-length:8");
    for (args, words) in [
        (&["gym/maze-2d", "--curation", "information-revealing"][..], "has no information-revealing demonstrations"),
        (&["gym/maze-2d", "--curation", "fixed-length"][..], "say how many calls"),
        (
            &["gym/maze-2d", "--curation", "best"][..],
            "there are: solve-only, information-revealing, fixed-length, fixed-length:N",
        ),
        (&["gym/maze-2d", "--curation", "solve-only", "--strategy", "padded"][..], "cannot be used with"),
    ] {
        let done = place.agon(&[&["demos", "-o", "no"], args].concat());
        assert!(done.code == 2 && done.err.contains(words), "{args:?}: {}", done.err);
    }
}

#[test]
fn any_run_can_be_exported_and_failures_only_if_asked() {
    let place = TestFolder::new();
    let run = place.run(&["gym/maze-2d/easy@0-2", "-a", "oracle", "-a", "noop"], "r");
    assert_eq!(run.plan().len(), 6);
    let count = |out: &str, more: &[&str]| {
        let done = place.agon(&[&["export", "r", "-o", out, "--json"], more].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        done.json()["demonstrations"].as_u64().unwrap()
    };
    assert_eq!((count("passed", &[]), count("all", &["--failed-too"])), (3, 6));
    assert_eq!(count("idle", &["--failed-too", "--agent", "noop"]), 3);
    assert_eq!(count("passed", &[]), 3, "twice is once");
}

#[test]
fn slips_get_one_sentence() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "oracle"], "r");
    assert_eq!(place.agon(&["demos", "gym/maze-2d/easy", "--count", "2", "-o", "d"]).code, 0);
    let say = |args: &[&str]| {
        let done = place.agon(args);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{args:?}: {}", done.err);
        done.err.trim_end().to_owned()
    };
    insta::assert_snapshot!(say(&["demos", "gym/maze-2d/easy", "--count", "3", "-o", "d"]), @"error: d was begun with other arguments (count: 2 there, 3 here); choose another --out, or remove it");
    insta::assert_snapshot!(say(&["demos", "gym/maze-2d/easy", "-o", "r"]), @"error: r is not empty and holds no demonstrations; choose another --out");
    insta::assert_snapshot!(say(&["demos", "gym/maze-2d@3", "-o", "x"]), @r#"error: "gym/maze-2d@3" names instances, but demonstrations choose their own; leave the @ and what follows out"#);
    insta::assert_snapshot!(say(&["demos", "gym/maze-2d", "--strategy", "longest", "-o", "x"]), @r#"error: agent oracle:longest: gym/maze-2d/easy has no strategy "longest"; it knows: shortest, padded"#);
    insta::assert_snapshot!(say(&["demos", "gym/maze-2d", "--strategy", "padded:9-3", "-o", "x"]), @r#"error: agent oracle:padded:9-3: the length "9-3" of padded cannot be read: write 12 or 12-18"#);
    insta::assert_snapshot!(say(&["demos", "gym/maze-2d", "--apart-from", "nowhere", "-o", "x"]), @"error: there is no run at nowhere: it has no run.json");
    insta::assert_snapshot!(say(&["export", "r", "-o", "x", "--agent", "me"]), @r#"error: r has no agent "me"; it has: oracle"#);
    insta::assert_snapshot!(say(&["export", "nowhere", "-o", "x"]), @"error: there is no run at nowhere: it has no run.json");
    let first = |args: &[&str]| say(args).lines().next().unwrap_or_default().to_owned();
    insta::assert_snapshot!(first(&["export", "r", "-o", "x", "--format", "csv"]), @r#"error: invalid value 'csv' for '--format <FORMATS>': there is no format "csv"; there are: sharegpt, parquet, webdataset, verigui, atif, inspect, osworld"#);
    insta::assert_snapshot!(first(&["export", "r", "-o", "x", "--history", "0"]), @"error: invalid value '0' for '--history <K>': it is all, or a number of turns of at least 1");
    assert!(!place.path("x").exists(), "nothing was begun");
}
