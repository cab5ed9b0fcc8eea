//! The same again: from the cache, and from the record.

use super::{Table, player};
use crate::support::{rebind, reseal};
use agon_core::{Ending, Limit};
use agon_testkit::standin::{Answer, Script, Storm};

fn player() -> Script {
    Script::player(player::next_pair)
}

#[test]
fn identical_requests_are_asked_once() {
    let table = Table::new(player());
    assert_eq!(table.sit("openai", &["--cache", "cache"]).code, 0);
    let asked = table.server.count();
    assert!(asked > 3);
    std::fs::rename(table.place.path("r"), table.place.path("first")).unwrap();
    assert_eq!(table.sit("openai", &["--cache", "cache"]).code, 0);
    assert_eq!(table.server.count(), asked, "nothing was asked a second time");
    assert_eq!(table.outcome(), (3, 0));
    std::fs::rename(table.place.path("r"), table.place.path("second")).unwrap();
    assert_eq!(table.sit("openai", &["--cache", "cache", "-k", "2"]).code, 0);
    assert_eq!(table.server.count(), 2 * asked, "a second opinion is asked for");
}

#[test]
fn a_published_run_is_verified_without_its_model() {
    let table = Table::new(player().struck(Storm::Every(3), Answer::status(500)));
    assert_eq!(table.sit("openai", &["-M", "history=2"]).code, 0);
    let asked = table.server.count();
    // Somebody else's machine: no key, no service.
    let verify =
        |args: &[&str]| crate::support::Done::of(table.place.command(&[&["verify", "r"], args].concat()).output().unwrap());
    let done = verify(&[]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("3 of 3 scored trials of r verified, 0 differ"), "{}", done.out);
    assert_eq!(table.server.count(), asked, "nobody was asked");

    // A reply that was not given.
    let path = find_log(&table.place.path("r"), 1);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("The way is clear.", "The way is shut.", 1)).unwrap();
    reseal(&path, None);
    let done = verify(&["--json"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let told: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(told["differing"], 1, "{told}");
}

/// Another machine is slower or quicker: its clock says nothing about the recorded sitting.
#[test]
fn a_limit_on_time_is_not_measured_again() {
    let table = Table::new(player());
    assert_eq!(table.sit("openai", &["--wall-secs", "1000"]).code, 0);
    let manifest = table.place.path("r/run.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    // As if this machine needed a million times as long.
    let hurried = text.replace("\"wall_secs\": 1000.0", "\"wall_secs\": 0.001");
    assert_ne!(text, hurried);
    std::fs::write(&manifest, hurried).unwrap();
    rebind(&table.place.path("r"));
    let done = table.agon(&["verify", "r"]);
    assert_eq!(done.code, 0, "{}", done.out);
}

#[test]
fn a_trial_that_ran_out_of_time_is_verified_as_far_as_it_went() {
    let late = |ask: &agon_testkit::standin::Ask| match ask.turn() {
        0 | 1 => Answer::say("('move', 0)"),
        _ => Answer::say("('move', 0)").slow(std::time::Duration::from_secs(4)),
    };
    let table = Table::new(Script::new(late));
    assert_eq!(table.sit("openai", &["--wall-secs", "3"]).code, 0);
    let random = ["run", "gym/maze-2d/easy@0-2", "-a", "random", "--wall-secs", "0.000001", "--out", "random"];
    assert_eq!(table.agon(&random).code, 0);
    for (run, steps) in [("r", 2), ("random", 0)] {
        for result in table.place.open(run).results() {
            let row = result.row.unwrap();
            assert_eq!(row.ending, Some(Ending::Truncated { limit: Limit::WallSecs }));
            assert_eq!(row.totals.steps, steps, "the last answer came too late");
        }
        let done = table.agon(&["verify", run]);
        assert_eq!(done.code, 0, "{run}: {}", done.out);
        assert!(done.out.contains("not compared in 3 trials: ending"), "{}", done.out);
    }
}

#[test]
fn where_nothing_was_scored_there_is_nothing_to_verify() {
    let table = Table::new(Script::always(Answer::status(401)));
    assert_eq!(table.sit("openai", &[]).code, 3);
    let done = table.agon(&["verify", "r"]);
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(done.out.contains("nothing to verify"), "{}", done.out);
}

/// The log of a trial's first attempt, wherever the record keeps it.
pub(super) fn find_log(folder: &std::path::Path, trial: u32) -> std::path::PathBuf {
    let mut folders = vec![folder.to_owned()];
    let mut logs = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => logs.push(path),
            }
        }
    }
    let is_log = |path: &std::path::PathBuf| {
        std::fs::read_to_string(path)
            .is_ok_and(|text| text.starts_with("{\"event\":\"opened\"") && text.contains(&format!("\"trial\":{trial},")))
    };
    logs.into_iter().find(is_log).unwrap()
}
