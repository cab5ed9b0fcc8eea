//! Services that work, in every form they come in.

use super::{PLANTED_KEY, Table, player};
use agon_core::Event;
use agon_testkit::standin::{Answer, Message, Script, Usage};
use serde_json::json;

const PROVIDERS: [&str; 4] = ["openai", "openai-responses", "anthropic", "gemini"];

fn player() -> Script {
    Script::player(player::next_pair).strict()
}

#[test]
fn a_model_of_any_provider_walks_mazes() {
    for provider in PROVIDERS {
        for stream in ["stream=false", "stream=true"] {
            let table = Table::new(player());
            let done = table.sit(provider, &["-M", stream]);
            assert_eq!(table.outcome(), (3, 0), "{provider} {stream}: {}", done.err);
            let request = &table.server.requests()[0];
            assert_eq!(request.key(), Some(PLANTED_KEY), "{provider}");
        }
    }
}

#[test]
fn a_model_calls_tools() {
    for provider in PROVIDERS {
        let table = Table::new(
            Script::player(|text| match player::next_call(text) {
                (name, Some(direction)) => Answer::call(name, json!({"direction": direction})),
                (name, None) => Answer::call(name, json!({})),
            })
            .strict(),
        );
        let done = table.sit(provider, &["-M", "dialect=tools"]);
        assert_eq!(table.outcome(), (3, 0), "{provider}: {}", done.err);
    }
}

#[test]
fn a_model_looks_at_pictures() {
    let table = Table::new(Script::always(Answer::say("('stop', 'stop')")));
    for provider in PROVIDERS {
        let out = format!("r-{provider}");
        let model = format!("{provider}/player");
        let done = table.agon(&["run", "gym/maze-2d/easy@0", "-a", "model", "-m", &model, "--set", "goal=true", "--out", &out]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
    for request in table.server.requests() {
        let body = request.body.to_string();
        assert_eq!(body.matches("iVBORw0KGgo").count(), 2, "the screen and the goal, as PNG: {}", &body[..body.len().min(600)]);
    }
}

#[test]
fn tokens_and_cost_are_counted_apart() {
    let usage = Usage { input: 1000, cached: 400, output: 100, reasoning: 60, ..Usage::default() };
    let table = Table::new(Script::always(Message::say("('stop', 'stop')").using(usage)));
    table.place.write("prices.toml", "[\"openai/*\"]\ninput = 10\ncached = 1\noutput = 100\n");
    let done = table.sit("openai", &["--prices", "prices.toml"]);
    assert_eq!(done.code, 0, "{}", done.err);
    for result in table.place.open("r").results() {
        let used = result.row.unwrap().totals.usage;
        assert_eq!((used.tokens_in, used.tokens_cached, used.tokens_out, used.tokens_reasoning), (1000, 400, 100, 60));
        assert!((used.cost_usd - (0.006 + 0.0004 + 0.01)).abs() < 1e-9, "{}", used.cost_usd);
    }
}

#[test]
fn a_bound_on_cost_that_cannot_bind_is_told() {
    let table = Table::new(player());
    for bound in ["--max-cost-usd", "--cost-usd"] {
        let done = table.sit("openai", &[bound, "1"]);
        assert_eq!((done.code, table.server.count()), (2, 0));
        assert!(done.err.contains("nobody knows what openai/player costs"), "{}", done.err);
    }
}

#[test]
fn limits_on_tokens_are_the_seats() {
    let usage = Usage { input: 1000, output: 100, ..Usage::default() };
    let table = Table::new(Script::always(Message::say("('move', 0)").using(usage)));
    let done = table.sit("openai", &["--tokens", "2500"]);
    assert_eq!(done.code, 0, "{}", done.err);
    for result in table.place.open("r").results() {
        let row = result.row.unwrap();
        assert_eq!(row.ending.unwrap().to_string(), "the limit on model tokens was reached");
        assert_eq!(row.totals.usage.tokens_in, 3000, "what was spent is counted");
    }
}

#[test]
fn several_actions_are_handled_as_said_and_counted_as_violations() {
    for several in ["first", "last", "all", "refuse"] {
        let table = Table::new(Script::always(Answer::say("('move', 0) or ('move', 2)")));
        let done = table.sit("openai", &["-M", &format!("several={several}")]);
        assert_eq!(done.code, 0, "{}", done.err);
        let run = table.place.open("r");
        let row = run.results()[0].row.clone().unwrap();
        assert_eq!(row.totals.steps, 20, "{several}");
        let events = run.attempt(0, 1).unwrap().events;
        let violations = events.iter().filter(|event| matches!(event, Event::Note { kind, .. } if kind == "protocol")).count();
        assert_eq!(violations, if several == "all" { 10 } else { 20 }, "{several}");
        let unread = row.totals.actions.get("unread").copied().unwrap_or_default();
        assert_eq!(unread, if several == "refuse" { 20 } else { 0 }, "{several}");
    }
}

#[test]
fn nonsense_costs_a_step_and_is_scored() {
    let table = Table::new(Script::always(Answer::say("I would rather not.")));
    let done = table.sit("openai", &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(table.outcome(), (0, 0));
    let events = table.place.open("r").attempt(0, 1).unwrap().events;
    let told = events.iter().find_map(|event| match event {
        Event::Step(step) => step.feedback.clone(),
        _ => None,
    });
    assert_eq!(told.as_deref(), Some("Invalid format: it holds no call of the form ('name', arguments)."));
}

#[test]
fn a_planner_plans_and_a_grounder_finds_and_both_are_metered() {
    let usage = |input| Usage { input, output: 1, ..Usage::default() };
    let table = Table::new(Script::new(move |ask| match ask.model.as_str() {
        "eyes" => Message::say("('move', 0)").using(usage(10)).into(),
        _ if ask.turn() < 2 => Message::say("Step to the right.").using(usage(1000)).into(),
        _ => Message::say("('stop', 'stop')").using(usage(1000)).into(),
    }));
    let done = table.sit("openai", &["-M", r#"grounder={"model": "vllm/eyes", "dialect": "pair"}"#]);
    assert_eq!(done.code, 0, "{}", done.err);
    let row = table.place.open("r").results()[0].row.clone().unwrap();
    assert_eq!(row.totals.steps, 3);
    let by = &row.totals.usage_by;
    assert_eq!((by["planner"].tokens_in, by["grounder"].tokens_in), (3000, 20), "the last step needed no eyes");
}
