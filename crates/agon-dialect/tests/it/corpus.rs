//! Replies as models print them, and what each comes to. The files are also where mutations start from.

use crate::support::{read, view};
use agon_core::Call;
use agon_dialect::{DIALECTS, Said, dialect};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The replies of a dialect by name: a text, or a JSON list of tool calls.
pub(crate) fn replies(name: &str) -> Vec<(String, Said)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join(name))
        .unwrap_or_else(|error| panic!("tests/corpus/{name} must hold a few replies: {error}"))
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let reply = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let said = match path.extension().is_some_and(|extension| extension == "json") {
            true => Said::calls(serde_json::from_str::<Vec<Call>>(&text).unwrap_or_else(|error| panic!("{file}: {error}"))),
            false => Said::text(text),
        };
        (file, said)
    };
    files.into_iter().map(reply).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

#[test]
fn every_reply_is_read_as_it_was() {
    for dialect in DIALECTS {
        let mut text = String::new();
        for (file, said) in replies(dialect.name()) {
            let reading = read(*dialect, &said, &view());
            writeln!(text, "{file}").unwrap();
            for action in &reading.actions {
                writeln!(text, "  {}", serde_json::to_string(action).unwrap()).unwrap();
            }
            if !reading.together.is_empty() {
                writeln!(text, "  together {:?}", reading.together).unwrap();
            }
            if let Some(problem) = reading.problem {
                writeln!(text, "  problem: {problem}").unwrap();
            }
        }
        insta::assert_snapshot!(format!("corpus_{}", dialect.name()), text);
    }
}

#[test]
fn every_folder_is_a_dialects_and_shows_both_kinds_of_reply() {
    for folder in std::fs::read_dir(root()).unwrap() {
        let name = folder.unwrap().file_name().to_string_lossy().into_owned();
        assert!(dialect(&name).is_some(), "tests/corpus/{name} belongs to no dialect");
    }
    for dialect in DIALECTS {
        let readings: Vec<_> = replies(dialect.name()).iter().map(|(_, said)| read(*dialect, said, &view())).collect();
        assert!(readings.iter().any(|reading| reading.problem.is_none()), "{} has no reply that can be read", dialect.name());
        assert!(readings.iter().any(|reading| reading.problem.is_some()), "{} has no reply that cannot be read", dialect.name());
    }
}
