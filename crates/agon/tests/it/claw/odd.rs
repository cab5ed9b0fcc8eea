//! Replies that nobody wants: they cost a step and get a sentence, and every trial comes to an end.

use super::{BRIEF, call, finish, message, sit};
use agon_core::{Ending, Limit, Limits};
use agon_testkit::standin::{Answer, Message, Stop};
use serde_json::json;

#[tokio::test]
async fn unknown_tools_and_malformed_arguments_are_told_and_the_rest_is_done() {
    let sat = sit(json!({}), Limits::default(), |ask| match ask.turn() {
        0 => message("fly", json!({"to": "the moon"}))
            .calling("click", json!({"x": "left", "y": [1]}))
            .calling("plan", json!({"steps": "all"}))
            .calling("delegate", json!({"agent": "boss", "task": "x"}))
            .calling("note", json!({"line": "word-0"}))
            .into(),
        turn => finish(turn - 1),
    })
    .await;
    let row = sat.row();
    assert!(row.passed, "{row:?}");
    assert_eq!(sat.actions(), ["unread", "unread", "unread", "unread", "call", "click", "answer", "done"]);
    let told = &sat.bodies()[1];
    for part in [
        "there is no tool 'fly' here; there are: ",
        "click: ",
        "steps must be a list",
        "'agent' must be one of: general, explore",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert_eq!(sat.notes("protocol").len(), 4);
    sat.replays().await;
}

#[tokio::test]
async fn a_model_that_calls_nothing_is_reminded_so_often_and_no_more() {
    for (reminders, asked) in [(0, 1), (2, 3)] {
        let sat = sit(json!({"reminders": reminders}), Limits::default(), |_| Answer::say("I would rather talk.")).await;
        let row = sat.row();
        assert_eq!((row.ending.clone(), row.is_scored(), row.passed), (Some(Ending::Left), true, false));
        assert_eq!(sat.bodies().len(), asked);
        assert_eq!(sat.actions(), vec!["unread"; asked - 1], "each costs a step");
        assert!(
            sat.bodies().iter().skip(1).all(|body| body.contains("Nothing happens without a tool call") && body.contains(BRIEF))
        );
        sat.replays().await;
    }
}

#[tokio::test]
async fn a_reminder_brings_a_model_back_and_the_count_begins_anew() {
    let sat = sit(json!({"reminders": 1}), Limits::default(), |ask| match ask.turn() {
        0 | 2 => Message::say("Let me think").stopping(Stop::Length).into(),
        1 => call("note", json!({"line": "word-0"})),
        3 => call("click", json!({"x": 12, "y": 12})),
        4 => call("answer", json!({"value": 1})),
        _ => Answer::say("All is there.\nDONE"),
    })
    .await;
    let row = sat.row();
    assert!(row.passed, "{row:?}");
    assert_eq!(sat.actions(), ["unread", "call", "unread", "click", "answer", "done"]);
    assert!(
        sat.bodies()[1].contains("cut off at the limit of tokens") || sat.notes("protocol")[0].to_string().contains("cut off")
    );
}

#[tokio::test]
async fn who_only_plans_comes_to_an_end() {
    let steps = json!([{"text": "plan more", "status": "in_progress"}]);
    let sat = sit(json!({}), Limits::steps(5), move |_| call("plan", json!({"steps": steps}))).await;
    assert_eq!(sat.row().ending, Some(Ending::Truncated { limit: Limit::Steps }));
    assert_eq!(sat.actions(), ["unread"; 5]);
    assert_eq!(sat.bodies().len(), 8, "three plans are free");
}

#[tokio::test]
async fn what_is_called_after_the_end_is_not_done() {
    let sat =
        sit(json!({}), Limits::default(), |_| message("done", json!({})).calling("note", json!({"line": "late"})).into()).await;
    assert_eq!(sat.actions(), ["done"]);
    assert_eq!(sat.row().ending, Some(Ending::Done));
    let many = sit(json!({}), Limits::steps(200), |ask| match ask.turn() {
        0 => (0..70).fold(Message::default(), |all, _| all.calling("list_files", json!({"path": "."}))).into(),
        _ => call("done", json!({})),
    })
    .await;
    assert_eq!(many.actions().len(), 65, "64 calls of one reply, and the end");
    assert!(many.bodies()[1].contains("at most 64 calls of one reply are"));
}
