//! The three tiers that keep a context within bounds. The stand-in refuses what the real services would, such as a call without its
//! result, so that every request here is lawful too.

use super::{BRIEF, Sat, counted, finish, message, sit};
use agon_core::Limits;
use agon_testkit::standin::{Answer, Ask, Message};
use serde_json::{Value, json};

const LONG: usize = 4000;

/// What a worker does over and over: a long result, which can be cleared, or a long call, which cannot.
#[derive(Clone, Copy)]
enum Work {
    Read,
    Write,
}

/// How many steps were taken. Turns that are gone are not counted any more, so that the steps left tell where the work is.
fn steps(ask: &Ask) -> usize {
    let left = (1..=100).find(|left| ask.last_text().contains(&format!("You have {left} steps left")));
    left.map_or(0, |left| 100 - left)
}

fn is_summary(ask: &Ask) -> bool {
    ask.last_text().contains("about to be removed from your sight")
}

/// Does the same so many times, then the task.
fn worker(work: Work, times: usize) -> impl Fn(&Ask) -> Answer + Send + Sync + 'static {
    move |ask| {
        if is_summary(ask) {
            return Message::say("Goal: word-0. I worked on big.txt, which holds x.").using(counted(ask)).into();
        }
        let act = |name: &str, args: Value| message(name, args).using(counted(ask));
        let write = || act("write_file", json!({"path": "big.txt", "content": "x".repeat(LONG)}));
        match (steps(ask), work) {
            (0, _) => {
                let steps = json!([{"text": "note word-0 at the end", "status": "pending"}]);
                write().calling("plan", json!({"steps": steps})).into()
            }
            (done, Work::Read) if done <= times => act("read_file", json!({"path": "big.txt"})).into(),
            (done, Work::Write) if done <= times => write().into(),
            (done, _) if done == times + 1 => act("note", json!({"line": "word-0"})).into(),
            (done, _) => finish(done - times - 2),
        }
    }
}

async fn work(work: Work, context_tokens: u64, more: Value) -> Sat {
    let mut settings = json!({"context_tokens": context_tokens, "keep_turns": 2});
    settings.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    sit(settings, Limits::steps(100), worker(work, 8)).await
}

fn tiers(sat: &Sat) -> Vec<String> {
    let mut tiers: Vec<String> = sat.notes("compaction").iter().map(|note| note["tier"].as_str().unwrap().to_owned()).collect();
    tiers.dedup();
    tiers
}

fn check(sat: &Sat) {
    let row = sat.row();
    assert!(row.passed, "{row:?}, {:?}", sat.actions());
    assert!(sat.bodies().iter().all(|body| body.contains(BRIEF)), "the task is never removed");
    for note in sat.notes("compaction") {
        assert!(note["tokens_after"].as_f64() < note["tokens_before"].as_f64() && note["who"] == "main", "{note}");
    }
}

#[tokio::test]
async fn nothing_is_removed_while_there_is_room() {
    let sat = work(Work::Read, 100_000, json!({})).await;
    check(&sat);
    assert!(sat.notes("compaction").is_empty());
    assert!(sat.bodies().windows(2).all(|pair| pair[0].len() < pair[1].len()), "a context only grows");
}

/// Results of about a thousand tokens each, of which six fit.
#[tokio::test]
async fn first_old_results_are_cleared() {
    let sat = work(Work::Read, 12_000, json!({})).await;
    check(&sat);
    assert_eq!(tiers(&sat), ["clear"]);
    let bodies = sat.bodies();
    assert!(bodies.windows(2).any(|pair| pair[1].len() + LONG < pair[0].len()), "the next request is smaller");
    let last = &bodies[bodies.len() - 1];
    assert!(last.contains("xxx [cut]") && last.contains("[an older picture, no longer shown]"), "{last}");
    assert!(!last.contains("Your notes from the earlier part"));
    sat.replays().await;
}

#[tokio::test]
async fn then_older_turns_are_summarised_by_the_model() {
    let sat = work(Work::Write, 10_000, json!({"clear_at": 0.3, "summarise_at": 0.5})).await;
    check(&sat);
    assert!(tiers(&sat).contains(&"summarise".to_owned()), "{:?}", tiers(&sat));
    let bodies = sat.bodies();
    let asked = bodies.iter().position(|body| body.contains("about to be removed from your sight")).unwrap();
    let next = &bodies[asked + 1];
    assert!(next.len() < bodies[asked - 1].len(), "{} is not less than {}", next.len(), bodies[asked - 1].len());
    assert!(next.contains("I worked on big.txt, which holds x.") && next.contains("Your notes from the earlier part"));
    assert!(next.contains("[ ] note word-0 at the end"), "the plan stays: {next}");
    sat.replays().await;
}

/// A summary is not to be had: what remains is to cut off the oldest turns.
#[tokio::test]
async fn last_the_oldest_turns_are_dropped() {
    let play = worker(Work::Write, 8);
    let mute = move |ask: &Ask| match is_summary(ask) {
        true => Message::say(" ").using(counted(ask)).into(),
        false => play(ask),
    };
    let settings = json!({"context_tokens": 8000, "keep_turns": 2, "clear_at": 0.3, "summarise_at": 0.5, "truncate_at": 0.6});
    let sat = sit(settings, Limits::steps(100), mute).await;
    check(&sat);
    assert!(tiers(&sat).contains(&"truncate".to_owned()), "{:?}", tiers(&sat));
    let bodies = sat.bodies();
    let asked = bodies.iter().filter(|body| body.contains("about to be removed from your sight")).count();
    assert_eq!(asked, 1, "who has nothing to say is not asked again");
    assert!(bodies[bodies.len() - 1].contains("[ ] note word-0 at the end"), "the plan stays");
    sat.replays().await;
}

fn too_long() -> Answer {
    let body = r#"{"error": {"message": "This model's maximum context length is 300 tokens."}}"#;
    Answer::Status { code: 400, headers: Vec::new(), body: Some(body.into()) }
}

#[tokio::test]
async fn a_service_that_takes_less_than_thought_is_sent_less() {
    let play = worker(Work::Read, 6);
    let strict = move |ask: &Ask| if ask.request.body.to_string().len() > 24_000 { too_long() } else { play(ask) };
    let sat = sit(json!({}), Limits::steps(100), strict).await;
    check(&sat);
    assert_eq!(tiers(&sat), ["truncate"]);
    let bodies = sat.bodies();
    let refused = bodies.iter().position(|body| body.len() > 24_000).unwrap();
    assert!(bodies[refused + 1].len() < bodies[refused].len());
    sat.replays().await;
}

/// One result alone is more than fits: it is cut, and the task goes on.
#[tokio::test]
async fn a_single_result_that_does_not_fit_is_cut() {
    let strict = |ask: &Ask| -> Answer {
        let several = |count: usize, name: &str, args: Value| -> Answer {
            (0..count).fold(Message::default(), |all, _| all.calling(name, args.clone())).into()
        };
        match steps(ask) {
            _ if ask.request.body.to_string().len() > 40_000 => too_long(),
            // What is cut does not tell any more how many steps are left.
            _ if ask.last_text().contains("yyy [cut]") => {
                message("write_file", json!({"path": "note.txt", "content": "word-0\n"})).into()
            }
            0 => several(10, "bash", json!({"command": format!("note {}", "y".repeat(2000))})),
            10 => several(3, "read_file", json!({"path": "note.txt"})),
            done => finish(done - 14),
        }
    };
    let sat = sit(json!({}), Limits::steps(100), strict).await;
    check(&sat);
    assert!(sat.bodies().iter().any(|body| body.contains("yyy [cut]")));
}

/// Nothing that we could leave out would make it fit.
#[tokio::test]
async fn a_service_that_takes_nothing_makes_the_trial_void() {
    let sat = sit(json!({}), Limits::default(), |_| too_long()).await;
    let row = sat.row();
    assert!(!row.is_scored(), "{row:?}");
    assert!(sat.bodies().windows(2).all(|pair| pair[0] != pair[1]), "no request is sent twice");
}

/// A sub-agent's context is its own, and kept within bounds like any other.
#[tokio::test]
async fn a_sub_agents_context_is_compacted_too() {
    let play = |ask: &Ask| -> Answer {
        let act = |name: &str, args: Value| -> Answer { message(name, args).using(counted(ask)).into() };
        match (super::is_sub_agent(ask), ask.turn()) {
            (true, 0) => act("write_file", json!({"path": "big.txt", "content": "x".repeat(LONG)})),
            (true, turn) if turn < 9 => act("read_file", json!({"path": "big.txt"})),
            (true, _) => Message::say("It holds x.").using(counted(ask)).into(),
            (false, 0) => act("delegate", json!({"agent": "general", "task": "Read big.txt."})),
            (false, _) => act("done", json!({})),
        }
    };
    let sat = sit(json!({"context_tokens": 12_000, "keep_turns": 2}), Limits::default(), play).await;
    let notes = sat.notes("compaction");
    assert!(!notes.is_empty() && notes.iter().all(|note| note["who"] == "general 1" && note["tier"] == "clear"), "{notes:?}");
    let bodies = sat.bodies();
    assert!(bodies.iter().any(|body| body.contains("xxx [cut]") && body.contains("Your part of it") && body.contains(BRIEF)));
    let last = &bodies[bodies.len() - 1];
    assert!(last.contains("It holds x.") && !last.contains("xxx"), "the main agent's holds the report alone: {last}");
    sat.replays().await;
}
