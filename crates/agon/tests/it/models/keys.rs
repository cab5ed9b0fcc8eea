//! A key goes into a header and nowhere else.

use super::{PLANTED_KEY, Table, player};
use agon_testkit::standin::{Answer, Script, Storm};
use std::path::Path;

fn holds_key(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holds_key(&path));
        } else if std::fs::read(&path)
            .is_ok_and(|bytes| bytes.windows(PLANTED_KEY.len()).any(|part| part == PLANTED_KEY.as_bytes()))
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn a_planted_key_is_found_nowhere() {
    let echo = || Answer::EchoKey(500);
    for script in [
        Script::player(player::next_pair),
        Script::player(player::next_pair).struck(Storm::Every(3), echo()),
        Script::always(echo()),
        Script::always(Answer::EchoKey(400)),
        // A service that says it back in a call, in letters that are spelt out.
        Script::always(Answer::call("move", serde_json::json!({"key": PLANTED_KEY}))),
        // A service that says it back as the model's own words.
        Script::always(Answer::say(format!("Your key is {PLANTED_KEY}. ('move', 0)"))),
    ] {
        for provider in ["openai", "anthropic", "gemini"] {
            let table = Table::new(script.clone());
            let done = table.sit(provider, &["--cache", "cache"]);
            assert!(!done.out.contains(PLANTED_KEY) && !done.err.contains(PLANTED_KEY), "{}{}", done.out, done.err);
            let report = table.agon(&["report", "r", "--html", "report.html"]);
            assert_eq!(report.code, 0, "{}", report.err);
            assert_eq!(holds_key(&table.place.path("")), Vec::<String>::new(), "{provider}");
        }
    }
}

#[test]
fn a_key_may_come_from_a_file_and_its_absence_is_told() {
    let table = Table::new(Script::player(player::next_pair));
    let sit = |table: &Table| {
        let mut command =
            table.place.command(&["run", "gym/maze-2d/easy@0", "-m", "openai/x", "--set", "observation=text", "--out", "r"]);
        command.env_remove("OPENAI_API_KEY").env("OPENAI_BASE_URL", table.server.url());
        crate::support::Done::of(command.output().unwrap())
    };
    let done = sit(&table);
    assert_eq!(done.code, 2);
    assert!(
        done.err.contains("agent openai/x: openai needs a key: set OPENAI_API_KEY in the environment or in a .env file"),
        "{}",
        done.err
    );
    table.place.write(".env", "OPENAI_API_KEY=sk-from-a-file\n");
    assert_eq!(sit(&table).code, 0);
    assert_eq!(table.server.requests()[0].key(), Some("sk-from-a-file"));
}
