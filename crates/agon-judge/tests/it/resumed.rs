//! Stopped, killed, out of money, or asked again: only what is missing is asked.

use crate::lab::{Lab, Shows, made, reading, tool, wanted};
use agon_judge::Metric;
use agon_testkit::standin::Script;
use std::time::Duration;
use tokio::sync::watch;

#[tokio::test]
async fn a_layer_that_was_stopped_goes_on_where_it_was() {
    let words: Vec<String> = (0..6).map(|word| format!("w{word}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let trials = [made(Shows::Frames, &words, false), made(Shows::Frames, &words, false)];
    // Every answer but the first few hangs.
    let hanging = Script::new(move |ask| if ask.number < 5 { reading(ask) } else { reading(ask).slow(Duration::from_secs(600)) });
    let lab = Lab::new(&trials, hanging).await;
    let (stop, stopped) = watch::channel(false);
    let (judged, ()) = tokio::join!(lab.judge_until(wanted(Metric::Progress), stopped), async {
        // Two hang, so that five were answered; what was answered last is written down before the next is asked.
        lab.server.wait_for(7).await;
        stop.send(true).unwrap();
    });
    let judged = judged.unwrap();
    assert!(judged.stopped && judged.rated == 0, "{judged:?}");
    let lab = lab.with(Script::new(reading)).await;
    let judged = lab.judge(wanted(Metric::Progress)).await.unwrap();
    assert_eq!((judged.rated, judged.asked), (2, 2));
    assert_eq!(lab.server.count(), 2 * 7 - 5, "what was answered is not asked again");
    assert_eq!(lab.verified().await, 2);
    let again = lab.judge(wanted(Metric::Progress)).await.unwrap();
    assert_eq!((again.rated, again.asked, lab.server.count()), (2, 0, 9));
    // What a layer made at one go says.
    let mut whole = wanted(Metric::Progress);
    whole.name = "whole";
    lab.judge(whole).await.unwrap();
    let plain = |name: &str| {
        lab.layer(name).ratings.into_iter().map(|rating| agon_record::Rating { usage: None, ..rating }).collect::<Vec<_>>()
    };
    assert_eq!(plain("progress"), plain("whole"));
}

#[tokio::test]
async fn a_log_whose_rating_was_not_written_is_the_truth() {
    let lab =
        Lab::new(&[made(Shows::Nothing, &["one"], false), made(Shows::Nothing, &["done"], true)], Script::new(reading)).await;
    lab.judge(wanted(Metric::Progress)).await.unwrap();
    let path = lab.path("layers/progress/ratings.jsonl");
    let bytes = std::fs::read(&path).unwrap();
    let half = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 20;
    std::fs::write(&path, &bytes[..half]).unwrap();
    assert!(!lab.verify().await[0].problems.is_empty());
    let judged = lab.judge(wanted(Metric::Progress)).await.unwrap();
    assert_eq!((judged.rated, judged.asked, lab.server.count()), (2, 0, 2));
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "the same bytes");
}

#[tokio::test]
async fn no_more_is_spent_than_may_be_and_the_rest_is_missing() {
    let trials: Vec<_> = (0..12).map(|_| made(Shows::Nothing, &["one"], false)).collect();
    let lab = Lab::new(&trials, Script::new(reading)).await;
    let mut bounded = wanted(Metric::Progress);
    let first = lab.judge(wanted(Metric::Progress)).await.unwrap();
    let each = first.usage.cost_usd / 12.0;
    (bounded.name, bounded.max_cost_usd) = ("bounded", Some(each * 5.5));
    let judged = lab.judge(bounded).await.unwrap();
    assert!(judged.budget_used_up && (5..12).contains(&judged.rated), "{judged:?}");
    assert_eq!(judged.void, 0, "what nobody was asked about is missing, not void");
    // Calls that were under way are paid: at most one for each that goes at a time.
    assert!(judged.usage.cost_usd <= each * (5.5 + 4.0), "{judged:?}");
    assert_eq!(lab.verified().await, 12 + judged.rated);
    let mut more = wanted(Metric::Progress);
    (more.name, more.max_cost_usd) = ("bounded", Some(each * 100.0));
    let rest = lab.judge(more).await.unwrap();
    assert_eq!((rest.rated, rest.asked), (12, 12 - judged.rated));
}

#[tokio::test]
async fn identical_questions_come_from_the_cache_and_cost_nothing() {
    let lab = Lab::new(&[made(Shows::Frames, &["one", "done"], true)], Script::new(reading)).await;
    let cached = |name| {
        let mut cached = wanted(Metric::Progress);
        (cached.name, cached.has_cache) = (name, true);
        cached
    };
    lab.judge(cached("first")).await.unwrap();
    assert_eq!(lab.server.count(), 3);
    let again = lab.judge(cached("second")).await.unwrap();
    assert_eq!((lab.server.count(), again.usage.cost_usd), (3, 0.0));
    let mut twice = cached("third");
    twice.spec.repeats = 2;
    lab.judge(twice).await.unwrap();
    assert_eq!(lab.server.count(), 6, "a repeat is another opinion");
    assert_eq!(lab.verified().await, 4);
}

#[tokio::test]
async fn a_layer_is_gone_on_with_as_it_was_begun() {
    let lab = Lab::new(
        &[made(Shows::Nothing, &["one"], false)],
        Script::new(|ask| match tool(ask).as_str() {
            "write_card" => agon_testkit::standin::Answer::status(500),
            _ => reading(ask),
        }),
    )
    .await;
    lab.judge(wanted(Metric::Progress)).await.unwrap();
    let mut repeated = wanted(Metric::Progress);
    repeated.spec.repeats = 3;
    let mut warmer = wanted(Metric::Progress);
    warmer.spec.options.temperature = Some(1.0);
    let mut causes = wanted(Metric::Causes);
    causes.name = "progress";
    for (other, word) in [(repeated, "repeats"), (warmer, "judge settings"), (causes, "metric")] {
        let problem = lab.judge(other).await.unwrap_err().to_string();
        assert!(problem.contains(&format!("was made with another {word}; choose another --name")), "{problem}");
    }
}
