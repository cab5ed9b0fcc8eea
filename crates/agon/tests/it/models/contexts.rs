//! How much of the past a model sees.

use super::{Table, player};
use agon_core::Event;
use agon_testkit::standin::{Answer, Message, Script, Usage};

fn messages(table: &Table) -> Vec<usize> {
    table.server.requests().iter().map(|request| request.body["messages"].as_array().unwrap().len() - 1).collect()
}

fn walk(table: &Table, more: &[&str]) {
    let usual = ["run", "gym/maze-2d/easy@0", "-m", "openai/player", "--set", "observation=text", "--out", "r"];
    let done = table.agon(&[&usual[..], more].concat());
    assert_eq!(done.code, 0, "{}", done.err);
}

#[test]
fn a_window_holds_the_last_turns_and_always_the_task() {
    for (history, most) in [("1", 1), ("2", 3), ("4", 7), ("all", usize::MAX)] {
        let table = Table::new(Script::player(player::next_pair));
        walk(&table, &["-M", &format!("history={history}")]);
        let counts = messages(&table);
        assert!(counts.len() > 5);
        for (turn, count) in counts.iter().enumerate() {
            assert_eq!(*count, (2 * turn + 1).min(most), "{history}, turn {turn}");
        }
        for request in table.server.requests() {
            let first = request.body["messages"][1]["content"].to_string();
            assert!(first.contains("Find your way"), "{history}: {first}");
        }
    }
}

#[test]
fn the_goal_is_shown_in_every_window() {
    let table = Table::new(Script::always(Answer::say("('move', 0)")));
    let args =
        ["run", "gym/maze-2d/easy@0", "-m", "openai/x", "-M", "history=1", "--set", "goal=true", "--steps", "3", "--out", "r"];
    assert_eq!(table.agon(&args).code, 0);
    for request in table.server.requests() {
        assert_eq!(request.body.to_string().matches("image_url\":{").count(), 2, "the screen and the goal");
    }
}

/// The text form tells the goal in the first observation's text alone.
#[test]
fn the_goal_is_told_in_every_window_of_texts() {
    let table = Table::new(Script::always(Answer::say("('move', 0)")));
    walk(&table, &["-M", "history=2", "--set", "goal=true", "--steps", "5"]);
    for request in table.server.requests() {
        assert_eq!(request.body.to_string().matches("Goal:").count(), 1, "{}", request.body);
    }
}

/// Old pictures go first, then old turns are summarised, then dropped; the model always sees the present.
#[test]
fn a_long_conversation_is_kept_within_its_bound() {
    let count = |ask: &agon_testkit::standin::Ask| {
        let text: usize = ask.said.iter().map(|said| said.text.len()).sum();
        let pictures: usize = ask.said.iter().map(|said| said.pictures).sum();
        (text / 4 + pictures * 800) as u64
    };
    let table = Table::new(Script::new(move |ask| {
        let text =
            if ask.last_text().contains("about to be removed") { "Goal: the target. I went right." } else { "('move', 0)" };
        Message::say(text).using(Usage { input: count(ask), output: 5, ..Usage::default() }).into()
    }));
    let args = ["run", "gym/maze-2d/easy@0", "-m", "openai/x", "--out", "r", "--steps", "20"];
    let done = table.agon(&[&args[..], &["-M", "context_tokens=3500", "-M", "keep_turns=2"]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let requests = table.server.requests();
    let pictures = |body: &serde_json::Value| body.to_string().matches("image_url\":{").count();
    assert!(requests.iter().all(|request| pictures(&request.body) <= 4), "no request holds more than fits");
    let bodies: Vec<String> = requests.iter().map(|request| request.body.to_string()).collect();
    assert!(bodies.iter().any(|body| body.contains("an older picture, no longer shown")), "the first tier");
    let asked = bodies.iter().filter(|body| body.contains("about to be removed")).count();
    assert!(asked > 0, "the second tier");
    assert!(bodies.iter().any(|body| body.contains("Your notes from the earlier part") && body.contains("I went right")));
    assert_eq!(requests.len(), 20 + asked);
    let done = table.agon(&["verify", "r"]);
    assert_eq!(done.code, 0, "{}", done.out);
}

#[test]
fn a_service_that_takes_less_is_told_less() {
    let table = Table::new(Script::new(|ask| match ask.turn() {
        0..=3 => Answer::say("('move', 0)"),
        _ => Answer::Status {
            code: 400,
            headers: Vec::new(),
            body: Some(r#"{"error": {"message": "This model's maximum context length is 300 tokens."}}"#.into()),
        },
    }));
    walk(&table, &["--steps", "12"]);
    assert!(messages(&table).iter().all(|count| *count <= 9));
    assert_eq!(table.outcome(), (0, 0), "a long conversation is no fault");
    let done = table.agon(&["verify", "r"]);
    assert_eq!(done.code, 0, "what the service would not take is part of the record: {}", done.out);
}

#[test]
fn a_request_that_is_too_long_is_not_sent_a_second_time() {
    // It takes less from the ninth step on, when most turns are out of the window anyway.
    let table = Table::new(Script::new(|ask| {
        let is_late = (1..=4).any(|left| ask.last_text().contains(&format!("You have {left} step")));
        if !is_late || ask.turn() == 0 {
            return Answer::say("('move', 0)");
        }
        let body = r#"{"error": {"message": "This model's maximum context length is 300 tokens."}}"#;
        Answer::Status { code: 400, headers: Vec::new(), body: Some(body.into()) }
    }));
    walk(&table, &["--steps", "12", "-M", "history=3"]);
    let bodies: Vec<String> = table.server.requests().iter().map(|request| request.body.to_string()).collect();
    assert!(bodies.len() > 12, "some were too long");
    assert!(bodies.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn a_model_with_nothing_to_summarise_is_asked_once() {
    let table = Table::new(Script::new(|ask| {
        if ask.last_text().contains("about to be removed") { Message::say(" ") } else { Message::say("('move', 0)") }.into()
    }));
    walk(&table, &["--steps", "20", "-M", "context_tokens=900", "-M", "keep_turns=2"]);
    let requests = table.server.requests();
    let asked = requests.iter().filter(|request| request.body.to_string().contains("about to be removed")).count();
    assert_eq!(asked, 1);
}

/// The record of a pair grows with what is new, not with all that was said before.
#[test]
fn each_of_two_models_has_its_own_thread_in_the_record() {
    let table = Table::new(Script::new(|ask| match ask.model.as_str() {
        "eyes" => Answer::say("('move', 0)"),
        _ => Answer::say("Step to the right."),
    }));
    walk(&table, &["--steps", "6", "-M", r#"grounder={"model": "vllm/eyes", "dialect": "pair"}"#]);
    let log = table.place.open("r").attempt(0, 1).unwrap();
    let notes = log.events.iter().filter_map(|event| match event {
        Event::Note { kind, content } if kind == "model" => Some(content),
        _ => None,
    });
    let planned: Vec<_> = notes.filter(|note| note["who"] == "planner").collect();
    assert_eq!(planned.len(), 6);
    for (turn, note) in planned.iter().enumerate() {
        let request = &note["request"];
        assert_eq!(request["same"], (2 * turn).saturating_sub(1), "{request}");
        assert_eq!(request["system"].is_string(), turn == 0);
    }
    let done = table.agon(&["verify", "r"]);
    assert_eq!(done.code, 0, "{}", done.out);
}
