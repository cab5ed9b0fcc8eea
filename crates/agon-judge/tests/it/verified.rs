//! What `agon verify` finds: anything that was changed is named.

use crate::lab::{Lab, Shows, made, reading, wanted};
use agon_judge::Metric;
use agon_testkit::standin::Script;
use std::fs;

#[tokio::test]
async fn whatever_was_changed_is_named() {
    let lab =
        Lab::new(&[made(Shows::Frames, &["one", "two"], false), made(Shows::Text, &["done"], true)], Script::new(reading)).await;
    lab.judge(wanted(Metric::Progress)).await.unwrap();
    assert_eq!(lab.verified().await, 2);
    let log = "layers/progress/calls/0000/000000-1-0-1.jsonl";
    for (file, from, to, part) in [
        (
            "layers/progress/ratings.jsonl",
            "\"value\":2",
            "\"value\":4",
            "trial 0, attempt 1, repeat 0: ratings.jsonl says something else",
        ),
        ("layers/progress/ratings.jsonl", "by what is seen", "by luck", "ratings.jsonl says something else than the log"),
        ("layers/progress/ratings.jsonl", "\"value\":2", "\"value\":9", "9 is not on the scale of this layer: 1 to 5"),
        ("layers/progress/layer.json", "vllm/judge", "openai/x", "it belongs to another layer.json"),
        (
            "layers/progress/layer.json",
            "progress-1",
            "progress-0",
            "judged with the prompts progress-0, this agon has progress-1",
        ),
        (log, "a word appeared", "all appeared", "line 2 was changed"),
        (log, "\"value\":2", "\"value\":5", "was changed"),
    ] {
        let path = lab.path(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let problems = lab.verify().await.remove(0).problems;
        assert!(
            problems.iter().any(|problem| problem.contains(part) && problem.starts_with("layers/progress")),
            "{file}: {problems:?}"
        );
        fs::write(&path, text).unwrap();
    }
    // A log that is another trial's, one that is gone, and a rating that no log tells of.
    let other = "layers/progress/calls/0000/000001-1-0-1.jsonl";
    let (mine, theirs) = (fs::read(lab.path(log)).unwrap(), fs::read(lab.path(other)).unwrap());
    fs::write(lab.path(log), &theirs).unwrap();
    assert!(lab.verify().await[0].problems[0].contains("it is session 1 of trial 1"));
    fs::remove_file(lab.path(log)).unwrap();
    assert!(lab.verify().await[0].problems[0].contains("trial 0, attempt 1, repeat 0: it is rated, and no log tells how"));
    fs::write(lab.path(log), mine).unwrap();
    assert_eq!(lab.verified().await, 2);
}

#[tokio::test]
async fn a_layer_is_of_the_record_that_was_judged() {
    let lab = Lab::new(&[made(Shows::Frames, &["one", "two"], false)], Script::new(reading)).await;
    lab.judge(wanted(Metric::Progress)).await.unwrap();
    let other = Lab::new(&[made(Shows::Frames, &["one", "two", "three"], false)], Script::new(reading)).await;
    other.judge(wanted(Metric::Progress)).await.unwrap();
    // The log of the other run's attempt, in place of the one that was judged.
    let trial = "trials/0000/000000-1.jsonl";
    fs::copy(other.path(trial), lab.path(trial)).unwrap();
    let problems = lab.verify().await.remove(0).problems;
    assert!(problems[0].contains("the attempt that was judged is not the one that is there"), "{problems:?}");
}

/// Ratings by people and rules are layers too, and are read.
#[tokio::test]
async fn layers_of_others_are_only_read() {
    use agon_record::{LayerHead, LayerWriter, Rater, RaterKind, Rating, RatingScale};
    let lab = Lab::new(&[made(Shows::Nothing, &["one"], false)], Script::new(reading)).await;
    let rater = Rater { kind: RaterKind::Person, name: "anna".into() };
    let head = LayerHead::new(&lab.path(""), "anna", "progress", rater, RatingScale::Points { low: 1.0, high: 5.0 }).unwrap();
    LayerWriter::create(&lab.path(""), head).unwrap().add(Rating::new(0, 1, 0, 4.0.into())).unwrap();
    assert_eq!(lab.verified().await, 0);
    fs::write(lab.path("layers/anna/ratings.jsonl"), "{\"trial\":0}\n").unwrap();
    assert_eq!(lab.verify().await[0].problems.len(), 1);
}
