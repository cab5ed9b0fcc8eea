//! Services that do not work. Whatever they do, the run ends, and no fault of theirs becomes a score.

use super::{Table, player};
use agon_core::Cause;
use agon_testkit::standin::{After, Answer, Break, Script, Storm};
use std::time::Duration;

fn player() -> Script {
    Script::player(player::next_pair)
}

/// Services that err now and then are asked again, and the models behind them sit as if nothing had been.
fn what_passes_is_waited_for(provider: &str) {
    let stream = &["-M", "stream=true"][..];
    let broken = |how| Answer::say("('move', 0)").broken(After::Events(1), how);
    for (what, bad, more) in [
        ("429 with Retry-After", Answer::retry_after(429, 0), &[][..]),
        ("429 without", Answer::status(429), &[]),
        ("500", Answer::status(500), &[]),
        ("503 with Retry-After", Answer::retry_after(503, 1), &[]),
        ("a reset", Answer::Reset, &[]),
        ("a reset in the stream", broken(Break::Reset), stream),
        ("a stream cut off", broken(Break::Close), stream),
        ("an error in the stream", broken(Break::Error), stream),
        (
            "a stream that stands still",
            broken(Break::Stall(Duration::from_secs(30))),
            &["-M", "stream=true", "-M", "idle_secs=0.2"],
        ),
        ("a stall", Answer::Stall(Duration::from_secs(30)), &["-M", "timeout_secs=0.3"]),
        ("JSON cut off", Answer::TruncatedJson, &[]),
        ("a page of HTML", Answer::WrongContentType, &[]),
        ("an empty answer", Answer::EmptyChoices, &[]),
        ("half an answer", Answer::say("('move', 0)").broken(After::Bytes(30), Break::Close), &[]),
    ] {
        let table = Table::new(player().struck(Storm::Every(5), bad));
        let done = table.sit(provider, more);
        // An answer without a word is one that Anthropic's models may give; it costs them a step.
        if what != "an empty answer" || provider != "anthropic" {
            assert_eq!(table.outcome(), (3, 0), "{what}: {}", done.err);
        }
        assert_eq!(done.code, 0, "{what}: {}", done.err);
    }
}

#[test]
fn openai_chat_has_bad_days() {
    what_passes_is_waited_for("openai");
    what_does_not_pass_is_void_and_says_why("openai");
}

#[test]
fn openai_responses_has_bad_days() {
    what_passes_is_waited_for("openai-responses");
    what_does_not_pass_is_void_and_says_why("openai-responses");
}

#[test]
fn anthropic_has_bad_days() {
    what_passes_is_waited_for("anthropic");
    what_does_not_pass_is_void_and_says_why("anthropic");
}

#[test]
fn gemini_has_bad_days() {
    what_passes_is_waited_for("gemini");
    what_does_not_pass_is_void_and_says_why("gemini");
}

/// Services that never work make every trial void, and the report says why.
fn what_does_not_pass_is_void_and_says_why(provider: &str) {
    for (what, bad, more, why) in [
        ("429", Answer::retry_after(429, 0), &[][..], "HTTP 429"),
        ("a long Retry-After", Answer::retry_after(429, 3600), &["-M", "give_up_secs=5"], "HTTP 429"),
        ("500", Answer::status(500), &[], "HTTP 500"),
        ("a reset", Answer::Reset, &[], "the connection broke"),
        ("a stall", Answer::Stall(Duration::from_secs(30)), &["-M", "timeout_secs=0.2"], "no whole answer within 0.2 s"),
        ("JSON cut off", Answer::TruncatedJson, &[], "is not whole JSON"),
        ("a page of HTML", Answer::WrongContentType, &[], "text/html"),
        ("an empty answer", Answer::EmptyChoices, &[], "the answer has"),
        ("50 MB", Answer::Huge(50 << 20), &["-M", "retries=0"], "larger than 16 MB"),
        ("50 MB in a stream", Answer::Huge(50 << 20), &["-M", "retries=0", "-M", "stream=true"], "larger than 16 MB"),
        ("a wrong key", Answer::status(401), &[], "HTTP 401"),
        ("an unknown model", Answer::status(404), &[], "HTTP 404"),
        ("a bad request", Answer::status(400), &[], "HTTP 400"),
    ] {
        if what == "an empty answer" && provider == "anthropic" {
            continue;
        }
        let table = Table::new(Script::always(bad));
        let done = table.sit(provider, more);
        assert_eq!(table.outcome(), (0, 3), "{what}: {}", done.err);
        assert_eq!(done.code, 3, "{what}: {}", done.err);
        let run = table.place.open("r");
        for result in run.results() {
            let fault = result.row.unwrap().void.unwrap();
            assert_eq!(fault.cause, Cause::Model, "{what}");
            assert!(fault.detail.contains(why), "{what}: {}", fault.detail);
        }
        assert!(done.out.contains("model"), "{what}: the table tells of void trials by their cause\n{}", done.out);
    }
}

#[test]
fn a_dead_service_is_told_apart_from_a_bad_model() {
    let table = Table::new(player());
    let args = [
        "run",
        "gym/maze-2d/easy@0",
        "-m",
        "vllm/x",
        "-M",
        "base_url=http://127.0.0.1:9/v1",
        "-M",
        "retries=1",
        "-M",
        "backoff_secs=0.01",
    ];
    let done = table.agon(&[&args[..], &["--retries", "0", "--out", "r"]].concat());
    assert_eq!(done.code, 3);
    assert_eq!(table.outcome(), (0, 1));
    let fault = table.place.open("r").results()[0].row.clone().unwrap().void.unwrap();
    assert!(fault.detail.contains("vllm/x gave no answer in 2 attempts; the last: no connection"), "{}", fault.detail);
}

/// The agent's clock stands while a service is waited for: an outage is not the model's slowness.
#[test]
fn an_outage_does_not_use_up_the_agents_time() {
    let table = Table::new(player().struck(Storm::FirstOfEach(2), Answer::Stall(Duration::from_secs(30))));
    let done = table.sit("openai", &["-M", "timeout_secs=1", "--wall-secs", "0.9"]);
    assert_eq!(table.outcome(), (3, 0), "{}", done.err);
}

#[test]
fn a_wrong_key_is_not_tried_again_and_again() {
    let table = Table::new(Script::always(Answer::status(401)));
    let args = ["run", "gym/maze-2d/easy@0-2", "-m", "openai/x", "-n", "1", "--out", "r"];
    assert_eq!(table.agon(&args).code, 3);
    assert_eq!(table.outcome(), (0, 3));
    assert_eq!(table.server.count(), 1, "three trials, tried three times, one question");
}

/// A queue at the gate comes to its end, whatever the service does to those in front.
#[test]
fn a_queue_at_a_dead_service_comes_to_its_end() {
    for (bad, patience) in [(Answer::status(500), "give_up_secs=0.2"), (Answer::retry_after(429, 3600), "give_up_secs=5")] {
        let table = Table::new(Script::always(bad));
        let args = ["run", "gym/maze-2d/easy@0-11", "-m", "openai/x", "-n", "12", "--retries", "0", "--out", "r"];
        let more = ["-M", "connections=1", "-M", "retries=0", "-M", patience];
        assert_eq!(table.agon(&[&args[..], &more].concat()).code, 3);
        assert_eq!(table.outcome(), (0, 12));
    }
}

/// One request that is refused says nothing about the others.
#[test]
fn a_refusal_after_answers_concerns_one_trial() {
    let table = Table::new(Script::new(|ask| match ask.number {
        4 => Answer::status(403),
        _ => Answer::say(player::next_pair(ask.last_text())),
    }));
    table.sit("openai", &[]);
    assert_eq!(table.outcome(), (2, 1));
}
