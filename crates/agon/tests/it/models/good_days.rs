//! Services that work, in every form they come in.

use super::{PLANTED_KEY, Table, player};
use crate::support::Done;
use agon_core::{Cause, Event};
use agon_testkit::standin::{Answer, Message, Script, Usage};
use serde_json::json;

const PROVIDERS: [&str; 4] = ["openai", "openai-responses", "anthropic", "gemini"];

fn player() -> Script {
    Script::player(player::next_pair)
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
        let table = Table::new(Script::player(|text| match player::next_call(text) {
            (name, Some(direction)) => Answer::call(name, json!({"direction": direction})),
            (name, None) => Answer::call(name, json!({})),
        }));
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
        assert!(done.err.contains("the price of openai/player is not known"), "{}", done.err);
    }
}

/// A dollar for each call.
fn dear() -> (Usage, &'static str) {
    let usage = Usage { input: 1000, ..Usage::default() };
    (usage, "[\"openai/*\"]\ninput = 1000\noutput = 0\n")
}

#[test]
fn trials_under_way_do_not_spend_beyond_the_runs_bound() {
    let (usage, prices) = dear();
    let table = Table::new(Script::always(Message::say("('move', 0)").using(usage)));
    table.place.write("prices.toml", prices);
    let done = table.sit("openai", &["--prices", "prices.toml", "--max-cost-usd", "4"]);
    assert_eq!((done.code, table.outcome()), (3, (0, 3)), "{}", done.err);
    let run = table.place.open("r");
    let rows: Vec<_> = run.results().iter().map(|result| result.row.clone().unwrap()).collect();
    let void = |row: &agon_record::Row| row.void.clone().unwrap();
    assert!(rows.iter().all(|row| void(row).cause == Cause::Budget), "{rows:?}");
    assert_eq!(void(&rows[0]).detail, "the run's budget of $4 was used up");
    let cost: f64 = rows.iter().map(|row| row.totals.usage.cost_usd).sum();
    assert_eq!(cost, table.server.count() as f64, "what was spent is counted");
    assert!((5.0..=7.0).contains(&cost), "the bound, and at most a call of each trial under way: {cost}");
}

#[test]
fn a_bound_on_cost_looks_at_the_models_that_are_varied() {
    let (usage, prices) = dear();
    let table = Table::new(Script::always(Message::say("('stop', 'stop')").using(usage)));
    let job = "tasks = ['gym/maze-2d/easy@0']\nagents = [{ kind = 'model' }]\nablate.agent.model = ['openai/a', 'openai/b']\n";
    table.place.write("job.toml", job);
    table.place.write("prices.toml", prices);
    let run = ["run", "--job", "job.toml", "--max-cost-usd", "9", "--out", "r"];
    let done = table.agon(&run);
    assert!(done.code == 2 && done.err.contains("the price of openai/a is not known"), "{}", done.err);
    let done = table.agon(&[&run[..], &["--prices", "prices.toml"]].concat());
    assert_eq!((done.code, table.server.count()), (0, 2), "{}", done.err);
}

#[test]
fn a_run_with_a_cache_and_prices_is_resumed_from_anywhere() {
    let table = Table::new(Script::always(Answer::say("('stop', 'stop')")));
    table.place.write("prices.toml", dear().1);
    let done = table.sit("openai", &["--prices", "prices.toml", "--cache", "replies"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let elsewhere = table.place.path("elsewhere");
    std::fs::create_dir_all(&elsewhere).unwrap();
    let run = table.place.path("r").display().to_string();
    let mut resume = table.place.command(&["resume", &run]);
    let resumed = Done::of(resume.current_dir(&elsewhere).env("OPENAI_API_KEY", PLANTED_KEY).output().unwrap());
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0, "the cache is where it was");
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
    assert_eq!(told.as_deref(), Some("Invalid format: it holds no call of the form ('name', arguments) on a line of its own."));
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

#[test]
fn a_grounder_has_options_of_its_own() {
    let table = Table::new(Script::new(|ask| match ask.model.as_str() {
        "eyes" => Message::say("('stop', 'stop')").into(),
        _ => Message::say("Stop here.").into(),
    }));
    // The planner's seed is not sent to a grounder, so it does not matter that its API has no place for one.
    let grounder = r#"grounder={"model": "anthropic/eyes", "dialect": "pair", "max_tokens": 50}"#;
    let done = table.sit("openai", &["-M", "seed=7", "-M", "temperature=0.5", "-M", grounder]);
    assert_eq!(done.code, 0, "{}", done.err);
    let requests = table.server.requests();
    let (eyes, planner): (Vec<_>, Vec<_>) = requests.iter().partition(|request| request.body["model"] == "eyes");
    assert_eq!((eyes.len(), planner.len()), (3, 3));
    for request in eyes {
        let options = ["max_tokens", "temperature", "seed"].map(|option| request.body.get(option).cloned());
        assert_eq!(options, [Some(json!(50)), None, None], "reasoning models refuse a temperature nobody asked for");
    }
    assert!(planner.iter().all(|request| request.body["temperature"] == 0.5 && request.body["seed"] == 7));

    let asked = table.server.count();
    let done = table.sit("openai", &["-M", &grounder.replace("50", "50, \"seed\": 7")]);
    assert!(done.code == 2 && done.err.contains("the API of anthropic/eyes has no place for seed"), "{}", done.err);
    assert_eq!(table.server.count(), asked);
}
