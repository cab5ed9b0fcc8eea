//! People's notes, and who may write them.

use super::Viewed;
use crate::support::TestFolder;
use serde_json::json;
use std::fs;

#[test]
fn notes_are_kept_beside_the_record() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "oracle"], "runs/r");
    let before = place.open("runs/r").digest();
    let view = Viewed::of(&place, "runs");
    let note = json!({"trial": 0, "attempt": 1, "step": 2, "text": "<b>why</b> left?", "by": "Ada"});
    let (status, kept) = view.post("/api/runs/r/notes", &note);
    assert_eq!(status, 200, "{kept}");
    let notes = view.json("/api/runs/r/notes");
    assert_eq!((&notes[0]["text"], &notes[0]["step"], &notes[0]["by"]), (&"<b>why</b> left?".into(), &2.into(), &"Ada".into()));
    assert_eq!(place.open("runs/r").digest(), before, "the record is the same");
    assert!(place.agon(&["verify", "runs/r"]).code == 0);

    let refused = |note: serde_json::Value| view.post("/api/runs/r/notes", &note).0;
    assert_eq!(refused(json!({"trial": 9, "attempt": 1, "step": null, "text": "x"})), 404);
    assert_eq!(refused(json!({"trial": 0, "attempt": 1, "step": null, "text": " \n"})), 400);
    assert_eq!(refused(json!({"trial": 0})), 400);
    assert_eq!(refused(json!({"trial": 0, "attempt": 1, "step": null, "text": "x".repeat(20_000)})), 413);
    assert_eq!(fs::read_to_string(place.path("runs/r/notes.jsonl")).unwrap().lines().count(), 1);
}

/// A page elsewhere can make a browser send requests, but neither read the key nor send its header, nor hide where it comes from.
#[test]
fn pages_elsewhere_change_nothing() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "noop"], "runs/r");
    let view = Viewed::with(&place, &["runs", "--control"]);
    let key = view.json("/api/session")["page_key"].as_str().unwrap().to_owned();
    let own = format!("http://{}", view.address);
    let note = json!({"trial": 0, "attempt": 1, "step": null, "text": "x"}).to_string();
    let control = json!({"control": "stop"}).to_string();
    for (path, body) in [("/api/runs/r/notes", &note), ("/api/runs/r/control", &control)] {
        let sent = |origin: &str, key: &str| view.posted(path, body, &[("Origin", origin), ("X-Agon-Page-Key", key)]).0;
        assert_eq!(sent("http://elsewhere.example", &key), 403);
        assert_eq!(sent("null", &key), 403);
        assert_eq!(sent(&own, "0000"), 403);
        assert_eq!(view.posted(path, body, &[("Origin", &own)]).0, 403);
        assert_eq!(view.posted(path, body, &[("Host", "elsewhere.example"), ("X-Agon-Page-Key", &key)]).0, 403);
    }
    assert!(!place.path("runs/r/notes.jsonl").exists() && !place.path("runs/r/control.json").exists());
}
