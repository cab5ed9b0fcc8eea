use crate::{Checked, PublishError, SigningKey, check, is_bundle, publish};
use agon_record::Run;
use std::path::Path;

const PAGE: &str = "<!doctype html><title>Runs</title>";

/// One of the runs that come with the project.
fn run() -> Run {
    Run::open(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/calibration/gym"))).unwrap()
}

fn published(place: &Path) -> (SigningKey, Checked) {
    let key = SigningKey::make(&place.join("key")).unwrap();
    publish(&[&run()], PAGE, &key, &place.join("site")).unwrap();
    let checked = check(&place.join("site"), None).unwrap();
    (key, checked)
}

#[test]
fn what_was_published_is_accepted_and_holds_the_run() {
    let place = tempfile::tempdir().unwrap();
    let (key, checked) = published(place.path());
    assert!(is_bundle(&place.path().join("site")));
    assert_eq!((checked.publisher, checked.problems), (key.public(), vec![]));
    assert_eq!(Run::open(&checked.runs[0]).unwrap().digest(), run().digest());
    assert_eq!(SigningKey::read(&place.path().join("key")).unwrap().public(), key.public());
    assert_eq!(check(&place.path().join("site"), Some(&key.public())).unwrap().problems, Vec::<String>::new());
}

#[test]
fn whatever_is_altered_is_named() {
    let place = tempfile::tempdir().unwrap();
    published(place.path());
    let site = place.path().join("site");
    let results = site.join("runs/gym/results.jsonl");
    let mut text = std::fs::read_to_string(&results).unwrap();
    text = text.replacen("\"passed\":false", "\"passed\":true", 1);
    std::fs::write(&results, text).unwrap();
    std::fs::remove_file(site.join("index.html")).unwrap();
    std::fs::write(site.join("note.txt"), "trust me").unwrap();
    let problems = check(&site, None).unwrap().problems;
    let expected = [
        "note.txt was added after it was published",
        "runs/gym/results.jsonl was changed after it was published",
        "index.html is missing",
    ];
    assert_eq!(problems, expected);
}

#[test]
fn a_manifest_that_another_signed_is_not_believed() {
    let place = tempfile::tempdir().unwrap();
    let (key, _) = published(place.path());
    let site = place.path().join("site");
    let text = std::fs::read_to_string(site.join("manifest.json")).unwrap();
    std::fs::write(site.join("manifest.json"), text.replace("\"trials\": 36", "\"trials\": 37")).unwrap();
    let altered = check(&site, None).unwrap();
    assert!(altered.runs.is_empty() && altered.problems[0].starts_with("manifest.json is not what "), "{altered:?}");
    // Somebody signs the whole anew, with a key of their own.
    let other = SigningKey::make(&place.path().join("other")).unwrap();
    publish(&[&run()], PAGE, &other, &place.path().join("copy")).unwrap();
    let copied = check(&place.path().join("copy"), Some(&key.public())).unwrap();
    assert!(copied.problems[0].starts_with("publisher.pub is not the key that was asked for"), "{copied:?}");
}

#[test]
fn nothing_is_written_over_and_odd_keys_are_told() {
    let place = tempfile::tempdir().unwrap();
    let (key, _) = published(place.path());
    let again = publish(&[&run()], PAGE, &key, &place.path().join("site"));
    assert!(matches!(again, Err(PublishError::Exists(_))));
    let twice = publish(&[&run(), &run()], PAGE, &key, &place.path().join("twice"));
    assert_eq!(twice.unwrap_err().to_string(), "two runs are called \"gym\": rename the folder of one");
    assert!(!place.path().join("twice").exists());
    std::fs::write(place.path().join("odd"), "no key").unwrap();
    let told = SigningKey::read(&place.path().join("odd")).err().unwrap().to_string();
    assert!(told.contains("cannot be used as a signing key"), "{told}");
}
