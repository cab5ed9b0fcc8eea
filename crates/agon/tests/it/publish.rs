//! Runs are published, checked by readers, and carry the canary.

use crate::support::TestFolder;
use std::path::Path;

#[test]
fn published_runs_are_verified_by_readers_and_what_is_altered_is_named() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0-2", "-a", "oracle"], "r");
    let published = place.agon(&["publish", "r", "-o", "site"]);
    assert_eq!(published.code, 0, "{}", published.err);
    let key = published.err.split("--publisher ").nth(1).unwrap().trim().to_owned();
    let verified = place.agon(&["verify", "site", "--publisher", &key]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    assert!(verified.out.contains("3 of 3 scored trials of site/runs/r verified, 0 differ"), "{}", verified.out);
    // The key is made once.
    assert_eq!(place.agon(&["publish", "r", "-o", "again"]).code, 0);
    assert_eq!(place.agon(&["verify", "again", "--publisher", &key]).code, 0);

    let manifest = place.path("site/runs/r/run.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("oracle", "oracie")).unwrap();
    let altered = place.agon(&["verify", "site"]);
    assert_eq!((altered.code, altered.out.lines().next()), (1, Some("runs/r/run.json was changed after it was published")));
}

#[test]
fn publishing_asks_for_what_it_needs() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "oracle"], "r");
    place.write("key", "no key");
    let odd = place.agon(&["publish", "r", "-o", "site", "--key", "key"]);
    assert_eq!(odd.code, 2, "{}", odd.err);
    assert!(odd.err.contains("key cannot be used as a signing key"), "{}", odd.err);
    let unsigned = place.agon(&["verify", "r", "--publisher", "RWQ"]);
    assert_eq!(unsigned.code, 2, "{}", unsigned.err);
    assert!(unsigned.err.contains("r was not written by `agon publish`"), "{}", unsigned.err);
}

#[test]
fn every_task_file_has_the_canary() {
    let mut waiting = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites")];
    let mut files = 0;
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                files += 1;
                let first = std::fs::read_to_string(&path).unwrap();
                let first = first.lines().next().unwrap_or_default();
                assert!(first.starts_with('#') && first.ends_with(agon_core::CANARY), "{} has no canary", path.display());
            }
        }
    }
    assert!(files > 300, "{files} files");
}
