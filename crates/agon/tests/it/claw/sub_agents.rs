//! Sub-agents: the same seat and limits, a context of their own.

use super::{BRIEF, call, finish, is_sub_agent, message, sit};
use agon_core::{Ending, Limit, Limits};
use agon_testkit::standin::Answer;
use serde_json::json;

fn delegate(agent: &str, task: &str) -> Answer {
    call("delegate", json!({"agent": agent, "task": task}))
}

#[tokio::test]
async fn a_general_sub_agent_does_a_part_and_reports() {
    let sat = sit(json!({}), Limits::default(), |ask| match (is_sub_agent(ask), ask.turn()) {
        (true, 0) => call("note", json!({"line": "word-0"})),
        (true, _) => Answer::say("I noted word-0."),
        (false, 0) => delegate("general", "Note the word."),
        (false, turn) => finish(turn - 1),
    })
    .await;
    let row = sat.row();
    assert!(row.passed, "{row:?}");
    assert_eq!(sat.actions(), ["call", "click", "answer", "done"], "its steps are the agent's");
    let bodies = sat.bodies();
    assert!(bodies[1].contains("Your part of it") && bodies[1].contains("Note the word.") && bodies[1].contains(BRIEF));
    assert!(
        !bodies[1].contains("\"name\":\"delegate\"") && !bodies[1].contains("\"name\":\"done\""),
        "what is not its own is not offered"
    );
    assert!(bodies[3].contains("reports (turns: 2, steps: 1)") && bodies[3].contains("I noted word-0."), "{}", bodies[3]);
    assert!(!bodies[3].contains("Your part of it"), "its conversation stays its own");
    let callers: Vec<_> = sat.notes("model").iter().map(|note| note["who"].as_str().unwrap().to_owned()).collect();
    assert_eq!(callers, ["main", "general 1", "general 1", "main", "main", "main"]);
    let events: Vec<_> = sat.notes("sub_agent").iter().map(|note| (note["event"].clone(), note["outcome"].clone())).collect();
    assert_eq!(events, [(json!("began"), json!(null)), (json!("ended"), json!("reported"))]);
    let spent = &row.totals.usage_by;
    assert_eq!(spent.keys().collect::<Vec<_>>(), ["general", "main"]);
    assert_eq!(spent.values().map(|usage| usage.tokens()).sum::<u64>(), row.totals.usage.tokens(), "all of it counts");
    sat.replays().await;
}

#[tokio::test]
async fn an_explorer_can_only_look() {
    let sat = sit(json!({}), Limits::default(), |ask| match (is_sub_agent(ask), ask.turn()) {
        (true, 0) => message("bash", json!({"command": "note evil"}))
            .calling("write_file", json!({"path": "note.txt", "content": "evil\n"}))
            .calling("note", json!({"line": "evil"}))
            .calling("click", json!({"x": 12, "y": 12}))
            .calling("type", json!({"text": "evil"}))
            .calling("done", json!({}))
            .into(),
        (true, 1) => message("read_file", json!({"path": "note.txt"})).calling("screenshot", json!({})).into(),
        (true, _) => Answer::say("It holds word-0."),
        (false, 0) => call("note", json!({"line": "word-0"})),
        (false, 1) => delegate("explore", "What does note.txt hold?"),
        (false, turn) => finish(turn - 2),
    })
    .await;
    let row = sat.row();
    assert!(row.passed, "nothing was changed: {row:?}");
    let expected =
        ["call", "unread", "unread", "unread", "unread", "unread", "unread", "read_file", "wait", "click", "answer", "done"];
    assert_eq!(sat.actions(), expected);
    assert_eq!(sat.notes("protocol").len(), 6);
    let looked = &sat.bodies()[4];
    assert!(looked.contains("image_url\":{") && looked.contains("word-0"), "{looked}");
    sat.replays().await;
}

#[tokio::test]
async fn a_model_without_eyes_works_the_screen_through_one_that_has_them() {
    let settings = json!({"vision": false, "gui": {"model": "vllm/eyes"}});
    let sat = sit(settings, Limits::default(), |ask| match (ask.model.as_str(), ask.turn()) {
        ("eyes", 0) => call("click", json!({"x": 12, "y": 12})),
        ("eyes", _) => Answer::say("The button is dark now."),
        (_, 0) => delegate("gui", "Press the button."),
        (_, 1) => call("note", json!({"line": "word-0"})),
        (_, turn) => finish(turn - 1),
    })
    .await;
    let row = sat.row();
    assert!(row.passed, "{row:?}");
    assert_eq!(sat.actions(), ["click", "call", "answer", "done"]);
    assert!(sat.bodies_of("player").iter().all(|body| !body.contains("image_url\":{")), "it is sent no pictures");
    let eyes = sat.bodies_of("eyes");
    assert!(eyes.len() == 2 && eyes.iter().all(|body| body.contains("image_url\":{") && body.contains(BRIEF)));
    assert!(
        !eyes[0].contains("\"name\":\"bash\"") && eyes[0].contains("\"name\":\"click\""),
        "it has the screen and nothing else"
    );
    assert_eq!(row.totals.usage_by.keys().collect::<Vec<_>>(), ["gui", "main"]);
    sat.replays().await;
}

#[tokio::test]
async fn a_sub_agent_that_uses_up_its_turns_is_stopped() {
    let sat = sit(json!({"sub_agent_turns": 3}), Limits::default(), |ask| match (is_sub_agent(ask), ask.turn()) {
        (true, 0) => call("note", json!({"line": "word-0"})),
        (true, _) => message("list_files", json!({"path": "."})).into(),
        (false, 0) => delegate("general", "Note the word, and go on for ever."),
        (false, turn) => finish(turn - 1),
    })
    .await;
    let row = sat.row();
    assert!(row.passed, "{row:?}");
    assert_eq!(sat.actions(), ["call", "list_files", "click", "answer", "done"], "the calls of its last turn are not done");
    let bodies = sat.bodies();
    assert!(bodies[3].contains("This is your last turn") && !bodies[2].contains("This is your last turn"));
    assert!(bodies[4].contains("used up its 3 turns and gave no report (steps: 2)"), "{}", bodies[4]);
    assert_eq!(sat.notes("sub_agent")[1]["outcome"], "out_of_turns");
    sat.replays().await;
}

#[tokio::test]
async fn a_limit_that_is_reached_inside_a_sub_agent_ends_the_trial() {
    let sat = sit(json!({}), Limits::steps(3), |ask| match is_sub_agent(ask) {
        true => call("list_files", json!({"path": "."})),
        false => delegate("general", "Look around."),
    })
    .await;
    let row = sat.row();
    assert_eq!((row.ending.clone(), row.is_scored(), row.passed), (Some(Ending::Truncated { limit: Limit::Steps }), true, false));
    assert_eq!(sat.actions(), ["list_files"; 3]);
    assert_eq!(sat.bodies().len(), 4, "nobody is asked after the end");
    assert_eq!(sat.notes("sub_agent")[1]["outcome"], "trial_over");
    sat.replays().await;
}

#[tokio::test]
async fn a_sub_agent_cannot_delegate() {
    let sat = sit(json!({"sub_agent_turns": 4}), Limits::default(), |ask| match (is_sub_agent(ask), ask.turn()) {
        (true, 0) => delegate("general", "Do it for me."),
        (true, _) => Answer::say("I could not."),
        (false, 0) => delegate("general", "Note the word."),
        (false, _) => call("done", json!({})),
    })
    .await;
    assert_eq!(sat.actions(), ["unread", "done"]);
    assert!(sat.bodies()[2].contains("a sub-agent cannot delegate"), "{}", sat.bodies()[2]);
    assert_eq!(sat.notes("sub_agent").len(), 2, "there was one sub-agent");
    assert_eq!(sat.row().ending, Some(Ending::Done));
}

/// The service of a sub-agent's model is as much a service as that of the main one.
#[tokio::test]
async fn an_outage_inside_a_sub_agent_makes_the_trial_void() {
    let sat = sit(json!({}), Limits::default(), |ask| match is_sub_agent(ask) {
        true => Answer::status(500),
        false => delegate("general", "Note the word."),
    })
    .await;
    let row = sat.row();
    assert!(!row.is_scored() && row.void.is_some(), "{row:?}");
}
