//! The paper's ablations with one job file: history, feedback, form of the observation, goal.

use super::{Table, player};
use agon_testkit::standin::Script;
use serde_json::{Value, json};

const JOB: &str = r#"
tasks = ["gym/maze-2d/easy@0-1"]
agents = [{ kind = "model", label = "player", model = "openai/player" }, { kind = "model", label = "other", model = "vllm/other" }]
retries = 0
[ablate]
agent.history = [1, 2, 4, "all"]
feedback = [true, false]
observation = ["image", "text"]
goal = [false, true]
"#;

/// Success rates by value, of one agent over all tasks.
fn rates(report: &Value, factor: usize, agent: &str) -> Vec<(Value, f64)> {
    let levels = report["ablation"]["factors"][factor]["levels"].as_array().unwrap().iter();
    let mine = levels.filter(|level| level["agent"] == agent && level.get("name").is_none());
    mine.map(|level| (level["value"].clone(), level["success"]["rate"].as_f64().unwrap())).collect()
}

/// The stand-in reads boards in text only, and takes the board of the goal for the present one.
#[test]
fn four_factors_make_one_run_and_one_report() {
    let table = Table::new(Script::player(player::next_pair));
    table.place.write("job.toml", JOB);
    let done = table.agon(&["run", "--job", "job.toml", "--out", "r"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let run = table.place.open("r");
    assert_eq!(run.plan().len(), 2 * 2 * 4 * 2 * 2 * 2);
    assert!(run.manifest().agents.iter().any(|agent| agent.label == "other history=all" && agent.settings["history"] == "all"));

    let report = table.agon(&["report", "r", "--json", "--modes", "--html", "r.html"]).json();
    for agent in ["player", "other"] {
        let half = |value: Value| (value, 0.5);
        let quarter = |value: Value| (value, 0.25);
        assert_eq!(rates(&report, 0, agent), [1.into(), 2.into(), 4.into(), json!("all")].map(quarter));
        assert_eq!(rates(&report, 1, agent), [true, false].map(|value| quarter(value.into())));
        assert_eq!(rates(&report, 2, agent), [("image".into(), 0.0), half("text".into())]);
        assert_eq!(rates(&report, 3, agent), [half(false.into()), (true.into(), 0.0)]);
    }
    // Who sees no board hands in at once; so all failures are early stops.
    let modes = &report["modes"]["agents"];
    assert!(modes.as_array().unwrap().iter().all(|agent| agent["modes"]["early_stop"]["failed"] == agent["failed"]), "{modes}");
    let page = std::fs::read_to_string(table.place.path("r.html")).unwrap();
    assert_eq!(page.matches("<svg class=\"plot\"").count(), 4, "a panel for each factor");

    // Every message behind the system's: windows of one, two and four turns, and whole histories.
    let requests = table.server.requests();
    let counts: Vec<usize> = requests.iter().map(|request| request.body["messages"].as_array().unwrap().len() - 1).collect();
    assert!([1, 3, 7].iter().all(|count| counts.contains(count)) && counts.iter().any(|count| *count > 7), "{counts:?}");
}
