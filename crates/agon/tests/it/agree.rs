//! Ratings and agreement through the command line, on the calibration set: 60 trials whose progress is known by their making.

use crate::models::Table;
use crate::support::TestFolder;
use agon_record::{LayerHead, LayerWriter, Rater, RaterKind, Rating, RatingScale, read_layer};
use agon_testkit::standin::{Answer, Script};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};

const RUNS: [&str; 3] = ["gym", "web", "science"];

fn calibration() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/calibration")
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        match entry.file_type().unwrap().is_dir() {
            true => copied(&entry.path(), &to.join(entry.file_name())),
            false => drop(std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap()),
        }
    }
}

/// What `known.csv` says of the trials of a run, in their order.
fn known(run: &str) -> Vec<f64> {
    let text = std::fs::read_to_string(calibration().join("known.csv")).unwrap();
    let own = text.lines().filter_map(|line| line.strip_prefix(&format!("{run},")));
    own.map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect()
}

fn pair<'a>(agreement: &'a Value, first: &str, second: &str) -> &'a Value {
    let is_it = |pair: &&Value| pair["first"] == first && pair["second"] == second && pair["application"].is_null();
    agreement["pairs"].as_array().unwrap().iter().find(is_it).unwrap()
}

#[test]
fn computed_progress_ranks_the_calibration_set() {
    let place = TestFolder::new();
    let folder = calibration().display().to_string();
    let args = ["agree", "gym", "web", "science", "known.csv", "--against", "known", "--json"];
    let args = args.map(|arg| if RUNS.contains(&arg) || arg == "known.csv" { format!("{folder}/{arg}") } else { arg.to_owned() });
    let done = place.agon(&args.each_ref().map(String::as_str));
    assert_eq!(done.code, 0, "{}", done.err);
    let agreement = done.json();
    let whole = pair(&agreement, "known", "progress");
    assert_eq!(whole["items"], 60);
    assert!(whole["spearman"]["value"].as_f64().unwrap() >= 0.9, "{whole}");
    let parts = agreement["pairs"].as_array().unwrap().iter().filter(|pair| pair["second"] == "progress");
    for part in parts.filter(|part| !part["application"].is_null()) {
        assert!(part["spearman"]["value"].as_f64().unwrap() >= 0.9, "{part}");
    }
    assert_eq!(pair(&agreement, "known", "verdict")["kappa"]["value"], 1.0, "what goes the whole way passes, nothing else does");
}

/// A judge by script: it gives the points of what is known, and every seventh time one too many or too few.
#[test]
fn a_judge_is_held_against_what_is_known_and_against_a_person() {
    let place = TestFolder::new();
    for run in RUNS {
        let folder = place.path(run);
        copied(&calibration().join(run), &folder);
        let rater = Rater { kind: RaterKind::Model, name: "script".into() };
        let scale = RatingScale::Points { low: 1.0, high: 5.0 };
        let head = LayerHead::new(&folder, "judge", "progress", rater, scale).unwrap();
        let mut layer = LayerWriter::create(&folder, head).unwrap();
        for (trial, known) in known(run).into_iter().enumerate() {
            let points = 1.0 + (4.0 * known).round();
            let slip = if trial % 7 == 3 { if points > 3.0 { -1.0 } else { 1.0 } } else { 0.0 };
            layer.add(Rating::new(trial as u32, 1, 0, (points + slip).into())).unwrap();
        }
    }
    let known = calibration().join("known.csv").display().to_string();
    let done = place.agon(&["agree", "gym", "web", "science", &known, "--json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let agreement = done.json();
    let judged = pair(&agreement, "known", "judge");
    let (kappa, f1) = (judged["kappa"]["value"].as_f64().unwrap(), judged["macro_f1"]["value"].as_f64().unwrap());
    assert!((0.8..1.0).contains(&kappa) && (0.7..1.0).contains(&f1), "{kappa} {f1}");
    assert!(judged["kappa"]["interval"]["low"].as_f64().unwrap() < kappa);
    assert_eq!(judged["categories"].as_array().unwrap().len(), 5);
    let progress = place.agon(&["report", "gym", "--progress", "--json"]).json();
    assert!(progress["progress"]["correlations"][0]["spearman"].as_f64().unwrap() > 0.9, "{progress}");
    let unknown = place.agon(&["agree", "gym", "--against", "nobody"]);
    assert!(
        unknown.code == 2 && unknown.err.contains("there is no rater \"nobody\" of progress; there are: judge"),
        "{}",
        unknown.err
    );
}

/// The same through `agon judge` on the gym's part, with a model that answers by script and slips every seventh time.
#[test]
fn a_model_that_judges_the_calibration_set_is_held_against_what_is_known() {
    let (known_of_gym, asked) = (known("gym"), AtomicUsize::new(0));
    let table = Table::new(Script::new(move |ask| {
        if ask.request.body["tools"][0]["function"]["name"] != "rate_progress" {
            let change = json!({
                "change": "the dot moved", "kind": "moved", "relevance": "high", "progress": "positive", "confidence": "high", "summary": "on its way",
            });
            return Answer::call("record_change", change);
        }
        // One trial after another: a rating is asked for once in each.
        let trial = asked.fetch_add(1, Ordering::Relaxed);
        let points = 1.0 + (4.0 * known_of_gym.get(trial).copied().unwrap_or_default()).round();
        let slip = if trial % 7 == 3 { if points > 3.0 { -1.0 } else { 1.0 } } else { 0.0 };
        Answer::call("rate_progress", json!({"score": (points + slip) as u8, "reason": "by script", "steps": [1]}))
    }));
    copied(&calibration().join("gym"), &table.place.path("gym"));
    let done = table.agon(&["judge", "gym", "--metric", "progress", "-m", "openai/judge", "-n", "1"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert_eq!(read_layer(&table.place.path("gym"), "progress-openai-judge").unwrap().ratings.len(), 36);
    let known = calibration().join("known.csv").display().to_string();
    let done = table.agon(&["agree", "gym", &known, "--json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let agreement = done.json();
    let judged = pair(&agreement, "known", "progress-openai-judge");
    let kappa = judged["kappa"]["value"].as_f64().unwrap();
    assert!((0.8..1.0).contains(&kappa), "{judged}");
    assert!(judged["spearman"]["value"].as_f64().unwrap() > 0.9, "{judged}");
}

fn rate(place: &TestFolder, args: &[&str], typed: &str) -> (i32, String, String) {
    let mut command = place.command(&[&["rate", "gym"], args].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn people_rate_blind_share_trials_and_go_on_where_they_stopped() {
    let place = TestFolder::new();
    copied(&calibration().join("gym"), &place.path("gym"));
    let (code, shown, said) =
        rate(&place, &["--rater", "anna", "--part", "1/2", "--common", "0.25"], "3 half of it\n9\nx\n4\nb\n5\ns\n2\nq\n");
    assert_eq!(code, 0, "{said}");
    assert!(shown.contains("Maze 2D") || shown.contains("Sliding") || shown.contains("Jigsaw"), "{shown}");
    for secret in ["part-", "near-miss", "detour", "undone", "verdict", "at_target", "passed"] {
        assert!(!shown.contains(secret), "a rater must not see {secret:?}");
    }
    assert!(said.contains("\"9\" is not on the scale: 1 to 5"), "{said}");
    let anna = read_layer(&place.path("gym"), "progress-by-anna").unwrap();
    let values: Vec<f64> = anna.ratings.iter().filter_map(|rating| rating.value.as_ref()?.number()).collect();
    assert_eq!((values.len(), values.iter().sum::<f64>()), (3, 10.0), "3, 5 instead of 4, and 2");
    assert!(anna.ratings.iter().any(|rating| rating.reason == "half of it"));
    // 36 trials: 9 common, and half of the other 27 for each.
    let (_, _, said) = rate(&place, &["--rater", "anna", "--part", "1/2", "--common", "0.25"], &"4\n".repeat(40));
    let total = |said: &str| said.split(" of your ").nth(1).unwrap().split(' ').next().unwrap().parse::<u32>().unwrap();
    assert!(said.starts_with("3 of your "), "{said}");
    let (_, _, said_to_bob) = rate(&place, &["--rater", "bob", "--part", "2/2", "--common", "0.25"], &"4\n".repeat(40));
    assert_eq!(total(&said) + total(&said_to_bob), 36 + 9);
    let agreement = place.agon(&["agree", "gym", "--json"]).json();
    assert_eq!(pair(&agreement, "progress-by-anna", "progress-by-bob")["items"], 9, "double-rated");
}

#[test]
fn ratings_are_taken_from_a_file_or_refused_by_line() {
    let place = TestFolder::new();
    copied(&calibration().join("gym"), &place.path("gym"));
    place.write("ratings.csv", "trial,rater,value,reason\n0,eva,1,nothing yet\n8,eva,5,\n0,tom,2,\n");
    let done = place.agon(&["rate", "gym", "--csv", "ratings.csv"]);
    assert!(done.code == 0 && done.err.contains("2 ratings by eva"), "{}", done.err);
    assert_eq!(read_layer(&place.path("gym"), "progress-by-tom").unwrap().ratings.len(), 1);
    for (text, problem) in [
        ("trial,rater,value\n99,eva,1\n", "line 2: the run has 36 trials, counted from 0; there is no trial 99"),
        ("trial,rater,value\n1,eva,7\n", "line 2: 7 is not on the scale 1 to 5"),
        ("trial,value\n1,3\n", "names no column \"rater\""),
    ] {
        place.write("bad.csv", text);
        let done = place.agon(&["rate", "gym", "--csv", "bad.csv"]);
        assert!(done.code == 2 && done.err.contains(problem), "{}", done.err);
    }
}

#[test]
fn a_study_is_written_whole() {
    let place = TestFolder::new();
    let folder = calibration().display().to_string();
    let runs: Vec<String> = RUNS.iter().map(|run| format!("{folder}/{run}")).collect();
    let args: Vec<&str> = std::iter::once("study").chain(runs.iter().map(String::as_str)).collect();
    let done = place.agon(&[&args[..], &["--out", "out"]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    for name in ["success.csv", "ranking.csv", "tools.csv", "heat.csv", "power.csv", "study.json", "study.txt", "study.html"] {
        assert!(place.path("out").join(name).is_file(), "{name}");
    }
    let table = place.agon(&[&args[..], &["--table", "levels", "--csv"]].concat()).out;
    assert!(table.starts_with("task,trials,success,progress,level\n") && table.contains("gym/maze-2d/hard,12,"), "{table}");
    let unknown = place.agon(&[&args[..], &["--table", "nothing"]].concat());
    assert!(unknown.code == 2 && unknown.err.contains("there is no table \"nothing\""), "{}", unknown.err);
    place.write("agents.toml", "[agents.somebody]\nmodel = \"m\"\n");
    let unknown = place.agon(&[&args[..], &["--agents", "agents.toml"]].concat());
    assert!(unknown.code == 2 && unknown.err.contains("no run has an agent \"somebody\""), "{}", unknown.err);
}
