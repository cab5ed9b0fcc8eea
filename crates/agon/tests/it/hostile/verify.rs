//! `agon verify` accepts no record that was changed, and says what differs.

use crate::support::TestFolder;
use std::fs;
use std::path::PathBuf;

fn recorded() -> TestFolder {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy", "-a", "random", "--instances", "2"], "r");
    place
}

fn verify(place: &TestFolder, more: &[&str]) -> (i32, String) {
    let done = place.agon(&[&["verify", "r"], more].concat());
    (done.code, format!("{}{}", done.out, done.err))
}

fn refuses(place: &TestFolder, named: &str) {
    let (code, said) = verify(place, &[]);
    assert!(code == 1 && said.contains(named), "{said}");
}

fn change(place: &TestFolder, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(place.path(file)).unwrap();
    assert!(text.contains(from), "{file} has no {from}: {text}");
    place.write(file, &text.replacen(from, to, 1));
}

fn frames(place: &TestFolder) -> Vec<PathBuf> {
    let folders = fs::read_dir(place.path("r/frames")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|file| file.unwrap().path())).collect();
    files.sort();
    files
}

#[test]
fn an_untouched_record_is_accepted_with_its_digest_and_no_other() {
    let place = recorded();
    let digest = place.open("r").digest();
    let (code, said) = verify(&place, &["--digest", &digest]);
    assert!(code == 0 && said.contains(&digest), "{said}");
    let (code, said) = verify(&place, &["--digest", "0123"]);
    assert!(code == 1 && said.contains("it is another record than the published one"), "{said}");
}

#[test]
fn frames_swapped_cut_replaced_or_deleted() {
    let place = recorded();
    let all = frames(&place);
    let (first, second) = (fs::read(&all[0]).unwrap(), fs::read(&all[1]).unwrap());
    let name = all[0].file_name().unwrap().to_str().unwrap();
    fs::write(&all[0], &second).unwrap();
    refuses(&place, &format!("{name}: this is another picture than the one that was seen"));
    fs::write(&all[0], &first[..first.len() / 2]).unwrap();
    refuses(&place, &format!("{name}: this frame cannot be read"));
    fs::remove_file(&all[0]).unwrap();
    refuses(&place, &format!("{name}: this frame is missing"));
    fs::write(&all[0], &first).unwrap();
    assert_eq!(verify(&place, &[]).0, 0);
}

#[test]
fn a_failure_rewritten_as_void() {
    let place = recorded();
    let log = "r/trials/0000/000000-1.jsonl";
    let text = fs::read_to_string(place.path(log)).unwrap();
    let last = text.lines().next_back().unwrap();
    let verdict = &last[..last.find(",\"ending\"").unwrap()];
    let void = r#"{"event":"closed","verdict":"void","cause":"world","detail":"the browser died""#;
    change(&place, log, verdict, void);
    refuses(&place, "000000-1.jsonl: line");
}

#[test]
fn another_stop_reason_and_another_number_of_attempts() {
    let place = recorded();
    change(&place, "r/trials/0000/000001-1.jsonl", r#""ending":{"#, r#""ending":{"reason":"","#);
    refuses(&place, "000001-1.jsonl: line");
    let place = recorded();
    fs::rename(place.path("r/trials/0000/000000-1.jsonl"), place.path("r/trials/0000/000000-2.jsonl")).unwrap();
    refuses(&place, "000000-2.jsonl: it is the log of random on gym/maze-2d/easy@0, repeat 0, trial 0, attempt 1");
}

#[test]
fn another_agents_log_and_another_commit() {
    let place = recorded();
    fs::copy(place.path("r/trials/0000/000000-1.jsonl"), place.path("r/trials/0000/000001-1.jsonl")).unwrap();
    refuses(&place, "000001-1.jsonl: it is the log of random on gym/maze-2d/easy@0");
    let place = recorded();
    change(&place, "r/run.json", r#""commit": ""#, r#""commit": "f00"#);
    refuses(&place, "it belongs to another run.json and plan.jsonl");
}

/// A plan that leaves trials out is not the one that the configuration makes, also where every count agrees.
#[test]
fn a_plan_without_some_of_its_trials() {
    let place = recorded();
    let plan = fs::read_to_string(place.path("r/plan.jsonl")).unwrap();
    place.write("r/plan.jsonl", &format!("{}\n", plan.lines().next().unwrap()));
    change(&place, "r/run.json", r#""trials": 2"#, r#""trials": 1"#);
    refuses(&place, "plan.jsonl: it has 1 trials and is not the plan that the configuration makes (2 trials)");
}
